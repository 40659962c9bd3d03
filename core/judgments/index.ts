/** Judgments as recorded: their orders, finality, marks and seals (Rules 5.5 to 5.7). */
import { courts, Judgments, SeriesCounters } from "./Judgment.ts"
import { listJudgments, readDisposition, readJudgment } from "./Queries.ts"

export const records = { Judgments, SeriesCounters }
export const queries = { listJudgments, readJudgment, readDisposition }
export const tables = { courts }

export * as Judgment from "./Judgment.ts"
export * as Replay from "./Replay.ts"
export * as Verify from "./Verify.ts"
export * as View from "./View.ts"
