import { describe, expect, it } from "vitest"
import { Agent } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { behindOf, readBehind, readLatest } from "./Behind.ts"
import type { Entry } from "./Entry.ts"
import { attest, confirm, favoured, fresh, having, openedAs, put, run, threeDays } from "./testing/Given.ts"

const party = (handle: string) => ({ id: `id-of-${handle}`, handle, operatorId: `op-of-${handle}` })
const honoured = (id: string, changes: Partial<Entry> = {}): Entry => ({
  ...having(openedAs(id), [confirm, start + 1]),
  ...changes,
})
const behind = (...entries: ReadonlyArray<Entry>) => behindOf(entries, new Set([favoured.id]), start + 2)

describe("what stands behind a label", () => {
  it("PD11 §13 given twelve orders of one cent in favour of one friend, then one party and twelve cents stand behind it", () => {
    const twelve = Array.from({ length: 12 }, (_, i) => honoured(`e${i}`, { amountCents: 1 }))
    expect(behind(...twelve)).toEqual({ parties: 1, proven: 1, sumCents: 12 })
  })

  it("PD11 §13 given several parties, then each counts once, and only a party whose operator is proven is proven", () => {
    const entries = [
      honoured("a"),
      honoured("b"),
      honoured("c", { favoured: party("other") }),
      honoured("d", { favoured: { ...party("stranger"), id: null }, amountCents: null, type: "perform" }),
    ]
    expect(behind(...entries)).toEqual({ parties: 3, proven: 1, sumCents: 15_000 })
  })

  it("PD11 §13 given orders that are not satisfied, or of one operator, then they count for nothing", () => {
    expect(behind(openedAs("a"), honoured("b", { sameOperator: true }))).toEqual({
      parties: 0,
      proven: 0,
      sumCents: 0,
    })
  })

  it("PD11 §13 given an attestation that nobody disputed in time, then it counts once its window has closed", () => {
    const attested = having(openedAs("a"), [attest(start), start + 1])
    const at = (now: number) => behindOf([attested], new Set(), now).parties
    expect([at(start + threeDays), at(start + 1 + threeDays)]).toEqual([0, 1])
  })

  it.each([
    ["stated", 0],
    ["proven", 1],
  ] as const)(
    "PD11 §13 given a party favoured whose operator is %s, then %i are proven",
    (status, proven) => {
      const one = agent(favoured.handle, { id: favoured.id, identity: { status, by: null, at: null } })
      const elsewhere = put(honoured("c", { bound: party("other") }))
      const { reader } = factsOf(
        Changed.put(Agent.Agents, one),
        put(honoured("a")),
        put(openedAs("b")),
        elsewhere,
      )
      const entries = run(
        readLatest(reader, { ...fresh, counts: { ...fresh.counts, satisfied: 1, open: 1 } }),
      )
      expect(entries).toHaveLength(2)
      expect(run(readBehind(reader, entries, start + 2))).toEqual({ parties: 1, proven, sumCents: 5_000 })
    },
  )

  it("PD11 §13 given more entries than are read, then the latest hundred that are not superseded count", () => {
    const entries = Array.from({ length: 130 }, (_, i) =>
      honoured(`e${i}`, {
        deliveredAt: start + i,
        amountCents: i,
        ...(i % 2 === 0 && i < 40 ? { status: "superseded" as const } : {}),
      }),
    )
    const { reader } = factsOf(...entries.map(put))
    const of = (satisfied: number) =>
      run(readLatest(reader, { ...fresh, counts: { ...fresh.counts, satisfied } }))
    const sums = of(130).map(({ amountCents }) => amountCents)
    expect([sums.length, sums[0], sums.at(-1)]).toEqual([100, 129, 21])
    // As if there were a hundred in all: the earliest are read, less the superseded ones.
    expect(of(100)).toHaveLength(80)
  })

  it("PD11 §13 given a party that was taken out of the store, then it is not proven", () => {
    const { reader } = factsOf(put(honoured("a")))
    expect(run(readBehind(reader, [honoured("a")], start + 2)).proven).toBe(0)
  })
})
