/** Proven addresses: who may confirm a hold, what its parties sign, and who then has the reference of the escrow. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { claimant, respondent } from "../bench/testing/Cases.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { passHold, readHold, requestPayout } from "../payouts/index.ts"
import { Quote } from "../quotes/index.ts"
import { buyers, offered } from "../quotes/testing/Given.ts"
import { start } from "../testing/Context.ts"
import { escrowClaim, Holds } from "./Hold.ts"
import { nameHoldOnQuote } from "./Naming.ts"
import { keccak } from "./Payout.ts"
import { confirmHold, proveHold } from "./Proving.ts"
import { statementOf } from "./Statement.ts"
import {
  buyer,
  type Chain,
  contract,
  funded,
  hold,
  holding,
  party,
  quoteId,
  seller,
  signed,
  unconfirmed,
} from "./testing/Court.ts"
import { addresses, registrar, stranger } from "./testing/Given.ts"

const { id } = hold()
const forCourt = { court: "court", courtId: "court-1" }
const statement = (agent: string, party: string, changes: Parameters<typeof hold>[0] = {}) =>
  statementOf(forCourt, hold(changes), agent, party)
const byBuyer = signed(statement("buyer", addresses.buyer), addresses.buyer)
const bySeller = signed(statement("seller", addresses.seller), addresses.seller)

/** A court with one hold that the buyer has named, whose acts are these. */
const opened = async (changes: Parameters<typeof unconfirmed>[0] = {}, chain: Chain = {}) => {
  const court = await holding([unconfirmed(changes)], chain)
  return {
    ...court,
    confirms: (body: { readonly address: string; readonly signature?: string }, actor: Actor = seller) =>
      court.refuses(confirmHold, { id, ...body }, actor),
    proves: (signature: string, actor: Actor = buyer, of = id) =>
      court.refuses(proveHold, { id: of, signature }, actor),
    holder: (name: string) => court.read((reader) => reader.holder(name)),
    status: async (of = id) => {
      const found = await court.answers(readHold, { id: of }, registrar)
      return typeof found === "string" ? found : found.hold.status
    },
    next: async () => {
      const found = await court.answers(readHold, { id }, registrar)
      return typeof found === "string" ? [] : found.hold.next
    },
  }
}

describe("confirming a hold with an address", () => {
  it.each(["payer", "payee"] as const)(
    "PD2 §6D a hold that the %s named is confirmed by the other side only",
    async (namedBy) => {
      const own = { ...hold()[namedBy], provenAt: null }
      const other = namedBy === "payer" ? "payee" : "payer"
      const none = { ...hold()[other], address: null, provenAt: null }
      const court = await opened({ namedBy, [namedBy]: own, [other]: none })
      const [namer, theirs] = namedBy === "payer" ? [buyer, seller] : [seller, buyer]
      const address = namedBy === "payer" ? addresses.seller : addresses.buyer
      expect(await court.confirms({ address }, namer)).toBe("not_confirming")
      expect(await court.confirms({ address }, stranger)).toBe("not_a_party")
      expect(await court.confirms({ address }, registrar)).toBe("not_confirming")
      expect(await court.confirms({ address: "somewhere" }, theirs)).toBe("hold_address")
      expect(await court.confirms({ address: hold().escrowAddress }, theirs)).toBe("hold_address")
      expect(await court.confirms({ address: needPresent(own.address, "it") }, theirs)).toBe(
        "hold_self_dealing",
      )
      expect(await court.confirms({ address }, theirs)).toBeNull()
      expect(await court.inbox(namer.id)).toEqual(["hold.addressed"])
      expect(await court.status()).toBe("named")
    },
  )

  it("PD2 §6D given both signatures, whichever comes last, then the hold is confirmed, and each step is told once", async () => {
    const court = await opened()
    expect(await court.confirms({ address: addresses.seller, signature: bySeller })).toBeNull()
    expect(await court.status()).toBe("named")
    expect(await court.next()).toMatchObject([
      { who: "buyer", act: "prove", sign: { primaryType: "HoldParty" } },
    ])
    expect(await court.proves(byBuyer)).toBeNull()
    expect(await court.status()).toBe("confirmed")
    expect(await court.inbox(buyer.id)).toEqual(["hold.addressed"])
    expect(await court.inbox(seller.id)).toEqual(["hold.confirmed"])
    const types = (await court.events(`hold/${id}`)).map(({ type }) => type)
    expect(types).toEqual(["hold.addressed", "hold.proven", "hold.confirmed"])
  })

  it("PD2 §6D given a party that has proven its address, then it neither proves nor restates it; a party that has stated no address has nothing to prove", async () => {
    const court = await opened()
    expect(await court.proves(bySeller, seller)).toBe("hold_status")
    expect(await court.confirms({ address: addresses.seller })).toBeNull()
    expect(await court.confirms({ address: addresses.seller, signature: bySeller })).toBeNull()
    expect(await court.confirms({ address: addresses.seller })).toBe("hold_status")
    expect(await court.proves(bySeller, seller)).toBe("hold_status")
    expect(await court.proves(byBuyer, stranger)).toBe("not_a_party")
    expect(await court.proves(byBuyer, registrar)).toBe("not_a_party")
  })

  it("PD2 §6C given a chain that is read, then it is asked as the hold is completed, which keeps what it showed", async () => {
    let state: "funded" | "spent" = "spent"
    const read = () => Effect.succeed(funded({ at: hold().since + hours(1), state }))
    const court = await opened({}, { read })
    expect(await court.confirms({ address: addresses.seller, signature: bySeller })).toBeNull()
    expect(await court.proves(byBuyer)).toBe("hold_state")
    state = "funded"
    expect(await court.proves(byBuyer)).toBeNull()
    expect(await court.answers(readHold, { id }, buyer)).toMatchObject({
      hold: { read: { at: "2026-11-20T10:00:00.000Z", state: "funded" } },
    })
  })

  it("PD2 §6C given an agent that has used up the figure of the day, then no signature is checked for it", async () => {
    const court = await opened({}, { asks: { take: () => Effect.succeed(false) } })
    expect(await court.proves(byBuyer)).toBe("daily_figure")
    expect(await court.confirms({ address: addresses.seller })).toBeNull()
  })
})

describe("whose address it is", () => {
  it("PD2 §6D two puppets that name a stranger's escrow and address confirm nothing, and nothing is signed for them", async () => {
    const court = await opened()
    const { citation } = await court.judged({ kind: "dismiss", text: "The claim is dismissed." })
    court.advance(hours(73))
    const forged = signed(statement("buyer", addresses.buyer), addresses.seller)
    expect(await court.confirms({ address: addresses.seller, signature: bySeller })).toBeNull()
    expect(await court.proves(forged)).toBe("hold_unproven")
    expect(await court.status()).toBe("named")
    expect(await court.refuses(requestPayout, { id, citation }, seller)).toBe("hold_status")
  })

  it.each([
    ["another court", statementOf({ ...forCourt, courtId: "court-2" }, hold(), "buyer", addresses.buyer)],
    ["another chain", statement("buyer", addresses.buyer, { chainId: 1 })],
    ["another escrow", statement("buyer", addresses.buyer, { escrowAddress: addresses.seller })],
    ["another reference", statement("buyer", addresses.buyer, { holdRef: `0x${"9".repeat(64)}` })],
    ["another agent", statement("seller", addresses.buyer)],
    ["another sum", statement("buyer", addresses.buyer, { amountUnits: "1" })],
  ])("PD2 §6D a signature for %s proves nothing here", async (_what, other) => {
    const court = await opened()
    expect(await court.proves(signed(other, addresses.buyer))).toBe("hold_unproven")
  })

  it("PD2 §6D a party may send its signature as it names the hold", async () => {
    const court = await opened()
    const quote = { id: quoteId, supplier: party(respondent), status: "accepted", acceptedAt: start } as const
    const accepted = offered({ ...quote, buyer: { ...buyers.agent, party: party(claimant) } })
    await court.kept([Changed.put(Quote.Quotes, accepted)])
    const { escrowKind, escrowAddress, holdRef, amountCents, longStopAt } = hold()
    const terms = { escrowKind, escrowAddress, holdRef, amountCents, longStopAt, chain: "base" }
    const input = { id: quoteId, ...terms, chainId: 8453, address: addresses.buyer } as const
    const wrong = signed(statement("buyer", addresses.buyer), addresses.seller)
    expect(await court.refuses(nameHoldOnQuote, { ...input, signature: wrong }, buyer)).toBe("hold_unproven")
    const { hold: named } = await court.does(nameHoldOnQuote, { ...input, signature: byBuyer }, buyer)
    expect(named.next.map(({ who, act }) => `${who} ${act}`)).toEqual(["seller confirm"])
  })

  it("PD2 §6D a contract's signature counts only if the court reads the chain", async () => {
    const court = await opened()
    expect(await court.confirms({ address: contract, signature: "0x01" })).toBe("hold_unproven")
  })

  it("PD2 §6B the first hold that both parties have proven has the reference for good, and the holds that were named before get it no more", async () => {
    const court = await opened()
    const second = "01900000-0000-7000-8000-000000000008"
    const { payer, payee } = unconfirmed({ payee: { ...hold().payee, provenAt: null } })
    await court.kept([Changed.put(Holds, unconfirmed({ id: second, payer, payee }))])
    expect(await court.confirms({ address: addresses.seller, signature: bySeller })).toBeNull()
    expect(await court.proves(byBuyer)).toBeNull()
    expect(await court.proves(byBuyer, buyer, second)).toBe("hold_taken")
    court.advance(days(60))
    await court.does(passHold, { holdId: id }, { role: "scheduler" })
    expect(await court.status()).toBe("lapsed")
    expect(await court.holder(escrowClaim(hold()))).toBe(id)
  })

  it("PD2 §6D a statement names the court by the hash of its id, and a decimal reference as 32 bytes", () => {
    const data = statement("seller", addresses.seller, { escrowKind: "kleros", holdRef: "7" })
    expect(data).toMatchObject({
      domain: { name: "court", version: "1", chainId: 8453, verifyingContract: addresses.escrow },
      primaryType: "HoldParty",
      message: {
        court: keccak("court-1"),
        holdRef: `0x${"7".padStart(64, "0")}`,
        agent: "seller",
        party: addresses.seller,
        amount: "400000000",
      },
    })
  })
})
