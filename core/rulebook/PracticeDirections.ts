/**
 * The Practice Directions: lists of sections, whose words are in the areas of their rules, and annexes in Markdown, which are the tables
 * of moves by which the rules act.
 */

import { sections as account, lineTable } from "../account/index.ts"
import { sections as agents } from "../agents/index.ts"
import { acts as appealActs, sections as appeals } from "../appeals/index.ts"
import { sections as bench } from "../bench/index.ts"
import { sections as checks } from "../checks/index.ts"
import { sections as compliance, acts as transitions } from "../compliance/index.ts"
import { sections as counsel } from "../counsel/index.ts"
import { sections as deals } from "../deals/index.ts"
import { sections as deliveries } from "../deliveries/index.ts"
import { acts as holdActs, sections as holds } from "../holds/index.ts"
import { sections as judgments } from "../judgments/index.ts"
import { instrumentOf } from "../kernel/Instrument.ts"
import { type Arrow, annex, diagramOf, partsInRules, rowsOf, tableOf } from "../kernel/Moves.ts"
import { sections as law } from "../law/index.ts"
import { sections as ledger } from "../ledger/index.ts"
import { sections as matters, moves } from "../matters/index.ts"
import { sections as payouts } from "../payouts/index.ts"
import { sections as proofs } from "../proofs/index.ts"
import { acts as quoteActs, endings as quoteEndings, sections as quotes } from "../quotes/index.ts"

export const matterMoves = (): string => {
  const rows = moves.map(({ from, act, who, to, opens, sections }) => [
    from.join(", "),
    act,
    partsInRules(who).join(", "),
    to === "same" ? "unchanged" : to,
    opens ?? "–",
    sections.join(", "),
  ])
  const arrows = moves.flatMap(({ from, act, to }) =>
    to === "same" ? [] : from.map((status): Arrow => [status, to, act]),
  )
  return `${tableOf(["From", "Act", "Who", "To", "Opens the period for", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}

export const appealMoves = (): string => {
  const rows = rowsOf(appealActs).map(({ from, act, who, to, below, sections }) => [
    from.join(", "),
    act,
    partsInRules(who).join(", "),
    to,
    below,
    sections.join(", "),
  ])
  const arrows = rowsOf(appealActs).flatMap(({ from, act, to }) =>
    from.map((status): Arrow => [status, to, act]),
  )
  return `${tableOf(["From", "Act", "Who", "To", "The judgment below", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}

const credits = {
  timely: "credit if in time",
  missed: "adverse adjustment",
  found: "as the status found carries",
  reversed: "all reversed",
  unearned: "credits reversed",
  began: "credits reversed if an attestation falls",
  none: "–",
} as const

/** The statuses in which a move may end that has no status of its own. */
const endings: { readonly [to: string]: ReadonlyArray<string> } = {
  same: [],
  found: ["satisfied", "unsatisfied", "pending"],
  began: ["open", "attested", "notified", "satisfied", "unsatisfied", "pending"],
}

const wordsOf = { same: "unchanged", found: "satisfied, unsatisfied or pending", began: "as it began" }

/** The moves of an entry of the Register of Compliance (PD11). */
const entryMoves = (): string => {
  const flat = Object.entries(transitions).flatMap(([name, act]) =>
    act.moves.map((move) => ({ name, who: act.who, ...move })),
  )
  const rows = flat.map(({ from, name, who, to, window, credit, sections }) => [
    from.join(", "),
    name,
    who.join(", "),
    to === "same" || to === "found" || to === "began" ? wordsOf[to] : to,
    window,
    credits[credit],
    sections.join(", "),
  ])
  const arrows = flat.flatMap(({ from, name, to }) => {
    const targets = endings[to] ?? [to]
    return from.flatMap((status) => targets.map((target): Arrow => [status, target, name]))
  })
  return `${tableOf(["From", "Act", "Who", "To", "Window", "Reputation", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}

export const PD1 = instrumentOf("PD1", {
  sections: [
    matters.agentsOnly,
    matters.limits,
    matters.sizeOfPleadings,
    matters.naturalPersons,
    matters.boundsOfReading,
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
    holds.lapse,
    holds.instruction,
    payouts.evaluationOfAJob,
    payouts.matterInstead,
    payouts.sums,
    payouts.wholeHold,
    payouts.nothingPaid,
    payouts.partsOfAHold,
    holds.revocation,
    payouts.paidOut,
    payouts.whatAPaymentMeets,
    holds.unreported,
    holds.unspent,
    holds.lasting,
    ledger.credit,
    matters.counselsWork,
    ledger.paymentOnChain,
    ledger.transfers,
  ],
})

export const PD3 = instrumentOf("PD3", {
  sections: [
    agents.agentsOfAnOperator,
    agents.identityOfOperators,
    agents.notesToAnAddress,
    agents.stakes,
    proofs.keysOfAnAgent,
    proofs.kindsOfKeys,
    proofs.standingOfKeys,
  ],
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
    compliance.disputesAndPayouts,
    compliance.decision,
    compliance.appeals,
    compliance.supersession,
    compliance.labels,
    compliance.reputation,
    compliance.chainReadings,
    compliance.transfersThatCount,
    compliance.holds,
    compliance.behindLabels,
    checks.check,
    checks.theAdvice,
    checks.askedBy,
    checks.statementOfLosses,
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
    quotes.theRecord,
    quotes.standardTerms,
    quotes.invitations,
    quotes.refunds,
    quotes.whatIsOwed,
    quotes.remediesOfAQuote,
    deliveries.disclosure,
    deliveries.attestation,
    deliveries.attestationElsewhere,
    deliveries.keepingOfBytes,
  ],
})

export const PD15 = instrumentOf("PD15", {
  annex: { title: "Annex: the lines of an account, and the causes", text: lineTable },
  sections: [
    account.deals,
    account.invoicesOfAQuote,
    account.purchases,
    account.priceOfAPurchase,
    account.notServed,
    account.whenItLies,
    account.theBalance,
    account.doubt,
    account.theMeasure,
    account.theMeter,
    account.answeringAReading,
    account.metersThatDiffer,
    account.delivery,
    account.signedDeliveries,
    deals.oneAcceptance,
    account.conformity,
    account.delay,
    account.payments,
    account.refundsAndDebts,
    account.countingOfPayments,
    account.sumsOfPayments,
    account.denial,
    account.causesOfAnOrder,
    account.earlierMatters,
    account.determinations,
    bench.leftUndecided,
    account.findingsOfAJudge,
    bench.recordsOfAFinding,
    bench.panels,
    account.paymentsBeyondAMandate,
    account.paymentsUnderAMandate,
    account.theSumBeyond,
    account.goodsThatStay,
  ],
})

export const PD17 = instrumentOf("PD17", {
  sections: [judgments.whatIsPublished, judgments.recordOfJudges, judgments.liveMarks, law.theLibrary],
})
