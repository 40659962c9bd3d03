/** A token bucket for each credential, or for each address where there is none. Counts real time, not the court's. */

export interface Limit {
  readonly perSecond: number
  readonly burst: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until a request is let through again (refused), or until the bucket is full (allowed). */
  readonly seconds: number
}

export interface RateLimiter {
  readonly policy: string
  readonly take: (key: string, nowMs: number) => Verdict
}

const bucketsMax = 100_000

/**
 * A bucket is one number: the time at which it will be full again. Buckets are kept in the order of their last use and the
 * oldest goes first, so memory is bounded; one that has been idle for `burst / perSecond` is full and nothing is lost with it.
 */
export const make = ({ perSecond, burst }: Limit, max: number = bucketsMax): RateLimiter => {
  const costMs = 1000 / perSecond
  const spanMs = costMs * burst
  const fullAt = new Map<string, number>()
  return {
    policy: `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    take: (key, nowMs) => {
      const owed = Math.max(0, (fullAt.get(key) ?? 0) - nowMs)
      if (owed + costMs > spanMs) {
        return {
          allowed: false,
          remaining: 0,
          seconds: Math.max(1, Math.ceil((owed + costMs - spanMs) / 1000)),
        }
      }
      fullAt.delete(key)
      fullAt.set(key, nowMs + owed + costMs)
      if (fullAt.size > max) {
        const oldest = fullAt.keys().next()
        if (oldest.done !== true) fullAt.delete(oldest.value)
      }
      return {
        allowed: true,
        remaining: Math.floor((spanMs - owed - costMs) / costMs),
        seconds: Math.ceil((owed + costMs) / 1000),
      }
    },
  }
}

/** The header fields of the IETF draft for a verdict. */
export const fields = (limiter: RateLimiter, { remaining, seconds }: Verdict) => ({
  "ratelimit-policy": limiter.policy,
  ratelimit: `"default";r=${remaining};t=${seconds}`,
})
