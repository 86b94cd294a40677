// SPDX-License-Identifier: MIT
// What demonstrations say, and the minute that teaches the controls, in German, by what it is in English.
import { SEW_SAID_DE } from "./sew_de";

export const SAID_DE: Record<string, string> = {
    ...SEW_SAID_DE,
    // demonstrations: what begins with a small letter goes on with the remark before it
    "Both forceps take the thread": "Beide Pinzetten nehmen den Faden",
    "and lay it around the post": "und legen ihn um den Steg",
    "Each forceps takes a thread": "Jede Pinzette nimmt einen Faden",
    "and bring them together": "und bringen sie zusammen",
    "The right hand leaves the short end behind the left one":
        "Die rechte Hand lässt das kurze Ende hinter der linken",
    "The long end is wound around the right forceps":
        "Das lange Ende wird um die rechte Pinzette gewunden",
    "The long end is wound around the right forceps twice":
        "Das lange Ende wird zweimal um die rechte Pinzette gewunden",
    "The long end is wound the other way": "Das lange Ende wird andersherum gewunden",
    "which take the short end": "die das kurze Ende nimmt",
    "and draw it through the turn": "und durch die Windung zieht",
    "and drawn through": "und durchgezogen",
    "and pull it down onto the post": "und ziehen ihn auf den Steg",
    "The hands go apart: an overhand knot": "Die Hände gehen auseinander: ein einfacher Knoten",
    "First throw: the hands go apart": "Erster Schlag: die Hände gehen auseinander",
    "First throw with two turns: the hands go apart":
        "Erster Schlag mit zwei Windungen: die Hände gehen auseinander",
    "Second throw: a reef knot": "Zweiter Schlag: ein Kreuzknoten",
    "Second throw: a surgeon's knot": "Zweiter Schlag: ein chirurgischer Knoten",
    "Now the same from the other side": "Jetzt dasselbe von der anderen Seite",
    "Now the same from the other side: the long end is led over, clear of its forceps":
        "Jetzt dasselbe von der anderen Seite: das lange Ende wird hinübergeführt, frei von seiner Pinzette",
    "Now the strand that winds around the other one":
        "Jetzt der Strang, der sich um den anderen windet",
    "The hands change sides and pull it square":
        "Die Hände wechseln die Seiten und ziehen ihn flach",
    "The short end is taken again": "Das kurze Ende wird wieder genommen",
    "The short end waits on the other side": "Das kurze Ende wartet auf der anderen Seite",
    "They take it again": "Sie nehmen ihn wieder",
    "The left forceps hold the knot at the strand in its middle":
        "Die linke Pinzette hält den Knoten am Strang in seiner Mitte",
    "The left forceps hold the thread beside the knot":
        "Die linke Pinzette hält den Faden neben dem Knoten",
    "The other one draws the loop away: the knot opens":
        "Die andere zieht die Schlinge weg: der Knoten öffnet sich",
    "The right ones take the end behind the loop that it goes through":
        "Die rechte nimmt das Ende hinter der Schlinge, durch die es geht",
    "The right ones take the strand that comes out of it":
        "Die rechte nimmt den Strang, der herauskommt",
    "The thread follows the hand: there is no knot": "Der Faden folgt der Hand: kein Knoten mehr",
    "The upper knot is the granny: its ends stand across. One forceps holds an end":
        "Der obere ist der Altweiberknoten: seine Enden stehen quer. Eine Pinzette hält ein Ende",
    "and down to it": "und hinab zu ihm",
    "and draw it back": "und zieht es zurück",
    "and draw the end back through the turns": "und zieht das Ende durch die Windungen zurück",
    "and let it go": "und lässt ihn los",
    "and once more": "und noch einmal",
    "and out of the second one": "und aus dem zweiten",
    "is drawn out of the first half knot": "wird aus dem ersten halben Knoten gezogen",
    "until the end is out of the loop": "bis das Ende aus der Schlinge ist",
    "bring it closer: twist becomes coils": "näher bringen: die Verdrehung wird zu Windungen",
    "change hands": "die Hand wechseln",
    "lift it off its rest": "von der Auflage heben",
    "push the end through the first ring": "das Ende durch den ersten Ring schieben",
    "take it on the other side": "auf der anderen Seite nehmen",
    "through the second ring": "durch den zweiten Ring",
    "spin it by four turns": "um vier Umdrehungen drehen",
    "take the end along the thread": "das Ende längs des Fadens nehmen",
    "take the thread 8 mm from its end": "den Faden 8 mm vor dem Ende nehmen",
    "Carry it over the tray": "Über die Schale tragen",
    "Take piece 1": "Stück 1 nehmen",
    "Take piece 2": "Stück 2 nehmen",
    "Take piece 3": "Stück 3 nehmen",
    ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].flatMap((n) => [
            [`Lead: to place ${n}`, `Führen: zu Ort ${n}`],
            [`Follow: to place ${n}`, `Folgen: zu Ort ${n}`],
            [`Over dot ${n}`, `Über Punkt ${n}`],
            [`to target ${n}`, `zu Ziel ${n}`],
        ]),
    ),

    // the controls, one after the other
    "Take the forceps and move them": "Die Pinzette nehmen und bewegen",
    "Click into the field, then move the mouse. The tips follow over the board.":
        "In das Feld klicken, dann die Maus bewegen. Die Spitzen folgen über dem Brett.",
    "Each stick moves one hand over the board.": "Jeder Stick bewegt eine Hand über dem Brett.",
    "Move the controllers. The tools move the same way, only less far.":
        "Die Controller bewegen. Die Werkzeuge gehen denselben Weg, nur kürzer.",
    "Up and down": "Auf und ab",
    "Turn the wheel to lift and lower the tips. The thin line shows how high they are.":
        "Das Rad hebt und senkt die Spitzen. Die dünne Linie zeigt, wie hoch sie sind.",
    "Hold a shoulder button: the stick of that hand now lifts and lowers.":
        "Eine Schultertaste halten: der Stick dieser Hand hebt und senkt nun.",
    "Lift and lower a controller.": "Einen Controller heben und senken.",
    "Grasp the thread": "Den Faden greifen",
    "Bring the tips to the thread. A ring marks what you would grasp: hold the left button, or press Space to keep the jaws closed.":
        "Die Spitzen zum Faden bringen. Ein Ring zeigt, was gegriffen würde: linke Taste halten, oder Leertaste, damit die Backen zu bleiben.",
    "Bring the tips to the thread. A ring marks what you would grasp: pull the trigger.":
        "Die Spitzen zum Faden bringen. Ein Ring zeigt, was gegriffen würde: den Abzug ziehen.",
    "The other hand": "Die andere Hand",
    "Tab gives you the other hand. Jaws that are closed stay closed. W A S D, R and F move the hand that is waiting.":
        "Tab gibt Ihnen die andere Hand. Geschlossene Backen bleiben zu. W A S D, R und F bewegen die Hand, die wartet.",
    "The other stick has the other hand.": "Der andere Stick hat die andere Hand.",
    "Squeeze to let a controller move without its tool, as one lifts a mouse.":
        "Drücken: der Controller bewegt sich ohne sein Werkzeug, wie eine Maus, die man hebt.",
    "Turn the forceps": "Die Pinzette drehen",
    "Hold Shift and move the mouse to turn the forceps; with the wheel they roll.":
        "Umschalt halten und die Maus bewegen dreht die Pinzette; mit dem Rad rollt sie.",
    "Press a stick in and push it to turn; shoulder button and sideways rolls.":
        "Einen Stick hineindrücken und schieben dreht; Schultertaste und seitwärts rollt.",
    "Turn your wrist.": "Das Handgelenk drehen.",
    "Look around": "Umsehen",
    "Drag with the right button to walk around the field, Ctrl and the wheel to zoom.":
        "Mit der rechten Taste ziehen geht um das Feld, Strg und Rad holt heran.",
    "The directional pad walks around the field, A and B zoom.":
        "Das Steuerkreuz geht um das Feld, A und B holen heran.",
    "Move your head.": "Den Kopf bewegen.",
    "Turn the needle about the centre of its arc until the tip is on the green dot":
        "Die Nadel um die Mitte ihres Bogens drehen, bis die Spitze auf dem grünen Punkt ist",
    "and on about the same centre: it dives, passes under, and comes up in the blue dot":
        "und um dieselbe Mitte weiter: sie taucht ein, geht unten durch und kommt am blauen Punkt heraus",
    "The needle holder goes over the needle, two thirds of the way from its tip":
        "Der Nadelhalter geht über die Nadel, zwei Drittel von ihrer Spitze entfernt",
    "and takes it.": "und fasst sie.",
    "It is lifted": "Sie wird angehoben",
};
