/** Which attempts of a call are followed by another, and when. */
import type { Duration } from "effect"

export interface RetryPolicy {
  /** Attempts in all; 1 never repeats. */
  readonly attempts: number
  /** The pause after the first failed attempt; it doubles with each, and half of it is chance. */
  readonly firstPauseMs: number
  /** No pause is longer. A court that asks for a longer one is not asked again: the call fails and says how long. */
  readonly longestPauseMs: number
  /** An attempt that has no answer by then counts as lost; null: as long as the operation's answer may take. */
  readonly timeout: Duration.DurationInput | null
}

export const standard: RetryPolicy = {
  attempts: 5,
  firstPauseMs: 250,
  longestPauseMs: 30_000,
  timeout: null,
}

/** How one attempt ended, as far as another may follow it. */
export interface Ended {
  /** Null: no answer came. */
  readonly status: number | null
  /** The problem's code, where there is one. */
  readonly code: string | null
  readonly retryAfterSeconds: number | null
  /** The attempt left nothing behind, whatever the court did with it. */
  readonly repeatable: boolean
}

/** Of these nothing was recorded: the court or what stands before it turned the request away. */
const turnedAway: ReadonlySet<number> = new Set([408, 429, 503])
/** Of these the gateway does not know. */
const lost: ReadonlySet<number> = new Set([502, 504])

/** Whether the attempt was turned away unheard. */
export const isTurnedAway = ({ status }: Ended): boolean => status !== null && turnedAway.has(status)
/** Whether the attempt may have been recorded although no answer says so. */
export const isLost = ({ status }: Ended): boolean => status === null || lost.has(status)

/**
 * The pause before the next attempt, in milliseconds; null where there is none. A refusal is never repeated: only what was
 * turned away, what was lost (where a repetition can't act twice), and what an earlier attempt of the same key still holds.
 * `chance` is in [0, 1).
 */
export const pauseAfter = (
  policy: RetryPolicy,
  attempt: number,
  ended: Ended,
  chance: number,
): number | null => {
  const { code, retryAfterSeconds, repeatable } = ended
  const again = isTurnedAway(ended) || code === "key_in_flight" || (isLost(ended) && repeatable)
  if (!again || attempt >= policy.attempts) return null
  const backOff = policy.firstPauseMs * 2 ** (attempt - 1)
  if (retryAfterSeconds === null) return Math.min(policy.longestPauseMs, backOff * (0.5 + chance / 2))
  const asked = retryAfterSeconds * 1000
  // A little later than asked, so that callers turned away together do not come back together.
  return asked > policy.longestPauseMs ? null : asked + chance * policy.firstPauseMs
}
