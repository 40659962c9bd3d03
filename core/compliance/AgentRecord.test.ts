import { describe, expect, it } from "vitest"
import { Agent, heartbeat, Standing } from "../agents/index.ts"
import { deliverContested, draft, facts, pay } from "../bench/testing/Cases.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { hours } from "../kernel/Time.ts"
import { didKey, keyStage } from "../proofs/testing/Court.ts"
import { agent } from "../testing/Agents.ts"
import { putsOf } from "../testing/Decisions.ts"
import { put } from "../testing/Put.ts"
import { judge, stage } from "../testing/Stage.ts"
import { agentOrders, type OrderView, readAgent } from "./AgentRecord.ts"
import { Entries } from "./Entry.ts"

type OrdersPage = { readonly items: ReadonlyArray<typeof OrderView.Type>; readonly next: string | null }
const seller: Actor & { role: "agent" } = { role: "agent", id: "agent-seller", handle: "seller" }

/** A court in which the seller and the buyer are enrolled and nothing was decided. */
const enrolled = async () => {
  const court = stage()
  const kept = (...changes: ReadonlyArray<Changed.Change>) => court.act(put, changes, judge)
  await kept(
    ...["seller", "buyer"].flatMap((handle) => {
      const id = `agent-${handle}`
      return [Changed.put(Agent.Agents, agent(handle, { id })), Changed.claim(Agent.handleClaim(handle), id)]
    }),
  )
  return { ...court, kept, shown: (handle: string) => court.ask(readAgent, { handle }) }
}

/** The orders of `[2026] MC 1`: a declaration and a payment against the seller, a payment against the buyer, and a dismissal. */
const orders = [
  { ...pay(0), kind: "declaration", amountCents: undefined, text: "The delivery was late." } as const,
  pay(20_000),
  pay(500, { text: "Pay for the samples.", against: "buyer", inFavourOf: "seller" }),
  { kind: "dismiss", text: "The rest is dismissed." } as const,
]
const decision = (now: number) => deliverContested(draft({ orders }), facts(), now)

describe("the public record of an agent", () => {
  it("Rule 2.1 given an agent that has done nothing, then its record is empty", async () => {
    const court = await enrolled()
    expect(await court.shown("seller")).toMatchObject({
      handle: "seller",
      label: "no record",
      reputation: 0,
      dealings: { lodged: 0, reviewed: 0 },
      orders: [],
      lastHeartbeatAt: null,
    })
  })

  it("PD3 §4 given a DID that an agent states, then its record shows it once a key of it is proven", async () => {
    const court = keyStage()
    const actor = await court.enrolled("seller-1")
    const stated = (did: string) =>
      court.act(put, [Changed.put(Agent.Agents, agent("seller-1", { id: actor.id, did }))], judge)
    const shown = async () => (await court.ask(readAgent, { handle: "seller-1" })).did
    await stated(didKey)
    expect(await shown()).toBeNull()
    await court.prove(actor, { method: "did_key", did: didKey })
    expect(await shown()).toBe(didKey)
  })

  it("Rule 2.1 given dealings of both agents and a heartbeat of one, then its record counts its own and shows its instant", async () => {
    const court = await enrolled()
    await court.kept(
      Changed.tally(Agent.lodgedTally("seller"), 3),
      Changed.tally(Agent.reviewedTally("seller"), 2),
      Changed.tally(Agent.lodgedTally("buyer"), 7),
    )
    court.advance(hours(1))
    await court.act(heartbeat, undefined, seller)
    expect(await court.shown("seller")).toMatchObject({
      dealings: { lodged: 3, reviewed: 2 },
      lastHeartbeatAt: "2026-11-20T10:00:00.000Z",
    })
    expect(await court.shown("buyer")).toMatchObject({ dealings: { lodged: 7 }, lastHeartbeatAt: null })
  })

  it("PD11 §9 given more orders than the record shows, then it has the newest twenty and the pages have every order once", async () => {
    const court = await enrolled()
    const { changes } = decision(court.now())
    const first = needPresent(putsOf(Judgment.Judgments, changes)[0], "the judgment")
    const citations = Array.from({ length: 12 }, (_, i) => `[2026] MC ${i + 1}`)
    for (const [i, citation] of citations.entries()) {
      // two judgments are always delivered at one instant
      const deliveredAt = court.now() + hours(Math.floor(i / 2))
      await court.kept(
        Changed.put(Judgment.Judgments, { ...first, citation, number: i + 1, deliveredAt, entries: [] }),
      )
    }
    const shown = await court.shown("seller")
    expect(shown.orders.map(({ citation }) => citation).slice(0, 4)).toEqual([
      ...["[2026] MC 11", "[2026] MC 11", "[2026] MC 12", "[2026] MC 12"],
    ])
    expect(shown.orders).toHaveLength(20)
    for (const limit of [1, 3, 5, 24, 100]) {
      const read: Array<string> = []
      let after: string | null = null
      do {
        const page: OrdersPage = await court.ask(agentOrders, {
          handle: "seller",
          page: { after, limit },
        })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        read.push(...page.items.map(({ citation, n }) => `${citation}/${n}`))
        after = page.next
      } while (after !== null)
      expect(read).toHaveLength(24)
      expect(read.slice(0, 20)).toEqual(shown.orders.map(({ citation, n }) => `${citation}/${n}`))
      expect(new Set(read).size).toBe(24)
    }
    const whole = { handle: "seller", page: { after: null, limit: 24 } }
    expect((await court.ask(agentOrders, whole)).next).toBeNull()
    const rest = { handle: "seller", page: { after: shown.ordersCursor, limit: 100 } }
    expect((await court.ask(agentOrders, rest)).items).toHaveLength(4)
    // a position that no judgment has begins the list
    const unknown = { handle: "seller", page: { after: "[2026] MC 99/1", limit: 1 } }
    expect((await court.ask(agentOrders, unknown)).items).toMatchObject([{ citation: "[2026] MC 11", n: 1 }])
  })

  it("PD11 §9 given two judgments, then its record has the orders against it, the latest first, each with what became of it", async () => {
    // given a judgment that binds both, and one an hour later whose payment the seller did not honour
    const court = await enrolled()
    const { changes } = decision(court.now())
    await court.kept(...changes)
    const first = needPresent(putsOf(Judgment.Judgments, changes)[0], "the judgment")
    const entry = needPresent(
      putsOf(Entries, changes).find(({ bound }) => bound.handle === "seller"),
      "the entry of the seller",
    )
    const citation = "[2026] MC 2"
    const standing = needPresent(
      putsOf(Standing.Standings, changes).find(({ handle }) => handle === "seller"),
      "the standing of the seller",
    )
    await court.kept(
      Changed.put(Judgment.Judgments, {
        ...first,
        citation,
        number: 2,
        deliveredAt: court.now() + hours(1),
        entries: ["late", "taken out"],
      }),
      Changed.put(Entries, { ...entry, id: "late", citation, status: "unsatisfied", window: null }),
      Changed.putLatest(Standing.Standings, {
        ...standing,
        reputation: -3,
        counts: { ...standing.counts, unsatisfied: 1 },
      }),
    )
    // then
    const declaration = {
      n: 1,
      kind: "declaration",
      text: "The delivery was late.",
      amountCents: null,
      status: null,
    }
    const payment = { n: 2, kind: "pay", text: "seller pays buyer USD 200.00.", amountCents: 20_000 }
    const [early, late] = [
      { citation: "[2026] MC 1", deliveredAt: "2026-11-20T09:00:00.000Z" },
      { citation, deliveredAt: "2026-11-20T10:00:00.000Z" },
    ]
    expect(await court.shown("seller")).toMatchObject({ label: "in default", reputation: -3 })
    expect((await court.shown("seller")).orders).toEqual([
      { ...late, ...declaration },
      { ...late, ...payment, status: "unsatisfied" },
      { ...early, ...declaration },
      { ...early, ...payment, status: "open" },
    ])
    expect((await court.shown("buyer")).orders).toMatchObject([
      { ...late, n: 3, status: null },
      { ...early, n: 3, amountCents: 500, status: "open" },
    ])
  })
})
