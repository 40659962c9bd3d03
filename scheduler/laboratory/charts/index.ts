import type { Draws } from "./Chart.ts"
import { differences, sensitivity } from "./Effects.ts"
import { sampleIndices } from "./Indices.ts"
import { outcomes } from "./Outcomes.ts"
import { byMonth, defaultRate, labelsOverTime, recoveredShare } from "./OverTime.ts"
import { reputation } from "./Reputation.ts"
import { density, scatter } from "./Samples.ts"
import { timeToPerformance, timeToSatisfaction } from "./Survival.ts"

/** Every chart of a report, in the order of the report. */
export const charts: ReadonlyArray<Draws> = [
  outcomes,
  scatter,
  density,
  differences,
  sensitivity,
  sampleIndices,
  defaultRate,
  byMonth,
  recoveredShare,
  timeToPerformance,
  timeToSatisfaction,
  labelsOverTime,
  reputation,
]
