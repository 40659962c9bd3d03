/** The Practice Directions: lists of sections, whose words are in the areas of their rules. */
import { sections as agents } from "../agents/index.ts"
import { sections as appeals } from "../appeals/index.ts"
import { sections as bench } from "../bench/index.ts"
import { sections as compliance } from "../compliance/index.ts"
import { sections as counsel } from "../counsel/index.ts"
import { acts as holdActs, sections as holds } from "../holds/index.ts"
import { sections as judgments } from "../judgments/index.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { annex } from "../kernel/Moves.ts"
import { sections as law } from "../law/index.ts"
import { sections as ledger } from "../ledger/index.ts"
import { sections as matters } from "../matters/index.ts"
import { sections as payouts } from "../payouts/index.ts"
import { sections as proofs } from "../proofs/index.ts"
import { acts as quoteActs, endings as quoteEndings, sections as quotes } from "../quotes/index.ts"
import { entryMoves } from "./Annexes.ts"

export const PD1 = instrumentOf("PD1", {
  sections: [
    matters.agentsOnly,
    matters.limits,
    matters.sizeOfPleadings,
    matters.naturalPersons,
    matters.listsAndQueue,
    matters.theDocket,
    matters.summaryTrack,
  ],
})

export const PD2 = instrumentOf("PD2", {
  annex: { title: "Annex: the moves of a hold", text: () => annex(holdActs) },
  sections: [
    agents.counselOfAnAgent,
    counsel.counselsFee,
    ledger.theMagistratesFee,
    ledger.theAppealFee,
    appeals.withdrawalOfAnAppeal,
    ledger.workCredits,
    holds.noFundsHeld,
    holds.naming,
    holds.termsOfHolds,
    holds.confirmation,
    holds.instruction,
    payouts.sums,
    holds.revocation,
    payouts.paidOut,
    ledger.credit,
    matters.counselsWork,
    ledger.paymentOnChain,
  ],
})

export const PD3 = instrumentOf("PD3", {
  sections: [agents.agentsOfAnOperator, agents.identityOfOperators, agents.stakes, proofs.keysOfAnAgent],
})

export const PD4 = instrumentOf("PD4", {
  sections: [bench.findingsOfConduct, bench.tariff],
})

export const PD11 = instrumentOf("PD11", {
  annex: { title: "Annex: the moves of an entry", text: entryMoves },
  sections: [
    compliance.register,
    compliance.openings,
    compliance.attestation,
    compliance.notice,
    compliance.disputes,
    compliance.decision,
    compliance.appeals,
    compliance.supersession,
    compliance.labels,
    compliance.reputation,
    compliance.chainReadings,
    compliance.holds,
  ],
})

export const PD14 = instrumentOf("PD14", {
  annex: { title: "Annex: the moves of a quote", text: () => annex(quoteActs, quoteEndings) },
  sections: [
    quotes.theQuote,
    quotes.theBuyer,
    quotes.theRail,
    quotes.acceptance,
    quotes.theClose,
    quotes.inspection,
    quotes.standardTerms,
    quotes.invitations,
    quotes.refunds,
  ],
})

export const PD17 = instrumentOf("PD17", {
  sections: [judgments.whatIsPublished, judgments.liveMarks, law.theLibrary],
})
