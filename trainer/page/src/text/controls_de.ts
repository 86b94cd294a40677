// SPDX-License-Identifier: MIT
// The page of all controls, hints of tasks, refusals of the server, in German.
export const CONTROLS_DE: Record<string, string> = {
    Mouse: "Maus",
    Keyboard: "Tastatur",
    Gamepad: "Gamepad",
    "VR controllers": "VR-Griffe",
    Click: "Klick",
    Move: "Bewegen",
    Wheel: "Rad",
    "Left button": "Linke Taste",
    "Right drag": "Rechts ziehen",
    Shift: "Umschalt",
    Ctrl: "Strg",
    Space: "Leertaste",
    Backspace: "Rücktaste",
    Sticks: "Sticks",
    Stick: "Stick",
    "Stick in": "Stick drücken",
    "D-pad": "Steuerkreuz",
    Controllers: "Griffe",
    Trigger: "Abzug",
    Squeeze: "Greifen",
    "take the forceps; Esc puts them down": "die Pinzette nehmen; Esc legt sie hin",
    "the active hand over the board": "die aktive Hand über das Brett",
    "lift and lower it": "sie heben und senken",
    "jaws closed while held; Space keeps them closed":
        "Maul zu, solange gedrückt; Leertaste hält es zu",
    "turn it; Shift and the wheel roll it": "sie drehen; Umschalt und Rad rollen sie",
    "everything five times finer": "alles fünfmal feiner",
    "held: wind around the other forceps; one stroke is one turn":
        "gehalten: um die andere Pinzette winden; ein Strich ist eine Windung",
    "clutch: the mouse moves, the hand stays": "Kupplung: Die Maus geht, die Hand bleibt",
    "walk around the field; middle button shifts it":
        "um das Feld gehen; mittlere Taste verschiebt es",
    zoom: "näher und weiter",
    "the other hand; closed jaws stay closed":
        "die andere Hand; geschlossene Maulteile bleiben geschlossen",
    "both hands together, or one": "beide Hände zusammen oder eine",
    "the active hand; Page Up and Page Down lift it":
        "die aktive Hand; Bild auf und Bild ab heben und senken sie",
    "roll it": "sie rollen",
    "the other hand; R and F lift it": "die andere Hand; R und F heben und senken sie",
    "jaws of the active hand; X of the other": "Maul der aktiven Hand; X das der anderen",
    "pause; . one step; , slower; / faster": "Pause; . ein Schritt; , langsamer; / schneller",
    "start over": "von vorn",
    "go back to the last throw, rule or step":
        "zurück zum letzten Schlag, zur letzten Regel oder zum letzten Schritt",
    "an assistant's clip holds the thread, or lets go":
        "die Klemme eines Assistenten hält den Faden oder lässt los",
    "next view; 0 as set up": "nächste Ansicht; 0 wie eingerichtet",
    "force arrows, tension colours, stereo": "Kraftpfeile, Farben nach Zug, Stereo",
    "tasks, records, settings, this page": "Aufgaben, Aufzeichnungen, Einstellungen, diese Seite",
    "left and right hand over the board": "linke und rechte Hand über das Brett",
    "held: the stick lifts and rolls": "gehalten: Der Stick hebt und rollt",
    "held: the stick turns": "gehalten: Der Stick dreht",
    "jaws, as far as they are pulled": "Maul, so weit gezogen wird",
    "walk around, zoom": "herumgehen, näher und weiter",
    "held: wind around the other forceps": "gehalten: um die andere Pinzette winden",
    "go back": "zurück",
    pause: "Pause",
    "each moves its hand, scaled as set (1 : 1 to 20 : 1)":
        "jeder bewegt seine Hand, im eingestellten Maßstab (1 : 1 bis 20 : 1)",
    jaws: "Maul",
    "clutch: the controller moves, the tool stays":
        "Kupplung: Der Griff geht, das Instrument bleibt",
    "Show me, one by one": "Eines nach dem anderen zeigen",
    "Views and pages": "Ansichten und Seiten",
    "Try now": "Jetzt versuchen",
    Tissue: "Gewebe",
    "As the machine can": "Wie der Rechner kann",
    Fine: "Fein",
    Fast: "Schnell",
    "Fast: fewer pixels and simpler shadows, for machines without a graphics card":
        "Schnell: weniger Bildpunkte und einfachere Schatten, für Rechner ohne Grafikkarte",
    "Enter VR": "In die VR-Brille",
    "Steps of the physics that missed their deadline": "Rechenschritte, die zu spät fertig waren",
    "Median and 99th percentile of a step of the physics":
        "Median und 99. Perzentil eines Rechenschritts",
    "Simulated time per time": "Simulierte Zeit je Zeit",
    "Pictures per second and how much is drawn": "Bilder je Sekunde, und wie viel gezeichnet wird",
    "From sending an input to the frame that answers it":
        "Vom Absenden einer Eingabe bis zur Antwort darauf",
    "Received by this page": "Von dieser Seite empfangen",
    "not certain yet": "noch nicht sicher",
    "you have control": "Sie haben die Pinzetten",
    "nobody has control": "niemand hat die Pinzetten",
    "another page has control": "eine andere Seite hat die Pinzetten",
    "The field: two forceps and a thread on a board. Press H for the controls.":
        "Das Feld: zwei Pinzetten und ein Faden auf einem Brett. H zeigt die Bedienung.",
    "Each stick moves one forceps, its trigger closes it; shoulder button and stick lift it":
        "Jeder Stick führt eine Pinzette, sein Abzug schließt sie; Schultertaste und Stick heben sie",
    "nylon 10-0": "Nylon 10-0",
    "nylon 2": "Nylon 2",
    "nylon 4-0": "Nylon 4-0",
    "nylon 6-0": "Nylon 6-0",
    "nylon 8-0": "Nylon 8-0",
    "polypropylene 4-0": "Polypropylen 4-0",
    "polypropylene 6-0": "Polypropylen 6-0",
    "silk 2-0": "Seide 2-0",
    "silk 4-0": "Seide 4-0",
    // hints
    "The needle is loaded. Turn it about the centre of its arc (wheel, or hold W and move sideways) until its tip is on the green dot.":
        "Die Nadel ist gefasst. Um die Mitte ihres Bogens drehen (Rad, oder W halten und seitwärts), bis die Spitze auf dem grünen Punkt ist.",
    "Go on turning about the same centre. Whoever shifts the centre tears the tissue.":
        "Um dieselbe Mitte weiterdrehen. Wer die Mitte verschiebt, zerreißt das Gewebe.",
    "Turn on until the tip comes up in the blue dot.":
        "Weiterdrehen, bis die Spitze im blauen Punkt herauskommt.",
    "Move a forceps until the thread lights up between its jaws, then close them.":
        "Eine Pinzette bewegen, bis der Faden zwischen ihren Maulteilen aufleuchtet, dann schließen.",
    "Choose another material to feel the difference between 10-0 nylon and 2-0 silk.":
        "Ein anderes Material wählen: den Unterschied zwischen Nylon 10-0 und Seide 2-0 spüren.",
    "Lead the needle holder over the marked part of the needle and down until it is between the jaws.":
        "Den Nadelhalter über den markierten Teil der Nadel führen und senken, bis sie zwischen den Maulteilen ist.",
    "Close the jaws. Nearer to the tip the needle cannot go far enough; at the thread it bends.":
        "Das Maul schließen. Näher an der Spitze kommt die Nadel nicht weit genug; am Faden verbiegt sie sich.",
    "Lift it, and hold it still.": "Anheben und still halten.",
    "Open the jaws, lead them over a piece and close them: the ring shows what they will hold.":
        "Das Maul öffnen, über ein Stück führen und schließen: Der Ring zeigt, was es halten wird.",
    "Carry it over the tray before you open the jaws.":
        "Über die Schale tragen, ehe Sie das Maul öffnen.",
    "Jaws that close on nothing and pieces beside the tray are counted.":
        "Maulteile, die sich um nichts schließen, und Stücke neben der Schale werden gezählt.",
    "Take the thread a few millimetres from its right end, so that the end sticks out straight.":
        "Den Faden einige Millimeter vor seinem rechten Ende fassen, sodass das Ende gerade heraussteht.",
    "Push the end through the first ring and take it on the other side with the other forceps.":
        "Das Ende durch den ersten Ring schieben und auf der anderen Seite mit der anderen Pinzette fassen.",
    "Do the same with the second ring.": "Dasselbe mit dem zweiten Ring.",
    "Come down slowly: the plumb line shows how high the tips are.":
        "Langsam herunterkommen: Das Lot zeigt, wie hoch die Spitzen sind.",
    "Touch the dot; do not press. The largest force is scored.":
        "Den Punkt berühren, nicht drücken. Die größte Kraft wird gewertet.",
    "One target at a time: any hand may touch it.":
        "Ein Ziel nach dem anderen: Jede Hand darf es berühren.",
    "Touch it with the tips: it vanishes, and the next appears elsewhere.":
        "Mit den Spitzen berühren: Es verschwindet, und das nächste erscheint anderswo.",
    "The clock runs from the first contact to the last. Short, calm ways score better than fast ones.":
        "Die Uhr läuft von der ersten Berührung bis zur letzten. Kurze, ruhige Wege zählen mehr als schnelle.",
    "Blue targets are for the left forceps, orange ones for the right.":
        "Blaue Ziele sind für die linke Pinzette, orange für die rechte.",
    "Go straight from one target to the next: how far you are from that line is scored.":
        "Geradewegs von einem Ziel zum nächsten: Der Abstand von dieser Linie wird gewertet.",
    "Do not hurry the second probe: it has seen the way already.":
        "Die zweite Spitze nicht drängen: Der Weg ist ihr schon gezeigt.",
    "Take the end with the forceps that points along the thread.":
        "Das Ende mit der Pinzette fassen, die in Richtung des Fadens zeigt.",
    "Spin it by two turns or more: the readout shows the twist.":
        "Um zwei Umdrehungen oder mehr drehen: Die Anzeige zeigt die Verdrillung.",
    "Now move it to the left: the twist turns into coils.":
        "Jetzt nach links: Aus der Verdrillung werden Windungen.",
    "The needle is loaded. Turn it about the centre of its arc, with the wheel, until its tip is out of the second ring.":
        "Die Nadel ist gefasst. Mit dem Rad um die Mitte ihres Bogens drehen, bis die Spitze aus dem zweiten Ring ist.",
    "Let go with the needle holder and lead it away.":
        "Mit dem Nadelhalter loslassen und ihn wegführen.",
    "Take the needle behind its tip with the forceps, and draw it on along its own arc.":
        "Die Nadel mit der Pinzette hinter der Spitze fassen und auf ihrem eigenen Bogen weiterziehen.",
    "Turn the needle about the centre of its arc until the tip is on the green dot: the skin gives way before it breaks.":
        "Die Nadel um die Mitte ihres Bogens drehen, bis die Spitze auf dem grünen Punkt ist: Die Haut gibt nach, ehe sie bricht.",
    "Go on turning. The section shows how deep the needle is: it must pass below the wound.":
        "Weiterdrehen. Der Schnitt zeigt, wie tief die Nadel ist: Sie muss unter der Wunde hindurch.",
    "Where the tip comes up the skin breaks once more. Turn on until it is out.":
        "Wo die Spitze heraufkommt, bricht die Haut noch einmal. Weiterdrehen, bis sie heraus ist.",
    // refusals of the server
    "there is nothing to undo: no attempt is running": "Es gibt nichts zurückzunehmen.",
    "no attempt is running": "Es läuft kein Versuch.",
    "the physics is busy; try again": "Die Rechnung ist beschäftigt; noch einmal versuchen.",
    "seek works in a replay or a demonstration": "Suchen geht in Wiederholung und Vorführung.",
    "single steps need a pause first": "Einzelne Schritte brauchen erst eine Pause.",
    "a replay or demonstration shows what was; start a task":
        "Eine Wiederholung oder Vorführung zeigt, was war; eine Aufgabe beginnen.",
    "a replay or demonstration cannot be saved; start a task":
        "Eine Wiederholung oder Vorführung lässt sich nicht sichern; eine Aufgabe beginnen.",
    "only the page of an instructor may comment": "Nur die Seite eines Lehrers darf anmerken.",
    "only the page with control can hand it over":
        "Nur die Seite mit den Pinzetten kann sie weitergeben.",
    "trainee must be a name of 1 to 64 characters": "Ein Name hat 1 bis 64 Zeichen.",
};
