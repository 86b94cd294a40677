// SPDX-License-Identifier: MIT
// What the figures of a score mean, and what was published of them, in German.
export const FIGURES_DE: Record<string, string> = {
    "From the first movement of a hand to the end of the attempt.":
        "Von der ersten Bewegung einer Hand bis zum Ende des Versuchs.",
    "Time in which no hand moves faster than 2 mm/s.":
        "Zeit, in der keine Hand schneller als 2 mm/s ist.",
    "Length of the way of the tool's tip, filtered at 10 Hz.":
        "Länge des Wegs der Spitze, mit 10 Hz gefiltert.",
    "Shortest way that does the task over the way of both hands; of attempts that reached the goal.":
        "Kürzester Weg für die Aufgabe durch den Weg beider Hände; nur bei erreichtem Ziel.",
    "How often its speed rises above 10 mm/s after it was below 5 mm/s.":
        "Wie oft sie über 10 mm/s steigt, nachdem sie unter 5 mm/s war.",
    "Spectral arc length of the speed (SPARC), mean of all gestures longer than 0.3 s.":
        "Spektrale Bogenlänge der Geschwindigkeit (SPARC), Mittel aller Gesten über 0,3 s.",
    "Sum of all rotations of the tool.": "Summe aller Drehungen des Instruments.",
    "Volume of the boxes around the ways of the tips.":
        "Rauminhalt der Kästen um die Wege der Spitzen.",
    "Share of the moving time in which both hands move.":
        "Anteil der Bewegungszeit, in der sich beide Hände bewegen.",
    "Of threads on the tool, as far as it reaches the hand.":
        "Von Fäden am Instrument, soweit sie die Hand erreicht.",
    "Of threads on a tool while it holds one.":
        "Von Fäden an einem Instrument, solange es einen hält.",
    "Time in which a tool is pulled harder than the limit of the task.":
        "Zeit, in der stärker gezogen wird, als die Aufgabe erlaubt.",
    "In any thread, outside of jaws. The material's knot-pull limit is in the list of materials.":
        "In irgendeinem Faden, außerhalb der Maulteile. Die Knotenreißkraft steht in der Liste der Materialien.",
    "How often a tool grasped a thread.": "Wie oft ein Faden gefasst wurde.",
    "How often a thread was pulled out of closed jaws.":
        "Wie oft ein Faden aus geschlossenen Maulteilen gezogen wurde.",
    "Time against solids": "Zeit an festen Teilen",
    "Time in which a tool could not follow its hand.":
        "Zeit, in der ein Instrument seiner Hand nicht folgen konnte.",
    "Not measured": "Nicht gemessen",
    "Time in which the forces could not be found within the work budget; it is left out of all figures about forces.":
        "Zeit, in der die Kräfte nicht rechtzeitig gefunden wurden; sie fehlt in allen Zahlen über Kräfte.",
    "Its name, found from the shape of the thread.": "Sein Name, aus der Form des Fadens gefunden.",
    "Half knots and double half knots.": "Einfache und doppelte halbe Knoten.",
    "Length of thread that can be cut off before the knot is another one.":
        "Fadenlänge, die man abschneiden kann, ehe der Knoten ein anderer wird.",
    "The same at the other end.": "Dasselbe am anderen Ende.",
    "Thread in the knot and its loop beyond one turn around the post. Not 0 even in the tightest knot, which takes some itself.":
        "Faden in Knoten und Schlaufe über eine Windung um den Pfosten hinaus. Auch im festesten Knoten nicht 0, denn er braucht selbst etwas.",
    "A copy of the knot is pulled by its loop (or its long ends) until they have slipped by 3 mm or the thread breaks: the force then.":
        "Eine Kopie des Knotens wird an ihrer Schlaufe (oder den langen Enden) gezogen, bis sie um 3 mm rutscht oder der Faden reißt: die Kraft dabei.",
    "What happens in the tensiometer: it slips, or it holds until the thread breaks at the knot-pull limit of its material.":
        "Was im Zugversuch geschieht: Er rutscht, oder er hält, bis der Faden an der Knotenreißkraft seines Materials reißt.",
    "From the first target that was touched to the last one.":
        "Vom ersten berührten Ziel bis zum letzten.",
    "Mean distance of a tip from the line between the target it touched last and its next one.":
        "Mittlerer Abstand einer Spitze von der Linie zwischen ihrem letzten und ihrem nächsten Ziel.",
    "How often jaws closed on nothing.": "Wie oft Maulteile sich um nichts schlossen.",
    "How often a piece was let go and did not come to lie in the tray.":
        "Wie oft ein Stück losgelassen wurde und nicht in der Schale liegen blieb.",
    "Entry off the dot": "Einstich neben dem Punkt",
    "From the dot to where the needle went in, on the tissue at rest.":
        "Vom Punkt bis zum Einstich, auf dem ruhenden Gewebe.",
    "Exit off the dot": "Ausstich neben dem Punkt",
    "From the dot to where the needle came out, on the tissue at rest.":
        "Vom Punkt bis zum Ausstich, auf dem ruhenden Gewebe.",
    "Angle of entry": "Einstichwinkel",
    "Between needle and surface where it went in.":
        "Zwischen Nadel und Oberfläche, wo sie einstach.",
    "Needle held at": "Nadel gefasst bei",
    "Share of the needle's arc from the tip to the jaws at the end.":
        "Anteil des Nadelbogens von der Spitze bis zum Maul, am Ende.",
    Holes: "Löcher",
    "Places where the needle or its thread goes through tissue at the end.":
        "Stellen, an denen am Ende Nadel oder Faden durch das Gewebe gehen.",
    "Bite on the left": "Stich links",
    "From the edge of the wound to the hole on its left, on the tissue at rest; mean of all stitches.":
        "Vom Wundrand bis zum Loch links davon, auf dem ruhenden Gewebe; Mittel aller Stiche.",
    "Bite on the right": "Stich rechts",
    "From the edge of the wound to the hole on its right, on the tissue at rest; mean of all stitches.":
        "Vom Wundrand bis zum Loch rechts davon, auf dem ruhenden Gewebe; Mittel aller Stiche.",
    "Bites uneven by": "Stiche ungleich um",
    "Difference of the bites of a stitch; the largest of all stitches.":
        "Unterschied der beiden Seiten eines Stichs; der größte aller Stiche.",
    Depth: "Tiefe",
    "Deepest place of needle or thread below the surface, on the tissue at rest.":
        "Tiefste Stelle von Nadel oder Faden unter der Oberfläche, auf dem ruhenden Gewebe.",
    "Askew by": "Schräg um",
    "Angle between the line through both holes and that through both dots; the largest of all stitches.":
        "Winkel zwischen der Linie durch beide Löcher und der durch beide Punkte; der größte aller Stiche.",
    "Between stitches": "Zwischen den Stichen",
    "Distance of the middles of stitches that follow each other, mean.":
        "Abstand der Mitten aufeinanderfolgender Stiche, im Mittel.",
    "Spacing uneven by": "Abstände ungleich um",
    "Largest less smallest distance of stitches.": "Größter weniger kleinster Abstand der Stiche.",
    "Largest force across the needle": "Größte Kraft quer zur Nadel",
    "Of tissue on the needle across its tangent, at the hole where it is most, filtered at 10 Hz.":
        "Vom Gewebe auf die Nadel quer zu ihrer Tangente, am Loch mit der größten, mit 10 Hz gefiltert.",
    "Work off the arc": "Arbeit neben dem Bogen",
    "What moves the centre of the needle's arc against the resistance of the tissue. Turning about that centre takes none.":
        "Was die Mitte des Nadelbogens gegen den Widerstand des Gewebes verschiebt. Drehen um diese Mitte kostet keine.",
    Punctures: "Einstiche",
    "How often the needle went into tissue.": "Wie oft die Nadel in Gewebe stach.",
    "Drawn back": "Zurückgezogen",
    "How often the needle was drawn back out of a hole.":
        "Wie oft die Nadel aus einem Loch zurückgezogen wurde.",
    "Taken at the tip": "An der Spitze gefasst",
    "Grasps of the needle on its point, within 4 diameters of the tip, which dulls it.":
        "Griffe an der Spitze der Nadel, innerhalb von 4 Durchmessern; das macht sie stumpf.",
    "Taken at the thread": "Am Faden gefasst",
    "Grasps within the last tenth of its arc, where a needle bends.":
        "Griffe im letzten Zehntel des Bogens, wo sich eine Nadel verbiegt.",
    "Needle lost from jaws": "Nadel aus dem Maul verloren",
    "How often the needle slid out of jaws.": "Wie oft die Nadel aus dem Maul rutschte.",
    Tears: "Risse",
    "Holes that began to tear.": "Löcher, die zu reißen begannen.",
    Torn: "Gerissen",
    "Way that the holes have torn through the tissue, all together.":
        "Weg, den die Löcher durch das Gewebe gerissen sind, alle zusammen.",
    "Gap left": "Spalt, der bleibt",
    "Mean distance between the lips at the end.": "Mittlerer Abstand der Wundlippen am Ende.",
    "Open between the walls": "Offen zwischen den Wänden",
    "Area between the rims of two vessels that is wider than walls that touch, without pressure: what would leak.":
        "Fläche zwischen den Rändern zweier Gefäße, die weiter ist als Wände, die sich berühren, ohne Druck: was leckt.",
    "Widest gap": "Größter Spalt",
    "Largest distance between the lips at the end.": "Größter Abstand der Wundlippen am Ende.",
    "End left at the tissue": "Ende am Gewebe",
    "Thread from the hole to its end without the needle.":
        "Faden vom Loch bis zum Ende ohne Nadel.",
    Cut: "Geschnitten",
    "Length that blades have cut into tissue.": "Länge, die Klingen in Gewebe geschnitten haben.",
    "at most 1 mm of accuracy in the FLS suture exercises":
        "höchstens 1 mm Abweichung in den Nahtübungen von FLS",
    "oblique stitches are one of ten errors of the Anastomosis Lapse Index":
        "schräge Stiche sind einer von zehn Fehlern des Anastomosis Lapse Index",
    // published
    "0.59 to 6.09 N while a knot is tightened on a drain, from novices to staff":
        "0,59 bis 6,09 N beim Anziehen eines Knotens an einer Drainage, von Anfängern bis zu Fachleuten",
    "tells students from attendings in micro-anastomosis, residents less so; no limit published":
        "unterscheidet bei Mikroanastomosen Studierende von Fachärzten, Assistenten weniger; keine Grenze veröffentlicht",
    "-1.41 for one smooth bell-shaped movement; more negative is less smooth":
        "-1,41 für eine glatte glockenförmige Bewegung; negativer ist weniger glatt",
    "Balasubramanian et al. 2015, and its reference implementation":
        "Balasubramanian u. a. 2015, und deren Referenzprogramm",
    "6 for monofilaments, 4 to 5 for braids to be secure":
        "6 bei monofilen, 4 bis 5 bei geflochtenen Fäden für Sicherheit",
    "20 % of flat reef knots slip, all that are tied under tension":
        "20 % der flachen Kreuzknoten rutschen, und alle, die unter Zug geknüpft sind",
    "at most 1 mm in the FLS suture exercises": "höchstens 1 mm in den Nahtübungen von FLS",
};
