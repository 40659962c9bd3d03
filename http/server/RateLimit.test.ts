import { Clock, Effect, Either } from "effect"
import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolmentBody, send } from "../testing/TestCourt.ts"
import * as Admission from "./Admission.ts"
import { parseRanges } from "./Incoming.ts"
import * as RateLimit from "./RateLimit.ts"

describe("the token bucket", () => {
  it("lets a burst through, and after that as many requests as its rate allows", () => {
    const limiter = RateLimit.make({ perSecond: 10, burst: 5 })
    const at = (now: number) => limiter.take("a", now, 1).allowed
    expect([0, 0, 0, 0, 0].map(at)).toEqual([true, true, true, true, true])
    expect(at(0)).toBe(false)
    expect(at(99)).toBe(false)
    expect(at(100)).toBe(true)
    expect(at(100)).toBe(false)
  })

  it("lets a request through after the clock of the machine is set back", async () => {
    const { arrive } = Admission.make({ perSecond: 1, burst: 1 }, "http://court.test")
    const stepping = (ms: number) => ({ ...Clock.make(), currentTimeMillis: Effect.succeed(ms) })
    const now = Date.now()
    for (const ms of [now, now - 3_600_000]) {
      const arrived = Effect.either(arrive({ address: "203.0.113.7", bytes: 0 }))
      expect(await Effect.runPromise(Effect.withClock(arrived, stepping(ms)))).toEqual(
        Either.right(undefined),
      )
    }
  })

  it("never lets more through than burst + rate × time, whatever the arrivals", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 1, maxLength: 300 }), (gaps) => {
        const limiter = RateLimit.make({ perSecond: 20, burst: 60 })
        let now = 0
        let allowed = 0
        for (const gap of gaps) {
          now += gap
          if (limiter.take("a", now, 1).allowed) allowed++
        }
        expect(allowed).toBeLessThanOrEqual(60 + (20 * now) / 1000 + 1e-6)
      }),
    )
  })

  it("each 32 KiB of a body count as one more request, and undeclared bytes are charged afterwards", () => {
    expect([0, 32_767, 32_768, 1_048_576].map(RateLimit.costOf)).toEqual([1, 1, 2, 33])
    const limiter = RateLimit.make({ perSecond: 1, burst: 4 })
    expect(limiter.take("a", 0, 3).remaining).toBe(1)
    expect(limiter.take("a", 0, 2)).toMatchObject({ allowed: false, seconds: 1 })
    limiter.owe("a", 0, 6)
    expect(limiter.take("a", 5_000, 1).allowed).toBe(false)
    expect(limiter.take("a", 6_000, 1).allowed).toBe(true)
    expect(limiter.take("full", 0, 99).allowed).toBe(true)
    expect(limiter.take("full", 0, 1).allowed).toBe(false)
  })

  it("keeps a bounded number of buckets, and drops the bucket that was idle longest", () => {
    const limiter = RateLimit.make({ perSecond: 1, burst: 1 }, "default", 2)
    expect(limiter.take("a", 0, 1).allowed).toBe(true)
    limiter.take("b", 0, 1)
    limiter.take("c", 0, 1)
    expect(limiter.take("b", 0, 1).allowed).toBe(false)
    expect(limiter.take("a", 0, 1).allowed).toBe(true)
  })
})

/** A limit at which no bucket gets a request back while the tests run. */
const slow = { perSecond: 0.001, burst: 4 }

describe("rate limits over HTTP", () => {
  const court = givenCourt({ rateLimit: slow })
  const keys = givenAgents(court, ["seller", "buyer"])

  it("say how much is left, and answer 429 with Retry-After once nothing is; each credential has its own", async () => {
    const beat = (k: string) => send(court, "POST", "/api/v1/heartbeat", { key: k })
    const first = await beat(keys.seller)
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=4;w=4000')
    expect(first.headers.get("ratelimit")).toBe('"default";r=3;t=1000')
    for (let i = 0; i < 3; i++) expect((await beat(keys.seller)).status).toBe(200)
    const refused = await beat(keys.seller)
    expect(refused.status).toBe(429)
    // Between the two requests a few of the thousand seconds may have passed.
    expect(refused.headers.get("retry-after")).toMatch(/^(?:9\d\d|1000)$/)
    expect(await refused.json()).toMatchObject({ code: "rate_limited" })
    expect((await beat(keys.buyer)).status).toBe(200)
  })

  it("unknown credentials count together, against the address that they come from", async () => {
    const guess = (i: number) =>
      send(court, "POST", "/api/v1/heartbeat", { key: `guess-${i}` }).then(({ status }) => status)
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await guess(i))
    // The two enrolments came from the same address.
    expect(answers).toEqual([401, 401, 429, 429])
  })
})

describe("the buckets of a key and of an address", () => {
  const court = givenCourt({
    rateLimit: slow,
    trustedProxies: Either.getOrThrow(parseRanges("127.0.0.1")),
    baseUrl: "http://court.test",
  })
  const keys: Array<string> = []
  const keyOf = (i: number) => needPresent(keys[i], "the key of an agent")
  beforeAll(async () => {
    for (let i = 0; i < 11; i++) {
      const headers = { "x-forwarded-for": `203.0.113.${i}` }
      const body = enrolmentBody(`agent-${i}`)
      const enrolment = await send(court, "POST", "/api/v1/enrol", { body, headers })
      keys.push(((await enrolment.json()) as { apiKey: string }).apiKey)
    }
  })

  const beat = (key: string, from: string) =>
    send(court, "POST", "/api/v1/heartbeat", { key, headers: { "x-forwarded-for": from } })
  /** How many requests passed, and the policies by which the others were refused. */
  const counted = (answers: ReadonlyArray<Response>) => {
    const passed = answers.filter(({ status }) => status === 200).length
    const policies = answers
      .filter(({ status }) => status === 429)
      .map((it) => it.headers.get("ratelimit-policy"))
    return { passed, policies: [...new Set(policies)].sort() }
  }

  it("of eighteen requests at once with one key as many pass as its bucket holds", async () => {
    const answers = await Promise.all(Array.from({ length: 18 }, () => beat(keyOf(0), "198.51.100.1")))
    expect(counted(answers)).toEqual({ passed: slow.burst, policies: ['"default";q=4;w=4000'] })
  })

  it("an address has five times as much as a key, however many keys it uses; other addresses are served", async () => {
    // Each of ten keys asks no more often than its own bucket allows.
    const race = Array.from({ length: 40 }, (_, i) => beat(keyOf(1 + (i % 10)), "198.51.100.2"))
    const answers = await Promise.all(race)
    expect(counted(answers)).toEqual({ passed: 5 * slow.burst, policies: ['"address";q=20;w=4000'] })
    const other = await send(court, "GET", "/api/v1/docket", {
      headers: { "x-forwarded-for": "198.51.100.3" },
    })
    expect(other.status).toBe(200)
  })

  it("probes are never limited, and their answers have no header fields of limits", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const race = Array.from({ length: 60 }, () => send(court, "GET", path))
      const answers = await Promise.all(race)
      expect(answers.every(({ status, headers }) => status === 200 && !headers.has("ratelimit"))).toBe(true)
    }
  })

  it("a large body counts as several requests before it is read, and is refused if the bucket has fewer", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9" }
    const posted = async (chars: number) =>
      (await send(court, "POST", "/api/v1/enrol", { body: { sha256: "x".repeat(chars) }, headers })).status
    // A body of 100,000 bytes counts as four requests.
    expect([await posted(0), await posted(100_000), await posted(0)]).toEqual([400, 429, 400])
  })
})
