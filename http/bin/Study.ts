/** A study that the command line carries out: its bar, its outcomes in lines, its exit status. */
import { join } from "node:path"
import { type Inputs, type Shard, shardText } from "../../scheduler/simulation/Shard.ts"
import type { Options } from "../../scheduler/simulation/Simulate.ts"
import type { Study } from "../../scheduler/simulation/Study.ts"
import { bar } from "./Bar.ts"
import { exitCodes, explainMissingCharts, print, style } from "./Cli.ts"

export const interrupted = 130

export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

export const describeStudy = ({ name, conditions, seeds }: Study): string => {
  const runs = conditions.length * seeds.length
  return `${style("bold", name)}: ${countOf(conditions.length, "condition")} × ${countOf(seeds.length, "seed")} = ${countOf(runs, "run")}`
}

/** Stops the workers at the first Ctrl-C; a second one ends the process as usual. */
export const interruptible = async <A>(act: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  try {
    return await act(controller.signal)
  } finally {
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
  }
}

/** The most conditions whose outcomes are printed. */
const shownMax = 30

interface Way extends Pick<Options, "out" | "workers" | "report"> {
  readonly shard?: (Shard & { readonly inputs: Inputs }) | undefined
  readonly gathers?: NonNullable<Options["gathers"]>
}

/** Carries out a study, or puts its shards together, and says what was found. Gives the exit status. */
export const perform = async (study: Study, { shard, ...way }: Way): Promise<number> => {
  const { out } = way
  const report = way.report && shard === undefined
  const [
    { simulateUntil },
    { describe: described, estimateOf: estimated, labelCondition: named, totals, limitedText },
    { adviceText },
  ] = await Promise.all([
    import("../../scheduler/simulation/Simulate.ts"),
    import("../../scheduler/simulation/Findings.ts"),
    import("../../scheduler/simulation/Advice.ts"),
  ])
  if (report) {
    const { load } = await import("../../scheduler/simulation/Drawers.ts")
    await explainMissingCharts(load(), "; or give --tables, which needs none of them")
  }
  print(describeStudy(study))
  let shown = bar(0)
  const outcome = await interruptible((signal) =>
    simulateUntil(study, {
      ...way,
      ...(shard === undefined ? {} : { shard }),
      signal,
      report,
      begins: (found, wanted) => {
        if (found > 0) print(`${found} runs in ${out} are finished already; ${wanted} are left.`)
        shown = bar(wanted)
      },
      progress: (part) => shown.show(part),
      makes: (file) => shown.say(`writing ${file}`),
    }),
  ).finally(() => shown.end())
  for (const { run, seed, error } of outcome.failed) {
    print(style("red", `run ${run} (seed ${seed}) failed: ${error}`))
  }
  if (outcome.stopped) {
    print(
      `Stopped: ${outcome.finished} of ${outcome.planned} runs are finished. The same command continues from there.`,
    )
    return interrupted
  }
  if (shard !== undefined) {
    print(
      `Shard ${shardText(shard)} is finished in ${out}. When all are: agent-court simulate merge <the folder of each shard>`,
    )
    return outcome.failed.length === 0 ? exitCodes.done : exitCodes.failed
  }
  const { findings } = outcome
  for (const condition of findings.observed.slice(0, shownMax)) {
    const values = findings.outcomes.flatMap((measure) => {
      const found = estimated(totals(condition.runs, measure))
      if (found === null) return []
      const { unit, title } = described(findings, measure)
      const value =
        unit === "share"
          ? `${(found.mean * 100).toFixed(1)} %`
          : `${Number(found.mean.toPrecision(4))} ${unit}`
      return `${title.split(":")[0]?.toLowerCase()} ${value}`
    })
    print(`  ${style("cyan", named(findings, condition))}  ${values.join("; ")}`)
  }
  const more = findings.observed.length - shownMax
  if (more > 0) print(`  and ${countOf(more, "condition")} more, in summary.csv`)
  const missing = limitedText(findings)
  if (missing !== null) print(style("yellow", missing))
  const advice = adviceText(findings)
  if (advice !== null) print(advice)
  print(`Results in ${out}${report ? `; begin with ${style("bold", join(out, "report.html"))}` : ""}`)
  return outcome.failed.length === 0 ? exitCodes.done : exitCodes.failed
}
