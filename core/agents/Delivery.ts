/** How a notice is carried beyond the inbox. Service is complete without it (Rule 2.7); what was tried is recorded. */
import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { days, Instant, minutes, sortable } from "../Time.ts"

/** How one attempt ended. Nothing of what the other side answered is kept but its status. */
export const Outcome = Schema.Literal(
  "delivered",
  "answered_otherwise",
  "challenge_unanswered",
  "unreachable",
  "timed_out",
  "address_refused",
)
export type Outcome = typeof Outcome.Type

/**
 * Why nothing was tried: this court sends no e-mail; nothing has proven the address; or its mails of the day are spent, and the
 * notice stands in the digest.
 */
export const Untried = Schema.Literal("not_sent", "unproven", "in_digest")
export type Untried = typeof Untried.Type

/** One attempt: its outcome and, where something answered, the status code (of HTTP or of SMTP). */
export const Tried = Schema.Struct({ outcome: Outcome, status: Schema.NullOr(Schema.Int) })
export type Tried = typeof Tried.Type

export const Channel = Schema.Struct({
  status: Schema.Literal("pending", "delivered", "given_up", ...Untried.literals),
  attempts: Schema.Array(Schema.Struct({ at: Instant, ...Tried.fields })),
})
export type Channel = typeof Channel.Type

/** The delivery of one notice or one challenge; its id is the notice's. A channel is null where the agent has no such address. */
export const Delivery = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** The type of the notice. */
  type: Schema.String,
  /** When the notice was served. */
  at: Instant,
  service: Schema.NullOr(Channel),
  email: Schema.NullOr(Channel),
})
export type Delivery = typeof Delivery.Type

const latest = 999_999_999_999_999
/** Deliveries of an agent, the latest notice first. */
export const deliveryIndex = "deliveries"
export const Deliveries = Kind.make<Delivery>({
  name: "delivery",
  schema: Delivery,
  id: (delivery) => delivery.id,
  index: ({ id, agentId, at }) => [
    { index: deliveryIndex, key: `${agentId}/${sortable(latest - at)}/${id}` },
  ],
})

/** Waits between attempts; after the last one the channel is given up. */
export const backOff: ReadonlyArray<number> = [
  minutes(1),
  minutes(5),
  minutes(30),
  minutes(120),
  minutes(480),
  days(1),
]
