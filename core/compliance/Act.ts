import type { Finality } from "../judgments/Finality.ts"
import type { Instant } from "../Time.ts"
import type { Entry } from "./Entry.ts"
import type { ActName, Move, Who } from "./Transitions.ts"

export type Attestation = Omit<NonNullable<Entry["attestation"]>, "at">
type Dispute = Omit<NonNullable<Entry["dispute"]>, "at">
type Decision = Omit<NonNullable<Entry["decision"]>, "at">
type Address = Omit<NonNullable<Entry["address"]>, "at">

/** An act on an entry, and what it states. `who` is the part that the actor has in the entry. */
export type EntryAct =
  | { readonly act: "attest"; readonly who: Who; readonly attestation: Attestation }
  | { readonly act: "confirm"; readonly who: Who }
  /** A chain reading: the block time of the transfer that reached the sum. */
  | { readonly act: "prove"; readonly who: Who; readonly performedAt: Instant }
  | { readonly act: "address"; readonly who: Who; readonly address: Address }
  | { readonly act: "pass"; readonly who: Who }
  | { readonly act: "dispute"; readonly who: Who; readonly dispute: Dispute }
  | { readonly act: "decide"; readonly who: Who; readonly decision: Decision }
  | { readonly act: "suspend"; readonly who: Who; readonly finality: Finality }
  | { readonly act: "resume"; readonly who: Who; readonly finality: Finality }
  | { readonly act: "supersede"; readonly who: Who; readonly finality: Finality }
  /** Met in full from a hold. */
  | { readonly act: "meet"; readonly who: Who }

/** An entry after a move: what it was, what it is, and by how much the reputation of the party bound changes. */
export interface Moved {
  readonly act: ActName
  readonly move: Move
  readonly before: Entry
  readonly entry: Entry
  readonly at: Instant
  readonly delta: number
}
