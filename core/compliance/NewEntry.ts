/** The maker of an entry for a program that asks the rules about it: a few members are given, and the others are as at delivery. */
import { type Agent, Standing } from "../agents/index.ts"
import type { Party } from "../kernel/Actor.ts"
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
import { hours, type Instant } from "../kernel/Time.ts"
import type { Entry } from "./Entry.ts"
import { hasOneOperator, openEntry } from "./Judged.ts"

/** The members of an entry that a maker is given. Every other member of the record may be given too, and then stands as it is. */
export interface EntryGiven extends Partial<Omit<Entry, "bound" | "favoured" | "citation" | "deliveredAt">> {
  readonly citation: string
  /** When the judgment was delivered, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly deliveredAt: Instant
  /** The party that the order binds: a handle, or the record of a party. */
  readonly bound: string | Agent.Bound
  /** The party that the order favours: a handle, or the record of a party. */
  readonly favoured: string | Party
}

const party = (value: unknown) =>
  typeof value === "string" ? text(value) : record(value) === null ? null : "must be a handle or a party"

const forms = {
  id: text,
  citation: text,
  n: whole,
  matterId: text,
  filedAt: instant,
  type: oneOf(["pay", "perform", "refrain"]),
  bound: party,
  favoured: party,
  sameOperator: flag,
  amountCents: nullOr(whole),
  currency: text,
  hours: whole,
  deliveredAt: instant,
  dueAt: instant,
  status: oneOf(Standing.entryStatuses),
  window: nullOr(record),
  suspendedSince: nullOr(instant),
  tolled: list,
  performedAt: nullOr(instant),
  silent: flag,
  attestation: nullOr(record),
  dispute: nullOr(record),
  began: nullOr(oneOf(Standing.entryStatuses)),
  boundDisputed: flag,
  decision: nullOr(record),
  corrected: flag,
  address: nullOr(record),
  addressChanges: whole,
  adjustments: list,
  finality: record,
} as const satisfies { readonly [M in keyof Entry]-?: Forms[string] }

const partyOf = <P extends Party>(given: string | P): P | Agent.Bound =>
  typeof given === "string" ? { id: given, handle: given, operatorId: null } : given

/**
 * An entry of the Register as its judgment opens it, with what is given in place of that. An order is to pay if it has a sum. Throws
 * `UnfitValues`, which names every value that does not fit.
 */
export const entry = (given: EntryGiven): Entry => {
  checkGiven("entry", given, forms, ["citation", "deliveredAt", "bound", "favoured"])
  const { citation, deliveredAt, amountCents = null, n = 1 } = given
  const bound = partyOf(given.bound)
  const favoured = partyOf(given.favoured)
  const opened = openEntry(
    {
      citation,
      matterId: citation,
      filedAt: deliveredAt,
      deliveredAt,
      currency: defaultCurrency,
      finality: { status: "open to appeal", until: deliveredAt + hours(bounds.appealNoticeHours) },
    },
    {
      n,
      kind: given.type ?? (amountCents === null ? "perform" : "pay"),
      against: bound,
      inFavourOf: favoured,
      sameOperator: hasOneOperator({ against: bound, inFavourOf: favoured }),
      amountCents,
      hours: given.hours ?? bounds.orderHoursDefault,
    },
    `${citation} ${n}`,
  )
  return { ...opened, ...given, bound, favoured }
}
