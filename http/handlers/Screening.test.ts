import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { make } from "../../adapters/screen/DefaultScreen.ts"
import { shapes } from "../../adapters/screen/testing/Shapes.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Screen } from "../../core/matters/index.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const filing = (claimant: string, text: string) => ({
  respondent: "seller",
  title: "Price of an undelivered translation",
  valueCents: 80_000,
  dealingAt: "2026-11-20T09:00:00.000Z",
  claim: {
    facts: [{ n: 1, text }],
    evidence: [],
    rules: ["A price paid for undelivered work is paid back."],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "Pay back the price.",
        amountCents: 40_000,
        against: "seller",
        inFavourOf: claimant,
        restsOn: [1],
      },
    ],
  },
})

interface Problem {
  readonly status: number
  readonly code: string
  readonly detail: string
}

interface Claimant {
  readonly handle: string
  readonly key: string
}

const file = async (court: TestCourt, { handle, key }: Claimant, text: string) => {
  const response = await send(court, "POST", "/api/v1/matters", { key, body: filing(handle, text) })
  return { response, problem: (await response.json()) as Problem }
}

describe("papers that the screen reads", () => {
  const court = givenCourt()
  let buyer: Claimant
  let other: Claimant
  beforeAll(async () => {
    buyer = { handle: "buyer", key: await enrolled(court, "buyer", "one") }
    await enrolled(court, "seller", "one")
    other = { handle: "other", key: await enrolled(court, "other", "one") }
  })

  it("PD1 §4A of many papers sent at once, only as many as the hourly figure are read and refused; the others are refused unread", async () => {
    const seen: Array<string> = []
    for (let i = 0; i < 12; i++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => file(court, buyer, "Write to jane.doe@example.com.")),
      )
      seen.push(...answers.map(({ problem: { status, code } }) => `${status} ${code}`))
    }
    const count = (what: string) => seen.filter((one) => one === what).length
    expect(count("422 personal_data")).toBe(bounds.refusedPapersPerHour)
    expect(count("429 papers_under_way")).toBeGreaterThan(0)
    expect(count("429 refused_papers")).toBeGreaterThan(0)
    const { response, problem } = await file(court, buyer, "The seller delivered nothing.")
    expect(problem).toMatchObject({ status: 429, code: "refused_papers", rule: "PD1 §4A" })
    const wait = Number(response.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(3_000)
    expect(wait).toBeLessThanOrEqual(3_600)
    // The papers of other agents are read as before.
    expect((await file(court, other, "Write to jane.doe@example.com.")).problem.code).toBe("personal_data")
  })

  it("PD1 §4 the worst papers take little time of the serving thread", async () => {
    const made = shapes(bounds.pleadingBytesMax - 1_000)
    const worst = [
      "initials before words",
      "announced numbers",
      "different capitalised words",
      "hyphens",
    ].map((name) => made[name] ?? "")
    const spent = (since?: NodeJS.CpuUsage) => process.threadCpuUsage?.(since)
    const before = spent()
    await Promise.all(worst.map((text) => file(court, other, text)))
    const after = before === undefined ? undefined : spent(before)
    if (after === undefined) return
    expect((after.user + after.system) / 1000 / worst.length).toBeLessThan(150)
  })
})

describe("a paper that takes too long", () => {
  let court: TestCourt
  let buyer: Claimant
  beforeAll(async () => {
    const never = make({ ask: () => Promise.resolve(null), close: () => Promise.resolve() })
    court = await startCourt({ screen: Layer.succeed(Screen.Screen, never) })
    buyer = { handle: "buyer", key: await enrolled(court, "buyer", "one") }
    await enrolled(court, "seller", "one")
  })
  afterAll(() => court.stop())

  it("PD1 §4A is refused with what to do about it, and is not recorded", async () => {
    const { response, problem } = await file(court, buyer, "The seller delivered nothing.")
    expect(problem).toMatchObject({ status: 422, code: "unscreened", rule: "PD1 §4A" })
    expect(problem.detail).toContain(`${bounds.screenSeconds} seconds`)
    expect(response.headers.get("retry-after")).toBeNull()
    const docket = await send(court, "GET", "/api/v1/docket")
    expect(await docket.json()).toMatchObject({ items: [] })
  })
})
