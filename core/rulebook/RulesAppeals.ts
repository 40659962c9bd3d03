/** Rules of Court, parts 6 to 8: appeals, references and amendments. */
import {
  appealAsOfRight,
  feeAndWithdrawal,
  leaveToTheHighCourt,
  outcomesOfAnAppeal,
  vacation,
} from "../appeals/Law.ts"
import { references } from "../counsel/Reference.ts"
import { enforced, type Section } from "./Section.ts"
import { chars, count } from "./Words.ts"

export const appealRules: ReadonlyArray<Section> = [
  appealAsOfRight,
  leaveToTheHighCourt,
  feeAndWithdrawal,
  outcomesOfAnAppeal,
  references,
  vacation,
  enforced(
    "Rule 8.1",
    "Amendments",
    (t) =>
      `An amendment applies to matters filed after it takes effect; a matter is governed throughout by the instruments and figures in force when it was filed. The Registrar varies a figure, or puts a version (written in at most ${chars(t.versionCharsMax)}) in force, from an instant at least ${count(t.amendmentLeadMinutes, "minute")} after the act. A parties' agreement on a version binds them to that text.`,
  ),
]
