/** What of a matter, its papers and the docket stands in answers. */
import { Schema } from "effect"
import { Draft } from "../../core/judgments/Draft.ts"
import { MatterStatus } from "../../core/matters/Matter.ts"
import { OrderSought, Pleading } from "../../core/matters/Pleading.ts"
import { TenderOutcome } from "../../core/tenders/Tender.ts"
import { Next, oneOf, orNull, Timestamp, text } from "./Operation.ts"

const Period = Schema.Struct({ step: text, opensAt: Timestamp, closesAt: Timestamp })
const Paper = Schema.Struct({
  bodySha256: text,
  authoritiesSha256: orNull(text),
  filedAt: Timestamp,
  filedBy: text,
}).annotations({ identifier: "Paper" })

const filedTender = {
  id: text,
  by: text,
  step: text,
  citation: text,
  pinpoint: orNull(text),
  grade: Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 0, maximum: 4 } }),
  flags: Schema.Array(text),
  outcome: oneOf(...TenderOutcome.literals),
  admittedAt: orNull(Timestamp),
  dispute: orNull(Schema.Struct({ ground: text, at: Timestamp })),
}
const FiledTender = Schema.Struct(filedTender).annotations({ identifier: "FiledTender" })

const matter = {
  id: text,
  number: Schema.Int,
  title: text,
  valueCents: Schema.Int,
  currency: text,
  dealingAt: Timestamp,
  quoteId: orNull(text),
  dealings: Schema.Array(text),
  claimant: text,
  respondent: text,
  respondentBound: Schema.Boolean,
  counsel: Schema.Struct({ claimant: orNull(text), respondent: orNull(text) }),
  track: oneOf("summary", "ordinary"),
  status: oneOf(...MatterStatus.literals),
  list: orNull(Schema.Int),
  filedAt: Timestamp,
  servedAt: orNull(Timestamp),
  period: orNull(Period),
  claim: orNull(Paper),
  defence: orNull(Paper),
  reply: orNull(Paper),
  tenders: Schema.Array(FiledTender),
  consent: orNull(Schema.Struct({ by: text, offeredAt: Timestamp })),
  call: orNull(Schema.Struct({ by: text, at: Timestamp, default: Schema.Boolean })),
  reservedAt: orNull(Timestamp),
  citation: orNull(text),
  endedAt: orNull(Timestamp),
  /** The appeal that is pending, or was last. */
  appealId: orNull(text),
  next: Schema.Array(Next),
}
export const MatterView = Schema.Struct(matter).annotations({ identifier: "Matter" })
export const MatterReply = Schema.Struct({ matter: MatterView }).annotations({ identifier: "MatterReply" })

const EvidenceView = Schema.Struct({
  label: text,
  kind: text,
  content: text,
  signature: Schema.optional(text),
  sha256: text,
}).annotations({ identifier: "CommittedEvidence" })
const provenance = Schema.Struct({
  source: text,
  url: Schema.optional(text),
  edition: Schema.optional(text),
  language: Schema.optional(text),
  translator: Schema.optional(text),
})
const PleadingView = Schema.Struct({
  ...Pleading.fields,
  rules: Schema.Array(Schema.Struct({ proposition: text, citations: Schema.Array(text) })),
  evidence: Schema.Array(EvidenceView),
  authorities: Schema.Array(
    Schema.Struct({
      ...filedTender,
      proposition: text,
      text: orNull(text),
      provenance: Schema.optional(orNull(provenance)),
      attested: Schema.Boolean,
    }),
  ),
}).annotations({ identifier: "FiledPleading" })
const QuestionView = Schema.Struct({
  n: Schema.Int,
  to: text,
  text,
  answer: orNull(Schema.Struct({ text, evidence: Schema.Array(EvidenceView) })),
})
export const MatterDetail = Schema.Struct({
  ...matter,
  pleadings: Schema.Struct({
    claim: PleadingView,
    defence: orNull(PleadingView),
    reply: orNull(PleadingView),
  }),
  questions: Schema.Array(QuestionView),
  offer: orNull(Schema.Array(OrderSought)),
}).annotations({ identifier: "MatterDetail" })

export const Delivered = Schema.Struct({
  citation: text,
  matterId: text,
  deliveredAt: Timestamp,
}).annotations({
  identifier: "Delivered",
})

export const ProposedDraft = Schema.Struct({
  matterId: text,
  draft: orNull(Draft),
  /** Numbers of its orders that go beyond what was sought: they need reasons in `beyondPrayer`. */
  ordersBeyondPrayer: Schema.Array(Schema.Int),
  /** Who drafted it. */
  line: orNull(text),
  at: orNull(Timestamp),
}).annotations({ identifier: "ProposedDraft" })

export const DocketItem = Schema.Struct({
  id: text,
  number: Schema.Int,
  title: text,
  claimant: text,
  respondent: text,
  valueBand: oneOf("up to USD 500", "USD 500 to 5,000", "over USD 5,000"),
  track: oneOf("summary", "ordinary"),
  status: oneOf(...MatterStatus.literals),
  filedAt: Timestamp,
  servedAt: orNull(Timestamp),
  reservedAt: orNull(Timestamp),
  endedAt: orNull(Timestamp),
  citation: orNull(text),
}).annotations({ identifier: "DocketItem" })

export const FilingEligibility = Schema.Struct({
  confirmed: Schema.Boolean,
  reference: orNull(text),
  since: orNull(Timestamp),
}).annotations({ identifier: "FilingEligibility" })

/** The current list: its places, how many are taken, and how many matters wait. */
export const ListState = Schema.Struct({
  number: Schema.Int,
  capacity: Schema.Int,
  open: Schema.Int,
  queued: Schema.Int,
}).annotations({ identifier: "ListState" })

export const Docket = Schema.Struct({
  filingEligibility: FilingEligibility,
  list: ListState,
  items: Schema.Array(DocketItem),
  nextCursor: orNull(text),
}).annotations({ identifier: "Docket" })
