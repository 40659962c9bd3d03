/** The addresses of a confirmed hold count as those of its parties: since when, on which chains, and for whom. */
import { describe, expect, it } from "vitest"
import { Networks } from "../chains/index.ts"
import { days } from "../kernel/Time.ts"
import { HeldAddress } from "../proofs/index.ts"
import { start } from "../testing/Context.ts"
import { confirmHold, proveHold } from "./Proving.ts"
import { statementOf } from "./Statement.ts"
import { buyer, contract, hold, holding, seller, signed, unconfirmed } from "./testing/Court.ts"
import { addresses } from "./testing/Given.ts"

const forCourt = { court: "court", courtId: "court-1" }
const wallet = Networks.addChecksum(contract.slice(2))
const keyOf = (address: string) => `evm:${address.toLowerCase()}`
const second = { id: "01900000-0000-7000-8000-000000000008", holdRef: `0x${"2".repeat(64)}` }

const opened = async (...named: ReadonlyArray<Parameters<typeof unconfirmed>[0]>) => {
  const court = await holding(named.map((changes) => unconfirmed(changes)))
  const signature = (agent: string, address: string, changes: Parameters<typeof hold>[0] = {}) =>
    signed(statementOf(forCourt, hold(changes), agent, address), address)
  return {
    ...court,
    confirm: (address: string = addresses.seller, changes: Parameters<typeof hold>[0] = {}) =>
      court.refuses(
        confirmHold,
        { id: hold(changes).id, address, signature: signature("seller", address, changes) },
        seller,
      ),
    prove: (changes: Parameters<typeof hold>[0] = {}) =>
      court.refuses(
        proveHold,
        { id: hold(changes).id, signature: signature("buyer", addresses.buyer, changes) },
        buyer,
      ),
    holders: async (fingerprint: string) =>
      (await court.read((reader) => HeldAddress.holdersOf(reader, fingerprint))).map(({ handle, since }) => [
        handle,
        since,
      ]),
  }
}

describe("the addresses of a hold", () => {
  it("PD2 §6D once it is confirmed count as its parties' since each was proven, and not before", async () => {
    const court = await opened({})
    const at = court.now()
    expect(await court.confirm()).toBeNull()
    expect(await court.holders(keyOf(addresses.seller))).toEqual([])
    court.advance(days(1))
    expect(await court.prove()).toBeNull()
    expect(await court.holders(keyOf(addresses.seller))).toEqual([["seller", at]])
    expect(await court.holders(keyOf(addresses.buyer))).toEqual([["buyer", at + days(1)]])
  })

  it("PD2 §6D given a second hold with the same addresses, then the earlier proof of each is kept", async () => {
    const court = await opened({}, second)
    const at = court.now()
    expect(await court.confirm()).toBeNull()
    expect(await court.prove()).toBeNull()
    court.advance(days(1))
    expect(await court.confirm(addresses.seller, second)).toBeNull()
    expect(await court.prove(second)).toBeNull()
    expect(await court.holders(keyOf(addresses.seller))).toEqual([["seller", at]])
  })

  it("PD2 §6D given a contract that signed, then it counts on its own chain, and says nothing of the key of its address", async () => {
    const court = await opened({})
    expect(await court.confirm(wallet)).toBeNull()
    expect(await court.prove()).toBeNull()
    expect(await court.holders(keyOf(wallet))).toEqual([])
    expect(await court.holders(keyOf(wallet).replace("evm:", "evm:8453:"))).toHaveLength(1)
  })

  it("PD2 §6D given a side that was proven before the Court kept what signed, then its address is not counted", async () => {
    const court = await opened({ payer: { ...hold().payer, provenAt: start } })
    expect(await court.confirm()).toBeNull()
    expect(await court.holders(keyOf(addresses.buyer))).toEqual([])
    expect(await court.holders(keyOf(addresses.seller))).toHaveLength(1)
  })

  it("PD2 §6D two agents that prove one address are both known, in the order of their holds", async () => {
    const other = { ...hold().payer, address: addresses.seller, provenAt: start, provenBy: "key" } as const
    const court = await opened({}, { ...second, payer: other })
    expect(await court.confirm()).toBeNull()
    expect(await court.prove()).toBeNull()
    expect(await court.confirm(wallet, second)).toBeNull()
    expect((await court.holders(keyOf(addresses.seller))).map(([handle]) => handle)).toEqual([
      "seller",
      "buyer",
    ])
  })
})
