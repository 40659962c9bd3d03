/** A run of the whole kit, its report, and the report in words. */
import { Effect } from "effect"
import type { Case } from "./Case.ts"
import { cases } from "./cases/index.ts"
import * as Session from "./Session.ts"
import type { Unusable } from "./StoreModule.ts"

/** How one case ended. The comparison with the model has the id `model`. */
export interface Line {
  readonly id: string
  readonly title: string
  readonly outcome: Session.Outcome
}

/** The findings of a run of the kit on a store, with the seed that repeats it. */
export interface Report {
  readonly store: string
  /** A run with the same seed makes the same random choices. */
  readonly seed: number
  readonly lines: ReadonlyArray<Line>
  readonly notShown: ReadonlyArray<string>
}

/** A case, or the comparison with the model, by its id and in words. */
export type Part = Pick<Line, "id" | "title">

/** The last part of a run, which fails if the store keeps its process alive. */
export const closing: Part = { id: "close", title: "the store closes, and its process can end" }

/** The store of a run of the kit, and which of the cases are run with which limits. */
export interface Options {
  /** The URL of the store's module, its path from the working folder, or the name of one of the court's own stores. */
  readonly store: string
  /** For the random choices; taken from the clock if absent. */
  readonly seed?: number
  /** Runs only the cases whose id contains this text; all if absent. */
  readonly only?: string
  /** How many random sequences of commands are compared with the store in memory; 20 if absent. */
  readonly modelRuns?: number
  /** How long each case may take, each sequence of commands, and the opening of the store, in milliseconds; a minute if absent. */
  readonly limitMs?: number
}

/** Who is told of a run while it goes on, for lines on a terminal. */
export interface Listener {
  readonly begins?: (part: Part) => void
  /** Is told what is asked of the store, before it is asked. */
  readonly asks?: (words: string) => void
  readonly ended?: (line: Line) => void
}

/** A seed below 2^31 from the clock. */
export const freshSeed = (): number => Date.now() % 2 ** 31

const compareWithModel = (
  { seed, compare }: Session.Session,
  runs: number,
  begins: (part: Part) => void,
): Effect.Effect<Line> =>
  Effect.gen(function* () {
    const id = "model"
    const title = `over ${runs} random sequences of commands, the store answers as the store in memory does`
    const started = performance.now()
    let found: string | null = null
    for (let i = 0; i < runs && found === null; i++) {
      begins({ id, title })
      found = yield* compare(seed + i)
    }
    const ms = performance.now() - started
    return {
      id,
      title,
      outcome: found === null ? { _tag: "kept", ms } : { _tag: "broken", ms, message: found },
    }
  })

/**
 * Runs the cases of the kit on a store in this process, then the comparison with the model. With `after`, it leaves out the cases up to the
 * one with this id. A store that never gives the thread back stops it; `Supervision.run` does not depend on the store for that.
 */
export const run = (
  { store, seed = freshSeed(), only = "", modelRuns = 20, limitMs }: Options,
  { begins = () => {}, asks, ended = () => {} }: Listener = {},
  after: string | null = null,
): Effect.Effect<Report, Unusable> =>
  Effect.gen(function* () {
    const session = yield* Session.open(store, {
      seed,
      ...(limitMs === undefined ? {} : { limitMs }),
      ...(asks === undefined ? {} : { heard: asks }),
    })
    const lines: Array<Line> = []
    const add = (line: Line) => {
      lines.push(line)
      ended(line)
    }
    for (const test of casesAfter(after, chooseCases(only))) {
      const { id, title } = test
      begins({ id, title })
      add({ id, title, outcome: yield* session.examine(test) })
    }
    if ("model".includes(only) && modelRuns > 0 && after !== "model")
      add(yield* compareWithModel(session, modelRuns, begins))
    begins(closing)
    return of(store, seed, lines)
  }).pipe(Effect.scoped)

/** The report of a run that has ended, with the guarantees that no case of it could show. */
export const of = (store: string, seed: number, lines: ReadonlyArray<Line>): Report => ({
  store,
  seed,
  lines,
  notShown: notShownBy(lines),
})

const killsShowLess =
  "The cases kill processes, but the operating system still writes what a killed process handed to it. So no case shows that the store waits for the disk (fsync) before it acknowledges a commit"
const testPower = "snapshot the disk while the store writes, or cut the power of a machine"

/** Says what a durable store may still lose, after what `durable.synced` has seen or could not see. */
const lossOfPower = (synced: Session.Outcome | undefined): string => {
  if (synced?._tag === "kept")
    return `that the store survives a loss of power. durable.synced saw that it asks the disk (fsync) before it acknowledges a commit; whether it asks for every file that it needs, and whether the disk keeps its word, no case shows. Test that separately: ${testPower}.`
  const why = synced === undefined ? null : Session.notRun(synced)
  return `that the store survives a loss of power. ${killsShowLess}${why === null ? "" : ` (${why})`}. Test that separately: ${testPower}.`
}

const notShownBy = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.some(({ id, outcome }) => id.startsWith("durable.") && outcome._tag === "kept")
    ? [lossOfPower(lines.find(({ id }) => id === "durable.synced")?.outcome)]
    : []

/** The cases whose id contains this text; all of them for the empty text. */
export const chooseCases = (only: string): ReadonlyArray<Case> => cases.filter(({ id }) => id.includes(only))

/** The cases after the one with this id; all cases if the id is null, an empty list if no case has this id. */
const casesAfter = (after: string | null, all: ReadonlyArray<Case>): ReadonlyArray<Case> => {
  if (after === null) return all
  const at = all.findIndex(({ id }) => id === after)
  return at < 0 ? [] : all.slice(at + 1)
}

/** Whether nothing is broken; a case that was not shown does not count as broken. */
export const isKept = ({ lines }: Report): boolean => lines.every(({ outcome }) => outcome._tag !== "broken")

const signs = { kept: "✓", broken: "✗", "not claimed": "–", "not probed": "–" } as const

/** A time in seconds with one decimal, in a column of its own for a terminal. */
export const timeText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(7)

const noTime = " ".repeat(timeText(0).length)

/** The result of a case on one line, with the time that it took; the reason follows if the case is broken. */
export const lineText = ({ id, title, outcome }: Line): string => {
  const time = "ms" in outcome ? timeText(outcome.ms) : noTime
  const head = `${signs[outcome._tag]} ${id.padEnd(44)} ${time}  ${title}`
  if (outcome._tag === "broken") return `${head}\n    ${outcome.message.replaceAll("\n", "\n    ")}`
  const why = Session.notRun(outcome)
  return why === null ? head : `${head} (${why})`
}

/** The last lines of a report: how many cases ended how, and what the run does not show. */
export const summaryText = ({ lines, seed, store, notShown }: Report): string => {
  const count = (...tags: ReadonlyArray<Session.Outcome["_tag"]>) =>
    lines.filter(({ outcome }) => tags.includes(outcome._tag)).length
  const counted = `${store}: ${count("kept")} kept, ${count("broken")} broken, ${count("not claimed", "not probed")} not run (seed ${seed})`
  return [counted, ...notShown.map((text) => `Not shown: ${text}`)].join("\n")
}
