/** A study that the command line carries out: its bar, its outcomes in lines, its exit status. */
import { join } from "node:path"
import { type Inputs, type Shard, shardText } from "../../../scheduler/laboratory/Shard.ts"
import type { Options } from "../../../scheduler/laboratory/Simulate.ts"
import type { Study } from "../../../scheduler/laboratory/Study.ts"
import { bar } from "../../terminal/Bar.ts"
import { explainMissingCharts, print, runInterruptibly, style } from "../../terminal/Terminal.ts"
import { exitCodes } from "../Cli.ts"

export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

export const describeStudy = ({ name, conditions, seeds }: Study): string => {
  const runs = conditions.length * seeds.length
  return `${style("bold", name)}: ${countOf(conditions.length, "condition")} × ${countOf(seeds.length, "seed")} = ${countOf(runs, "run")}`
}

const width = 100

const shownMax = 30

interface Way extends Pick<Options, "out" | "workers" | "report"> {
  /** Whether the outcomes are printed as JSON. Everything else then goes to standard error. */
  readonly json?: boolean
  readonly shard?: (Shard & { readonly inputs: Inputs }) | undefined
  readonly gathers?: NonNullable<Options["gathers"]>
}

/** Carries out a study, or puts its shards together, and says what was found. Gives the exit status. */
export const perform = async (study: Study, { shard, json = false, ...way }: Way): Promise<number> => {
  const { out } = way
  const say = (text: string): void => (json ? void process.stderr.write(`${text}\n`) : print(text))
  const report = way.report && shard === undefined
  const [{ simulateUntil }, { limitedText }, { adviceText }, { failureLines }, { jsonOf, tableOf }] =
    await Promise.all([
      import("../../../scheduler/laboratory/Simulate.ts"),
      import("../../../scheduler/laboratory/Findings.ts"),
      import("../../../scheduler/laboratory/Advice.ts"),
      import("../../../scheduler/laboratory/Failures.ts"),
      import("./StudyTable.ts"),
    ])
  if (report) {
    const { load } = await import("../../../scheduler/laboratory/Drawers.ts")
    await explainMissingCharts(load(), "; or give --tables, which needs none of them")
  }
  say(describeStudy(study))
  let shown = bar(0)
  const outcome = await runInterruptibly((signal) =>
    simulateUntil(study, {
      ...way,
      ...(shard === undefined ? {} : { shard }),
      signal,
      report,
      begins: (found, wanted) => {
        if (found > 0) say(`${found} runs in ${out} are finished already; ${wanted} are left.`)
        shown = bar(wanted)
      },
      progress: (part) => shown.show(part),
      makes: (file) => shown.say(`writing ${file}`),
    }),
  ).finally(() => shown.end())
  for (const line of failureLines(outcome.failed)) say(style("red", line))
  if (outcome.failed.length > 0) say(`Each failed run has its stack in ${join(out, "runs")}.`)
  if (outcome.stopped) {
    say(
      `Stopped: ${outcome.finished} of ${outcome.planned} runs are finished. The same command continues from there.`,
    )
    return exitCodes.interrupted
  }
  if (shard !== undefined) {
    say(
      `Shard ${shardText(shard)} is finished in ${out}. When all are: agent-court simulate merge <the folder of each shard>`,
    )
    return outcome.failed.length === 0 ? exitCodes.done : exitCodes.failed
  }
  const { findings } = outcome
  if (json) print(JSON.stringify({ ...jsonOf(findings), out, failed: outcome.failed }, null, 2))
  else if (outcome.finished === 0) print("Nothing can be said of the outcomes, since every run failed.")
  else
    for (const line of tableOf(
      findings,
      findings.observed.slice(0, shownMax),
      process.stdout.columns ?? width,
    ))
      print(line)
  const more = findings.observed.length - shownMax
  if (more > 0 && !json && study.experiment.sample === undefined)
    say(`  and ${countOf(more, "condition")} more, in summary.csv`)
  const missing = limitedText(findings)
  if (missing !== null) say(style("yellow", missing))
  const advice = adviceText(findings)
  if (advice !== null) say(advice)
  say(`Results in ${out}${report ? `; begin with ${style("bold", join(out, "report.html"))}` : ""}`)
  return outcome.failed.length === 0 ? exitCodes.done : exitCodes.failed
}
