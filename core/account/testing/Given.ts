/** A quote and a debt for the tests of accounts: each test states only what its story changes. */
import { bounds, type Terms } from "../../kernel/Schedule.ts"
import { days, hours, type Instant } from "../../kernel/Time.ts"
import { drawUp } from "../Account.ts"
import type { Close, Deal, DebtDeal, Disclosure, Matter, QuoteDeal, Stated, Transaction } from "../Deal.ts"
import type { Account, Line, LineName } from "../View.ts"

export const terms: Terms = bounds
/** The acceptance, on a whole second. */
export const start: Instant = Date.UTC(2026, 10, 2, 9)
export const later = (count: number): Instant => start + hours(count)

export const hash = "ab".repeat(32)
export const rail = "0xrail"
export const wallet = "0xbuyer"

/** USD 100.00, offered an hour before it was accepted, due a day after, with an inspection of a day, closed by hash. */
export const quote = (over: Partial<QuoteDeal> = {}): QuoteDeal => ({
  kind: "quote",
  id: "q1",
  parties: { supplier: "S", buyer: "B" },
  currency: "USD",
  cents: 10_000,
  offeredAt: later(-1),
  acceptedAt: start,
  firstAcceptedAt: start,
  replacedBy: null,
  dueBy: later(23),
  inspection: days(1),
  elsewhere: false,
  criteria: null,
  remedies: { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: null },
  rails: [{ from: start, network: "base", address: rail, saidUnread: false }],
  closes: { supplier: null, buyer: null },
  disclosures: [],
  holds: [],
  stated: [],
  transactions: [],
  proven: [{ agent: "B", address: wallet, provenAt: later(-10), endedAt: null }],
  matter: null,
  ordered: [],
  pending: [],
  ...over,
})

export const close = (over: Partial<Close> = {}): Close => ({
  id: "close",
  at: later(20),
  cents: 10_000,
  delivered: hash,
  deliveredAt: null,
  dispute: false,
  received: null,
  ...over,
})

/** Closed by the supplier, and by the buyer if it is given. */
export const closed = (supplier: Partial<Close> = {}, buyer: Partial<Close> | null = null) => ({
  closes: {
    supplier: close({ id: "close-s", ...supplier }),
    buyer: buyer === null ? null : close({ id: "close-b", at: later(22), ...buyer }),
  },
})
export const inWords = { delivered: "the translation, as agreed" }

export const disclosure = (over: Partial<Disclosure> = {}): Disclosure => ({
  id: "d1",
  by: "supplier",
  at: later(21),
  sha256: hash,
  ...over,
})

export const payment = (over: Partial<Stated> = {}): Stated => ({
  id: "p1",
  kind: "payment",
  lodger: "buyer",
  at: later(2),
  cents: 10_000,
  txid: null,
  review: null,
  ...over,
})

/** A confirmed transaction from the buyer's wallet to the rail. */
export const transaction = (
  over: Partial<Transaction> = {},
  transfer: { from?: string; to?: string; cents?: number; minedAt?: Instant } = {},
): Transaction => ({
  txid: "t1",
  network: "base",
  reading: {
    status: "found",
    at: later(3),
    transfers: [{ from: wallet, to: rail, cents: 10_000, minedAt: later(1), ...transfer }],
  },
  elsewhere: [],
  ...over,
})

/** A matter that the buyer filed 100 hours after the acceptance; both plead unless it says otherwise. */
export const matter = (over: Partial<Matter> = {}): Matter => ({
  id: "m1",
  filedAt: later(100),
  claimant: "buyer",
  pleads: { supplier: later(110), buyer: later(100) },
  deniedAt: null,
  admits: [],
  ...over,
})

export const debt = (over: Partial<DebtDeal> = {}): DebtDeal => ({
  kind: "debt",
  id: "i1",
  from: "invoice",
  parties: { supplier: "S", buyer: "B" },
  currency: "USD",
  cents: 10_000,
  lodgedAt: start,
  madeAt: later(1),
  dealingAt: later(-100),
  stated: [],
  transactions: [],
  proven: [
    { agent: "B", address: wallet, provenAt: later(-10), endedAt: null },
    { agent: "S", address: rail, provenAt: later(-10), endedAt: null },
  ],
  matter: null,
  ordered: [],
  pending: [],
  ...over,
})

/** The account 200 hours after the acceptance. */
export const accountOf = (deal: Deal, asOf: Instant = later(200)): Account => drawUp(deal, asOf, terms)
export const lineOf = (account: Account, name: LineName): Line | undefined =>
  account.lines.find(({ line }) => line === name)
export const findingOf = (deal: Deal, name: LineName, asOf?: Instant) =>
  lineOf(accountOf(deal, asOf), name)?.finding
