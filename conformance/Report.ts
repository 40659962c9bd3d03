import { Effect } from "effect"
import type { Case } from "./Case.ts"
import { cases } from "./cases/index.ts"
import * as Model from "./Model.ts"
import * as Session from "./Session.ts"
import type { Unusable } from "./StoreModule.ts"

/** How one case ended, or the comparison with the model, whose id is `model`. */
export interface Line {
  readonly id: string
  readonly title: string
  readonly outcome: Session.Outcome
}

/** What a run of the kit found out about a store. */
export interface Report {
  readonly store: string
  /** Gives the same random choices again. */
  readonly seed: number
  readonly lines: ReadonlyArray<Line>
  /** What the cases can't show, though they were kept. */
  readonly notShown: ReadonlyArray<string>
}

export interface Options {
  /** URL of the store's module, or its path from the working folder. */
  readonly store: string
  readonly seed?: number
  /** Only the cases whose id contains this. */
  readonly only?: string
  /** How many random sequences are compared with the store in memory. */
  readonly modelRuns?: number
}

const comparing = (session: Session.Session, runs: number): Effect.Effect<Line> =>
  Effect.gen(function* () {
    const started = performance.now()
    const found = yield* Effect.sandbox(Model.compare(session.store, session.seed, runs)).pipe(
      Effect.map((difference) => (difference === null ? null : Model.describe(difference))),
      Effect.catchAll((cause) => Effect.succeed(cause.toString())),
    )
    const ms = performance.now() - started
    return {
      id: "model",
      title: `answers as the store in memory does, over ${runs} random sequences`,
      outcome: found === null ? { _tag: "kept", ms } : { _tag: "broken", ms, message: found },
    }
  })

/** Examines a store, case by case. `seen` hears of each as it ends. */
export const run = (
  { store, seed = Date.now() % 2 ** 31, only = "", modelRuns = 20 }: Options,
  seen: (line: Line) => void = () => {},
): Effect.Effect<Report, Unusable> =>
  Effect.gen(function* () {
    const session = yield* Session.open(store, seed)
    const lines: Array<Line> = []
    const add = (line: Line) => {
      lines.push(line)
      seen(line)
    }
    for (const test of chosen(only)) {
      add({ id: test.id, title: test.title, outcome: yield* session.examine(test) })
    }
    if ("model".includes(only) && modelRuns > 0) add(yield* comparing(session, modelRuns))
    return { store, seed, lines, notShown: notShownBy(lines) }
  }).pipe(Effect.scoped)

const lossOfPower =
  "A killed process loses nothing that the system has taken from it. No case here shows that the store waits for the disk (fsync) before it acknowledges a commit, so what a loss of power takes has to be tried apart: on a disk that is frozen, or a machine whose power is cut."

const notShownBy = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.some(({ id, outcome }) => id.startsWith("durable.") && outcome._tag === "kept") ? [lossOfPower] : []

const chosen = (only: string): ReadonlyArray<Case> => cases.filter(({ id }) => id.includes(only))

export const isKept = ({ lines }: Report): boolean => lines.every(({ outcome }) => outcome._tag !== "broken")

const signs = { kept: "✓", broken: "✗", "not claimed": "–" } as const

/** One line of text for a case, and the reason where it is broken. */
export const lineText = ({ id, title, outcome }: Line): string => {
  const head = `${signs[outcome._tag]} ${id.padEnd(44)} ${title}`
  if (outcome._tag === "broken") return `${head}\n    ${outcome.message.replaceAll("\n", "\n    ")}`
  return outcome._tag === "not claimed"
    ? `${head} (the store claims not to be ${outcome.needs.join(", ")})`
    : head
}

/** The end of a report: the count, and what it does not show. */
export const summaryText = ({ lines, seed, store, notShown }: Report): string => {
  const count = (tag: Session.Outcome["_tag"]) => lines.filter(({ outcome }) => outcome._tag === tag).length
  const counted = `${store}: ${count("kept")} kept, ${count("broken")} broken, ${count("not claimed")} not claimed (seed ${seed})`
  return [counted, ...notShown.map((text) => `Not shown: ${text}`)].join("\n")
}
