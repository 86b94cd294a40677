// SPDX-License-Identifier: MIT
// The tasks of sewing in German: titles, goals, rules; and what their demonstrations say.
export const SEW_WORDS_DE: Record<string, string> = {
    Vessels: "Gefäße",
    Cutting: "Schneiden",
    "Needle through rings": "Nadel durch Ringe",
    "Lead the needle through both rings with the needle holder, take it behind its tip with the forceps, and draw it on until the thread goes through both.":
        "Die Nadel mit dem Nadelhalter durch beide Ringe führen, mit der Pinzette hinter der Spitze fassen und weiterziehen, bis der Faden durch beide geht.",
    "The thread goes through both rings.": "Der Faden geht durch beide Ringe.",
    "The thread goes through the first ring": "Der Faden geht durch den ersten Ring",
    "The thread goes through the second ring": "Der Faden geht durch den zweiten Ring",
    "Single bite under a wound": "Einzelner Stich unter einer Wunde",
    "A wound in skin, as deep as a third of it. Drive the needle in at the green dot, under the wound, and out at the blue dot.":
        "Eine Wunde in Haut, ein Drittel so tief wie diese. Die Nadel am grünen Punkt hinein, unter der Wunde hindurch und am blauen Punkt heraus führen.",
    "The needle goes in and out within 1 mm of the dots, below the wound.":
        "Die Nadel geht höchstens 1 mm neben den Punkten hinein und heraus, unter der Wunde.",
    "Close a stitch on two vessels": "Eine Naht an zwei Gefäßen schließen",
    "A thread of 24 micrometres lies through the walls of two arteries of 2 mm. Tie the first throw and draw the vessels together until their edges touch.":
        "Ein Faden von 24 Mikrometern liegt durch die Wände zweier Arterien von 2 mm. Den ersten Schlag knüpfen und die Gefäße zusammenziehen, bis sich ihre Ränder berühren.",
    "An overhand knot joins the vessels, and the gap is at most 0.42 mm.":
        "Ein Überhandknoten verbindet die Gefäße, und der Spalt ist höchstens 0,42 mm.",
    "The edges of the vessels touch": "Die Ränder der Gefäße berühren sich",
    "In and out at most 1 mm beside the marks": "Ein- und Ausstich höchstens 1 mm neben den Marken",
    "Gap of at most 1 mm": "Spalt von höchstens 1 mm",
    "A double throw and two single ones": "Ein doppelter Schlag und zwei einfache",
    "Nothing torn out": "Nichts ausgerissen",
    "The first puncture is in the dot": "Der erste Einstich sitzt im Punkt",
    "The tissue is whole": "Das Gewebe ist heil",
    "The lips are closed": "Die Wundränder sind geschlossen",
    "The knot holds under tension": "Der Knoten hält unter Zug",
    "No visible tear": "Kein sichtbarer Riss",
    "Suture of a drain": "Naht an einem Drain",
    "The slit of a Penrose drain, as in the examination of laparoscopic surgeons: in at one mark, out at the other, a double throw and two single ones, each the other way round, and both ends cut.":
        "Der Schlitz eines Penrose-Drains, wie in der Prüfung laparoskopischer Chirurgen: an der einen Marke hinein, an der anderen heraus, ein doppelter und zwei einfache Schläge, jeder andersherum, und beide Enden abgeschnitten.",
    "A surgeon's knot and one throw more close the slit to 1 mm, and both ends are cut.":
        "Ein chirurgischer Knoten und ein weiterer Schlag schließen den Schlitz auf 1 mm, und beide Enden sind abgeschnitten.",
    "A double throw and two single ones, each the other way round":
        "Ein doppelter und zwei einfache Schläge, jeder andersherum",
    "The slit is closed to 1 mm": "Der Schlitz ist auf 1 mm geschlossen",
    "Both ends are cut, 2 to 15 mm from the knot":
        "Beide Enden sind abgeschnitten, 2 bis 15 mm vom Knoten",
    "One stitch of an anastomosis": "Ein Stich einer Anastomose",
    "Two vessels of 2 mm between clamps. Lead the needle through both walls, in at the green dot and out at the blue one, draw the thread through, tie a reef by instrument, and cut both ends.":
        "Zwei Gefäße von 2 mm zwischen Klemmen. Die Nadel durch beide Wände führen, am grünen Punkt hinein und am blauen heraus, den Faden durchziehen, einen Kreuzknoten mit den Instrumenten knüpfen und beide Enden abschneiden.",
    "A reef joins the walls, nothing is torn, and both ends are cut.":
        "Ein Kreuzknoten verbindet die Wände, nichts ist gerissen, und beide Enden sind abgeschnitten.",
    "A reef knot": "Ein Kreuzknoten",
    "Both ends are cut, 0.2 to 4 mm from the knot":
        "Beide Enden sind abgeschnitten, 0,2 bis 4 mm vom Knoten",
    "Simple interrupted stitch": "Einzelknopfnaht",
    "A wound in skin gapes. Take the needle, lead it through both lips, in at the green dot and out at the blue one, draw the thread through, tie three throws, each the other way round, and cut both ends.":
        "Eine Wunde in Haut klafft. Die Nadel fassen, durch beide Wundränder führen, am grünen Punkt hinein und am blauen heraus, den Faden durchziehen, drei Schläge knüpfen, jeden andersherum, und beide Enden abschneiden.",
    "A knot of three throws holds the lips together, and both ends are 3 to 12 mm long.":
        "Ein Knoten aus drei Schlägen hält die Wundränder zusammen, und beide Enden sind 3 bis 12 mm lang.",
    "The thread is drawn through until a short end is left":
        "Der Faden ist durchgezogen, bis auf ein kurzes Ende",
    "Three throws, each the other way round": "Drei Schläge, jeder andersherum",
    "The lips are together": "Die Wundränder liegen aneinander",
    "Both ends are cut, 3 to 12 mm from the knot":
        "Beide Enden sind abgeschnitten, 3 bis 12 mm vom Knoten",
};

export const SEW_SAID_DE: Record<string, string> = {
    "Turn the needle about the centre of its arc: its tip goes through both rings":
        "Die Nadel um die Mitte ihres Bogens drehen: die Spitze geht durch beide Ringe",
    "The needle holder lets go and makes room": "Der Nadelhalter lässt los und macht Platz",
    "The forceps take it on the other side, behind the tip":
        "Die Pinzette fasst sie auf der anderen Seite, hinter der Spitze",
    "The forceps draw it on along its own arc": "Die Pinzette zieht sie auf ihrem Bogen weiter",
    "and the thread follows through both rings": "und der Faden folgt durch beide Ringe",
    "and on about the same centre: it dives, passes under the wound, and comes up in the blue dot":
        "und weiter um dieselbe Mitte: sie taucht ein, geht unter der Wunde hindurch und kommt am blauen Punkt heraus",
    "The hands go apart": "Die Hände gehen auseinander",
    "The needle driver takes the needle": "Der Nadelhalter nimmt die Nadel",
    "and brings it to the mark": "und bringt sie zur Marke",
    "The needle goes in at one mark, out at the other":
        "Die Nadel geht an der einen Marke hinein, an der anderen heraus",
    "The other hand takes its tip": "Die andere Hand fasst ihre Spitze",
    "The needle driver takes it again": "Der Nadelhalter fasst sie wieder",
    "and draws the thread": "und zieht den Faden",
    "The other hand takes the short end": "Die andere Hand fasst das kurze Ende",
    "and leaves it behind the long one": "und lässt es hinter dem langen",
    "The long end is wound around the forceps twice":
        "Das lange Ende wird zweimal um die Pinzette gewunden",
    "and draw it through": "und es durchzieht",
    "First throw, two turns: the hands go apart":
        "Erster Schlag, zwei Windungen: die Hände gehen auseinander",
    "and close the wound": "und schließen die Wunde",
    "Now from the other side": "Nun von der anderen Seite",
    "Second throw": "Zweiter Schlag",
    "The long end is wound around the forceps": "Das lange Ende wird um die Pinzette gewunden",
    "The ends are cut": "Die Enden werden abgeschnitten",
    "The needle goes through both walls": "Die Nadel geht durch beide Wände",
    "The needle holder takes the needle": "Der Nadelhalter nimmt die Nadel",
    "and brings it to the wall": "und bringt sie zur Wand",
    "The needle holder takes it again": "Der Nadelhalter fasst sie wieder",
    "The needle holder takes the needle from its tray": "Der Nadelhalter fasst die Nadel",
    "turns it": "dreht sie",
    "and drives it through both lips along its own arc":
        "und führt sie auf ihrem Bogen durch beide Wundränder",
    "The forceps take the needle on the far side":
        "Die Pinzette fasst die Nadel auf der anderen Seite",
    "lead it out on its arc": "führt sie auf ihrem Bogen heraus",
    "and draw the thread through until a short end is left":
        "und zieht den Faden durch, bis auf ein kurzes Ende",
    "The assistant lifts the short end": "Der Assistent hebt das kurze Ende an",
    "the needle is cut off": "die Nadel wird abgeschnitten",
    "and put away": "und weggelegt",
    "The forceps take the long end": "Die Pinzette fasst das lange Ende",
    "First throw: the long end is wound twice around the needle holder":
        "Erster Schlag: das lange Ende wird zweimal um den Nadelhalter gewunden",
    "which takes the short end": "der das kurze Ende fasst",
    "and draws it through": "und es durchzieht",
    "The hands go apart, low above the skin": "Die Hände gehen auseinander, tief über der Haut",
    "Second throw, the other way round": "Zweiter Schlag, andersherum",
    "Third throw": "Dritter Schlag",
    "The ends are held up and cut 5 mm from the knot":
        "Die Enden werden hochgehalten und 5 mm vom Knoten abgeschnitten",
};
