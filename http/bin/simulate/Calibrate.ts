/** A calibration that the command line carries out: its generations, its posterior in lines, its exit status. */

import {
  calibrateStudy,
  marginals,
  runsAtMost,
  warnings,
} from "../../../scheduler/laboratory/calibration/index.ts"
import { roundTo } from "../../../scheduler/laboratory/Numbers.ts"
import { bar } from "../../terminal/Bar.ts"
import { explainMissingCharts, print, runInterruptibly, style } from "../../terminal/Terminal.ts"
import { exitCodes } from "../Cli.ts"
import { countOf } from "./Study.ts"

type Plan = Parameters<typeof calibrateStudy>[0]

interface Way {
  readonly out: string
  readonly workers: number
  readonly report: boolean
}

export const describePlan = (plan: Plan): string =>
  `${style("bold", plan.study.name)}: ${countOf(plan.paths.length, "parameter")}, ${countOf(plan.observed.length, "observed figure")}, at most ${countOf(runsAtMost(plan), "run")}`

const numberText = (value: number): string => roundTo(value, 4)

/** Carries out a calibration and says what was found. Gives the exit status. */
export const performCalibration = async (plan: Plan, { out, workers, report }: Way): Promise<number> => {
  const loading = report
    ? import("../../../scheduler/laboratory/calibration/Drawing.ts").then(({ load }) => load())
    : null
  if (loading !== null) await explainMissingCharts(loading, "; or give --tables, which needs none of them")
  print(describePlan(plan))
  const most = runsAtMost(plan)
  const shown = bar(most)
  let done = 0
  const drawers = await loading
  const posterior = await runInterruptibly((signal) =>
    calibrateStudy(plan, {
      out,
      workers,
      signal,
      drawers,
      progress: (part, runs) => shown.show((done + part * runs) / most),
      told: ({ generation, simulated, tolerance, accepted }) => {
        done += simulated
        shown.end()
        const within =
          accepted === null
            ? ""
            : `; ${(100 * accepted).toFixed(1)} % of the new points were within the one before`
        print(
          `  generation ${generation}: ${countOf(simulated, "run")}, tolerance ${numberText(tolerance)}${within}`,
        )
      },
    }),
  ).finally(() => shown.end())
  if (posterior === null) {
    print("Stopped. The same command continues from there.")
    return exitCodes.interrupted
  }
  for (const { name, median, low, high } of marginals(plan, posterior))
    print(`  ${style("cyan", name)}  ${numberText(median)} [${numberText(low)}, ${numberText(high)}]`)
  for (const warning of warnings(plan, posterior)) print(style("yellow", warning))
  print(
    `Results in ${out}${report ? `; begin with ${style("bold", `${out}/report.html`)}` : "; begin with parameters.csv"}`,
  )
  return exitCodes.done
}
