/** The matters of the bench: the records of a deal, what the sides say of it, and the deal as it is once its open line is found. */
import type { Deal } from "../../core/account/index.ts"
import { days, hours, type Instant } from "../../core/kernel/Time.ts"

/** How a matter is told: the handles of the sides, and the words of a sum. */
export interface Voice {
  readonly supplier: string
  readonly buyer: string
  readonly money: (cents: number) => string
}
type Says = (voice: Voice) => string

/** A paper beside a fact, and who lodged and confirmed its hash in the Register of Dealings. */
export interface Paper {
  readonly label: string
  readonly content: Says
  readonly lodgedBy: ReadonlyArray<Deal.Side>
  readonly confirmedBy: ReadonlyArray<Deal.Side>
}

export interface Said {
  readonly by: Deal.Side
  readonly says: Says
  readonly paper?: Paper
}

/** A matter with a known answer. Instants of its deal lie before it is filed. */
export interface BenchMatter {
  readonly id: string
  readonly story: string
  /** The deal as its records show it to the judge, before a matter is filed on it. */
  readonly deal: Deal.Deal
  /** The deal as the papers prove it; null if the account of the records decides all. */
  readonly proven: Deal.Deal | null
  readonly claimant: Deal.Side
  readonly askedCents: number
  readonly defended: boolean
  /** The part of the claim that the other side admits, in cents; 0 if it admits nothing. */
  readonly admittedCents: number
  readonly said: ReadonlyArray<Said>
  /** The answer as a person computed it, for matters made by hand. */
  readonly byHand?: number
}

export const accepted: Instant = Date.UTC(2026, 10, 2, 9)
export const later = (count: number): Instant => accepted + hours(count)
/** When every matter is filed, and when it is called. */
export const filedAt: Instant = later(100)
export const calledAt: Instant = later(200)
export const hash = "5e".repeat(32)

const common = {
  parties: { supplier: "agent-supplier", buyer: "agent-buyer" },
  currency: "USD",
  stated: [],
  transactions: [],
  proven: [],
  matter: null,
  ordered: [],
  pending: [],
} as const

/** A quote that was accepted, is due a day later, and has a day of inspection. */
export const quoteOf = (cents: number, changes: Partial<Deal.QuoteDeal> = {}): Deal.QuoteDeal => ({
  ...common,
  kind: "quote",
  id: "quote-1",
  cents,
  offeredAt: later(-1),
  acceptedAt: accepted,
  firstAcceptedAt: accepted,
  replacedBy: null,
  dueBy: later(23),
  inspection: days(1),
  elsewhere: false,
  criteria: null,
  remedies: { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: null },
  rails: [{ from: accepted, network: "base", address: "0xrail", saidUnread: true }],
  closes: { supplier: null, buyer: null },
  disclosures: [],
  holds: [],
  ...changes,
})

export const debtOf = (cents: number, changes: Partial<Deal.DebtDeal> = {}): Deal.DebtDeal => ({
  ...common,
  kind: "debt",
  id: "entry-1",
  from: "invoice",
  cents,
  lodgedAt: accepted,
  madeAt: later(1),
  dealingAt: later(-100),
  ...changes,
})

export const closeOf = (
  by: Deal.Side,
  cents: number,
  after: number,
  changes: Partial<Deal.Close> = {},
): Deal.Close => ({
  id: `close-${by}`,
  at: later(after),
  cents,
  delivered: hash,
  deliveredAt: null,
  dispute: false,
  received: null,
  ...changes,
})

/** The bytes that the supplier's close names, disclosed after 30 hours. */
export const disclosed = [{ id: "disclosure-1", by: "supplier", at: later(30), sha256: hash }] as const

/** A payment, or a refund, that its payee recorded: neither side could have written it alone for itself. */
export const receivedPayment = (
  cents: number,
  kind: Deal.Stated["kind"] = "payment",
  changes: Partial<Deal.Stated> = {},
): Deal.Stated => ({
  id: `${kind}-1`,
  kind,
  lodger: kind === "payment" ? "supplier" : "buyer",
  at: later(40),
  cents,
  txid: null,
  review: null,
  ...changes,
})
