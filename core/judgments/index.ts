/** Judgments as recorded: their orders, finality, marks and seals (Rules 5.5 to 5.7). */

import { AppealFeesKept } from "./AppealFees.ts"
import { Versions as JudgeVersions, recordOfJudges } from "./Judges.ts"
import { Judgments, SeriesCounters } from "./Judgment.ts"
import { textsOfOrders } from "./OrderText.ts"
import { liveMarks, whatIsPublished } from "./Queries.ts"
import { seal } from "./Verify.ts"

/** The kinds of records of judgments; each is a view for SQL clients. */
export const records = { AppealFeesKept, Judgments, JudgeVersions, SeriesCounters }
/** The sections on publication, live marks and the seal, by the names of the values that word them. */
export const sections = { textsOfOrders, liveMarks, whatIsPublished, recordOfJudges, seal }

export * as AppealFees from "./AppealFees.ts"
export * as Judges from "./Judges.ts"
export * as Judgment from "./Judgment.ts"
export { beginLine, ordersHeading } from "./OrderLine.ts"
export { refuseSums, textOfDebt, textOfOrder } from "./OrderText.ts"
export {
  Disposition,
  disposition,
  isSigned,
  JudgmentItem,
  JudgmentRecord,
  listJudgments,
  proveJudgment,
  readDisposition,
  readJudgment,
} from "./Queries.ts"
export {
  deliveredData,
  markData,
  type ReplayedJudgment,
  replayedItem,
  replayedOrders,
  replayJudgments,
} from "./Replay.ts"
export {
  type NotaryDocument,
  orderHandles,
  type RuleChecked,
  type SealedWords,
  type ServedJudgment,
  sealRules,
  verifyJudgment,
  wordsOf,
} from "./Verify.ts"
