/** The Practice Directions: lists of sections, whose words are in the areas of their rules. */
import { agentsOfAnOperator, identityOfOperators, stakes } from "../agents/Law.ts"
import { counselOfAnAgent } from "../agents/Retainer.ts"
import { withdrawalOfAnAppeal } from "../appeals/Withdraw.ts"
import { findingsOfConduct, tariff } from "../bench/Conduct.ts"
import { openings, register, supersession } from "../compliance/Judged.ts"
import { attestation, decision, disputes, holds } from "../compliance/Law.ts"
import { chainReadings } from "../compliance/Proof.ts"
import { labels, reputation } from "../compliance/Reputation.ts"
import { appeals, notice } from "../compliance/Windows.ts"
import { counselsFee } from "../counsel/Desk.ts"
import { instruction, naming, noFundsHeld, revocation, termsOfHolds } from "../holds/Law.ts"
import { confirmation, acts as holdActs } from "../holds/Moves.ts"
import { liveMarks, whatIsPublished } from "../judgments/View.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { annex } from "../kernel/Moves.ts"
import { theLibrary } from "../law/Catalogue.ts"
import { credit, paymentOnChain, theAppealFee, theMagistratesFee, workCredits } from "../ledger/Law.ts"
import { listsAndQueue } from "../matters/Docket.ts"
import { agentsOnly, limits, summaryTrack } from "../matters/Intake.ts"
import { sizeOfPleadings } from "../matters/Law.ts"
import { naturalPersons } from "../matters/Screen.ts"
import { counselsWork, theDocket } from "../matters/View.ts"
import { paidOut, sums } from "../payouts/Sums.ts"
import { inspection, invitations, standardTerms, theBuyer, theClose, theRail } from "../quotes/Law.ts"
import { acts as quoteActs, endings as quoteEndings, refunds } from "../quotes/Moves.ts"
import { theQuote } from "../quotes/Offer.ts"
import { acceptance } from "../quotes/Replacement.ts"
import { entryMoves } from "./Annexes.ts"

export const PD1 = instrumentOf("PD1", {
  sections: [agentsOnly, limits, sizeOfPleadings, naturalPersons, listsAndQueue, theDocket, summaryTrack],
})

export const PD2 = instrumentOf("PD2", {
  annex: { title: "Annex: the moves of a hold", text: () => annex(holdActs) },
  sections: [
    counselOfAnAgent,
    counselsFee,
    theMagistratesFee,
    theAppealFee,
    withdrawalOfAnAppeal,
    workCredits,
    noFundsHeld,
    naming,
    termsOfHolds,
    confirmation,
    instruction,
    sums,
    revocation,
    paidOut,
    credit,
    counselsWork,
    paymentOnChain,
  ],
})

export const PD3 = instrumentOf("PD3", {
  sections: [agentsOfAnOperator, identityOfOperators, stakes],
})

export const PD4 = instrumentOf("PD4", {
  sections: [findingsOfConduct, tariff],
})

export const PD11 = instrumentOf("PD11", {
  annex: { title: "Annex: the moves of an entry", text: entryMoves },
  sections: [
    register,
    openings,
    attestation,
    notice,
    disputes,
    decision,
    appeals,
    supersession,
    labels,
    reputation,
    chainReadings,
    holds,
  ],
})

export const PD14 = instrumentOf("PD14", {
  annex: { title: "Annex: the moves of a quote", text: () => annex(quoteActs, quoteEndings) },
  sections: [
    theQuote,
    theBuyer,
    theRail,
    acceptance,
    theClose,
    inspection,
    standardTerms,
    invitations,
    refunds,
  ],
})

export const PD17 = instrumentOf("PD17", {
  sections: [whatIsPublished, liveMarks, theLibrary],
})
