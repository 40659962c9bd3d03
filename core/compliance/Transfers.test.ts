import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { records as chainRecords, Transfer } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { Entries, type Entry } from "./Entry.ts"
import { Proofs, proveByTransfer } from "./Proof.ts"
import {
  attest,
  dispute,
  fresh,
  having,
  open,
  openedAs,
  passedAt,
  put,
  threeDays,
  transferTo,
} from "./testing/Given.ts"

describe("a transfer and the order that it pays", () => {
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
  const address = { network: "eip155:8453", asset, address: "0xCreditor", proven: false, at: start }
  const transfer = (changes: Partial<Transfer.Transfer> = {}) => transferTo(address, changes)
  const now = start + 60_000
  const first: Entry = { ...open, address }
  const second: Entry = { ...openedAs("entry-2"), address, deliveredAt: start + 1 }
  const prove = (facts: ReturnType<typeof factsOf>, one = transfer()) =>
    allowed(facts.decide(proveByTransfer, one, contextFor({ role: "chain" }, now)))

  it("PD11 §11A a transfer counts towards the order delivered first at its address, and satisfies it", () => {
    const { changes, reply } = prove(
      factsOf(put(second), put(first), Changed.put(Standing.Standings, { ...fresh, reputation: 4 })),
    )
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(Entries, changes)).toMatchObject([
      { id: "entry-1", status: "satisfied", performedAt: start + 1000 },
    ])
    expect(putsOf(Transfer.CountedTransfers, changes)).toEqual([
      Transfer.count(transfer(), { towards: { kind: "entry", id: "entry-1" }, cents: 5000, at: now }),
    ])
    expect(putsOf(Proofs, changes)).toEqual([
      { entryId: "entry-1", parts: [{ cents: 5000, at: start + 1000 }] },
    ])
    expect(putsOf(Standing.Standings, changes)).toMatchObject([{ reputation: 5 }])
  })

  it("PD11 §11A a transfer adds to what came before, and an order that has its sum takes no more", () => {
    const facts = factsOf(put(first), put(second))
    prove(facts, transfer({ units: "20000000" }))
    const rest = prove(facts, transfer({ units: "30000000", index: 1 }))
    expect(putsOf(Entries, rest.changes)).toMatchObject([{ id: "entry-1", status: "satisfied" }])
    const next = prove(facts, transfer({ index: 2 }))
    expect(putsOf(Transfer.CountedTransfers, next.changes)).toMatchObject([{ towards: { id: "entry-2" } }])
    const late = factsOf(
      put(first),
      put(second),
      Changed.put(Proofs, { entryId: "entry-1", parts: [{ cents: 5000, at: start }] }),
    )
    expect(putsOf(Transfer.CountedTransfers, prove(late).changes)).toMatchObject([
      { towards: { id: "entry-2" } },
    ])
  })

  it("PD11 §11A a transfer counts only towards an order that was delivered before its block", () => {
    const earlier: Entry = { ...first, id: "entry-9", deliveredAt: start - 5 }
    const later: Entry = { ...second, deliveredAt: start + 5000 }
    const { changes } = prove(factsOf(put(earlier), put(later)), transfer({ blockAt: start }))
    expect(putsOf(Transfer.CountedTransfers, changes)).toMatchObject([{ towards: { id: "entry-9" } }])
    expect(prove(factsOf(put(later))).reply).toEqual({ reception: "passed_by" })
  })

  it("PD11 §11A a transfer after the time fixed is counted, and the entry stays as it was", () => {
    const late = passedAt(first, start + threeDays)
    const sent = transfer({ blockAt: start + threeDays + 1 })
    const context = contextFor({ role: "chain" }, start + threeDays + 2)
    const { changes, reply } = allowed(factsOf(put(late)).decide(proveByTransfer, sent, context))
    expect(reply).toEqual({ reception: "counted" })
    expect(changes.map(({ _tag }) => _tag)).toEqual(["Put", "Put"])
    expect(putsOf(Entries, changes)).toEqual([])
  })

  it("PD11 §11A a transfer that was counted is known, and counts again after it was reversed", () => {
    const record = Transfer.count(transfer(), {
      towards: { kind: "entry", id: "entry-1" },
      cents: 5000,
      at: start,
    })
    const known = prove(factsOf(put(first), Changed.put(Transfer.CountedTransfers, record)))
    expect(known).toEqual({ changes: [], reply: { reception: "known" } })
    const reversed = { ...record, reversedAt: start, attention: "reorganised" as const }
    const again = prove(factsOf(put(first), Changed.put(Transfer.CountedTransfers, reversed)))
    expect(putsOf(Transfer.CountedTransfers, again.changes)).toMatchObject([
      { reversedAt: null, attention: "reorganised" },
    ])
  })

  it("PD11 §11A a transfer is passed by if nothing is to be paid, or if its asset is not listed", () => {
    const passedBy = { changes: [], reply: { reception: "passed_by" } }
    expect(prove(factsOf())).toEqual(passedBy)
    const other = { ...first, address: { ...address, asset: "eip155:8453/erc20:0x1" } }
    expect(prove(factsOf(put(other)), transfer({ asset: "eip155:8453/erc20:0x1" }))).toEqual(passedBy)
    const done = having(first, [attest(start), start + 1], [dispute(), start + 2])
    expect(prove(factsOf(put(done)))).toEqual(passedBy)
  })

  it("PD11 §11A a transfer of bitcoin is worth its amount at a fresh price, to the cent", () => {
    const network = "bip122:000000000019d6689c085ae165831e93"
    const there = { ...address, network, asset: `${network}/slip44:0` }
    const sent = transfer({ network, asset: there.asset, units: "100000" })
    const facts = factsOf(put({ ...first, address: there }))
    expect(prove(facts, sent).reply).toEqual({ reception: "waiting" })
    facts.take([
      Changed.put(chainRecords.Quotations, { symbol: "BTC" as const, microUsd: "50000000000", at: now }),
    ])
    expect(putsOf(Transfer.CountedTransfers, prove(facts, sent).changes)).toMatchObject([{ cents: 5000 }])
    const cent = factsOf(put(first))
    expect(prove(cent, transfer({ units: "9999" })).reply).toEqual({ reception: "passed_by" })
    expect(prove(cent, transfer({ units: "10000" })).reply).toEqual({ reception: "counted" })
  })
})
