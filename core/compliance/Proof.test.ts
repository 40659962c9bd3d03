/** Transfers as proof of an order: which count, what they come to, and the parts of a sum that are kept. */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Networks, type Transfer } from "../chains/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { Entries, type Entry } from "./Entry.ts"
import {
  countsTowards,
  type Part,
  type Proof,
  proveByTransfer,
  reachTime,
  withoutPart,
  withPart,
} from "./Proof.ts"
import { fresh, open, terms, transferTo } from "./testing/Given.ts"

const none: Proof = { entryId: "entry-1", parts: [] }
const proofOf = (parts: ReadonlyArray<Part>) => parts.reduce(withPart, none)
const part = fc.record({ cents: fc.integer({ min: 1, max: 4000 }), at: fc.integer({ min: 1, max: 100 }) })
const sumOf = ({ parts }: Proof) => parts.reduce((sum, { cents }) => sum + cents, 0)

describe("what has arrived towards an order", () => {
  it("PD11 §11 the sum is reached at the block that reached it, whatever came later", () => {
    const parts = [
      { cents: 3000, at: start + 3000 },
      { cents: 1999, at: start + 1000 },
      { cents: 1, at: start + 9000 },
      { cents: 9999, at: start + 10_000 },
    ]
    expect(reachTime(proofOf(parts), 5000)).toBe(start + 9000)
    expect(reachTime(proofOf(parts.slice(0, 2)), 5000)).toBeNull()
  })

  it("PD11 §11 the order in which transfers are read makes no difference", () => {
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 1, max: 9000 }), (parts, sum) => {
        expect(reachTime(proofOf(parts), sum)).toBe(reachTime(proofOf(parts.toReversed()), sum))
      }),
    )
  })

  it("PD11 §11 when a transfer is reversed, then the sum that has arrived is the same as without it", () => {
    fc.assert(
      fc.property(fc.array(part), part, (parts, gone) => {
        const left = withoutPart(withPart(proofOf(parts), gone), { cents: gone.cents, blockAt: gone.at })
        expect(sumOf(left)).toBe(sumOf(proofOf(parts)))
      }),
    )
  })

  it("PD11 §11 any number of tiny transfers makes a small proof, which keeps the sum and makes no part earlier", () => {
    const dust = Array.from({ length: 1000 }, (_, i) => ({ cents: 1, at: start + i }))
    const proof = withPart(proofOf(dust), { cents: 4000, at: start + 2000 })
    expect(proof.parts.length).toBeLessThanOrEqual(200)
    expect(sumOf(proof)).toBe(5000)
    expect(reachTime(proof, 5000)).toBe(start + 2000)
    expect(reachTime(proof, 10)).toBeGreaterThanOrEqual(start + 9)
  })
})

const usdc = needPresent(Networks.assets[0], "the first token in the list")
const address = { network: "eip155:8453", asset: usdc.id, address: "0xCreditor", proven: false, at: start }
const entry: Entry = { ...open, address }
const transfer = (changes: Partial<Transfer.Transfer> = {}) => transferTo(address, changes)

const chain = { role: "chain" } as const
const facts = (parts: ReadonlyArray<Part> = [], price: bigint | null = 1_000_000n) => ({
  before: null,
  found: {
    entry,
    proof: { entryId: entry.id, parts },
    asset: usdc,
    price,
    beside: { entries: [entry], standings: [fresh] },
  },
})
const decided = (given: ReturnType<typeof facts>, sent: Transfer.Transfer, context: CommandContext) => {
  const { changes, reply } = Either.getOrThrow(proveByTransfer.decide(given, sent, context))
  return {
    reception: reply.reception,
    written: changes.length,
    entries: putsOf(Entries, changes),
    told: eventsOf(changes).map(({ data }) => data),
  }
}
const now = start + 60_000

describe("proof by chain", () => {
  it("PD11 §11 a transfer that reaches the sum satisfies the entry at the time of its block, with `chain` as the actor", () => {
    const found = decided(facts(), transfer(), contextFor(chain, now))
    expect(found.entries).toMatchObject([{ status: "satisfied", performedAt: start + 1000 }])
    expect(found.told).toMatchObject([{ by: "chain", act: "prove", delta: 1 }])
  })

  it("PD11 §11 a transfer that does not reach the sum is counted, and the entry stays as it was until the rest arrives", () => {
    const found = decided(facts(), transfer({ units: "49999999" }), contextFor(chain, now))
    expect(found).toMatchObject({ reception: "counted", entries: [], written: 2 })
    const rest = decided(
      facts([{ cents: 4999, at: start + 1000 }]),
      transfer({ units: "10000" }),
      contextFor(chain, now),
    )
    expect(rest.entries).toMatchObject([{ status: "satisfied" }])
  })

  it("PD11 §11 a block ahead of the court's clock counts as of the court's time", () => {
    const found = decided(facts(), transfer({ blockAt: now + 5000 }), contextFor(chain, now))
    expect(found.entries).toMatchObject([{ status: "satisfied", performedAt: now }])
  })

  it("PD11 §11 nobody but the court's readers of chains proves an order", () => {
    for (const role of ["registrar", "judge", "scheduler", "public"] as const) {
      const refused = proveByTransfer.decide(facts(), transfer(), contextFor({ role }, now))
      expect(codeOf(refused)).toBe("registrar_only")
    }
  })

  it.each([
    ["unconfirmed", { confirmations: 19 }],
    ["at delivery", { blockAt: start }],
    ["to another address", { to: "0xOther" }],
    ["of another asset", { asset: "eip155:8453/erc20:0xOther" }],
    ["on another network", { network: "eip155:1" }],
  ])("PD11 §11 a transfer %s does not count", (_why, changes) => {
    expect(countsTowards(entry, transfer(changes), terms)).toBe(false)
    expect(countsTowards(entry, transfer(), terms)).toBe(true)
  })

  it("PD11 §11A each network has its own number of confirmations", () => {
    for (const [network, needed] of [
      ["eip155:8453", 20],
      ["eip155:1", 6],
      ["bip122:000000000019d6689c085ae165831e93", 1],
      ["cip34:1-764824073", 15],
    ] as const) {
      const there: Entry = { ...entry, address: { ...address, network } }
      expect(countsTowards(there, transfer({ network, confirmations: needed - 1 }), terms)).toBe(false)
      expect(countsTowards(there, transfer({ network, confirmations: needed }), terms)).toBe(true)
    }
  })

  it("PD11 §11A given no address, no order to pay, no sum or a network that is not read, then no transfer counts", () => {
    expect(countsTowards({ ...entry, address: null }, transfer(), terms)).toBe(false)
    expect(countsTowards({ ...entry, type: "perform" }, transfer(), terms)).toBe(false)
    expect(countsTowards({ ...entry, amountCents: null }, transfer(), terms)).toBe(false)
    const unread = { network: "eip155:5" }
    expect(countsTowards({ ...entry, address: { ...address, ...unread } }, transfer(unread), terms)).toBe(
      false,
    )
  })
})

const of = (parts: ReadonlyArray<readonly [cents: number, at: number]>) => ({
  entryId: "e",
  parts: parts.map(([cents, at]) => ({ cents, at })),
})
const many = (count: number, centsOf: (i: number) => number = () => 100) =>
  of(Array.from({ length: count }, (_, i) => [centsOf(i), i] as const))

describe("the parts of a sum", () => {
  it("PD11 §11 two hundred parts are kept as they are", () => {
    expect(withPart(many(199), { cents: 7, at: 500 }).parts).toHaveLength(200)
    expect(withPart(many(199), { cents: 7, at: 500 }).parts.at(-1)).toEqual({ cents: 7, at: 500 })
  })

  it("PD11 §11 given more than two hundred parts, then the two neighbours of the least worth are merged at the later time", () => {
    const small = withPart(
      many(200, (i) => (i === 50 || i === 51 ? 10 : 100)),
      { cents: 100, at: 500 },
    )
    expect(small.parts).toHaveLength(200)
    expect(small.parts.slice(49, 52)).toEqual([
      { cents: 100, at: 49 },
      { cents: 20, at: 51 },
      { cents: 100, at: 52 },
    ])
    const alike = withPart(many(200), { cents: 100, at: 500 })
    expect(alike.parts.slice(0, 2)).toEqual([
      { cents: 200, at: 1 },
      { cents: 100, at: 2 },
    ])
    const last = withPart(
      many(200, (i) => (i === 199 ? 1 : 100)),
      { cents: 1, at: 500 },
    )
    expect(last.parts.at(-1)).toEqual({ cents: 2, at: 500 })
  })

  it("PD11 §11 when a transfer is reversed, then its worth and no more is taken from the part of its block and from later parts", () => {
    const three = of([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
    const without = (cents: number, blockAt: number) =>
      withoutPart(three, { cents, blockAt }).parts.map(({ cents: left, at }) => [left, at])
    expect(without(200, 5)).toEqual([
      [100, 1],
      [300, 9],
    ])
    expect(without(250, 5)).toEqual([
      [100, 1],
      [250, 9],
    ])
    expect(without(50, 9)).toEqual([
      [100, 1],
      [200, 5],
      [250, 9],
    ])
    expect(without(100, 1)).toEqual([
      [200, 5],
      [300, 9],
    ])
    expect(without(0, 1)).toEqual([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
  })
})
