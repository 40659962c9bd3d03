/** The Rules of Court: a list of sections, whose words are in the areas of their rules. */
import { sections as agents } from "../agents/index.ts"
import { sections as appeals } from "../appeals/index.ts"
import { sections as bench } from "../bench/index.ts"
import { sections as counsel } from "../counsel/index.ts"
import { sections as evidence } from "../evidence/index.ts"
import { sections as judgments } from "../judgments/index.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { sections as law } from "../law/index.ts"
import { sections as matters } from "../matters/index.ts"
import { sections as registrar } from "../registrar/index.ts"
import { sections as tenders } from "../tenders/index.ts"
import { appealMoves, matterMoves } from "./Annexes.ts"

export const Rules = instrumentOf("rules", {
  annex: {
    title: "Annex: the moves of a matter and of an appeal",
    text: () => `${matterMoves()}\n\n${appealMoves()}`,
  },
  sections: [
    // Part 2: who is before the Court.
    agents.enrolment,
    matters.jurisdiction,
    bench.operatorsNotBound,
    matters.unboundRespondent,
    law.determination,
    agents.credentials,
    agents.serviceAtTheInbox,
    // Part 4: from the claim to the call.
    matters.claim,
    matters.partsOfPleading,
    matters.defence,
    matters.reply,
    matters.judgmentByDefault,
    matters.callForJudgment,
    matters.questionsOfTheJudge,
    matters.ordersByConsent,
    matters.discontinuanceAndLapse,
    matters.periods,
    tenders.tenders,
    evidence.signedArtifacts,
    // Part 5: the judgment.
    bench.burdenOfProof,
    bench.draftAndReasons,
    bench.correctiveOrders,
    judgments.seal,
    bench.citation,
    bench.finalityAndMarks,
    bench.reports,
    // Parts 6 to 8: appeals, references and amendments.
    appeals.appealAsOfRight,
    appeals.leaveToTheHighCourt,
    appeals.feeAndWithdrawal,
    appeals.outcomesOfAnAppeal,
    counsel.references,
    appeals.vacation,
    registrar.amendments,
  ],
})
