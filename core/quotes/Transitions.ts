/**
 * The legal moves of a quote (PD14), as one table. `Apply.ts` moves quotes by it, `next` and the annex of the Direction are
 * read from it, and its tests walk it.
 */
import type { RefusalCode } from "../Refusal.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { QuoteStatus } from "./Quote.ts"

/**
 * Who may move a quote. `lodger`: the supplier for a person, whose acceptance it lodged. `clock`: the passing of time.
 * `court`: the effect of another quote's acceptance, or of an enrolment. An operator buys through its Clerk, as `buyer`.
 */
export type Who = "supplier" | "buyer" | "lodger" | "clock" | "court"

export interface Move {
  /** `none`: before the quote exists. */
  readonly from: ReadonlyArray<QuoteStatus | "none">
  /** `same`: unchanged. `found`: settled where the accounts agree, otherwise disputed. */
  readonly to: QuoteStatus | "same" | "found"
  /** The event in the journal: `quote.<event>`; of `found`, the status is the event. */
  readonly event: string
  /** The parties on whom a notice is served, the one that acts excepted. */
  readonly serves: ReadonlyArray<"supplier" | "buyer">
  readonly sections: readonly [SectionId, ...SectionId[]]
}

export interface Act {
  readonly who: readonly [Who, ...Who[]]
  /** The refusal of a party that may not; somebody who is no party is refused as such. */
  readonly stranger: RefusalCode
  readonly moves: readonly [Move, ...Move[]]
}

const move = (
  from: Move["from"],
  to: Move["to"],
  event: string,
  serves: Move["serves"],
  sections: Move["sections"],
): Move => ({ from, to, event, serves, sections })
const act = (who: Act["who"], stranger: RefusalCode, ...moves: Act["moves"]): Act => ({
  who,
  stranger,
  moves,
})

const supplier = ["supplier"] as const
const buyer = ["buyer"] as const
const both = ["supplier", "buyer"] as const
const standing = ["offered", "accepted", "closed_by_supplier", "settled", "disputed"] as const

export const transitions = {
  offer: act(supplier, "not_supplier", move(["none"], "offered", "offered", buyer, ["PD14 §1"])),
  answer: act(["court"], "invitation_unusable", move(["offered"], "same", "answered", both, ["PD14 §8"])),
  accept: act(
    ["buyer", "lodger"],
    "not_buyer",
    move(["offered"], "accepted", "accepted", supplier, ["PD14 §4", "PD14 §2"]),
  ),
  decline: act(buyer, "not_buyer", move(["offered"], "declined", "declined", supplier, ["PD14 §4"])),
  withdraw: act(supplier, "not_supplier", move(["offered"], "withdrawn", "withdrawn", buyer, ["PD14 §4"])),
  replace: act(
    ["court"],
    "not_supplier",
    move(["offered", "accepted"], "replaced", "replaced", [], ["PD14 §4"]),
  ),
  close: act(
    supplier,
    "not_supplier",
    move(["accepted"], "closed_by_supplier", "closed", buyer, ["PD14 §5", "PD14 §6"]),
  ),
  countersign: act(
    buyer,
    "not_buyer",
    move(["closed_by_supplier"], "found", "countersigned", supplier, ["PD14 §6"]),
  ),
  pass: act(
    ["clock"],
    "registrar_only",
    move(["offered"], "lapsed", "lapsed", both, ["PD14 §4"]),
    move(["closed_by_supplier"], "settled", "settled", both, ["PD14 §6"]),
  ),
  rail: act(supplier, "not_supplier", move(standing, "same", "rail_set", buyer, ["PD14 §3", "PD14 §9"])),
} as const satisfies { readonly [act: string]: Act }

export type ActName = keyof typeof transitions
export const actNames = Object.keys(transitions) as ReadonlyArray<ActName>

/** The move that an act makes from a status; undefined where it is refused. */
export const moveFrom = (name: ActName, status: QuoteStatus | "none"): Move | undefined =>
  transitions[name].moves.find(({ from }) => from.includes(status))
