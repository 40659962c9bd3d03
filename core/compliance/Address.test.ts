/** Addresses of payment: how they are proven, and what a transfer proves if several parties share one. */
import { describe, expect, it } from "vitest"
import { type Agent, Notice } from "../agents/index.ts"
import { Networks, Transfer, type Wallets } from "../chains/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { Entries, type Entry } from "./Entry.ts"
import { PaymentAddresses, provingText } from "./PaymentAddress.ts"
import { proveByTransfer } from "./Proof.ts"
import { entryView } from "./Queries.ts"
import { attest, bound, creditor, debtor, favoured, having, open, openedAs, put } from "./testing/Given.ts"
import { registering, signatureOf } from "./testing/Wallets.ts"

const party = (handle: string): Agent.Bound => ({
  id: `id-of-${handle}`,
  handle,
  operatorId: `op-of-${handle}`,
})
const stranger = party("stranger")
const friend = party("friend")
const hers = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB"
const at = { network: "eip155:8453", address: hers }
const usdc = needPresent(Networks.assets[0], "the first token in the list").id

/** The sum that the debtor owes the creditor, and that the stranger's friend owes the stranger by an earlier judgment. */
const owed = open
const sham: Entry = { ...openedAs("entry-0"), bound: friend, favoured: stranger, deliveredAt: start - 1000 }

const registered = (
  facts: ReturnType<typeof factsOf>,
  entry: Entry,
  {
    signature,
    address = hers,
    verdict,
  }: { signature?: string; address?: string; verdict?: Wallets.Verdict } = {},
  actor: Actor = {
    role: "agent",
    id: needPresent(entry.favoured.id, "the party"),
    handle: entry.favoured.handle,
  },
) =>
  facts.decide(
    registering(verdict),
    {
      id: entry.id,
      network: "base",
      asset: "USDC",
      address,
      ...(signature === undefined ? {} : { signature }),
    },
    contextFor(actor, start + 10),
  )
const signed = (entry: Entry) => ({ signature: signatureOf(hers, provingText(entry)) })

let sent = 0
/** Fifty dollars to the address, a second after delivery. Gives the entry that it counted for, or null. */
const paid = (facts: ReturnType<typeof factsOf>): string | null => {
  const transfer: Transfer.Transfer = {
    ...{ network: at.network, asset: usdc, to: hers, txid: `0x${++sent}`, index: 0, units: "50000000" },
    ...{
      height: 10,
      blockHash: "0x10",
      blockAt: start + 1000,
      confirmations: 20,
      confirmedAt: start + 50_000,
    },
  }
  const { changes } = allowed(
    facts.decide(proveByTransfer, transfer, contextFor({ role: "chain" }, start + 60_000)),
  )
  return putsOf(Transfer.CountedTransfers, changes)[0]?.towards.id ?? null
}

describe("an address that is registered", () => {
  it("PD11 §11 is kept in the court's form, and an address that can't be read is refused", () => {
    const facts = factsOf(put(owed))
    const { reply, changes } = allowed(registered(facts, owed, { address: hers.toLowerCase() }))
    expect(reply).toMatchObject({ status: "open", address: { ...at, asset: usdc, proven: false } })
    expect(putsOf(Entries, changes)).toMatchObject([{ addressChanges: 1 }])
    expect(putsOf(PaymentAddresses, changes)).toEqual([{ ...at, provenBy: null }])
    expect(putsOf(Notice.Notices, changes)).toMatchObject([
      { agentId: bound.id, type: "compliance.addressed" },
    ])
    expect(codeOf(registered(facts, owed, { address: "0x12" }))).toBe("address_unreadable")
    expect(codeOf(registered(facts, owed, signed(owed), debtor))).toBe("not_favoured")
    const spent = { ...owed, addressChanges: bounds.entryAddressesMax }
    expect(codeOf(registered(factsOf(put(spent)), spent))).toBe("daily_figure")
    expect(entryView(spent, creditor, start, published).next.map(({ act }) => act)).not.toContain("address")
  })

  it("PD11 §11 is proven by the signature of the text that `next` shows, for this order and for later ones", () => {
    const second = openedAs("entry-2")
    const facts = factsOf(put(owed), put(second))
    const { next } = entryView(owed, creditor, start, published)
    const shown = next.find(({ act }) => act === "address")
    expect(shown?.sign?.text).toBe(
      "creditor is paid at the address that signs this text, under order 1 of [2026] MC 1 (entry entry-1).",
    )
    expect(next.filter(({ act }) => act !== "address").some((one) => "sign" in one)).toBe(false)
    const signature = signatureOf(hers, shown?.sign?.text ?? "")
    expect(allowed(registered(facts, owed, { signature })).reply.address).toMatchObject({ proven: true })
    expect(allowed(registered(facts, second)).reply.address).toMatchObject({ proven: true })
  })

  it.each([
    ["unsigned", "Neither the key"],
    ["unread", "asks no contracts"],
    ["unreadable", "could not be asked"],
  ] as const)("PD11 §11 is refused with a signature that is %s, and nothing is recorded", (verdict, why) => {
    const facts = factsOf(put(owed))
    const refused = registered(facts, owed, { ...signed(sham), verdict })
    expect(refused).toMatchObject({ left: { code: "address_unproven" } })
    expect(JSON.stringify(refused)).toContain(why)
    expect(allowed(registered(facts, owed)).reply.address).toMatchObject({ proven: false })
  })

  it("PD11 §11 of a chain that is no EVM is not proven by a signature", () => {
    const bitcoin = { network: "bitcoin", asset: "BTC", address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2" }
    const refused = factsOf(put(owed)).decide(
      registering(),
      { id: owed.id, ...bitcoin, signature: "0x00" },
      contextFor(creditor, start + 10),
    )
    expect(JSON.stringify(refused)).toContain("Only an address of an EVM chain")
  })

  it("PD11 §11 may change twenty times in all, signatures included, and the twenty-first is refused", () => {
    const facts = factsOf(put(owed))
    for (let n = 0; n < 19; n++) allowed(registered(facts, owed))
    allowed(registered(facts, owed, signed(owed)))
    const refused = registered(facts, owed)
    expect(refused).toMatchObject({ left: { code: "daily_figure", waitSeconds: null } })
    expect(JSON.stringify(refused)).toContain("at most 20 changes of the address of an entry in all")
  })
})

describe("an address that several parties share", () => {
  it("PD11 §11A given a stranger that registers the creditor's address on an earlier order, then a payment satisfies no order of the stranger's", () => {
    const facts = factsOf(put(sham), put(owed))
    allowed(registered(facts, owed))
    allowed(registered(facts, sham))
    expect(paid(facts)).toBeNull()
    // and once the creditor proves the address, the payment is the creditor's
    allowed(registered(facts, owed, signed(owed)))
    expect(paid(facts)).toBe(owed.id)
  })

  it("PD11 §11A given an address that another agent has proven, then it proves nothing for a stranger, before or after", () => {
    const facts = factsOf(put(sham), put(owed))
    allowed(registered(facts, owed, signed(owed)))
    allowed(registered(facts, sham))
    expect(paid(facts)).toBe(owed.id)
    expect(paid(facts)).toBeNull()
    expect(codeOf(registered(facts, sham, signed(owed)))).toBe("address_unproven")
  })

  it("PD11 §11A given an address that two agents have proven, then it counts for the agent that proved it last", () => {
    const facts = factsOf(put(sham), put(owed))
    allowed(registered(facts, owed, signed(owed)))
    allowed(registered(facts, sham, signed(sham)))
    expect(paid(facts)).toBe(sham.id)
    allowed(registered(facts, owed))
    expect(paid(facts)).toBeNull()
  })

  it("PD11 §11A given two debtors of one creditor at one address, then a transfer proves nothing, since nobody knows whose it is", () => {
    const other: Entry = { ...openedAs("entry-2"), bound: friend }
    const facts = factsOf(put(owed), put(other))
    allowed(registered(facts, owed, signed(owed)))
    allowed(registered(facts, other))
    expect(paid(facts)).toBeNull()
    // and once the creditor names another address for one of them, the first is clear again
    allowed(registered(facts, other, { address: `0x${"cd".repeat(20)}` }))
    expect(paid(facts)).toBe(owed.id)
  })

  it("PD11 §11 given a pair whose handles sort before or after the other, then the other is found either way", () => {
    for (const handle of ["a", "zz"]) {
      const facts = factsOf(put(owed), put({ ...sham, favoured: party(handle) }))
      allowed(registered(facts, owed))
      const { changes } = allowed(registered(facts, { ...sham, favoured: party(handle) }))
      expect(putsOf(Notice.Notices, changes).map(({ type }) => type)).toContain("compliance.address_shared")
      expect(paid(facts)).toBeNull()
    }
  })

  it("PD11 §11A all parties of both orders are told, each once, with what to do", () => {
    const facts = factsOf(put(sham), put(owed))
    allowed(registered(facts, owed))
    const { changes } = allowed(registered(facts, sham))
    const told = putsOf(Notice.Notices, changes).filter(({ type }) => type === "compliance.address_shared")
    expect(told.map(({ agentId }) => agentId)).toEqual(
      [friend, stranger, bound, favoured].map(({ id }) => id),
    )
    expect(new Set(told.map(({ id }) => id)).size).toBe(4)
    expect(told[0]).toMatchObject({
      subject: "entry/entry-0",
      at: start + 10,
      data: { entry: "entry-0", other: "entry-1", ...at },
    })
    expect(told[0]?.text).toContain(
      `${hers} on eip155:8453 is registered for Order 1 of [2026] MC 1 (in favour of stranger)`,
    )
    expect(told[0]?.text).toContain("sign the text that next of your entry shows")
    const same = factsOf(put(owed), put({ ...openedAs("entry-2"), bound: friend }))
    allowed(registered(same, owed))
    const again = putsOf(
      Notice.Notices,
      allowed(registered(same, { ...openedAs("entry-2"), bound: friend })).changes,
    )
    expect(again.map(({ agentId, type }) => [agentId, type])).toEqual([
      [friend.id, "compliance.addressed"],
      [friend.id, "compliance.address_ambiguous"],
      [favoured.id, "compliance.address_ambiguous"],
      [bound.id, "compliance.address_ambiguous"],
    ])
    expect(again[1]?.text).toContain("register another address for one of the orders")
  })

  it("PD11 §11A nobody is told if the order takes no transfers, or if the address is shared with nobody", () => {
    const work: Entry = { ...sham, type: "perform" }
    const facts = factsOf(put(work), put(owed))
    allowed(registered(facts, owed))
    const told = (entry: Entry) =>
      putsOf(Notice.Notices, allowed(registered(facts, entry)).changes).filter(
        ({ type }) => type !== "compliance.addressed",
      )
    expect(told(work)).toEqual([])
    expect(told(owed)).toEqual([])
    expect(paid(facts)).toBe(owed.id)
    const { changes } = allowed(registered(facts, owed))
    expect(changes.map(({ _tag }) => _tag)).toEqual(["Put", "Event", "Put", "Task", "Put"])
  })

  it("PD11 §11A each notice of a shared address is a record of its own", () => {
    const facts = factsOf(put(sham), put(owed))
    allowed(registered(facts, sham))
    const notices = putsOf(Notice.Notices, allowed(registered(facts, owed)).changes)
    const { fresh } = contextFor(creditor, start + 10)
    expect(notices.map(({ id }) => id)).toEqual([
      fresh("entry-notice", 0),
      ...[0, 1, 2, 3].map((k) => fresh("address-notice", k)),
    ])
  })

  it("PD11 §11 an order that was attested or notified still shares its address, and an order that was satisfied does not", () => {
    const attested = having(sham, [attest(start - 1000), start - 500])
    const facts = factsOf(put(attested), put(owed))
    allowed(registered(facts, owed))
    allowed(registered(facts, attested))
    expect(paid(facts)).toBeNull()
    const satisfied: Entry = { ...attested, status: "satisfied" }
    facts.take([put({ ...satisfied, address: { ...at, asset: usdc, proven: false, at: start } })])
    expect(paid(facts)).toBe(owed.id)
  })
})
