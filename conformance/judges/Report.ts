/** The report of a run as data: the measures of every judge, side by side. */
import { Interval, Measures } from "../../core/judging/index.ts"
import { readRun, type Settings } from "./Run.ts"
import { trialsOf } from "./Try.ts"

/** A judge of a report: how many trials it answered, and its measures. */
export interface Reported extends Measures.Measured {
  readonly judge: string
  readonly says: string
  readonly answers: number
}

/** A report. The same answers give the same report: times stand beside it. */
export interface JudgesReport {
  readonly settings: Settings
  readonly trials: number
  readonly judges: ReadonlyArray<Reported>
}

/** The time of an answer by judge, in milliseconds; null if no time was kept. */
export type Times = ReadonlyMap<string, Interval.Mean | null>

/** The report of the run in a folder, and the times of its answers. */
export const reportOn = async (
  folder: string,
): Promise<{ readonly report: JudgesReport; readonly times: Times }> => {
  const { settings, judges } = await readRun(folder)
  const { matters, seed, variants: wanted } = settings
  return {
    report: {
      settings,
      trials: trialsOf(matters, seed, wanted).length,
      judges: judges.map(({ judge, says, answered }) => ({
        judge,
        says,
        answers: answered.length,
        ...Measures.measure(answered),
      })),
    },
    times: new Map(judges.map(({ judge, times }) => [judge, Interval.meanOf(times)])),
  }
}
