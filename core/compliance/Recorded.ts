/** What the public journal says of an entry: enough to compute its status, and the label and reputation of the party bound, again. */
import { type Change, event } from "../Change.ts"
import { format, formatNullable } from "../Time.ts"
import { type Entry, subjectOf } from "./Entry.ts"

/** The part of an entry that the registers rest on, as every event carries it. */
const standingOf = (entry: Entry) => ({
  entry: entry.id,
  bound: entry.bound.handle,
  status: entry.status,
  dueAt: format(entry.dueAt),
  window:
    entry.window === null
      ? null
      : {
          kind: entry.window.kind,
          opensAt: format(entry.window.opensAt),
          closesAt: format(entry.window.closesAt),
        },
  suspendedSince: formatNullable(entry.suspendedSince),
})

export const openedEvent = (entry: Entry): Change =>
  event("compliance.opened", subjectOf(entry.id), ["PD11 §2"], {
    ...standingOf(entry),
    act: "open",
    by: "court",
    from: null,
    delta: 0,
    citation: entry.citation,
    n: entry.n,
    matterId: entry.matterId,
    type: entry.type,
    favoured: entry.favoured.handle,
    amountCents: entry.amountCents,
    currency: entry.currency,
    hours: entry.hours,
    deliveredAt: format(entry.deliveredAt),
  })
