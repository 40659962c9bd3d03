import type { Finality } from "../judgments/Judgment.ts"
import type { Instant } from "../Time.ts"
import type { Entry } from "./Entry.ts"
import type { ActName, Move, Who } from "./Transitions.ts"

export type Attestation = Omit<NonNullable<Entry["attestation"]>, "at">
export type Dispute = Omit<NonNullable<Entry["dispute"]>, "at">
export type Decision = Omit<NonNullable<Entry["decision"]>, "at">
export type Address = Omit<NonNullable<Entry["address"]>, "at">

/** The part that an actor has in an entry. */
export type Part = Who | "nobody"

/** An act on an entry, and what it states. `who` is the part that the actor has in the entry. */
export type EntryAct =
  | { readonly act: "attest"; readonly who: Part; readonly attestation: Attestation }
  | { readonly act: "confirm"; readonly who: Part }
  /** A chain reading: the block time of the transfer that reached the sum. */
  | { readonly act: "prove"; readonly who: Part; readonly performedAt: Instant }
  /** `address` is null where the one given can't be read. */
  | { readonly act: "address"; readonly who: Part; readonly address: Address | null }
  | { readonly act: "pass"; readonly who: Part }
  | { readonly act: "dispute"; readonly who: Part; readonly dispute: Dispute }
  | { readonly act: "decide"; readonly who: Part; readonly decision: Decision }
  | { readonly act: "suspend"; readonly who: Part; readonly finality: Finality }
  | { readonly act: "resume"; readonly who: Part; readonly finality: Finality }
  | { readonly act: "supersede"; readonly who: Part; readonly finality: Finality }
  /** Met in full from a hold. */
  | { readonly act: "meet"; readonly who: Part }

/** An entry after a move: what it was, what it is, and by how much the reputation of the party bound changes. */
export interface Moved {
  readonly act: ActName
  readonly move: Move
  readonly before: Entry
  readonly entry: Entry
  readonly at: Instant
  readonly delta: number
}
