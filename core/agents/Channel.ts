/** The channels on which a notice is carried beyond the inbox, and the attempts on each. */
import { Schema } from "effect"
import { listOf, word } from "../kernel/Json.ts"
import { Stamp } from "../kernel/Time.ts"

/** How one attempt ended. Of the other side's answer only the status is kept. */
const Outcome = Schema.Literal(
  "delivered",
  "answered_otherwise",
  "challenge_unanswered",
  "unreachable",
  "timed_out",
  "address_refused",
)

/**
 * Why no e-mail was tried: this court sends none, the address is not proven, or its allowance of the day is used up and the
 * notice waits for the digest.
 */
export const Untried = Schema.Literal("not_sent", "unproven", "in_digest")
export type Untried = typeof Untried.Type

/** One attempt: its outcome and, if something answered, the status code (of HTTP or of SMTP). */
export const Tried = Schema.Struct({ outcome: Outcome, status: Schema.NullOr(Schema.Int) })
export type Tried = typeof Tried.Type

/** The status of a channel. */
const ChannelStatus = Schema.Literal("pending", "delivered", "given_up", ...Untried.literals)

/** More attempts than the back-off has. */
const attemptsMax = 50

export const Channel = Schema.Struct({
  status: word(ChannelStatus),
  attempts: listOf(
    Schema.Struct({ at: Stamp, outcome: word(Outcome), status: Schema.NullOr(Schema.Int) }),
    attemptsMax,
  ),
})
export type Channel = typeof Channel.Type
