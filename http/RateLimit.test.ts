import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bucketOf } from "./Admission.ts"
import * as RateLimit from "./RateLimit.ts"
import { enrolled, send, startCourt, type TestCourt } from "./testing/TestCourt.ts"

describe("the token bucket", () => {
  it("lets a burst through, then as many as its rate", () => {
    const limiter = RateLimit.make({ perSecond: 10, burst: 5 })
    const at = (now: number) => limiter.take("a", now).allowed
    expect([0, 0, 0, 0, 0].map(at)).toEqual([true, true, true, true, true])
    expect(at(0)).toBe(false)
    expect(at(99)).toBe(false)
    expect(at(100)).toBe(true)
    expect(at(100)).toBe(false)
  })

  it("never lets more through than burst + rate × time, whatever the arrivals", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 1, maxLength: 300 }), (gaps) => {
        const limiter = RateLimit.make({ perSecond: 20, burst: 60 })
        let now = 0
        let allowed = 0
        for (const gap of gaps) {
          now += gap
          if (limiter.take("a", now).allowed) allowed++
        }
        expect(allowed).toBeLessThanOrEqual(60 + (20 * now) / 1000 + 1e-6)
      }),
    )
  })

  it("keeps a bounded number of buckets; the one longest idle goes first", () => {
    const limiter = RateLimit.make({ perSecond: 1, burst: 1 }, 2)
    expect(limiter.take("a", 0).allowed).toBe(true)
    limiter.take("b", 0)
    limiter.take("c", 0)
    expect(limiter.take("b", 0).allowed).toBe(false)
    expect(limiter.take("a", 0).allowed).toBe(true)
  })
})

describe("the bucket of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::", "fe80:0:0:0"],
  ])("%s counts in %s", (address, bucket) => expect(bucketOf(address)).toBe(bucket))
})

describe("rate limits over HTTP", () => {
  let court: TestCourt
  let key: string
  let other: string
  beforeAll(async () => {
    court = await startCourt({ rateLimit: { perSecond: 1, burst: 4 } })
    key = await enrolled(court, "seller")
    other = await enrolled(court, "buyer")
  })
  afterAll(() => court.stop())

  it("say what is left, and answer 429 with Retry-After once it is used up; one credential does not use up another's", async () => {
    const beat = (k: string) => send(court, "POST", "/api/v1/heartbeat", { key: k })
    const first = await beat(key)
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=4;w=4')
    expect(first.headers.get("ratelimit")).toBe('"default";r=3;t=1')
    for (let i = 0; i < 3; i++) expect((await beat(key)).status).toBe(200)
    const refused = await beat(key)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    expect(await refused.json()).toMatchObject({ code: "rate_limited" })
    expect((await beat(other)).status).toBe(200)
  })

  it("unknown credentials count against the address they come from", async () => {
    const guess = (i: number) =>
      send(court, "POST", "/api/v1/heartbeat", { key: `guess-${i}` }).then(({ status }) => status)
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await guess(i))
    expect(answers).toContain(429)
  })
})
