/** The moves of a quote (PD14) as one table, from which rules, `next`, passings, notices and the annex of PD14 are made. */

import type { Agent } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { agrees } from "./Law.ts"
import { awaitsDisclosure } from "./Owed.ts"
import * as Quote from "./Quote.ts"

/**
 * Who may move a quote. `lodger`: the supplier, if the buyer is a person whose acceptance it has lodged. `clock`: time. `court`: the
 * acceptance of another quote, or an enrolment. An operator that buys acts through its Clerk, as `buyer`.
 */
export type Part = "supplier" | "buyer" | "lodger" | "clock" | "court"

/** A move to `found` ends as settled if the two accounts agree, otherwise as disputed. Its event is then named after the status. */
const { act, move } = Table.of<Quote.Status, Part, object, "found", "supplier" | "buyer">({})

const both = ["supplier", "buyer"] as const
const delivered = ["closed_by_supplier", "settled", "disputed"] as const
const upheld = ["offered", "accepted", ...delivered] as const

const table = {
  offer: act(["supplier"], "not_supplier", move(["none"], "offered", "offered", ["buyer"], ["PD14 §1"])),
  answer: act(["court"], "invitation_unusable", move(["offered"], "same", "answered", both, ["PD14 §8"])),
  accept: act(
    ["buyer", "lodger"],
    "not_buyer",
    move(["offered"], "accepted", "accepted", ["supplier"], ["PD14 §4", "PD14 §2"]),
  ),
  decline: act(["buyer"], "not_buyer", move(["offered"], "declined", "declined", ["supplier"], ["PD14 §4"])),
  withdraw: act(
    ["supplier"],
    "not_supplier",
    move(["offered"], "withdrawn", "withdrawn", ["buyer"], ["PD14 §4"]),
  ),
  replace: act(
    ["court"],
    "not_supplier",
    move(["offered", "accepted"], "replaced", "replaced", [], ["PD14 §4"]),
  ),
  close: act(
    ["supplier"],
    "not_supplier",
    move(["accepted"], "closed_by_supplier", "closed", ["buyer"], ["PD14 §5", "PD14 §6"]),
  ),
  countersign: act(
    ["buyer"],
    "not_buyer",
    move(["closed_by_supplier"], "found", "countersigned", ["supplier"], ["PD14 §6"]),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["offered"], "lapsed", "lapsed", both, ["PD14 §4"]),
    move(["closed_by_supplier"], "settled", "settled", both, ["PD14 §6"]),
  ),
  disclose: act(both, "not_a_party", move(delivered, "same", "disclosed", both, ["PD14 §11"])),
  attest: act(both, "not_a_party", move(delivered, "same", "attested", both, ["PD14 §12"])),
  rail: act(
    ["supplier"],
    "not_supplier",
    move(upheld, "same", "rail_set", ["buyer"], ["PD14 §3", "PD14 §9"]),
  ),
}

export type Acts = Named<typeof table>

/** The table of moves of a quote: who may do each act, from which status, and by which provision (PD14). */
export const acts: Acts = table

/** The statuses in which a move with `to: "found"` may end. */
export const endings = { found: ["settled", "disputed"] } as const

export type ActName = keyof typeof acts
export const actNames = Table.namesOf<ActName>(acts)
type Move = Table.RowOf<typeof acts>

/** The parts that an actor has in a quote; empty for an outsider. An operator acts through its Clerk, the agent that supplies. */
export const partsOf = rule(
  ["PD14 §2", "PD1 §1"],
  ({ supplier, buyer }: Quote.Quote, actor: Actor): ReadonlyArray<Part> => {
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

export const reading: Table.Reading<Quote.Quote, Quote.Status, Part, ActName, Move> = {
  acts,
  status: ({ status }) => status,
  nameOf: (quote, part, name) => {
    const { supplier, buyer } = quote
    // Whoever has the bytes may disclose them. The supplier bears the burden that they are, so the supplier is asked.
    if (name === "attest") return null // The attester is asked, who takes no part in the quote (PD15 §3).
    if (name === "disclose" && (part !== "supplier" || !awaitsDisclosure(quote))) return null
    if (part === "supplier") return supplier.handle
    if (part === "lodger") return buyer.kind === "person" ? supplier.handle : null
    if (part !== "buyer") return null
    return buyer.party?.handle ?? (buyer.kind === "operator" ? "operator" : null)
  },
  dueBy: (quote, name) => {
    if (name === "countersign") return Quote.deadlineOf(quote)
    return name === "accept" || name === "decline" || name === "close" ? quote.dueBy : null
  },
  closed: ({ status }, name) => refusal("quote_state", { status, act: name }),
}

/** The account that a side states. Its currency is compared and not kept. */
export type Stated = Omit<Quote.StatedClose, "at"> & { readonly currency: string }

/** An act on a quote with its content. `who` is every part that the actor has in the quote. */
export type QuoteAct = { readonly who: ReadonlyArray<Part> } & (
  | { readonly act: "decline" | "withdraw" | "pass" }
  /** `acceptance`: the id of the dealing that shows it; null if no dealing is needed. */
  | {
      readonly act: "accept"
      readonly acceptance: string | null
      /** The hash of the criteria to which the buyer agrees; null if it names no criteria. */
      readonly criteriaSha256: string | null
    }
  | { readonly act: "disclose" | "attest"; readonly artifact: string }
  | { readonly act: "answer"; readonly party: typeof Agent.Bound.Type }
  | { readonly act: "replace"; readonly by: string }
  | { readonly act: "close" | "countersign"; readonly account: Stated }
  /** `rail` is null if the court can't read the stated one. */
  | { readonly act: "rail"; readonly rail: Omit<Quote.Rail, "at"> | null }
)

const statusAfter = (quote: Quote.Quote, act: QuoteAct, { to }: Move): Quote.Status => {
  if (to === "same") return quote.status
  if (to !== "found") return to
  return act.act === "countersign" && agrees(quote, act.account) ? "settled" : "disputed"
}

const accountOf = ({ currency: _, ...account }: Stated, at: Instant): Quote.StatedClose => ({
  ...account,
  at,
})

/** The members of the quote that an act changes, apart from its status. */
const membersChanged = (quote: Quote.Quote, act: QuoteAct, now: Instant): Partial<Quote.Quote> => {
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
    case "disclose":
      return { disclosedAt: quote.disclosedAt ?? now }
    case "rail":
      return {
        rail: { ...needPresent(act.rail, "the rail"), at: now },
        ...(quote.rail === null ? {} : { pastRails: [...(quote.pastRails ?? []), quote.rail] }),
      }
    default:
      return {}
  }
}

const ended: ReadonlyArray<Quote.Status> = [
  "declined",
  "lapsed",
  "withdrawn",
  "replaced",
  "settled",
  "disputed",
]

export const refunds = enforced(
  "PD14 §9",
  "Refunds",
  () =>
    "A refund goes to the rail that the quote states, which the supplier keeps up to date while the quote stands.",
)

export const quoteAfter = rule(
  ["PD14 §2", "PD14 §3", "PD14 §4", "PD14 §5", "PD14 §6", "PD14 §9", "PD14 §11"],
  (quote: Quote.Quote, act: QuoteAct, move: Move, at: Instant): Quote.Quote => {
    const status = statusAfter(quote, act, move)
    const endedAt = quote.endedAt ?? (ended.includes(status) ? at : null)
    return { ...quote, ...membersChanged(quote, act, at), status, endedAt }
  },
)

export interface Types extends Machine.TypesOf<Quote.Quote, typeof acts, QuoteAct> {}
export type Moved = Machine.Moved<Types>
