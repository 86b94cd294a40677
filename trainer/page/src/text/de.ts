// SPDX-License-Identifier: MIT
// What the page says, in German.
import type { Text } from "./en";

const mal = (n: number): string => (n === 1 ? "einmal" : `${n}-mal`);
const ordnung = (n: number): string =>
    ["", "Der erste", "Der zweite", "Der dritte", "Der vierte"][n] ?? `Der ${n}.`;
const HAND = ["linke", "rechte"] as const; // die linke Pinzette
const OF = ["linken", "rechten"] as const; // der linken Pinzette
const TRIGGER = ["LT", "RT"] as const;
const way = (right: boolean): string => (right ? "rechts" : "links");

export const DE: Text = {
    hand: (side) => HAND[side],

    helped: { beginner: "Hilfe für Anfänger", guided: "mit Schritten", exam: "Prüfung" },
    undos: (n) => `${mal(n)} zurückgegangen`,
    clipped: "ein Assistent hielt ein Ende",

    undo: "Zurück",
    undoTo: (to) => `Zurück zu: ${to}`,
    undoKeys: "Strg Z",
    wentBack: (to) => `Zurück zu: ${to}`,
    nothingToUndo: "Es gibt nichts rückgängig zu machen.",
    jam: "Die Pinzetten klemmen: eine öffnen oder zurückgehen.",

    holding: (tailMm) => `Hält, Ende ${tailMm} mm`,
    clickToTake: (side) => `Ins Feld klicken: die ${HAND[side]} Pinzette nehmen`,
    handFollows: (hand) => `${hand}, folgt der Maus`,
    handWaits: (hand) => `${hand}: klicken, um sie zu bewegen (Tab)`,
    threadFor: (task) => `Faden für ${task}`,
    holderHas: (who) => `${who} hat die Pinzetten`,
    pagesOpen: (n) => (n === 1 ? "1 Seite ist offen" : `${n} Seiten sind offen`),
    lateOf: (late, all) => `${late} von ${all}`,
    notKept: (why) => `Versuche werden nicht aufgehoben: ${why}`,

    anotherPage: "Eine andere Seite",
    asks: (who) => `${who} bittet um die Pinzetten.`,
    watching: (holder) => `Sie sehen zu. ${holder} hat die Pinzetten.`,
    watchingAsked: (holder) =>
        `Sie sehen zu. ${holder} hat die Pinzetten und weiß, dass Sie darum bitten.`,

    slowMotion: (x) => `Zeitlupe, ${x} ×`,
    machineAt: (x) => `der Rechner lief mit ${x} ×`,
    pauses: (n) => (n === 1 ? "mit Pause" : `${n} Pausen`),
    gravity: (x) => (x === "0" ? "ohne Schwerkraft" : `Schwerkraft ${x} m/s²`),
    friction: (x) => `Reibung ${x}`,
    notCompared: "aufgehoben, aber nicht mit anderen Versuchen verglichen",
    replayAttempt: (id: number) => `Versuch ${id} noch einmal ansehen`,
    recordingOf: (id: number) => `Aufnahme von Versuch ${id}`,
    deleteAttempt: (id: number) => `Versuch ${id} löschen`,
    unmeasured: (time) =>
        `Für ${time} wurden die Kräfte nicht rechtzeitig gefunden; sie fehlen in den Zahlen.`,
    enterName:
        "Nicht aufgehoben: oben einen Namen eingeben, um Versuche aufzuheben und Fortschritte zu sehen.",
    cannotKeep: "Nicht aufgehoben: Versuche können zurzeit nicht aufgehoben werden.",

    stitch: {
        torn: "Hindurch, aber das Gewebe ist gerissen.",
        onArc: "Die Nadel nur um die Mitte ihres Bogens drehen:",
        onArcWhy: "was diese Mitte verschiebt, reißt.",
        aim: "Die Spitze auf den Punkt setzen, ehe Sie drücken:",
        back: (n) => `die Nadel wurde ${n}-mal zurückgezogen, jedes Mal ein Loch mehr.`,
        even: "Auf beiden Seiten gleich viel fassen:",
        unevenBy: (far) => `die Stiche unterscheiden sich um ${far}.`,
        across: "Gerade über die Wunde gehen:",
        askewBy: (degrees) => `die Naht liegt um ${degrees}° schräg.`,
        behindTip: "Die Nadel hinter ihrer Spitze fassen:",
        blunt: "Backen auf der Spitze machen sie stumpf.",
    },
    level: "Hilfe",
    levels: {
        beginner: "Anfänger: Schritte, Hände werden langsam geführt",
        guided: "Begleitet: Schritte, eigene Hände",
        trainee: "Übende: ohne Hilfe",
        exam: "Prüfung: ohne Hilfe, Schnitt und Zahlen",
    },

    film: (f) => {
        if (!f.complete) {
            return "wird vorbereitet …";
        }
        if (f.attempt === null) {
            return "";
        }
        return f.same ? "gleich der Aufzeichnung" : "anders als die Aufzeichnung";
    },
    marks: {
        drop: "Verloren",
        slip: "Gerutscht",
        force: "Zu stark gezogen",
        granny: "Altweiberknoten",
        throw: "Schlag",
        rule: "Erledigt",
        undo: "Zurückgegangen",
        comment: "Anmerkung",
        pierced: "Nadel hinein",
        exited: "Nadel heraus",
        tear: "Gerissen",
        lost: "Nadel verloren",
    },
    tool: (index) => (index < 2 ? ["links", "rechts"][index]! : `Werkzeug ${index + 1}`),

    sees: {
        gravity: "Wie schnell ein losgelassener Faden auf das Brett sinkt.",
        friction: "Ob ein Schlag liegen bleibt oder aufgleitet.",
        stretch: "Wie weit die Enden auseinandergehen, bis der Zug an der anderen Hand ankommt.",
        bend: "Wie weit die Schlaufen sind: Steifer Faden springt auf, weicher bleibt, wie man ihn legt.",
        twist: "Wie bald sich der Faden um sich selbst windet, wenn man ein Ende dreht.",
        damping: "Wie lange eine losgelassene Schlaufe schwingt.",
    },
    asTask: (value) => `Wie in der Aufgabe: ${value}`,
    fromReset: "ab „Von vorn“",

    lens: "Den Knoten in einer Lupe zeigen",
    dyed: "Fadenenden in den Farben der Hände",
    lensOf: (times) => `${Math.max(1, Math.round(times))}fach vergrößert`,
    idealOf: (knot) => `${knot}, wie er liegen soll`,
    yours: (times) => `Ihrer, ${Math.max(1, Math.round(times))} ×`,

    advice: {
        nothing: "Es wurde nichts bewegt.",
        nothingTodo: "In das Feld klicken und die Pinzette führen.",
        granny: (n) => `${ordnung(n)} Schlag macht einen Altweiberknoten:`,
        grannyTodo: "andersherum kreuzen.",
        grannyWhy: "Gleichsinnige Schläge rutschen; jeder geht andersherum als der davor.",
        single: "Der erste Schlag ist einfach:",
        singleTodo: "zweimal winden, dann das kurze Ende holen.",
        singleWhy: "Zwei Windungen halten, während der zweite Schlag gelegt wird.",
        noThrow: "Noch kein Schlag.",
        noThrowTodo: "Das lange Ende um die andere Pinzette winden und mit ihr das kurze holen.",
        throws: (n) => (n === 1 ? "Ein Schlag liegt." : `${n} Schläge liegen.`),
        nextThrow: (n) => `Schlag ${n} legen,`,
        otherWay: "andersherum als den davor.",
        loose: "Der Knoten stimmt, ist aber lose.",
        pull: "Beide Enden gleich stark ziehen, bis er fest ist.",
        open: "Noch nicht ganz.",
        some: (done, all) => `${done} von ${all} geschafft.`,
        ways: {
            touch: "Die Spitzen in den Ring führen und dort bleiben, bis er verschwindet.",
            ring: "Das Ende durch den Ring schieben und auf der anderen Seite fassen.",
            placed: "Das Stück über die Schale tragen und erst dort öffnen.",
            unknot: "Ein Ende zurück durch die Schlinge schieben: Ziehen macht sie nur enger.",
            writhe: "Das Ende zwei Umdrehungen oder mehr drehen, dann näher bringen.",
            around: "Den Faden einmal um den Steg legen.",
            free: "Die Backen beider Pinzetten öffnen.",
            loaded: "Die Nadel an ihrer farbigen Marke fassen, zwei Drittel von der Spitze.",
            pierced:
                "Die Nadel um die Mitte ihres Bogens drehen, bis die Spitze durch den Punkt ist.",
            drawn: "Den Faden weiterziehen, bis nur ein kurzes Ende bleibt.",
            gap: "Die Ränder zusammenziehen, bis sie sich berühren, nicht fester.",
            cut: "Die Klingen darum schließen, oder die Schneide hindurchführen.",
            tails: "Beide Enden hochhalten und so lang abschneiden, wie die Aufgabe es will.",
        },
        reached: "Geschafft.",
        oneThrow: "Einen zweiten Schlag dazu:",
        oneThrowWhy: "Ein einzelner rutscht sofort, darum bleibt er nie allein.",
        slips: (at) => `Er ist geknüpft, rutscht aber${at === "" ? "" : ` bei ${at}`}.`,
        slipsWhy: "Wer ein Ende gerade zieht, macht aus einem flachen einen Schiebeknoten.",
        level: "Beide Enden flach ziehen:",
        looseBy: (much) => `${much} Faden bleiben in Knoten und Schlinge.`,
        holds: (knot) =>
            knot === "reef"
                ? "Ein echter Kreuzknoten, und er hält."
                : knot === "surgeon"
                  ? "Ein chirurgischer Knoten, und er hält."
                  : "Er ist geknüpft.",
        bite: "Der Stich sitzt.",
        nearer: "Vor dem Einstechen auf den Punkt zielen:",
        offBy: (entry, exit) =>
            `${entry} daneben hinein, ${exit} daneben heraus. Wer um eine Mitte dreht, kommt heraus, wo der Kreis endet.`,
        gently: "Sanfter ziehen:",
        overFor: (time) => `${time} lang war es mehr, als die Aufgabe erlaubt.`,
        hold: "Erst ganz schließen, dann ziehen:",
        dropped: (n) => `Der Faden wurde ${mal(n)} aus den Backen gezogen.`,
        flow: "Ohne Warten weiter:",
        idle: (percent) => `${percent} % der Zeit bewegte sich keine Hand.`,
        clean: "Gut gemacht.",
        again: "Noch einmal, dann wird es schneller.",
    },
    bars: {
        safe: ["Sicher", "was der Knoten im Zugversuch hielt"],
        tight: ["Fest", "Faden, der in Knoten und Schlinge bleibt"],
        gentle: ["Sanft", "größter Zug an einer Hand"],
        economical: ["Sparsam", "Weg beider Hände"],
    },
    notKnown: (have, need) => `noch nicht bekannt, ${have} von ${need} Versuchen`,
    barsNote: (n) =>
        `Länger ist besser: Anteil von ${n} aufbewahrten Versuchen, die schlechter waren. Schraffiert: das beste Viertel. Weißer Strich: Ihr bester bisher.`,
    checkLists: (held, all) =>
        `Veröffentlichte Prüflisten, was davon messbar ist: ${held} von ${all}`,
    allFigures: (n) => `Alle ${n} Werte`,
    attemptsLine: (n) => (n === 1 ? "Ein Versuch" : `${n} Versuche`),

    ghost: "Geist: die Hände der Vorführung",
    ghosts: { on: "Einen Schritt voraus", demand: "Auf Wunsch (J)", off: "Aus" },
    showMe: "Zeig es mir",

    step: (n, of) => `Schritt ${n} von ${of}`,
    take: "In das Feld klicken, um die Pinzette zu nehmen",
    other: {
        mouse: (side) => `[Tab] Die ${HAND[side]} Hand ist dran`,
        touch: (side) => `[Andere Hand] Die ${HAND[side]} Hand ist dran`,
    },
    toRing: {
        mouse: (side) => `Die ${HAND[side]} Pinzette zum Ring führen`,
        touch: (side) => `Ziehen: die ${HAND[side]} Pinzette zum Ring`,
        pad: (side) => `${side === 0 ? "Linker" : "Rechter"} Stick: zum Ring`,
    },
    close: {
        mouse: "[Leertaste] Die Backen schließen",
        touch: "[Backen] oder zwei Finger zusammen: schließen",
        pad: (side) => `[${TRIGGER[side]}] Ziehen: die Backen schließen`,
    },
    open: {
        mouse: "[Leertaste] Die Backen öffnen",
        touch: "[Backen] oder zwei Finger auseinander: öffnen",
        pad: (side) => `[${TRIGGER[side]}] Loslassen: die Backen öffnen`,
    },
    missed: {
        mouse: "[Leertaste] Daneben: öffnen und noch einmal",
        touch: "[Backen] Daneben: öffnen und noch einmal",
        pad: (side) => `[${TRIGGER[side]}] Daneben: loslassen und noch einmal`,
    },
    wind: {
        mouse: (right) => `[W] halten und die Maus nach ${way(right)} bewegen: eine Windung`,
        touch: (right) => `[Winden] halten und nach ${way(right)} ziehen: eine Windung`,
        pad: (right, side) =>
            `[Y] halten und den ${OF[side]} Stick nach ${way(right)} drücken: eine Windung`,
    },
    height: {
        mouse: (up, mm) => `Rad: ${mm} mm ${up ? "höher" : "tiefer"}`,
        touch: (up, mm) => `Zwei Finger: ${mm} mm ${up ? "höher" : "tiefer"}`,
        pad: (up, mm) => `Schultertaste und Stick: ${mm} mm ${up ? "höher" : "tiefer"}`,
    },
    lost: {
        mouse: (side) =>
            `Die ${HAND[side]} Pinzette hat den Faden verloren: zum Ring führen, oder [Strg Z]`,
        touch: (side) =>
            `Die ${HAND[side]} Pinzette hat den Faden verloren: zum Ring ziehen, oder [Zurück]`,
        pad: (side) =>
            `Die ${HAND[side]} Pinzette hat den Faden verloren: Stick zum Ring, oder [X]`,
    },
    missing: {
        mouse: (what) => `Es fehlt noch: ${what}. [Strg Z] geht zurück, [Rücktaste] beginnt neu`,
        touch: (what) => `Es fehlt noch: ${what}. [Zurück] geht zurück, [Von vorn] beginnt neu`,
        pad: (what) => `Es fehlt noch: ${what}. [X] geht zurück`,
    },
    change: {
        mouse: (side) => `[I] Das Instrument der ${OF[side]} Hand wechseln`,
        touch: (side) => `[Wechseln] Das Instrument der ${OF[side]} Hand wechseln`,
        pad: (side) => `[Back] Das Instrument der ${OF[side]} Hand wechseln`,
    },
    turns: "Warten: Das Instrument dreht sich",
    tight: {
        mouse: (side) => `Das ${HAND[side]} Ende weiterziehen, bis es straff ist`,
        touch: (side) => `Das ${HAND[side]} Ende weiterziehen, bis es straff ist`,
        pad: (side) =>
            `${side === 0 ? "Linker" : "Rechter"} Stick: weiterziehen, bis es straff ist`,
    },
    assistant: "Warten: Der Assistent nimmt das kurze Ende",
    instruments: {
        point: "Tastspitze",
        forceps: "Pinzette",
        "needle-driver": "Nadelhalter",
        scissors: "Schere",
        blade: "Skalpell",
    },
    instrumentNow: (kind) => `In der Hand: ${kind}`,
    pull: "Beide Enden weiter auseinanderziehen, bis es geschafft ist",
    stay: "Dort einen Augenblick bleiben",

    welcome: {
        title: "Willkommen am Knotenbrett",
        lead: "Zwei Pinzetten, ein Faden, der sich biegt, verdreht, reibt und knotet wie der echte, und nichts, was kaputtgehen kann.",
        first: "Hier anfangen",
        firstText: "Die erste Minute: fünf Ziele berühren. Die Seite sagt, was zu tun ist.",
        knot: "Einen Knoten knüpfen",
        knotText: "Einen einfachen, Schritt für Schritt, mit langsamen Händen. Fünf Minuten.",
        watch: "Einen Knoten ansehen",
        watchText: "Einen Kreuzknoten ansehen, so langsam man will.",
        tasks: "Eine Aufgabe wählen",
        tasksText: "Vom Berühren von Zielen bis zum chirurgischen Knoten.",
        devices:
            "Eine Maus genügt: In das Feld klicken, und der Zeiger gehört Ihnen bis [Esc]. Viel leichter geht es mit einem Gamepad, ein Stick und ein Abzug je Hand: anstecken und eine Taste drücken. Auf dem Tablet führt ein Finger die Pinzette.",
        undo: "[Strg] [Z] geht zurück, so oft man will.",
    },
    wellDone: "Gut gemacht",

    opensAfter: (titles) => `Öffnet sich nach: ${titles.join(", ")}`,
    goOn: "Hier weiter",
    stand: (s, all) => (s.proficient ? "Sicher beherrscht" : `${s.counted} von ${all} ohne Hilfe`),
    anyOrder: "Jede Aufgabe jederzeit",

    comment: "Anmerken",
    commentHere: "Anmerkung zu diesem Augenblick",
    commentKept: "Beim Versuch aufbewahrt.",

    classTitle: "Klasse",
    classRule: "Sicher beherrscht",
    inARow: "hintereinander",
    inAll: "insgesamt",
    stations: "Plätze",
    thisStation: "Dieser Trainer",
    addStation: "Adresse eines anderen Trainers",
    add: "Hinzufügen",
    remove: "Entfernen",
    watchLive: "Zusehen",
    takeOver: "Übernehmen",
    busy: (pages, held) =>
        `${pages === 1 ? "1 Seite" : `${pages} Seiten`}, ${held ? "jemand übt" : "niemand übt"}`,
    trainee: "Name",
    nobody: "Noch hat niemand mit einem Namen geübt.",
    cell: (s) =>
        `${s.attempts} Versuche, ${s.counted} ohne Hilfe geschafft, ${s.row} hintereinander`,
    sheet: "Blatt drucken",
    sheetTitle: (name) => `Übungsnachweis: ${name}`,
    sheetNote: (row, all) =>
        `Sicher beherrscht: Ziel ${row}-mal hintereinander und ${all}-mal insgesamt erreicht, ohne Hilfe, in voller Geschwindigkeit, in der Welt der Aufgabe.`,
    columns: {
        task: "Aufgabe",
        edition: "Fassung",
        attempts: "Versuche",
        counted: "Ohne Hilfe",
        row: "Hintereinander",
        best: "Beste Zeit",
        last: "Zuletzt",
        state: "Stand",
    },
    proficient: "Sicher beherrscht",
    notYet: "Noch nicht",
    attemptsOf: (who, task) => `${who}: ${task}`,
    longCsv: "CSV, lang",
    wideCsv: "CSV, breit",
    backToBoard: "Zum Knotenbrett",
    replay: "Wiederholung",

    levelOf: (n) => `Stufe ${n}`,
    startHere: "Hier anfangen",
    minutes: (n) => (n <= 1 ? "1 Minute" : `${n} Minuten`),

    sound: "Töne: Greifen, Rutschen, Zug",
    speech: "Schläge und Schritte vorsprechen",
    throwNamed: (n, hand) => `Schlag ${n}, ${hand}`,

    fingers: (side) =>
        `Ein Finger führt die ${side === "left" ? "linke" : "rechte"} Pinzette. Zwei: zusammen schließt die Backen, auf und ab hebt, drehen rollt`,
    touch: {
        jaws: "Backen",
        other: "Andere Hand",
        wind: "Winden",
        instrument: "Wechseln",
        look: "Umsehen",
        undo: "Zurück",
    },
    goalOf: (side) => `Ziel der ${OF[side]} Pinzette`,
    tipOf: (side) => `Spitze der ${OF[side]} Pinzette`,

    noWebgl: (error) => `Diese Seite braucht WebGL 2, das der Browser nicht hergab. ${error}`,
    answered: (status) => `Der Server antwortete mit ${status}.`,
    noHeadset: (why) => `Das Headset startete nicht: ${why}`,
    attemptWas: (n, when, value) => `Versuch ${n}, ${when}: ${value}`,
    replayOf: (attempt) => `${attempt}. Wiedergeben`,
    curveOf: (figure, n) => `${figure} über ${n} Versuche`,
    curveNote: (lower) =>
        `${lower ? "Weniger" : "Mehr"} ist besser. Gefüllte Punkte: Ziel erreicht. Linie: Mittel der letzten fünf. Versuche in Zeitlupe, mit Pausen oder in einer veränderten Welt fehlen.`,
    noFigures: (figure) => `Noch keine Werte: ${figure}.`,
    attemptsListed: (shown, all) =>
        all > shown
            ? `Die letzten ${shown} von ${all} Versuchen`
            : all === 1
              ? "1 Versuch"
              : `${all} Versuche`,
    askDelete: (who) =>
        `Diesen Versuch von ${who} endgültig löschen? Auch die Aufzeichnung ist dann fort.`,
    askDeleteAll: (who, n) => `${who} und alle ${n} Versuche endgültig löschen?`,
    throwSaid: (n, what) => `Schlag ${n}: ${what}`,
    throwOf: (turns, hand) =>
        `${["", "einfacher ", "doppelter ", "dreifacher ", "vierfacher "][turns] ?? ""}Schlag, ${hand === "left" ? "links" : "rechts"}`,
    knotOf: (name) => `Knoten ${name}`,

    millimetres: (mm) => `${mm.toFixed(1).replace(".", ",")} mm`,
    depth: (mm) => `${mm.toFixed(1).replace(".", ",")} mm tief`,
    entryAngle: (degrees) => `Einstich ${degrees.toFixed(0)}°`,
    exitIn: (mm) => `Ausstich in ${mm.toFixed(1).replace(".", ",")} mm`,
    drive: {
        mouse: "Das Rad nach unten drehen, oder [W] halten und seitwärts ziehen: die Nadel dreht sich um ihre Mitte",
        pad: "Schultertaste halten und den Stick nach unten: die Nadel dreht sich um ihre Mitte",
        touch: "Zwei Finger nach unten: die Nadel dreht sich um ihre Mitte",
    },
};
