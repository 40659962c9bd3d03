/**
 * Every figure of the court: limits, windows, fees, tariff. Each has its section, its unit at the end of its name, and a value from a
 * date. No other file states such a figure; the texts of the rulebook are rendered from these.
 */
import { Record } from "effect"
import { needPresent } from "./Defect.ts"
import type { SectionId } from "./Section.ts"
import { formatNullable, type Instant } from "./Time.ts"

interface Figure {
  readonly section: SectionId
  /** Values by the instant from which each is in force, oldest first. */
  readonly values: ReadonlyArray<readonly [from: Instant, value: number]>
}

const always = (section: SectionId, value: number): Figure => ({ section, values: [[0, value]] })

const figures = {
  // Agents and operators
  operatorAgentsMax: always("PD3 §1", 5),
  capabilitiesMax: always("Rule 2.1", 50),
  capabilityCharsMax: always("Rule 2.1", 300),
  authorityCharsMax: always("Rule 2.1", 2000),
  manifestLimitsCharsMax: always("Rule 2.1", 2000),
  manifestBytesMax: always("Rule 2.1", 48_000),
  amendmentsPerDay: always("Rule 2.1", 20),
  keyOverlapHours: always("Rule 2.6", 24),
  urlCharsMax: always("Rule 2.7", 2048),
  emailCharsMax: always("Rule 2.7", 254),
  operatorNameCharsMax: always("Rule 2.1", 200),
  approvalDays: always("PD3 §2", 14),
  operatorMoveHours: always("PD3 §2A", 24),
  acceptanceDays: always("PD3 §2A", 14),
  proofMinutes: always("PD3 §4", 10),
  proofChallengesMax: always("PD3 §4", 5),
  proofsPerDay: always("PD3 §4B", 20),
  provenKeysMax: always("PD3 §4B", 20),
  keyProofsMax: always("PD3 §4B", 20),
  keyNameCharsMax: always("PD3 §4B", 400),
  keyDocumentBytesMax: always("PD3 §4A", 65_536),
  keyDocumentSeconds: always("PD3 §4A", 5),
  addressMailsPerDay: always("Rule 2.7A", 50),
  hostChallengesPerDay: always("Rule 2.7A", 50),
  amendmentLeadMinutes: always("Rule 8.1", 1),
  versionCharsMax: always("Rule 8.1", 20),
  reasonsCharsMax: always("Constitution 2.1", 4000),
  receiptHours: always("Rule 2.6", 24),
  // Register of Dealings
  dealingLabelCharsMax: always("Dealings Act 1.1", 200),
  dealingCounterpartyCharsMax: always("Dealings Act 1.1", 120),
  dealingRefCharsMax: always("Dealings Act 1.1", 200),
  dealingsTogetherMax: always("Dealings Act 1.1A", 1_000),
  reviewNoteCharsMax: always("Dealings Act 1.2", 2000),
  dealingValueCentsMax: always("Dealings Act 1.1", 1_000_000_000),
  paymentsMax: always("Dealings Act 1.4", 20),
  statedTransactionDays: always("Dealings Act 1.4", 30),
  statedTransfersMax: always("Dealings Act 1.4", 100),
  awaitingCountedMax: always("Dealings Act 1.5", 200),
  awaitingNamedMax: always("Dealings Act 1.5", 5),
  // Matters
  openMattersMax: always("PD1 §2", 3),
  claimsMax: always("PD1 §2", 10),
  listCapacityMatters: always("PD1 §5", 100),
  listOperatorPlacesMax: always("PD1 §5", 10),
  listStatedPercent: always("PD1 §5", 50),
  summaryThresholdCents: always("PD1 §9", 50_000),
  pleadingBytesMax: always("PD1 §3", 200 * 1024),
  screenSeconds: always("PD1 §4A", 5),
  screenedAtOnceMax: always("PD1 §4A", 4),
  refusedPapersPerHour: always("PD1 §4A", 20),
  stepHours: always("Rule 4.9", 48),
  callDays: always("Rule 4.8", 30),
  periodHoursMax: always("Rule 4.9", 8760),
  periodReasonsCharsMax: always("Rule 4.9", 2000),
  titleCharsMin: always("Rule 4.1", 5),
  titleCharsMax: always("Rule 4.1", 200),
  matterDealingsMax: always("Rule 4.1", 10),
  dealingYearMin: always("Rule 4.1", 2020),
  evidenceLabelCharsMax: always("Rule 4.2", 200),
  argumentCharsMax: always("Rule 4.2", 20_000),
  consentOffersPerDay: always("Rule 4.7", 10),
  defenceTextsMax: always("Rule 4.3A", 5),
  questionsMax: always("Rule 4.6", 20),
  questionRoundsMax: always("Rule 4.6", 12),
  questionCharsMax: always("Rule 4.6", 2000),
  answerCharsMax: always("Rule 4.6", 20_000),
  // Signed artifacts
  examinedPiecesMax: always("Rule 4.11", 20),
  examinedPieceBytesMax: always("Rule 4.11", 64 * 1024),
  findingsBytesMax: always("Rule 4.11D", 64 * 1024),
  keptDocumentsMax: always("Rule 4.11D", 8),
  keptDocumentsBytesMax: always("Rule 4.11D", 120 * 1024),
  signerAheadMinutes: always("Rule 4.11C", 5),
  // Tenders
  tendersMax: always("Rule 4.10", 10),
  tendersBytesMax: always("Rule 4.10", 60 * 1024),
  tenderTextCharsMax: always("Rule 4.10", 6000),
  citationCharsMin: always("Rule 4.10", 3),
  citationCharsMax: always("Rule 4.10", 300),
  pinpointCharsMax: always("Rule 4.10", 100),
  propositionCharsMin: always("Rule 4.10", 5),
  propositionCharsMax: always("Rule 4.10", 300),
  // Judgments and appeals
  benchDays: always("Rule 5.1A", 14),
  draftTextCharsMax: always("Rule 5.2", 20_000),
  draftPhraseCharsMax: always("Rule 5.2", 500),
  draftPhrasesMax: always("Rule 5.2", 20),
  draftItemsMax: always("Rule 5.2", 40),
  draftAttemptsMax: always("PD17 §1A", 6),
  judgeVersionCharsMax: always("PD17 §1A", 200),
  judgeVersionsShown: always("PD17 §1A", 200),
  findingsMax: always("PD4 §1", 6),
  findingRecordsMax: always("PD15 §11B", 20),
  findingReasonsCharsMax: always("PD15 §11B", 4000),
  panelMembersMax: always("PD15 §11D", 9),
  panelAgreementPercent: always("PD15 §11D", 50),
  orderHoursDefault: always("Rule 5.3", 72),
  orderHoursMax: always("Rule 5.3", 8760),
  orderTextCharsMax: always("Rule 5.3", 2000),
  ordersMax: always("Rule 5.3", 12),
  appealNoticeHours: always("Rule 6.0", 72),
  appealGroundsMax: always("Rule 6.0", 10),
  appealGroundCharsMax: always("Rule 6.0", 2000),
  appealWithdrawalHours: always("PD2 §5A", 2),
  appealPricingHours: always("PD2 §5", 24),
  appealPricingDays: always("PD2 §5", 14),
  appealMarginPercent: always("PD2 §5", 30),
  appealFeesKept: always("PD2 §5", 20),
  appealFeesShown: always("PD2 §5", 3),
  leaveDays: always("Rule 6.1", 14),
  appealDecisionDays: always("Rule 6.3", 30),
  // Compliance
  /** 1 from the instant at which the Register is in force. An order in a matter that was filed before has no entry. */
  registerInForce: always("PD11 §1", 1),
  attestationDisputeHours: always("PD11 §3", 72),
  evidenceCharsMax: always("PD11 §3", 4000),
  statementCharsMax: always("PD11 §5", 2000),
  disputeDays: always("PD11 §5", 14),
  decisionReasonsCharsMax: always("PD11 §6", 2000),
  noticeHours: always("PD11 §4", 72),
  resumedHours: always("PD11 §7", 72),
  honouredReputation: always("PD11 §10", 1),
  unsatisfiedReputation: always("PD11 §10", -3),
  unlodgedQuoteReputation: always("PD4 §2", -1),
  unenrolledHelperReputation: always("PD4 §2", -1),
  engagementNotLodgedReputation: always("PD4 §2", -1),
  dishonestAuthorityReputation: always("PD4 §2", -5),
  behindEntriesMax: always("PD11 §13", 100),
  checkedTogetherMax: always("PD11 §14B", 100),
  checkedMattersMax: always("PD11 §14B", 100),
  lossRunDaysMax: always("PD11 §14C", 3660),
  lossRunRecordsMax: always("PD11 §14C", 260),
  entryAddressesMax: always("PD11 §11", 20),
  bitcoinConfirmations: always("PD11 §11A", 1),
  ethereumConfirmations: always("PD11 §11A", 6),
  baseConfirmations: always("PD11 §11A", 20),
  cardanoConfirmations: always("PD11 §11A", 15),
  // Quotes
  quoteDeliverableCharsMax: always("PD14 §1", 4000),
  quoteFormCharsMax: always("PD14 §1", 400),
  quoteRefCharsMax: always("PD14 §1", 200),
  quoteRevisionsMax: always("PD14 §4", 8),
  railsMax: always("PD14 §3", 20),
  quoteDeliveredCharsMax: always("PD14 §5", 4000),
  inspectionHoursDefault: always("PD14 §6", 24),
  inspectionHoursMin: always("PD14 §6", 1),
  inspectionHoursMax: always("PD14 §6", 8760),
  quoteDisputeCharsMax: always("PD14 §6", 2000),
  /** 1 from the instant at which PD14 1.10, the version that governs terms, is in force. */
  quoteTermsInForce: always("PD14 §7", 0),
  termsCharsMax: always("PD14 §7", 262_144),
  termsBytesMax: always("PD14 §7", 65_536),
  termsReadSeconds: always("PD14 §7", 10),
  inviteNameCharsMax: always("PD14 §8", 120),
  invitationDays: always("PD14 §8", 14),
  operatorInvitationsPerDay: always("PD14 §8", 20),
  addressInvitations: always("PD14 §8", 3),
  /** 1 from the instant from which quotes say what is owed: criteria, a place of delivery and remedies. */
  quoteCriteriaInForce: always("PD14 §10", 1),
  remedyMillionthsMax: always("PD14 §10A", 1_000_000),
  exampleBytesMax: always("PD14 §10", 64 * 1024),
  artifactBytesMax: always("PD14 §11", 256 * 1024),
  disclosuresMax: always("PD14 §11", 4),
  attestationsMax: always("PD14 §12", 20),
  attestationBytesMax: always("PD14 §12", 6 * 1024),
  artifactKeptDays: always("PD14 §13", 30),
  // Accounts
  /** 1 from the instant from which claims and calls are held to PD15, and matters are decided by it. */
  accountsInForce: always("PD15 §2", 1),
  accountWaitHours: always("PD15 §2", 24),
  accountDays: always("PD15 §2", 90),
  accountAfterMatterDays: always("PD15 §2", 14),
  debtDays: always("PD15 §2", 365),
  purchaseDays: always("PD15 §1D", 90),
  offerHours: always("PD15 §1B", 24),
  /** From this status on, a response says that the request failed (RFC 9110). */
  failureStatusMin: always("PD15 §1D", 400),
  discontinuedDays: always("PD15 §2", 30),
  readingsMax: always("PD15 §4A", 20),
  meterUnitsMax: always("PD15 §4A", 100_000_000_000),
  meterUnitCharsMax: always("PD15 §4A", 40),
  meterHours: always("PD15 §4B", 72),
  wholeInspectionHours: always("PD15 §5", 24),
  paymentSilenceHours: always("PD15 §7", 72),
  railAfterHours: always("PD15 §7", 24),
  denialHours: always("PD15 §9", 48),
  // Holds
  holdCapCents: always("PD2 §6A", 50_000),
  holdsMax: always("PD2 §6B", 20),
  holdPartsMax: always("PD2 §6FB", 100),
  holdDecimalsMin: always("PD2 §6C", 2),
  longStopHoursMin: always("PD2 §6C", 48),
  longStopDaysMax: always("PD2 §6C", 180),
  escrowMarginDays: always("PD2 §6C", 8),
  chainAsksPerDay: always("PD2 §6C", 100),
  holdKeptDays: always("PD2 §6DA", 14),
  payoutDelayHours: always("PD2 §6E", 24),
  payoutDays: always("PD2 §6E", 7),
  revocationLeadMinutes: always("PD2 §6G", 5),
  unspentHours: always("PD2 §6I", 72),
  unspentDecisionDays: always("PD2 §6IA", 14),
  // Counsel and advice
  instructionsCharsMax: always("PD2 §2", 20_000),
  modelNameCharsMax: always("PD2 §2", 120),
  retainedMattersMax: always("PD2 §2", 10),
  adviceCharsMax: always("PD2 §3", 50_000),
  draftMinutes: always("PD2 §3", 10),
  failedDraftsPerDay: always("PD2 §3", 10),
  questionOfLawCharsMax: always("Rule 7.3", 2000),
  opinionCharsMax: always("Rule 7.3", 20_000),
  referencesPerDay: always("Rule 7.3", 10),
  backgroundCharsMax: always("Rule 7.3", 20_000),
  // Fees
  freeJudgmentsPerDay: always("PD2 §4", 100),
  magistrateMarginPercent: always("PD2 §4", 10),
  magistrateFeeCentsMax: always("PD2 §4", 50),
  counselMarginPercent: always("PD2 §3", 20),
  appealWorkPerDollar: always("PD2 §6", 5),
  magistrateWorkPerDollar: always("PD2 §6", 2),
  creditCentsMax: always("PD2 §7", 2000),
  // Payment on chain
  invoiceCentsMin: always("PD2 §9", 100),
  invoiceCentsMax: always("PD2 §9", 1_000_000),
  openInvoicesMax: always("PD2 §9", 10),
  rateHours: always("PD2 §9", 24),
  invoiceGraceHours: always("PD2 §9", 24),
  priceMinutes: always("PD2 §9", 10),
  railMinutes: always("PD2 §9", 10),
} as const satisfies { readonly [name: string]: Figure }

/** The name of a figure of the law. Its end says its unit, as in `stakeCents`. */
export type FigureName = keyof typeof figures

/** The figures of the law in force at an instant. Sums are in cents, times in the unit of the name. */
export type Terms = { readonly [Name in FigureName]: number }

/** A value that the Registrar gives a figure from an instant on. */
export interface Amendment {
  readonly name: FigureName
  readonly from: Instant
  readonly value: number
}

/** A version of an instrument that the Registrar has put in force from an instant on. */
export interface DatedVersion {
  readonly instrument: string
  readonly version: string
  readonly inForceFrom: Instant
}

/** The figures and versions of one court by date: the published ones with the amendments of its Registrar. */
export interface Schedule {
  readonly at: (instant: Instant) => Terms
  /** The versions that the Registrar has put in force, of all instruments, in the order of their dates. */
  readonly versions: ReadonlyArray<DatedVersion>
}

const valueAt = (values: Figure["values"], instant: Instant): number => {
  let current = 0
  for (const [from, value] of values) if (from <= instant) current = value
  return current
}

/** A schedule of the published figures and amendments, which may come in any order. Terms are computed once for each span between changes. */
export const make = (
  amendments: ReadonlyArray<Amendment> = [],
  versions: ReadonlyArray<DatedVersion> = [],
): Schedule => {
  const dated = Record.map(figures, ({ values }: Figure, name) =>
    [...values, ...amendments.filter((a) => a.name === name).map((a) => [a.from, a.value] as const)].sort(
      ([a], [b]) => a - b,
    ),
  )
  const changes = [...new Set(Object.values(dated).flatMap((values) => values.map(([from]) => from)))].sort(
    (a, b) => a - b,
  )
  const spans = changes.map((from) => ({ from, terms: Record.map(dated, (values) => valueAt(values, from)) }))
  const first = needPresent(spans[0], "the first figure")
  return {
    versions: [...versions].sort((a, b) => a.inForceFrom - b.inForceFrom),
    at: (instant) => {
      let span = first
      for (const next of spans) if (next.from <= instant) span = next
      return span.terms
    },
  }
}

/** The schedule of the law as published: `published.at(instant)` gives its figures. */
export const published: Schedule = make()

/** The published figures, as bounds in the schemas of bodies. */
export const bounds: Terms = published.at(0)

/** The id of the section that states a figure, for refusals and citations. */
export const sectionOf = (name: FigureName): SectionId => figures[name].section

/** A version and the instant from which it is in force; null for the version with which the court began. */
export type VersionView = { readonly version: string; readonly inForceFrom: string | null }

type Dated = { readonly id: string; readonly version: string }

/** The versions of an instrument. The version with which the court began comes first. */
export const versionsOf = ({ versions }: Schedule, { id, version }: Dated): ReadonlyArray<VersionView> => [
  { version, inForceFrom: null },
  ...versions
    .filter((dated) => dated.instrument === id)
    .map((dated) => ({ version: dated.version, inForceFrom: formatNullable(dated.inForceFrom) })),
]

/** The version of an instrument that is in force at an instant. */
export const versionAt = ({ versions }: Schedule, { id, version }: Dated, now: Instant): string =>
  versions.findLast((dated) => dated.instrument === id && dated.inForceFrom <= now)?.version ?? version
