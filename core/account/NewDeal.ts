/** Makers of the facts of a deal, for a program that draws up accounts: what nobody recorded may be left out. */
import {
  checkGiven,
  type Forms,
  flag,
  instant,
  list,
  nullOr,
  oneOf,
  record,
  text,
  whole,
} from "../kernel/Given.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import type { DebtDeal, QuoteDeal } from "./Deal.ts"

/** The members of a quote that its maker must be given. */
type OfQuote = "id" | "parties" | "cents" | "offeredAt" | "acceptedAt" | "dueBy"
/** The members of a debt that its maker must be given. */
type OfDebt = "id" | "parties" | "cents" | "from" | "madeAt"

/** The facts of an accepted quote: its parties, price and times, and whatever was recorded since. */
export type QuoteGiven = Pick<QuoteDeal, OfQuote> & Partial<Omit<QuoteDeal, OfQuote | "kind">>
/** The facts of a debt: its parties, sum and time, and whatever was recorded since. */
export type DebtGiven = Pick<DebtDeal, OfDebt> & Partial<Omit<DebtDeal, OfDebt | "kind">>

const common = {
  id: text,
  parties: record,
  cents: whole,
  currency: text,
  stated: list,
  transactions: list,
  proven: list,
  matter: nullOr(record),
  ordered: list,
  pending: list,
} as const
const ofQuote = {
  ...common,
  offeredAt: instant,
  acceptedAt: instant,
  firstAcceptedAt: instant,
  replacedBy: nullOr(text),
  dueBy: instant,
  inspection: whole,
  elsewhere: flag,
  criteria: nullOr(record),
  remedies: record,
  rails: list,
  closes: record,
  disclosures: list,
  holds: list,
  signed: list,
} as const satisfies { readonly [M in Exclude<keyof QuoteDeal, "kind">]: Forms[string] }
const ofDebt = {
  ...common,
  from: oneOf(["invoice", "refund", "purchase"]),
  lodgedAt: instant,
  madeAt: instant,
  dealingAt: instant,
  purchase: record,
} as const satisfies { readonly [M in Exclude<keyof DebtDeal, "kind">]: Forms[string] }

/** The facts of a deal on which nobody has recorded anything. */
const unrecorded = {
  currency: defaultCurrency,
  stated: [],
  transactions: [],
  proven: [],
  matter: null,
  ordered: [],
  pending: [],
} as const

/** An accepted quote on which nothing else is recorded than what is given. Throws `UnfitValues`, which names every value that does not fit. */
export const quoteDeal = (given: QuoteGiven): QuoteDeal => {
  checkGiven("quoteDeal", given, ofQuote, ["id", "parties", "cents", "offeredAt", "acceptedAt", "dueBy"])
  return {
    ...unrecorded,
    kind: "quote",
    firstAcceptedAt: given.acceptedAt,
    replacedBy: null,
    inspection: hours(bounds.inspectionHoursDefault),
    elsewhere: false,
    criteria: null,
    remedies: { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: null },
    rails: [],
    closes: { supplier: null, buyer: null },
    disclosures: [],
    holds: [],
    ...given,
  }
}

/** A debt of the Register of Dealings, due when it was made. Throws `UnfitValues`, which names every value that does not fit. */
export const debtDeal = (given: DebtGiven): DebtDeal => {
  checkGiven("debtDeal", given, ofDebt, ["id", "parties", "cents", "from", "madeAt"])
  return { ...unrecorded, kind: "debt", lodgedAt: given.madeAt, dealingAt: given.madeAt, ...given }
}
