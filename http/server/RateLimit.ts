/** A token bucket for each credential, address or operator. It counts real time, not the court's. */

export interface Limit {
  readonly perSecond: number
  readonly burst: number
}

interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** For a refused request, the seconds until it would be allowed; for an allowed one, the seconds until the bucket is full. */
  readonly seconds: number
}

export interface RateLimiter {
  readonly name: string
  readonly policy: string
  /** Takes the cost of a request from its bucket; or refuses the request, and takes nothing. */
  readonly take: (key: string, nowMs: number, cost: number) => Verdict
  /** Takes a cost that was not known beforehand, even if the bucket has less: later requests wait for it. */
  readonly owe: (key: string, nowMs: number, cost: number) => void
}

/** A body counts as one more request for each full number of these bytes. */
const bytesPerRequest = 32_768

/** The cost of a request with so many bytes of body, in requests. */
export const costOf = (bytes: number): number => 1 + Math.floor(bytes / bytesPerRequest)

/** So many items of a list count as one request. */
const itemsPerRequest = 10

/** The cost of a list with so many items, in requests. */
export const costOfItems = (items: number): number => Math.ceil(items / itemsPerRequest)

const bucketsMax = 100_000

/**
 * A limiter. It keeps one number for each bucket: the time at which the bucket will be full again. At most `max` buckets are kept, and
 * the bucket that was used longest ago goes first. A bucket that has been idle for `burst / perSecond` seconds is full, so nothing is
 * lost with it.
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
      // A request that costs more than a full bucket holds is allowed by a full bucket.
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

/** The header fields of the IETF draft (RateLimit-Policy, RateLimit) for a verdict. */
export const fields = ({ name, policy }: RateLimiter, { remaining, seconds }: Verdict) => ({
  "ratelimit-policy": policy,
  ratelimit: `"${name}";r=${remaining};t=${seconds}`,
})
