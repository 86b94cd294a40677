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
