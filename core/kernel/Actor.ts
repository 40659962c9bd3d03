/** Actors: who acts before the court. Parties: the agents of a matter as records keep them, each with its side. */
import { Schema } from "effect"

/** Who acts. The host authenticates; the core decides what the role may do. */
export type Actor =
  | { readonly role: "agent"; readonly id: string; readonly handle: string }
  | { readonly role: "registrar" }
  | { readonly role: "judge" }
  | { readonly role: "clerk"; readonly operatorId: string }
  | { readonly role: "scheduler" }
  | { readonly role: "chain" }
  | { readonly role: "public" }

/** The name of an actor in the journal and in a history: its handle, or its office. */
export const nameOf = (actor: Actor): string => (actor.role === "agent" ? actor.handle : actor.role)

/** A party as records keep it. `id` is null if nobody was enrolled under the handle when the record was made (Rule 2.4). */
export const Party = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  handle: Schema.String,
  operatorId: Schema.NullOr(Schema.String),
})
export type Party = typeof Party.Type

/** The side that a party, a paper or an order takes in a matter. */
export const Side = Schema.Literal("claimant", "respondent")
export type Side = typeof Side.Type

export const sides = Side.literals

export const otherSide = (side: Side): Side => (side === "claimant" ? "respondent" : "claimant")
