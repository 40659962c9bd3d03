/** A token bucket for each credential, address or operator. Counts real time, not the court's. */

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
  readonly name: string
  readonly policy: string
  /** Takes what a request costs, or refuses it and takes nothing. */
  readonly take: (key: string, nowMs: number, cost: number) => Verdict
  /** Takes what was not known beforehand, whether or not it is there: later requests wait for it. */
  readonly owe: (key: string, nowMs: number, cost: number) => void
}

/** A body counts as one more request for each of these that it fills. */
const bytesPerRequest = 32_768

/** What a request with so many bytes of body counts as. */
export const costOf = (bytes: number): number => 1 + Math.floor(bytes / bytesPerRequest)

const bucketsMax = 100_000

/**
 * A bucket is one number: the time at which it will be full again. Buckets are kept in the order of their last use and the
 * oldest goes first, so memory is bounded; one that has been idle for `burst / perSecond` is full and nothing is lost with it.
 */
export const make = (
  { perSecond, burst }: Limit,
  name: string = "default",
  max: number = bucketsMax,
): RateLimiter => {
  const msPerRequest = 1000 / perSecond
  const spanMs = msPerRequest * burst
  const fullAt = new Map<string, number>()
  const owed = (key: string, nowMs: number): number => Math.max(0, (fullAt.get(key) ?? 0) - nowMs)
  const keep = (key: string, at: number): void => {
    fullAt.delete(key)
    fullAt.set(key, at)
    if (fullAt.size <= max) return
    const oldest = fullAt.keys().next()
    if (oldest.done !== true) fullAt.delete(oldest.value)
  }
  return {
    name,
    policy: `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    take: (key, nowMs, cost) => {
      // What costs more than a full bucket holds is let through by a full one.
      const after = owed(key, nowMs) + Math.min(spanMs, cost * msPerRequest)
      if (after > spanMs)
        return { allowed: false, remaining: 0, seconds: Math.max(1, Math.ceil((after - spanMs) / 1000)) }
      keep(key, nowMs + after)
      return {
        allowed: true,
        remaining: Math.floor((spanMs - after) / msPerRequest),
        seconds: Math.ceil(after / 1000),
      }
    },
    owe: (key, nowMs, cost) => keep(key, nowMs + owed(key, nowMs) + cost * msPerRequest),
  }
}

/** The header fields of the IETF draft for a verdict. */
export const fields = ({ name, policy }: RateLimiter, { remaining, seconds }: Verdict) => ({
  "ratelimit-policy": policy,
  ratelimit: `"${name}";r=${remaining};t=${seconds}`,
})
