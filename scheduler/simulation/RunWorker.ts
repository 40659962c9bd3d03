/** A worker thread that carries out runs of a study, one after the other, and writes each to the folder of results. */
import { parentPort, workerData } from "node:worker_threads"
import { writeWhole } from "../../adapters/host/WholeFile.ts"
import { type Digest, digest, digestFile, type PartsOf, partFile, type RunId } from "./Digest.ts"
import type { Summary } from "./engine/Result.ts"
import { run } from "./engine/Run.ts"
import type { Scenario } from "./engine/Scenario.ts"

/** What a worker is given when it starts. */
export interface Setup {
  readonly folder: string
  readonly fingerprint: string
  readonly scenarios: ReadonlyArray<Scenario>
  readonly entries: boolean
}

/** What a worker reports about its current run. */
export type Report =
  | { readonly kind: "progress"; readonly part: number }
  | { readonly kind: "done"; readonly digest: Digest }
  | { readonly kind: "failed"; readonly error: string; readonly stack: string; readonly reachedHours: number }
  /** The results could not be written; the run itself succeeded. */
  | { readonly kind: "unwritten"; readonly error: string; readonly code: string }

const writeParts = async (folder: string, id: RunId, summary: Summary): Promise<Digest["parts"]> => {
  // Loaded only if entries are wanted, so that a worker starts quickly.
  const Entries = await import("./Entries.ts")
  const write = (of: PartsOf) =>
    writeWhole(partFile(folder, of, id.run), Entries.parquet(of, Entries.groups(of, id, summary)))
  return { entries: await write("entries"), agents: await write("agents") }
}

/** The least time between two reports of progress. */
const reportMs = 200

const perform = async (setup: Setup, id: RunId, report: (report: Report) => void): Promise<void> => {
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
  try {
    summary = run(scenario, { seed: id.seed, entries: true, onSample })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    report({ kind: "failed", error: message, stack: stack ?? "", reachedHours })
    return
  }
  try {
    const parts = setup.entries ? await writeParts(setup.folder, id, summary) : null
    const found = digest(id, setup.fingerprint, summary, parts)
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
  port.on("message", (id: RunId) => void perform(setup, id, (report) => port.postMessage(report)))
}
