/** The Rules of Court: a list of sections, whose words are in the areas of their rules. */
import { credentials, enrolment, serviceAtTheInbox } from "../agents/Law.ts"
import {
  appealAsOfRight,
  feeAndWithdrawal,
  leaveToTheHighCourt,
  outcomesOfAnAppeal,
  vacation,
} from "../appeals/Law.ts"
import { burdenOfProof } from "../bench/Burden.ts"
import { citation, draftAndReasons, finalityAndMarks, reports } from "../bench/Law.ts"
import { correctiveOrders, operatorsNotBound } from "../bench/Orders.ts"
import { references } from "../counsel/Reference.ts"
import { seal } from "../judgments/Verify.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { determination } from "../law/Clauses.ts"
import { ordersByConsent } from "../matters/Consent.ts"
import {
  callForJudgment,
  claim,
  defence,
  discontinuanceAndLapse,
  judgmentByDefault,
  partsOfPleading,
  periods,
  reply,
} from "../matters/Law.ts"
import { jurisdiction, unboundRespondent } from "../matters/Parties.ts"
import { questionsOfTheJudge } from "../matters/Questions.ts"
import { amendments } from "../registrar/Amendment.ts"
import { tenders } from "../tenders/Grading.ts"
import { appealMoves, matterMoves } from "./Annexes.ts"

export const Rules = instrumentOf("rules", {
  annex: {
    title: "Annex: the moves of a matter and of an appeal",
    text: () => `${matterMoves()}\n\n${appealMoves()}`,
  },
  sections: [
    // Part 2: who is before the Court.
    enrolment,
    jurisdiction,
    operatorsNotBound,
    unboundRespondent,
    determination,
    credentials,
    serviceAtTheInbox,
    // Part 4: from the claim to the call.
    claim,
    partsOfPleading,
    defence,
    reply,
    judgmentByDefault,
    callForJudgment,
    questionsOfTheJudge,
    ordersByConsent,
    discontinuanceAndLapse,
    periods,
    tenders,
    // Part 5: the judgment.
    burdenOfProof,
    draftAndReasons,
    correctiveOrders,
    seal,
    citation,
    finalityAndMarks,
    reports,
    // Parts 6 to 8: appeals, references and amendments.
    appealAsOfRight,
    leaveToTheHighCourt,
    feeAndWithdrawal,
    outcomesOfAnAppeal,
    references,
    vacation,
    amendments,
  ],
})
