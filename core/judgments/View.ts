/** Judgments and their dispositions as they leave the court. All of it is public (PD17 §1). */

import type { Seal } from "../Notary.ts"
import { rule } from "../Rule.ts"
import { enforced } from "../rulebook/Section.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { publicOrder } from "./Compose.ts"
import { courts, type FinalityStatus, finalityAt, type Judgment, type Order, register } from "./Judgment.ts"
import { howToVerify, isIntact, type NotaryDocument, verifyJudgment } from "./Verify.ts"

/** A judgment with the words under seal and the seal. */
export interface Sealed {
  readonly judgment: Judgment
  readonly payload: string
  readonly seal: Seal
}

/** Live marks: they stand outside the seal and may change (PD17 §2). */
type Marks = {
  readonly finality: FinalityStatus
  /** When the time to appeal ends; null once it has. */
  readonly openUntil: string | null
  readonly marks: Judgment["marks"]
}

export const liveMarks = enforced(
  "PD17 §2",
  "Live marks",
  () =>
    "What becomes of a judgment after delivery is read live from its record and its disposition, which is signed once the judgment is final.",
)

export const marksAt = rule(
  ["PD17 §2", "Rule 5.6"],
  ({ finality, marks }: Pick<Judgment, "finality" | "marks">, now: Instant): Marks => {
    const status = finalityAt(finality, now)
    return {
      finality: status,
      openUntil: status === "open to appeal" ? formatNullable(finality.until) : null,
      marks,
    }
  },
)

export type JudgmentRecord = Marks & {
  readonly court: string
  readonly register: string
  readonly citation: string
  /** To be used byte for byte. */
  readonly payload: string
  readonly sealed: boolean
  readonly algorithm: string
  readonly publicKey: string
  readonly signature: string
  readonly sha256: string
  readonly sealedAt: string
  /** The seal was made with the delivery. */
  readonly atDelivery: boolean
  /** The payload kept is the payload that was sealed. */
  readonly intact: boolean
  /** The seal verifies under a key of this court, and what it seals is this judgment. */
  readonly verified: boolean
  readonly key: string
  readonly judgment: string
  readonly page: string
  readonly verify: ReadonlyArray<string>
}

/** Where a judgment and the court's keys are served, under the address of this court (without a slash at its end). */
const addressesOf = (baseUrl: string, citation: string) => ({
  key: `${baseUrl}/.well-known/notary.json`,
  judgment: `${baseUrl}/api/v1/judgments/${encodeURIComponent(citation)}`,
  page: `${baseUrl}/judgments/${encodeURIComponent(citation)}`,
})

export const whatIsPublished = enforced(
  "PD17 §1",
  "What is published",
  () =>
    "The docket, the judgments with their dispositions, the registers and the journal are public. The journal holds every act on which a public register rests, in order, and nothing that the public may not read; whoever folds it computes every label and reputation again.",
)

/** The judgment record as served: the payload as kept, its seal checked now, its live marks at `now`, and how to check it oneself. */
export const judgmentRecord = rule(
  ["Rule 5.4", "PD17 §1", "PD17 §2"],
  (
    { judgment, payload, seal }: Sealed,
    notary: NotaryDocument,
    baseUrl: string,
    now: Instant,
  ): JudgmentRecord => {
    const { citation, series } = judgment
    const { algorithm, publicKey, signature, sha256 } = seal
    const sealed = { payload, algorithm, publicKey, signature, sha256 }
    const served = { court: courts[series], register, citation, ...sealed }
    const addresses = addressesOf(baseUrl, citation)
    return {
      ...served,
      sealedAt: format(seal.sealedAt),
      sealed: true,
      atDelivery: seal.sealedAt === judgment.deliveredAt,
      intact: isIntact(payload, judgment.payloadSha256) && judgment.payloadSha256 === sha256,
      verified: verifyJudgment(served, notary, citation).valid,
      ...addresses,
      verify: howToVerify(served, addresses),
      ...marksAt(judgment, now),
    }
  },
)

export type JudgmentItem = Marks & {
  readonly citation: string
  readonly court: string
  readonly title: string
  readonly matterId: string
  readonly deliveredAt: string
  readonly claimant: string
  readonly respondent: string
  readonly respondentBound: boolean
  readonly basis: Judgment["basis"]
  readonly catchwords: ReadonlyArray<string>
  readonly areas: ReadonlyArray<string>
  readonly payloadSha256: string
}

/** A judgment as a line of the listing. */
export const judgmentItem = (judgment: Judgment, now: Instant): JudgmentItem => ({
  citation: judgment.citation,
  court: courts[judgment.series],
  title: judgment.title,
  matterId: judgment.matterId,
  deliveredAt: format(judgment.deliveredAt),
  claimant: judgment.claimant.handle,
  respondent: judgment.respondent.handle,
  respondentBound: judgment.respondentBound,
  basis: judgment.basis,
  catchwords: judgment.catchwords,
  areas: judgment.areas,
  payloadSha256: judgment.payloadSha256,
  ...marksAt(judgment, now),
})

/** What an escrow reads of a judgment, as it is before it is signed. */
export type Disposition = {
  readonly schema: "cp.disposition/1"
  readonly citation: string
  readonly matterId: string
  readonly orders: ReadonlyArray<DispositionOrder>
  readonly finality: FinalityStatus
  readonly asOf: string
  readonly payloadSha256: string
}

export type DispositionOrder = ReturnType<typeof publicOrder> & {
  readonly n: number
  readonly currency: string
  readonly hours: number
}

const dispositionOrder = (order: Order, currency: string): DispositionOrder => ({
  n: order.n,
  ...publicOrder(order),
  currency,
  hours: order.hours,
})

/** The disposition of a judgment at an instant. */
export const disposition = rule(
  ["PD17 §1", "Rule 5.6"],
  (judgment: Judgment, now: Instant): Disposition => ({
    schema: "cp.disposition/1",
    citation: judgment.citation,
    matterId: judgment.matterId,
    orders: judgment.orders.map((order) => dispositionOrder(order, judgment.currency)),
    finality: finalityAt(judgment.finality, now),
    asOf: format(now),
    payloadSha256: judgment.payloadSha256,
  }),
)

/** Whether the court signs it: once the judgment is final, and no longer where it came to be vacated or superseded. */
export const isSigned = rule(
  ["PD17 §1", "Rule 5.6"],
  ({ finality }: Disposition): boolean => finality === "final",
)
