// SPDX-License-Identifier: MIT
// What the page says, in English: sentences that are put together. Single words and labels stand where they are
// shown and are looked up in words_*.ts. Keys
// stand in brackets: [Space].

const times = (n: number): string => (n === 1 ? "once" : `${n} times`);
const ordinal = (n: number): string =>
    ["", "The first", "The second", "The third", "The fourth"][n] ?? `The ${n}th`;
const NAMES = ["left", "right"] as const;

export const EN = {
    hand: (side: 0 | 1): string => NAMES[side],

    // badges of an attempt
    helped: { beginner: "beginner's help", guided: "with steps", exam: "exam" },
    undos: (n: number): string => `undone ${times(n)}`,
    clipped: "an assistant held an end",

    // going back
    undo: "Undo",
    undoTo: (to: string): string => `Back to: ${to}`,
    undoKeys: "Ctrl Z",
    wentBack: (to: string): string => `Back to: ${to}`,
    nothingToUndo: "There is nothing to undo.",
    jam: "The forceps are jammed: open one, or go back.",

    // cards
    holding: (tailMm: number): string => `Holding, tail ${tailMm} mm`,
    clickToTake: (side: 0 | 1): string => `Click into the field to take the ${NAMES[side]} forceps`,
    handFollows: (hand: string): string => `${hand}, follows the mouse`,
    handWaits: (hand: string): string => `${hand}: click to move it (Tab)`,
    threadFor: (task: string): string => `Thread for ${task}`,
    holderHas: (who: string): string => `${who} has control`,
    pagesOpen: (n: number): string => (n === 1 ? "1 page is open" : `${n} pages are open`),
    lateOf: (late: number, all: number): string => `${late} of ${all}`,
    notKept: (why: string): string => `Attempts are not being kept: ${why}`,

    anotherPage: "Another page",
    asks: (who: string): string => `${who} asks for the forceps.`,
    watching: (holder: string): string => `You are watching. ${holder} has the forceps.`,
    watchingAsked: (holder: string): string =>
        `You are watching. ${holder} has the forceps and knows that you ask for them.`,

    // conditions
    slowMotion: (x: string): string => `slow motion, ${x} ×`,
    machineAt: (x: string): string => `the machine ran at ${x} ×`,
    pauses: (n: number): string => (n === 1 ? "paused" : `${n} pauses`),
    gravity: (x: string): string => (x === "0" ? "no gravity" : `gravity ${x} m/s²`),
    friction: (x: string): string => `friction ${x}`,
    notCompared: "kept, but not compared with other attempts",
    replayAttempt: (id: number) => `Replay attempt ${id}`,
    recordingOf: (id: number) => `Recording of attempt ${id}`,
    deleteAttempt: (id: number) => `Delete attempt ${id}`,
    unmeasured: (time: string): string =>
        `For ${time} the forces could not be found in time; they are left out of the figures.`,
    enterName: "Not recorded: enter a name at the top to keep attempts and see how you improve.",
    cannotKeep: "Not recorded: attempts cannot be kept at the moment.",

    // about a stitch that reached its goal
    stitch: {
        torn: "Through, but the tissue tore.",
        onArc: "Turn the needle about the centre of its arc and nothing else:",
        onArcWhy: "what shifts that centre tears.",
        aim: "Set the tip on the dot before you press:",
        back: (n: number): string =>
            `the needle was drawn back ${times(n)}, each time a hole more.`,
        even: "Take as much on the one side as on the other:",
        unevenBy: (far: string): string => `the bites differ by ${far}.`,
        across: "Go straight across the wound:",
        askewBy: (degrees: number): string => `the stitch lies ${degrees}° askew.`,
        behindTip: "Take the needle behind its point:",
        blunt: "jaws on the point make it blunt.",
    },

    // levels
    level: "Help",
    levels: {
        beginner: "Beginner: steps, hands are led, slowly",
        guided: "Guided: steps, hands are yours",
        trainee: "Trainee: no help",
        exam: "Exam: no help, no section, no figures",
    },

    // films: demonstrations and replays
    film: (f: { complete: boolean; same: boolean; attempt: number | null }): string => {
        if (!f.complete) {
            return "preparing …";
        }
        if (f.attempt === null) {
            return "";
        }
        return f.same ? "identical to the recording" : "differs from the recording";
    },
    marks: {
        drop: "Dropped",
        slip: "Slipped",
        force: "Pulled too hard",
        granny: "Granny",
        throw: "Throw",
        rule: "Done",
        undo: "Undone",
        comment: "Comment",
        pierced: "Needle in",
        exited: "Needle out",
        tear: "Torn",
        lost: "Needle lost",
    },
    tool: (index: number): string => NAMES[index] ?? `tool ${index + 1}`,

    // parameters of the world: the one thing that one sees of each
    sees: {
        gravity: "How fast a strand that is let go sinks to the board.",
        friction: "Whether a throw stays where it was laid, or slides open.",
        stretch: "How far the ends part before a pull arrives at the other hand.",
        bend: "How wide the loops are: a stiff thread springs open, a soft one lies as it is put.",
        twist: "How soon a turned end makes the thread wind around itself.",
        damping: "How long a loop swings after it was let go.",
    } as Record<string, string>,
    asTask: (value: string): string => `As the task has it: ${value}`,
    fromReset: "from Start over on",

    // the lens
    lens: "Show the knot in a lens",
    dyed: "Ends of the thread in the colours of the hands",
    lensOf: (times: number): string => `magnified ${Math.max(1, Math.round(times))} ×`,
    idealOf: (knot: string): string => `${knot}, as it should lie`,
    yours: (times: number): string => `Yours, ${Math.max(1, Math.round(times))} ×`,

    // the score
    advice: {
        nothing: "Nothing was moved.",
        nothingTodo: "Click into the field and lead the forceps.",
        granny: (n: number): string => `${ordinal(n)} throw is a granny:`,
        grannyTodo: "cross the other way.",
        grannyWhy: "Throws of the same hand slip; each goes the other way than the one before.",
        single: "The first throw is a single one:",
        singleTodo: "wind twice before you take the short end.",
        singleWhy: "Two turns hold while the second throw is made.",
        noThrow: "No throw yet.",
        noThrowTodo: "Wind the long end around the other forceps and take the short end with it.",
        throws: (n: number): string => (n === 1 ? "One throw lies." : `${n} throws lie.`),
        nextThrow: (n: number): string => `Make throw ${n}`,
        otherWay: "the other way round than the one before.",
        loose: "The knot is right, but loose.",
        pull: "Pull both ends, as hard as each other, until it is tight.",
        open: "Not there yet.",
        some: (done: number, all: number): string => `${done} of ${all} done.`,
        // what to do, by kind of rule
        ways: {
            touch: "Lead the tips into the ring and rest there until it vanishes.",
            ring: "Push the end through the ring and take it on the other side.",
            placed: "Carry the piece over the tray before you open the jaws.",
            unknot: "Push an end back through the loop: pulling only tightens it.",
            writhe: "Spin the end by two turns or more, then bring it closer.",
            around: "Lead the thread once around the post.",
            free: "Open the jaws of both forceps.",
            loaded: "Take the needle at its coloured mark, two thirds of the way from the tip.",
            pierced:
                "Turn the needle about the centre of its arc until its tip is through the dot.",
            drawn: "Draw the thread on until only a short end is left.",
            gap: "Draw the lips together until they touch, no tighter.",
            cut: "Close the blades on it, or lead the edge through it.",
            tails: "Hold both ends up and cut them at the length that the task asks for.",
        } as Record<string, string>,
        reached: "Done.",
        oneThrow: "Add a second throw:",
        oneThrowWhy: "a single one slips at once, that is why nobody leaves it alone.",
        slips: (at: string): string => `It is tied, but it slips${at === "" ? "" : ` at ${at}`}.`,
        slipsWhy: "An end that is pulled straight makes a sliding knot of a flat one.",
        level: "Pull both ends level:",
        looseBy: (much: string): string => `${much} of thread are left in knot and loop.`,
        holds: (knot: string | null): string =>
            knot === "reef"
                ? "A true reef, and it holds."
                : knot === "surgeon"
                  ? "A surgeon's knot, and it holds."
                  : "It is tied.",
        bite: "The bite is there.",
        nearer: "Aim for the dot before you go in:",
        offBy: (entry: string, exit: string): string =>
            `in ${entry} beside it, out ${exit}. Whoever turns about one centre comes out where the circle ends.`,
        gently: "Pull more gently:",
        overFor: (time: string): string => `for ${time} it was more than the task allows.`,
        hold: "Close the jaws fully before you pull:",
        dropped: (n: number): string => `the thread was pulled out of them ${times(n)}.`,
        flow: "Go on without waiting:",
        idle: (percent: number): string => `in ${percent} % of the time no hand moved.`,
        clean: "Well done.",
        again: "Once more, and it will be faster.",
    },
    bars: {
        safe: ["Safe", "what the knot held in the tensiometer"],
        tight: ["Tight", "thread left in knot and loop"],
        gentle: ["Gentle", "largest pull on a hand"],
        economical: ["Economical", "way of both hands"],
    },
    notKnown: (have: number, need: number): string => `not yet known, ${have} of ${need} attempts`,
    barsNote: (n: number): string =>
        `Longer is better: the share of ${n} kept attempts that did worse. Hatched: the best quarter. White mark: your best before.`,
    checkLists: (held: number, all: number): string =>
        `Published check lists, what of them can be measured: ${held} of ${all}`,
    allFigures: (n: number): string => `All ${n} figures`,
    attemptsLine: (n: number): string => (n === 1 ? "One attempt" : `${n} attempts`),

    // the ghost
    ghost: "Ghost: the demonstration's hands",
    ghosts: { on: "One step ahead", demand: "On demand (J)", off: "Off" },
    showMe: "Show me",

    // steps: what to do now
    step: (n: number, of: number): string => `Step ${n} of ${of}`,
    take: "Click into the field to take the forceps",
    other: {
        mouse: (side: 0 | 1): string => `[Tab] It is the ${NAMES[side]} hand's turn`,
        touch: (side: 0 | 1): string => `[Other hand] It is the ${NAMES[side]} hand's turn`,
    },
    toRing: {
        mouse: (side: 0 | 1): string => `Move the ${NAMES[side]} forceps to the ring`,
        touch: (side: 0 | 1): string => `Drag: the ${NAMES[side]} forceps to the ring`,
        pad: (side: 0 | 1): string => `${side === 0 ? "Left" : "Right"} stick: to the ring`,
    },
    close: {
        mouse: "[Space] Close the jaws",
        touch: "[Jaws] or pinch: close the jaws",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Pull: the jaws close`,
    },
    open: {
        mouse: "[Space] Open the jaws",
        touch: "[Jaws] or spread: open the jaws",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Let go: the jaws open`,
    },
    missed: {
        mouse: "[Space] Missed: open the jaws and try again",
        touch: "[Jaws] Missed: open the jaws and try again",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Missed: let go and try again`,
    },
    wind: {
        mouse: (right: boolean): string =>
            `Hold [W] and move the mouse to the ${right ? "right" : "left"}: one turn`,
        touch: (right: boolean): string =>
            `Hold [Wind] and drag to the ${right ? "right" : "left"}: one turn`,
        pad: (right: boolean, side: 0 | 1): string =>
            `Hold [Y] and push the ${NAMES[side]} stick to the ${right ? "right" : "left"}: one turn`,
    },
    // where depth does not come by itself
    height: {
        mouse: (up: boolean, mm: number): string => `Wheel: ${mm} mm ${up ? "up" : "down"}`,
        touch: (up: boolean, mm: number): string => `Two fingers: ${mm} mm ${up ? "up" : "down"}`,
        pad: (up: boolean, mm: number): string =>
            `Shoulder button and stick: ${mm} mm ${up ? "up" : "down"}`,
    },
    lost: {
        mouse: (side: 0 | 1): string =>
            `The ${NAMES[side]} forceps have lost the thread: move them to the ring, or [Ctrl Z]`,
        touch: (side: 0 | 1): string =>
            `The ${NAMES[side]} forceps have lost the thread: drag them to the ring, or [Undo]`,
        pad: (side: 0 | 1): string =>
            `The ${NAMES[side]} forceps have lost the thread: stick to the ring, or [X]`,
    },
    missing: {
        mouse: (what: string): string =>
            `Still missing: ${what}. [Ctrl Z] goes back, [Backspace] starts over`,
        touch: (what: string): string =>
            `Still missing: ${what}. [Undo] goes back, [Start over] begins again`,
        pad: (what: string): string => `Still missing: ${what}. [X] goes back`,
    },
    change: {
        mouse: (side: 0 | 1): string => `[I] Change the instrument of the ${NAMES[side]} hand`,
        touch: (side: 0 | 1): string =>
            `[Instrument] Change the instrument of the ${NAMES[side]} hand`,
        pad: (side: 0 | 1): string => `[Back] Change the instrument of the ${NAMES[side]} hand`,
    },
    turns: "Wait: the instrument turns",
    tight: {
        mouse: (side: 0 | 1): string => `Pull the ${NAMES[side]} end on until it is tight`,
        touch: (side: 0 | 1): string => `Drag the ${NAMES[side]} end on until it is tight`,
        pad: (side: 0 | 1): string =>
            `${side === 0 ? "Left" : "Right"} stick: pull on until it is tight`,
    },
    assistant: "Wait: the assistant takes the short end",
    instruments: {
        point: "probe",
        forceps: "forceps",
        "needle-driver": "needle holder",
        scissors: "scissors",
        blade: "scalpel",
    } as Record<string, string>,
    instrumentNow: (kind: string): string => `In the hand: ${kind}`,
    pull: "Pull both ends further apart until it is done",
    stay: "Stay there for a moment",

    // the first minute
    welcome: {
        title: "Welcome to the knot board",
        lead: "Two forceps, a thread that bends, twists, rubs and knots as the real one does, and no way to break anything.",
        first: "Start here",
        firstText: "Your first minute: touch five targets. The page says what to do.",
        knot: "Tie a knot",
        knotText: "An overhand, step by step, with slow hands. Five minutes.",
        watch: "Watch a knot",
        watchText: "See a reef knot tied, as slowly as you like.",
        tasks: "Choose a task",
        tasksText: "From touching targets to a surgeon's knot.",
        devices:
            "A mouse is enough: click into the field and the pointer is yours until [Esc]. A gamepad is much easier, one stick and one trigger per hand: plug it in and press a button. On a tablet a finger leads the forceps.",
        undo: "[Ctrl] [Z] goes back, as often as you like.",
    },
    wellDone: "Well done",

    // the path through the tasks
    opensAfter: (titles: string[]): string => `Opens after: ${titles.join(", ")}`,
    goOn: "Go on here",
    stand: (s: { counted: number; proficient: boolean }, all: number): string =>
        s.proficient ? "Proficient" : `${s.counted} of ${all} without help`,
    anyOrder: "Any task at any time",

    // comments on replays
    comment: "Comment",
    commentHere: "Comment on this moment",
    commentKept: "Kept with the attempt.",

    // the class
    classTitle: "Class",
    classRule: "Proficient",
    inARow: "in a row",
    inAll: "in all",
    stations: "Stations",
    thisStation: "This trainer",
    addStation: "Address of another trainer",
    add: "Add",
    remove: "Remove",
    watchLive: "Watch live",
    takeOver: "Take control",
    busy: (pages: number, held: boolean): string =>
        `${pages === 1 ? "1 page" : `${pages} pages`}, ${held ? "somebody practises" : "nobody practises"}`,
    trainee: "Trainee",
    nobody: "Nobody has practised with a name yet.",
    cell: (s: { attempts: number; counted: number; row: number }): string =>
        `${s.attempts} attempts, ${s.counted} reached without help, ${s.row} in a row`,
    sheet: "Sheet to print",
    sheetTitle: (name: string): string => `Record of training: ${name}`,
    sheetNote: (row: number, all: number): string =>
        `Proficient: goal reached ${row} times in a row and ${all} times in all, without help, at full speed, in the world of the task.`,
    columns: {
        task: "Task",
        edition: "Edition",
        attempts: "Attempts",
        counted: "Without help",
        row: "In a row",
        best: "Best time",
        last: "Last",
        state: "State",
    },
    proficient: "Proficient",
    notYet: "Not yet",
    attemptsOf: (who: string, task: string): string => `${who}: ${task}`,
    longCsv: "CSV, long",
    wideCsv: "CSV, wide",
    backToBoard: "To the knot board",
    replay: "Replay",

    // tasks
    levelOf: (n: number): string => `Level ${n}`,
    startHere: "Start here",
    minutes: (n: number): string => (n <= 1 ? "1 minute" : `${n} minutes`),

    // sound and speech
    sound: "Sounds: grasp, slip, tension",
    speech: "Say throws and steps aloud",
    throwNamed: (n: number, hand: string): string => `Throw ${n}, ${hand}`,

    // a finger leads the forceps
    fingers: (side: "left" | "right"): string =>
        `Drag: one finger leads the ${side} forceps. Two: pinch closes the jaws, up and down lifts, turning rolls`,
    touch: {
        jaws: "Jaws",
        other: "Other hand",
        wind: "Wind",
        instrument: "Instrument",
        look: "Look",
        undo: "Undo",
    },
    goalOf: (side: 0 | 1): string => `Goal of the ${NAMES[side]} forceps`,
    tipOf: (side: 0 | 1): string => `Tip of the ${NAMES[side]} forceps`,

    // put together in lists and charts
    noWebgl: (error: string): string =>
        `This page needs WebGL 2, which the browser did not give. ${error}`,
    answered: (status: number): string => `The server answered ${status}.`,
    noHeadset: (why: string): string => `The headset did not start: ${why}`,
    attemptWas: (n: number, when: string, value: string): string =>
        `Attempt ${n}, ${when}: ${value}`,
    replayOf: (attempt: string): string => `${attempt}. Replay`,
    curveOf: (figure: string, n: number): string => `${figure} over ${n} attempts`,
    curveNote: (lower: boolean): string =>
        `${lower ? "Lower" : "Higher"} is better. Filled dots: goal reached. Line: mean of the last five. Attempts in slow motion, with pauses or in a changed world are left out.`,
    noFigures: (figure: string): string => `No figures for ${figure.toLowerCase()} yet.`,
    attemptsListed: (shown: number, all: number): string =>
        all > shown
            ? `The latest ${shown} of ${all} attempts`
            : all === 1
              ? "1 attempt"
              : `${all} attempts`,
    askDelete: (who: string): string =>
        `Delete this attempt of ${who} for good? Its recording goes too.`,
    askDeleteAll: (who: string, n: number): string =>
        `Delete ${who} and all ${n} attempts for good?`,
    throwSaid: (n: number, what: string): string => `Throw ${n}: ${what}`,
    throwOf: (turns: number, hand: string): string =>
        `${["", "single ", "double ", "triple ", "fourfold "][turns] ?? ""}throw, ${hand}`,
    knotOf: (name: string): string => `Knot ${name}`,

    // at the needle
    millimetres: (mm: number): string => `${mm.toFixed(1)} mm`,
    depth: (mm: number): string => `${mm.toFixed(1)} mm deep`,
    entryAngle: (degrees: number): string => `entry ${degrees.toFixed(0)}°`,
    exitIn: (mm: number): string => `exit in ${mm.toFixed(1)} mm`,
    drive: {
        mouse: "Turn the wheel down, or hold [W] and move sideways: the needle goes on about its centre",
        pad: "Hold the shoulder button and push the stick down: the needle goes on about its centre",
        touch: "Two fingers down: the needle goes on about its centre",
    },
} as const;

type Widen<T> = T extends string
    ? string
    : T extends (...a: infer A) => string
      ? (...a: A) => string
      : { readonly [K in keyof T]: Widen<T[K]> };

// what every language has to have
export type Text = Widen<typeof EN>;
