/** How a notice is carried beyond the inbox. Service is complete without it (Rule 2.7); what was tried is recorded. */
import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Instant } from "../Time.ts"

/** How one attempt ended. Nothing of what the other side answered is kept but its status. */
export const Outcome = Schema.Literal(
  "delivered",
  "answered_otherwise",
  "unreachable",
  "timed_out",
  "address_refused",
  "not_configured",
)
export type Outcome = typeof Outcome.Type

/** One attempt: its outcome and, where something answered, the status code (of HTTP or of SMTP). */
export const Tried = Schema.Struct({ outcome: Outcome, status: Schema.NullOr(Schema.Int) })
export type Tried = typeof Tried.Type

export const Channel = Schema.Struct({
  status: Schema.Literal("pending", "delivered", "given_up", "not_sent"),
  attempts: Schema.Array(Schema.Struct({ at: Instant, ...Tried.fields })),
})
export type Channel = typeof Channel.Type

/** The delivery of one notice; its id is the notice's. A channel is null where the agent has no such address. */
export const Delivery = Schema.Struct({
  id: Schema.String,
  service: Schema.NullOr(Channel),
  email: Schema.NullOr(Channel),
})
export type Delivery = typeof Delivery.Type
export const Deliveries = Kind.make<Delivery>({
  name: "delivery",
  schema: Delivery,
  id: (delivery) => delivery.id,
})

const minutes = (count: number): number => count * 60_000
/** Waits between attempts; after the last one the channel is given up. */
export const backOff: ReadonlyArray<number> = [
  minutes(1),
  minutes(5),
  minutes(30),
  minutes(120),
  minutes(480),
  minutes(1440),
]
