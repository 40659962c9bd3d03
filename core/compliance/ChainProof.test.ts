import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { start } from "../testing/Context.ts"
import { provedAt, type Transfer } from "./ChainProof.ts"
import type { Entry } from "./Entry.ts"
import { open, terms } from "./testing/Given.ts"

const address = {
  network: "eip155:8453",
  asset: "eip155:8453/erc20:0xToken",
  address: "0xCreditor",
  at: start,
}
const entry: Entry = { ...open, address }
const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  network: address.network,
  asset: address.asset,
  to: address.address,
  valueCents: 5000,
  at: start + 1000,
  confirmations: 20,
  ...changes,
})

describe("proof by chain", () => {
  it("PD11 §11 confirmed transfers that reach the sum prove performance at the block that reached it", () => {
    const parts = [
      transfer({ valueCents: 3000, at: start + 3000 }),
      transfer({ valueCents: 1999, at: start + 1000 }),
      transfer({ valueCents: 1, at: start + 9000 }),
      transfer({ valueCents: 9999, at: start + 10_000 }),
    ]
    expect(provedAt(entry, parts, terms)).toBe(start + 9000)
    expect(provedAt(entry, parts.slice(0, 2), terms)).toBeNull()
  })

  it.each([
    ["unconfirmed", { confirmations: 19 }],
    ["at delivery", { at: start }],
    ["to another address", { to: "0xOther" }],
    ["of another asset", { asset: "eip155:8453/erc20:0xOther" }],
    ["on another network", { network: "eip155:1" }],
  ])("PD11 §11 a transfer %s does not count", (_why, changes) => {
    expect(provedAt(entry, [transfer(changes)], terms)).toBeNull()
    expect(provedAt(entry, [transfer()], terms)).toBe(start + 1000)
  })

  it("PD11 §11 each network has its own number of confirmations", () => {
    for (const [network, needed] of [
      ["eip155:8453", 20],
      ["eip155:1", 6],
      ["bip122:000000000019d6689c085ae165831e93", 1],
    ] as const) {
      const there: Entry = { ...entry, address: { ...address, network } }
      expect(provedAt(there, [transfer({ network, confirmations: needed - 1 })], terms)).toBeNull()
      expect(provedAt(there, [transfer({ network, confirmations: needed })], terms)).toBe(start + 1000)
    }
  })

  it("PD11 §11 without a registered address, or where no sum is ordered, nothing is read", () => {
    expect(provedAt({ ...entry, address: null }, [transfer()], terms)).toBeNull()
    const order = { ...entry.order, type: "perform" as const, amountCents: null }
    expect(provedAt({ ...entry, order }, [transfer()], terms)).toBeNull()
  })

  it("PD11 §11 the order in which transfers are read makes no difference", () => {
    const parts = fc.array(
      fc.record({ valueCents: fc.integer({ min: 1, max: 4000 }), at: fc.integer({ min: 1, max: 100 }) }),
    )
    fc.assert(
      fc.property(parts, (given) => {
        const transfers = given.map(({ valueCents, at }) => transfer({ valueCents, at: start + at }))
        expect(provedAt(entry, transfers, terms)).toBe(provedAt(entry, transfers.toReversed(), terms))
      }),
    )
  })
})
