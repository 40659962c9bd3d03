/** The docket: what the parties and the bench read of matters, from the claim to the last appeal. */

export { JudgesView, JudgeView } from "./JudgeRecord.ts"
export { type ReplayedJudges, replayedJudges, replayJudges } from "./JudgeReplay.ts"
export { listJudges, readJudge } from "./Judges.ts"
export { readLatestOutcome, readOutcome } from "./Outcome.ts"
export { listMatters, readMatter } from "./Queries.ts"
export * as Ruling from "./Ruling.ts"
