import { Either } from "effect"
import type { Actor } from "../Actor.ts"
import type { Bound } from "../compliance/Entry.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { hours, type Instant } from "../Time.ts"
import { type Account, deadlineOf, type Quote, type QuoteStatus, type Rail } from "./Quote.ts"
import { type ActName, type Move, moveFrom, transitions, type Who } from "./Transitions.ts"

/** A side's account as it states it; the currency only to be compared. */
export type Stated = Omit<Account, "at"> & { readonly currency: string }

/** An act on a quote, and what it states. `who` is every part that the actor has in the quote. */
export type QuoteAct = { readonly who: ReadonlyArray<Who> } & (
  | { readonly act: "decline" | "withdraw" | "pass" }
  /** `acceptance`: the entry of the Register of Dealings that shows it. */
  | { readonly act: "accept"; readonly acceptance: string | null }
  | { readonly act: "answer"; readonly party: typeof Bound.Type }
  | { readonly act: "replace"; readonly by: string }
  | { readonly act: "close" | "countersign"; readonly account: Stated }
  /** `rail` is null where the one given can't be read. */
  | { readonly act: "rail"; readonly rail: Omit<Rail, "at"> | null }
)

/** A quote after a move: what it was, what it is, when it moved. */
export interface Moved {
  readonly act: ActName
  readonly move: Move
  readonly before: Quote
  readonly quote: Quote
  readonly at: Instant
}

/** The parts that an actor has in a quote: none for a stranger. An operator acts through the agent that supplies (its Clerk). */
export const partsOf = rule(
  ["PD14 §2", "PD1 §1"],
  ({ supplier, buyer }: Quote, actor: Actor): ReadonlyArray<Who> => {
    if (actor.role === "scheduler") return ["clock"]
    if (actor.role === "clerk")
      return buyer.kind === "operator" && actor.operatorId === supplier.operatorId ? ["buyer"] : []
    if (actor.role !== "agent") return []
    if (actor.id === supplier.id) {
      if (buyer.kind === "operator") return ["supplier", "buyer"]
      return buyer.kind === "person" ? ["supplier", "lodger"] : ["supplier"]
    }
    return actor.id === buyer.party?.id ? ["buyer"] : []
  },
)

/** Whether time has moved a quote by `now`: it lapses at `dueBy`, and the inspection closes at its instant. */
export const isDue = (quote: Quote, now: Instant): boolean => {
  const at = deadlineOf(quote)
  return at !== null && now >= at
}

/** The buyer settles by stating the price that the supplier charged, and nothing that differs. */
export const agrees = rule(
  ["PD14 §6"],
  (close: Account | null, account: Stated): boolean =>
    account.dispute === null && close?.priceChargedCents === account.priceChargedCents,
)

const statusAfter = (quote: Quote, act: QuoteAct, { to }: Move): QuoteStatus => {
  if (to === "same") return quote.status
  if (to !== "found") return to
  return act.act === "countersign" && agrees(quote.close, act.account) ? "settled" : "disputed"
}

const accountOf = ({ currency: _, ...account }: Stated, at: Instant): Account => ({ ...account, at })

/** What an act adds to the quote, beside its status. */
const stated = (quote: Quote, act: QuoteAct, now: Instant): Partial<Quote> => {
  switch (act.act) {
    case "accept":
      return { acceptedAt: now, acceptance: act.acceptance }
    case "answer":
      return {
        buyer: { ...quote.buyer, party: act.party },
        invitation: quote.invitation && { ...quote.invitation, answeredAt: now },
      }
    case "replace":
      return { replacedBy: act.by }
    case "close":
      return {
        close: accountOf(act.account, now),
        inspection: { opensAt: now, closesAt: now + hours(quote.inspectionHours) },
      }
    case "countersign":
      return { countersign: accountOf(act.account, now) }
    case "rail":
      return { rail: act.rail === null ? quote.rail : { ...act.rail, at: now } }
    default:
      return {}
  }
}

const ended: ReadonlyArray<QuoteStatus> = [
  "declined",
  "lapsed",
  "withdrawn",
  "replaced",
  "settled",
  "disputed",
]

/** What an act states must fit the quote. */
const objection = (quote: Quote, act: QuoteAct, now: Instant): Refusal | null => {
  switch (act.act) {
    case "accept":
      return quote.buyer.kind === "person" && act.acceptance === null
        ? refusal("acceptance_wanted", {})
        : null
    case "rail":
      return act.rail === null ? refusal("rail_unreadable", {}) : null
    case "close":
    case "countersign": {
      const { currency, deliveredAt, dispute } = act.account
      if (currency !== quote.currency) return refusal("currency_differs", { currency: quote.currency })
      if ((deliveredAt ?? now) > now) return refusal("delivered_ahead", {})
      return act.act === "close" && dispute !== null ? refusal("dispute_not_wanted", {}) : null
    }
    case "pass":
      return isDue(quote, now) ? null : refusal("quote_state", { status: quote.status, act: act.act })
    default:
      return null
  }
}

/**
 * One move of a quote by the table, or the refusal that the table names. It does not look whether a time has passed:
 * `perform` does. Somebody without a part is no party; a party without the part wanted is told whose act it is.
 */
export const transition = rule(
  ["PD14 §2", "PD14 §3", "PD14 §4", "PD14 §5", "PD14 §6", "PD14 §9"],
  (quote: Quote, act: QuoteAct, now: Instant): Either.Either<Moved, Refusal> => {
    const { who, stranger } = transitions[act.act]
    const allowed: ReadonlyArray<Who> = who
    if (act.who.length === 0) return Either.left(refusal("not_a_party", {}))
    if (!act.who.some((part) => allowed.includes(part))) return Either.left(refusal(stranger, {}))
    const move = moveFrom(act.act, quote.status)
    if (move === undefined) return Either.left(refusal("quote_state", { status: quote.status, act: act.act }))
    const objected = objection(quote, act, now)
    if (objected !== null) return Either.left(objected)
    const at = act.act === "pass" ? (deadlineOf(quote) ?? now) : now
    const status = statusAfter(quote, act, move)
    const after: Quote = {
      ...quote,
      ...stated(quote, act, now),
      status,
      endedAt: quote.endedAt ?? (ended.includes(status) ? at : null),
    }
    return Either.right({ act: act.act, move, before: quote, quote: after, at })
  },
)

/** What time has done to a quote by `now`, whether or not a scheduler has run; null where nothing is due. */
export const passing = rule(["PD14 §4", "PD14 §6"], (quote: Quote, now: Instant): Moved | null =>
  isDue(quote, now) ? Either.getOrNull(transition(quote, { act: "pass", who: ["clock"] }, now)) : null,
)

/** An act as the court receives it: what time has done comes first, then the act is judged on what is left. All moves, in order. */
export const perform = rule(
  ["PD14 §4", "PD14 §6"],
  (quote: Quote, act: QuoteAct, now: Instant): Either.Either<ReadonlyArray<Moved>, Refusal> => {
    const passed = passing(quote, now)
    return Either.map(transition(passed?.quote ?? quote, act, now), (moved) =>
      passed === null ? [moved] : [passed, moved],
    )
  },
)
