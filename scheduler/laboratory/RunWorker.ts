/** A worker thread that carries out runs of a study, one after the other, and writes each to the folder of results. */
import { parentPort, workerData } from "node:worker_threads"
import { Either } from "effect"
import { writeWhole } from "../../adapters/host/WholeFile.ts"
import { type Named, namedColumns } from "./Columns.ts"
import { type Digest, digest, digestFile, type PartsOf, partFile, type RunId } from "./Digest.ts"
import type { OnAsk } from "./engine/Mind.ts"
import type { Summary } from "./engine/Result.ts"
import { run } from "./engine/Run.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { notesOf, withoutChance } from "./Guard.ts"
import * as Own from "./Own.ts"
import { instanceOf } from "./Strategies.ts"

export interface Setup {
  readonly folder: string
  readonly fingerprint: string
  readonly scenarios: ReadonlyArray<Scenario>
  readonly named: Named
  readonly entries: boolean
  readonly strategies?: string | undefined
  readonly measures?: string | undefined
  /** The question that the worker is being asked, for its guard (`Guard.ts`); absent without strategies. */
  readonly asking?: Int32Array
}

export type Report =
  | { readonly kind: "progress"; readonly part: number }
  /** Whose choices are asked for, in the order of their numbers for the guard. */
  | { readonly kind: "asks"; readonly of: string }
  | { readonly kind: "done"; readonly digest: Digest }
  | { readonly kind: "failed"; readonly error: string; readonly stack: string; readonly reachedHours: number }
  /** The results could not be written; the run itself succeeded. */
  | { readonly kind: "unwritten"; readonly error: string; readonly code: string }

const writeParts = async (
  { folder, named }: Setup,
  id: RunId,
  summary: Summary,
): Promise<Digest["parts"]> => {
  // Loaded only if entries are wanted, so that a worker starts quickly.
  const Entries = await import("./Entries.ts")
  const shape = { hasIdentity: summary.agents.operator !== undefined, named: namedColumns(named) }
  const write = (of: PartsOf) =>
    writeWhole(
      partFile(folder, of, id.run),
      Entries.parquet(of, Entries.groups(of, id, summary, shape), shape),
    )
  return { entries: await write("entries"), agents: await write("agents") }
}

const reportMs = 200

const perform = async (
  setup: Setup,
  id: RunId,
  notes: OnAsk | undefined,
  report: (report: Report) => void,
): Promise<void> => {
  const scenario = setup.scenarios[id.condition]
  if (scenario === undefined) throw new Error(`there is no condition ${id.condition}`)
  let reachedHours = 0
  let reported = performance.now()
  const { start, horizon } = scenario
  const all = typeof horizon === "number" ? (horizon - start) / 3_600_000 : horizon.days * 24
  const onSample = ({ atHours }: { readonly atHours: number }) => {
    reachedHours = atHours
    if (performance.now() - reported < reportMs) return
    reported = performance.now()
    report({ kind: "progress", part: atHours / all })
  }
  let summary: ReturnType<typeof run>
  let own: Readonly<Record<string, number>> = {}
  try {
    const strategies =
      setup.strategies &&
      Either.getOrThrowWith(await instanceOf(setup.strategies, id.run), (why) => new Error(why))
    const options = { seed: id.seed, entries: true, onSample }
    summary = !strategies
      ? run(scenario, options)
      : withoutChance(() => run(scenario, { ...options, strategies, ...(notes && { onAsk: notes }) }))
    if (setup.measures !== undefined) {
      const measures = Either.getOrThrowWith(
        await Own.instanceOf(setup.measures, id.run),
        (why) => new Error(why),
      )
      const done = summary
      own = withoutChance(() => Own.valuesOf(measures, done))
    }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    report({ kind: "failed", error: message, stack: stack ?? "", reachedHours })
    return
  }
  try {
    const parts = setup.entries ? await writeParts(setup, id, summary) : null
    const found = digest(id, setup.fingerprint, { ...summary, totals: { ...summary.totals, ...own } }, parts)
    // Written last, since this file marks the run as finished.
    await writeWhole(digestFile(setup.folder, id.run), [`${JSON.stringify(found)}\n`])
    report({ kind: "done", digest: found })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    report({ kind: "unwritten", error: error instanceof Error ? error.message : String(error), code })
  }
}

const port = parentPort
if (port !== null) {
  const setup = workerData as Setup // `Pool` gives it
  const report = (told: Report) => port.postMessage(told)
  const notes = setup.asking && notesOf(setup.asking, (of) => report({ kind: "asks", of }))
  port.on("message", (id: RunId) => void perform(setup, id, notes, report))
}
