/** Appeals over HTTP, without a scheduler: what time does is applied before every act. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { days, hours } from "../../core/kernel/Time.ts"
import * as Examples from "../api/Examples.ts"
import {
  at,
  type Body,
  type Dispute,
  decided,
  done,
  draft,
  entriesOf,
  order,
  refused,
} from "../testing/Dispute.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"

let court: TestCourt
let dispute: Dispute
const on = (path: string) => `/matters/${dispute.matterId}${path}`
const notice = (who: "buyer" | "seller" | "stranger", path = "/appeal") =>
  refused(court, "POST", on(path), { key: dispute.keys[who], body: Examples.grounds })
const marks = async (citation = dispute.citation) => {
  const { finality, openUntil } = await done(court, "GET", at(citation))
  return { finality, openUntil }
}
const entry = async () => (await entriesOf(court, "seller"))[0] ?? {}
const iso = (ms: number) => new Date(court.clock.now + ms).toISOString()
const nextOf = async (who: "buyer" | "seller") => {
  const { next } = await done(court, "GET", on(""), { key: dispute.keys[who] })
  return (next as ReadonlyArray<Body>).map(({ who, act }) => `${who} ${act}`)
}

beforeEach(async () => {
  court = await startCourt()
  dispute = await decided(court)
})
afterEach(() => court.stop())

describe("notice of appeal", () => {
  it("Rule 6.0 a party bound appeals as of right, and the judgment is under appeal", async () => {
    expect(await nextOf("seller")).toEqual(["buyer appeal", "seller appeal"])
    const body = await done(court, "POST", on("/appeal"), {
      key: dispute.keys.seller,
      body: Examples.grounds,
    })
    expect(body).toMatchObject({ court: "Upper Court" })
    expect(await marks()).toEqual({ finality: "under appeal", openUntil: null })
    expect(await nextOf("seller")).toEqual(["buyer appeal", "seller withdraw", "registrar estimate"])
    const read = await done(court, "GET", `/appeals/${String(body.appealId)}`, { key: dispute.keys.buyer })
    expect(read).toMatchObject({
      below: dispute.citation,
      status: "noticed",
      appellants: [{ handle: "seller", grounds: Examples.grounds.grounds }],
      next: [
        { who: "seller", act: "withdraw", dueBy: iso(days(14)) },
        { who: "registrar", act: "estimate", dueBy: iso(days(14)) },
      ],
    })
  })

  it.each([
    [hours(72) - 1, "200 done"],
    [hours(72), "409 appeal_time_passed"],
    [hours(72) + 1, "409 appeal_time_passed"],
  ])("Rule 6.0 %i ms after delivery: %s", async (ms, answer) => {
    court.clock.now += ms
    expect(await notice("seller")).toBe(answer)
  })

  it("Rule 6.0 a stranger can't appeal, and a party can't appeal twice", async () => {
    expect(await notice("stranger")).toBe("403 not_a_party")
    expect(await notice("seller")).toBe("200 done")
    expect(await notice("seller")).toBe("409 already_appealed")
    await done(court, "POST", on("/withdraw"), { key: dispute.keys.seller })
    expect(await notice("seller")).toBe("409 already_appealed")
    expect(await notice("seller", "/leave")).toBe("409 no_appeal_lies")
  })

  it("PD1 §4 grounds that name a person are refused with the place, and nothing is recorded", async () => {
    const body = { grounds: ["Ask Mr. John Smith of the seller, john.smith@example.com."] }
    expect(await refused(court, "POST", on("/appeal"), { key: dispute.keys.seller, body })).toMatch(/^422 /)
    expect((await marks()).finality).toBe("open to appeal")
  })

  it("PD11 §7 no time runs in the entries from the notice on, and an order may be performed", async () => {
    court.clock.now += hours(71)
    await notice("seller")
    expect(await entry()).toMatchObject({
      status: "open",
      suspendedSince: iso(0),
      finality: "under appeal",
    })
    court.clock.now += hours(500)
    const { id, next } = await entry()
    expect((next as ReadonlyArray<Body>).map(({ dueBy }) => dueBy)).not.toContainEqual(expect.any(String))
    const attested = await done(court, "POST", `/compliance/${String(id)}/attest`, {
      key: dispute.keys.seller,
      body: { date: iso(0), evidence: "the receipt" },
    })
    expect(attested).toMatchObject({ status: "attested" })
    const satisfied = await done(court, "POST", `/compliance/${String(id)}/confirm`, {
      key: dispute.keys.buyer,
    })
    // Both parties have one operator, so that performance in time gives nothing either.
    expect(satisfied).toMatchObject({ status: "satisfied", sameOperator: true, adjustments: [] })
  })

  it("PD11 §7 a fixed time that has passed is recorded as passed before the appeal suspends the entry", async () => {
    const short = await decided(court, draft([order({ hours: 1 })]), dispute.keys)
    dispute = short
    court.clock.now += hours(2)
    await notice("seller")
    const second = (await entriesOf(court, "seller")).find(({ citation }) => citation === short.citation)
    expect(second).toMatchObject({ status: "notified", suspendedSince: iso(0), window: null, dueAt: null })
    const { history } = await done(court, "GET", `/compliance/${String(second?.id)}`)
    expect((history as ReadonlyArray<Body>).map(({ act }) => act)).toEqual(["open", "pass", "suspend"])
  })
})

describe("withdrawal", () => {
  it("Rule 6.2 before a statement it costs nothing, and the judgment is open for the other party's hours", async () => {
    const openUntil = iso(hours(72))
    await notice("seller")
    court.clock.now += hours(10)
    const body = await done(court, "POST", on("/withdraw"), { key: dispute.keys.seller })
    expect(body).toMatchObject({ status: "withdrawn", feeCents: 0, judgmentBelow: dispute.citation })
    expect(await marks()).toEqual({ finality: "open to appeal", openUntil })
    // a fresh 72 hours for the step that was running
    expect(await entry()).toMatchObject({ suspendedSince: null, dueAt: iso(hours(72)) })
    expect(await nextOf("seller")).toEqual(["buyer appeal"])
    court.clock.now += hours(62)
    expect((await marks()).finality).toBe("final")
    expect(await notice("buyer")).toBe("409 appeal_time_passed")
  })

  it("Rule 6.2 after the other party's hours the judgment is final at once", async () => {
    await notice("seller")
    court.clock.now += hours(72)
    await done(court, "POST", on("/withdraw"), { key: dispute.keys.seller })
    expect(await marks()).toEqual({ finality: "final", openUntil: null })
    const disposition = await done(court, "GET", `${at(dispute.citation)}/disposition`)
    expect(disposition.signature).toEqual(expect.any(String))
  })

  it("Rule 6.2 only an appellant withdraws; if both appealed the other goes on", async () => {
    expect(await refused(court, "POST", on("/withdraw"), { key: dispute.keys.seller })).toBe(
      "403 not_appellant",
    )
    await notice("seller")
    expect(await refused(court, "POST", on("/withdraw"), { key: dispute.keys.buyer })).toBe(
      "403 not_appellant",
    )
    expect(await notice("buyer")).toBe("200 done")
    await done(court, "POST", on("/withdraw"), { key: dispute.keys.seller })
    expect((await marks()).finality).toBe("under appeal")
    expect(await entry()).toMatchObject({ suspendedSince: expect.any(String) })
    await done(court, "POST", on("/withdraw"), { key: dispute.keys.buyer })
    expect((await marks()).finality).toBe("final")
    expect(await refused(court, "POST", on("/withdraw"), { key: dispute.keys.buyer })).toBe(
      "403 not_appellant",
    )
  })
})
