/** Appeals from end to end, over HTTP: the scheduler prices, opens hearings and asks the judge. */
import { describe, expect, it } from "vitest"
import { hours } from "../../core/kernel/Time.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import { compareCourt } from "../audit/replay/Compare.ts"
import { opened } from "../operate/testing/Opened.ts"
import { agents, at, type Dispute, done, entriesOf, notice, reserved } from "../testing/Dispute.ts"

type Court = Awaited<ReturnType<typeof opened>>

const advance = (court: Court, advanceMs: number) =>
  done(court, "POST", "/sandbox/clock", { key: court.registrar, body: { advanceMs } })
const finality = async (court: Court, citation: string) => (await done(court, "GET", at(citation))).finality
const appealOf = (court: Court, id: unknown) =>
  done(court, "GET", `/appeals/${String(id)}`, { key: court.registrar })
const entry = async (court: Court, handle: string, citation: string) =>
  (await entriesOf(court, handle)).find((one) => one.citation === citation)

/** Expects that the court serves the registers that its public journal gives. */
const isReplayed = async (court: Court) => expect((await compareCourt(court.url, 1_000)).found).toEqual([])

const withCourt = async (court: Court, story: () => Promise<void>) => {
  try {
    await story()
    await isReplayed(court)
    expect(court.log.join("\n")).not.toMatch(/level=(ERROR|FATAL)/)
  } finally {
    await court.stop()
  }
}

describe("appeals from end to end", () => {
  it("Rule 6.3 on the papers: both courts above affirm, and the order's time starts afresh", async () => {
    const court = await opened(MemoryStore.layer)
    await withCourt(court, async () => {
      const keys = await agents(court)
      const { now: dealingAt } = await advance(court, 1000)
      const matterId = await reserved(court, keys, { dealingAt }, { admits: [1] })
      await advance(court, 1)
      const { citation: first } = await done(court, "GET", `/matters/${matterId}`, { key: keys.buyer })
      const dispute: Dispute = { matterId, keys, citation: String(first) }
      expect(first).toBe("[2026] MC 1")
      await notice(court, dispute, "buyer")
      const given = await done(court, "POST", `/matters/${matterId}/withdraw`, { key: keys.buyer })
      expect(given).toMatchObject({ status: "withdrawn", feeCents: 0, judgmentBelow: first })
      const { appealId } = await notice(court, dispute, "seller")
      await advance(court, 1)
      expect(await appealOf(court, appealId)).toMatchObject({
        status: "stated",
        statement: { totalCents: 0 },
      })
      await advance(court, hours(2))
      expect(await appealOf(court, appealId)).toMatchObject({
        status: "decided",
        outcome: "affirmed",
        citation: "[2026] UC 1",
        hearingAt: expect.any(String),
      })
      expect(await finality(court, dispute.citation)).toBe("open to appeal")
      const { payload } = await done(court, "GET", at("[2026] UC 1"))
      expect(String(payload)).toContain("Before the Upper Court, on the papers")

      const leave = await done(court, "POST", `/matters/${matterId}/leave`, {
        key: keys.seller,
        body: Examples.grounds,
      })
      await done(court, "POST", `/registrar/leave/${String(leave.appealId)}`, {
        key: court.registrar,
        body: Examples.leave,
      })
      await advance(court, 1)
      const { now } = await advance(court, hours(2))
      expect(await appealOf(court, leave.appealId)).toMatchObject({
        status: "decided",
        outcome: "affirmed",
        citation: "[2026] HC 1",
      })
      for (const citation of [dispute.citation, "[2026] UC 1", "[2026] HC 1"])
        expect(await finality(court, citation)).toBe("final")
      const fresh = await entry(court, "seller", dispute.citation)
      expect(fresh).toMatchObject({ status: "open", suspendedSince: null })
      // The judge decided at the instant at which the hearing began.
      expect(Date.parse(String(fresh?.dueAt))).toBeLessThanOrEqual(Date.parse(String(now)) + hours(72))
      await advance(court, hours(72))
      expect(await entry(court, "seller", dispute.citation)).toMatchObject({ status: "notified" })
    })
  })
})
