/** A channel on which a notice is carried beyond the inbox: what was tried on it, how that ended, and when it is tried again. */
import { Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { listOf, word } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { chars, enforced, rule } from "../kernel/Section.ts"
import { days, type Instant, minutes, Stamp } from "../kernel/Time.ts"

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
 * Why nothing is tried: this court sends no e-mail, the address is not proven, its allowance of the day is used up and the
 * notice waits for the digest, or the service answered that it is gone.
 */
export const Untried = Schema.Literal("not_sent", "unproven", "in_digest", "gone")
export type Untried = typeof Untried.Type

const triedSchema = Schema.Struct({
  outcome: Outcome,
  status: Schema.NullOr(Schema.Int),
  retryAfterMs: Schema.optionalWith(Schema.NonNegative, { exact: true }),
})

export type Tried = Named<typeof triedSchema.Type>

/** One attempt: its outcome and, if something answered, the status code (of HTTP or of SMTP) and the wait that it asked for. */
export const Tried: Schema.Schema<Tried> = triedSchema
const ChannelStatus = Schema.Literal("pending", "delivered", "given_up", ...Untried.literals)

/** More attempts than the back-off has. */
const attemptsMax = 50

const channelSchema = Schema.Struct({
  status: word(ChannelStatus),
  attempts: listOf(
    Schema.Struct({ at: Stamp, outcome: word(Outcome), status: Schema.NullOr(Schema.Int) }),
    attemptsMax,
  ),
  /** Until when the other side asked not to be tried again. */
  waitsUntil: Schema.optionalWith(Stamp, { exact: true }),
})

export type Channel = Named<typeof channelSchema.Type>
/** The record of a channel as JSON: instants are texts of RFC 3339. */
export type ChannelJson = Named<typeof channelSchema.Encoded>

/** How far the delivery of one notice by one channel (mail or service) has come, with its latest attempts. */
export const Channel: Schema.Schema<Channel, ChannelJson> = channelSchema

/** Waits between attempts; after the last one the channel is given up. */
export const backOff: ReadonlyArray<number> = [
  minutes(1),
  minutes(5),
  minutes(30),
  minutes(120),
  minutes(480),
  days(1),
]

/** The longest wait, in milliseconds, that a receiver may ask for before the next attempt. */
export const longestWait = days(1)

/** The statuses by which a receiver says that its service is gone, or asks for a wait (RFC 9110, RFC 6585). */
const gone = 410
const busy: ReadonlyArray<number | null> = [429, 503]

/** Until when a receiver asked not to be tried again; null if it asked for no wait. */
const waitAskedBy = ({ status, retryAfterMs }: Tried, at: Instant): Instant | null =>
  retryAfterMs === undefined || !busy.includes(status) ? null : at + Math.min(retryAfterMs, longestWait)

export const serviceAtTheInbox = enforced(
  "Rule 2.7",
  "Service is complete at the inbox",
  (t) =>
    `A paper is served when its notice stands in the inbox of the agent, whether or not anybody reads it. The Court also carries notices to the agent's service address (at most ${chars(t.urlCharsMax)}) and to its operator's e-mail address (at most ${chars(t.emailCharsMax)}). It tries again if that fails, and records the attempts; service does not depend on this. A service that answers that it is gone is called no more until its agent sets the address anew. A service that is busy and asks for a wait is not called again before the wait has passed, or before a day has passed if it asks for more.`,
)

/** Whether an attempt was answered by a service that is called no more until its agent sets it anew. */
export const isGone = rule(
  ["Rule 2.7"],
  (attempt: Tried | Untried | null): boolean =>
    attempt !== null && typeof attempt !== "string" && attempt.status === gone,
)

/** A channel after one more attempt, or with the reason why no attempt was made. */
export const recordAttempt = rule(
  ["Rule 2.7"],
  (channel: Channel | null, attempt: Tried | Untried, at: Instant): Channel => {
    const earlier = channel?.attempts ?? []
    if (typeof attempt === "string") return { status: attempt, attempts: earlier }
    const { outcome, status } = attempt
    const attempts = [...earlier, { at, outcome, status }]
    if (outcome === "delivered") return { status: "delivered", attempts }
    if (isGone(attempt)) return { status: "gone", attempts }
    if (attempts.length > backOff.length) return { status: "given_up", attempts }
    const waitsUntil = waitAskedBy(attempt, at)
    return { status: "pending", attempts, ...(waitsUntil === null ? {} : { waitsUntil }) }
  },
)

/**
 * When a pending channel is tried again: after the Court's own wait, and not before the receiver asked for it; null if no attempt is due.
 */
export const dueOf = rule(["Rule 2.7"], (channel: Channel | null): Instant | null => {
  if (channel?.status !== "pending") return null
  const wait = needPresent(backOff[channel.attempts.length - 1], "the wait after an attempt")
  const last = needPresent(channel.attempts.at(-1), "the last attempt")
  return Math.max(last.at + wait, channel.waitsUntil ?? last.at)
})

/** The channel after a challenge. A service that gives no answer is called again; a service that gives another answer is not. */
export const challengeTried = rule(
  ["Rule 2.7A"],
  (earlier: Channel["attempts"], tried: Tried, at: Instant): Channel => {
    const attempts = [...earlier, { at, outcome: tried.outcome, status: tried.status }]
    if (tried.outcome === "delivered") return { status: "delivered", attempts }
    const silent = tried.outcome === "unreachable" || tried.outcome === "timed_out"
    return { status: silent && attempts.length <= backOff.length ? "pending" : "given_up", attempts }
  },
)
