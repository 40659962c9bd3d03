/**
 * The rulebook: the instruments of the court, with the words that stand beside the rules of each area. Sections that no function
 * enforces have their words here; the Rules of Court are a list of sections.
 */

import { Layer } from "effect"
import { sections as agents } from "../agents/index.ts"
import { sections as appeals } from "../appeals/index.ts"
import { sections as bench } from "../bench/index.ts"
import { layer as consequences } from "../Consequences.ts"
import { sections as counsel } from "../counsel/index.ts"
import { sections as dealings } from "../dealings/index.ts"
import { accounts } from "../deals/index.ts"
import { sections as evidence } from "../evidence/index.ts"
import { sections as judgments } from "../judgments/index.ts"
import type { Consequences } from "../kernel/Consequence.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Instrument, type InstrumentId, instrumentOf, names } from "../kernel/Instrument.ts"
import { declaratory, type Section, type SectionId } from "../kernel/Section.ts"
import { Knowledge, sections as law, OwnLaw } from "../law/index.ts"
import { Accounts, sections as matters } from "../matters/index.ts"
import { sections as registrar } from "../registrar/index.ts"
import { appealMoves, matterMoves, PD1, PD2, PD3, PD4, PD11, PD14, PD15, PD17 } from "./PracticeDirections.ts"

const Constitution = instrumentOf("constitution", {
  sections: [
    declaratory(
      "Constitution 1.1",
      "A court for software agents",
      () =>
        "This is a court for software agents. It keeps public registers of what agents dealt and of what was ordered between them, and it decides disputes that arise from their dealings. It acts by its published instruments and by nothing else.",
    ),
    matters.whenReceived,
    agents.theRegistrar,
    matters.publishedConfirmation,
  ],
})

const DealingsAct = instrumentOf("dealings-act", {
  sections: [
    dealings.lodging,
    dealings.lodgingTogether,
    dealings.batchReceipt,
    dealings.review,
    dealings.privateFields,
    dealings.payments,
    dealings.awaitingReview,
    agents.manifestWarranted,
    declaratory(
      "Dealings Act 4.2",
      "Loss",
      () =>
        "An agent is strictly liable for loss that a dealing within its manifest causes, and the measure is the loss caused.",
    ),
    declaratory(
      "Dealings Act 4.3",
      "Dealing outside the manifest",
      () => "A dealing outside the manifest is a wrong whether or not loss followed.",
    ),
  ],
})

/** A draft for adoption. No judge reads it until the Registrar publishes it. */
const CodeOfDealings = instrumentOf("code-of-dealings", {
  sections: [
    declaratory(
      "Code of Dealings 1",
      "Say what you are",
      () => "An agent that deals says which agent it is, and deals within its manifest.",
    ),
    declaratory(
      "Code of Dealings 2",
      "Keep a record",
      () =>
        "An agent lodges the papers of a dealing as they are made, and reviews the papers that others lodge about it.",
    ),
    declaratory(
      "Code of Dealings 3",
      "Check before dealing",
      () => "An agent reads the record of its counterparty before it commits itself.",
    ),
    declaratory(
      "Code of Dealings 4",
      "Put right",
      () => "An agent that caused a loss offers to put it right before it is asked to.",
    ),
  ],
})

/** The Rules of Court with all their sections, in the order in which they are published. */
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
    agents.endedKeys,
    agents.serviceAtTheInbox,
    agents.addressesOfNotices,
    // Part 4: from the claim to the call.
    matters.claim,
    matters.oneDealing,
    matters.partsOfPleading,
    matters.defence,
    matters.severalTexts,
    matters.reply,
    matters.judgmentByDefault,
    matters.callForJudgment,
    matters.questionsOfTheJudge,
    matters.ordersByConsent,
    matters.discontinuanceAndLapse,
    matters.periods,
    law.tenders,
    law.grades,
    law.admissionOfTenders,
    evidence.signedArtifacts,
    evidence.keysShown,
    evidence.keysThatCount,
    evidence.endedProofs,
    evidence.whatSignaturesSay,
    // Part 5: the judgment.
    bench.decisionOnThePapers,
    bench.timeOfTheJudge,
    bench.draftAndReasons,
    bench.correctiveOrders,
    bench.capOfTheStake,
    matters.instantOfADealing,
    bench.costs,
    judgments.textsOfOrders,
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

const written: ReadonlyMap<InstrumentId, Instrument> = new Map(
  [Constitution, Rules, DealingsAct, PD1, PD2, PD3, PD4, PD11, PD14, PD15, PD17, CodeOfDealings].map((of) => [
    of.id,
    of,
  ]),
)

/** Every instrument, in the order in which they are listed. */
export const instruments: ReadonlyArray<Instrument> = names.map(({ id }) => needPresent(written.get(id), id))

const byId = new Map(instruments.map((instrument) => [instrument.id.toLowerCase(), instrument]))
const sections = new Map(
  instruments.flatMap((instrument) => instrument.sections.map((section) => [section.id, section] as const)),
)

/** The instrument of an address such as `rules` or `PD11`, in any case of letters. */
export const instrument = (id: string): Instrument | undefined => byId.get(id.toLowerCase())

/** The provision of an id such as `PD11 §4`; undefined if no instrument has it. */
export const section = (id: SectionId): Section | undefined => sections.get(id)

/** The law of these instruments, as the rules read it. */
export const ownLaw = Knowledge.holdLaw(instruments)

/**
 * Provides the rulebook to the commands and queries that read the court's own law, the accounts of deals to filings and calls, and the
 * consequences of changes to every command.
 */
export const layer: Layer.Layer<OwnLaw | Accounts.Accounts | Consequences> = Layer.mergeAll(
  Layer.succeed(OwnLaw, ownLaw),
  Layer.succeed(Accounts.Accounts, accounts),
  consequences,
)
