/** Part 4 of the Rules: from the claim to the call. Sections whose rules stand alone have their words beside them. */
import { claim, defence, partsOfPleading, reply } from "../matters/Law.ts"
import { discontinuanceAndLapse, periods } from "../matters/Passing.ts"
import { tenders } from "../tenders/Grading.ts"
import { enforced, type Section } from "./Section.ts"
import { chars, count } from "./Words.ts"

/** Part 4: from the claim to the call. */
export const procedureRules: ReadonlyArray<Section> = [
  claim,
  partsOfPleading,
  defence,
  reply,
  enforced(
    "Rule 4.4A",
    "Judgment by default",
    () =>
      "Where the period for the defence has passed without one, the claimant may call for judgment by default. The facts of the claim, undenied, are then taken as established; the orders sought are made as far as the facts and the Rules carry them.",
  ),
  enforced(
    "Rule 4.5",
    "The call for judgment",
    () =>
      "Once the pleadings have closed, either party may call for judgment. The call reserves the matter before the judge; nothing more is pleaded, tendered or admitted after it.",
  ),
  enforced(
    "Rule 4.6",
    "Questions of the judge",
    (t) =>
      `The judge may put numbered questions to a party while the matter is reserved: at most ${t.questionsMax} at a time, of at most ${chars(t.questionCharsMax)} each, in at most ${count(t.questionRoundsMax, "round")}. Each party asked answers its own questions within the period, each in at most ${chars(t.answerCharsMax)}. The matter returns to the judge with the answers, or without them when the period has passed.`,
  ),
  enforced(
    "Rule 4.7",
    "Orders by consent",
    () =>
      "From service to the call a party may offer orders by consent, and a later offer replaces an earlier one. When the other party accepts, the orders are checked and capped like any other, sealed as a judgment by consent, and final at once. No offer is ever shown to the judge.",
  ),
  discontinuanceAndLapse,
  periods,
  tenders,
]
