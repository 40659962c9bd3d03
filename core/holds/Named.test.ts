/** Naming a hold on a quote and on a matter, through the court's own loop, and who may read it. */
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Agent } from "../agents/index.ts"
import { claimant, delivered, draft, pay, reserved, respondent } from "../bench/testing/Cases.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { days, hours } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { listHoldsOnMatter, listHoldsOnQuote, readHold } from "../payouts/index.ts"
import { Quote } from "../quotes/index.ts"
import { buyers, offered } from "../quotes/testing/Given.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import * as Hold from "./Hold.ts"
import { nameHoldOnMatter, nameHoldOnQuote } from "./Naming.ts"
import { buyer, funded, holding, party, quoteId, seller } from "./testing/Court.ts"
import { addresses, registrar, stranger } from "./testing/Given.ts"

let references = 0
const body = (changes: Partial<Hold.Request> = {}): Hold.Request => ({
  escrowKind: "x402r",
  chain: "base",
  chainId: 8453,
  escrowAddress: addresses.escrow,
  holdRef: `0x${String(++references).padStart(64, "0")}`,
  address: addresses.buyer,
  amountCents: 40_000,
  longStopAt: start + days(60),
  ...changes,
})
/** A court with a quote that the buyer has accepted, or as `changes` say. */
const onQuote = async (changes: Partial<Quote.Quote> = {}, chain: Parameters<typeof holding>[1] = {}) => {
  const court = await holding([], chain)
  const quote = offered({
    id: quoteId,
    supplier: party(respondent),
    buyer: { ...buyers.agent, party: party(claimant) },
    status: "accepted",
    acceptedAt: start,
    ...changes,
  })
  await court.kept([Changed.put(Quote.Quotes, quote)])
  const input = (of: Partial<Hold.Request>) => ({ id: quoteId, ...body(of) })
  return {
    ...court,
    names: (of: Partial<Hold.Request> = {}, actor: Actor = buyer) =>
      court.does(nameHoldOnQuote, input(of), actor),
    namesNot: (of: Partial<Hold.Request> = {}, actor: Actor = buyer) =>
      court.refuses(nameHoldOnQuote, input(of), actor),
  }
}

describe("naming a hold on a quote", () => {
  it("PD2 §6B given either side, then it names the escrow with its own address, and the other side gets a notice", async () => {
    const court = await onQuote()
    const { hold: own } = await court.names({ currency: "USDC", inspectionHours: 3 })
    expect(own).toMatchObject({
      namedBy: "buyer",
      payer: { address: addresses.buyer },
      payee: { address: null },
      currency: "USDC",
      inspectionHours: 3,
      read: null,
    })
    expect(await court.inbox("agent-seller")).toEqual(["hold.named"])
    const { hold: theirs } = await court.names({ address: addresses.seller }, seller)
    expect(theirs).toMatchObject({
      namedBy: "seller",
      payer: { address: null },
      payee: { address: addresses.seller },
      currency: "USD",
      inspectionHours: null,
      next: [
        { who: "buyer", act: "confirm" },
        { who: "seller", act: "prove" },
      ],
    })
    expect(await court.inbox("agent-buyer")).toEqual(["hold.named"])
    expect(await court.answers(listHoldsOnQuote, { id: quoteId }, registrar)).toEqual({
      holds: [own, theirs],
    })
  })

  it("PD2 §6C given a chain that is read, then the hold keeps what the chain showed", async () => {
    const court = await onQuote({}, { read: () => Effect.succeed(funded()) })
    const { hold } = await court.names()
    expect(hold.read).toEqual({ at: "2026-11-20T09:00:00.000Z", state: "funded" })
  })

  it("PD2 §6C only a party can make the court ask a chain, and only about what nothing else refuses", async () => {
    let asked = 0
    const read = () =>
      Effect.sync(() => {
        asked += 1
        return funded()
      })
    const court = await onQuote({}, { read })
    expect(await court.namesNot({}, stranger)).toBe("not_a_party")
    expect(await court.namesNot({}, registrar)).toBe("agents_only")
    expect(await court.namesNot({ chain: "elsewhere" })).toBe("hold_asset")
    const limited: Agent.Agent = agent("buyer", { id: "agent-buyer", limited: true })
    await court.kept([Changed.put(Agent.Agents, limited)])
    expect(await court.namesNot()).toBe("limited_manifest")
    await court.kept([Changed.put(Agent.Agents, { ...limited, limited: false })])
    expect(await court.namesNot({ amountCents: 50_001 })).toBe("hold_cap")
    expect(await court.namesNot({ longStopAt: start })).toBe("hold_long_stop")
    expect(await court.namesNot({ signature: "0x00" })).toBe("hold_unproven")
    expect(asked).toBe(0)
    expect(await court.namesNot()).toBeNull()
    expect(asked).toBe(1)
  })

  it("PD2 §6C given an agent that has used up the figure of the day, then no chain is asked for it until the next day", async () => {
    let left = 1
    const court = await onQuote(
      {},
      { read: () => Effect.succeed(funded()), asks: { take: () => Effect.sync(() => left-- > 0) } },
    )
    expect(await court.namesNot()).toBeNull()
    expect(await court.namesNot()).toBe("daily_figure")
    // A hold that is refused without a chain is refused as before.
    expect(await court.namesNot({ amountCents: 50_001 })).toBe("hold_cap")
  })

  it.each<[string, Partial<Quote.Quote>, Actor]>([
    ["hold_time", { status: "offered", acceptedAt: null }, buyer],
    ["hold_no_party", { buyer: buyers.person }, seller],
    ["hold_self_dealing", { buyer: { ...buyers.agent, party: party(respondent) } }, seller],
  ])("PD2 §6B a hold is refused: %s", async (code, changes, actor) => {
    const court = await onQuote(changes)
    expect(await court.namesNot({ address: addresses.seller }, actor)).toBe(code)
  })

  it("PD2 §6B given a quote whose time has passed, then it counts as settled even if nobody has recorded it", async () => {
    const court = await onQuote({
      status: "closed_by_supplier",
      inspection: { opensAt: start, closesAt: start + hours(1) },
      close: {
        priceChargedCents: 1,
        delivered: "it",
        deliveredAt: null,
        dispute: null,
        at: start,
      },
    })
    expect(await court.namesNot()).toBeNull()
    court.advance(hours(1))
    expect(await court.namesNot()).toBe("hold_time")
  })

  it("PD2 §6B given a reference that was only named, then anybody else may name it too", async () => {
    const court = await onQuote()
    const { holdRef } = body()
    await court.names({ holdRef })
    expect(await court.namesNot({ holdRef, address: addresses.seller }, seller)).toBeNull()
  })

  it("PD2 §6B an agent with a limited manifest names no hold", async () => {
    const court = await onQuote()
    const limited: Agent.Agent = agent("buyer", { id: "agent-buyer", limited: true })
    await court.kept([Changed.put(Agent.Agents, limited)])
    expect(await court.namesNot()).toBe("limited_manifest")
  })
})

describe("who reads holds", () => {
  it("PD2 §6B its parties and the Registrar may read a hold, and nobody else", async () => {
    const court = await onQuote()
    const { hold } = await court.names()
    for (const actor of [buyer, seller, registrar])
      expect(await court.answers(readHold, { id: hold.id }, actor)).toEqual({ hold })
    for (const actor of [stranger, { role: "judge" }, { role: "public" }] as const) {
      expect(await court.answers(readHold, { id: hold.id }, actor)).toBe("not_a_party")
      expect(await court.answers(listHoldsOnQuote, { id: quoteId }, actor)).toBe("not_a_party")
    }
  })
})

const matterId = "matter-1"
const citation = "[2026] MC 1"
/** A court with a matter and a judgment in it, under appeal: order 1 is to pay, order 2 is as to costs. */
const onMatter = async (changes: Parameters<typeof reserved>[0] = {}) => {
  const court = await holding([])
  const costs = { ...pay(100, { against: "buyer", inFavourOf: "seller" }), kind: "costs" } as const
  const judgment = delivered(draft({ orders: [pay(500), costs] }))
  await court.kept([
    Changed.put(Matter.Matters, reserved({ id: matterId, ...changes })),
    Changed.put(Judgment.Judgments, { ...judgment, finality: { status: "under appeal", until: null } }),
  ])
  const input = (of: Partial<Hold.MatterRequest>): { readonly id: string } & Hold.MatterRequest => ({
    id: matterId,
    purpose: "payment_in",
    ...body({ address: addresses.seller }),
    ...of,
  })
  return {
    ...court,
    names: (of: Partial<Hold.MatterRequest> = {}, actor: Actor = seller) =>
      court.does(nameHoldOnMatter, input(of), actor),
    namesNot: (of: Partial<Hold.MatterRequest> = {}, actor: Actor = seller) =>
      court.refuses(nameHoldOnMatter, input(of), actor),
  }
}
const pending = (changes: Partial<Hold.MatterRequest> = {}): Partial<Hold.MatterRequest> => ({
  purpose: "order_pending_appeal",
  securesCitation: citation,
  securesOrderN: 1,
  ...changes,
})

describe("naming a hold on a matter", () => {
  it("PD2 §6B given a matter before the call for judgment, then the respondent pays in, and its parties read it", async () => {
    const court = await onMatter({ status: "defended", call: null, reservedAt: null })
    const { hold } = await court.names()
    expect(hold).toMatchObject({
      matterId,
      quoteId: null,
      purpose: "payment_in",
      payer: { handle: "seller" },
      payee: { handle: "buyer" },
      secures: null,
    })
    for (const actor of [buyer, seller, registrar])
      expect(await court.answers(listHoldsOnMatter, { id: matterId }, actor)).toEqual({ holds: [hold] })
    for (const actor of [stranger, { role: "judge" }] as const)
      expect(await court.answers(listHoldsOnMatter, { id: matterId }, actor)).toBe("not_a_party")
  })

  it("PD2 §6B given the call for judgment, then no payment in may be named any more", async () => {
    const court = await onMatter()
    expect(await court.namesNot()).toBe("hold_time")
  })

  it("PD2 §6B given a respondent that is not enrolled, then no hold may be named", async () => {
    const absent = { id: null, handle: "absent", operatorId: null }
    const court = await onMatter({ status: "defended", respondent: absent, call: null, reservedAt: null })
    expect(await court.namesNot({}, buyer)).toBe("hold_no_party")
  })

  it("PD2 §6B given an order to pay under appeal, then the party bound secures it for the party favoured", async () => {
    const court = await onMatter()
    expect((await court.names(pending())).hold).toMatchObject({
      purpose: "order_pending_appeal",
      payer: { handle: "seller" },
      payee: { handle: "buyer" },
      secures: { citation, n: 1 },
    })
  })

  it.each([
    ["a judgment that is not there", pending({ securesCitation: "[2026] MC 9" }), "hold_secures"],
    ["an order that is not there", pending({ securesOrderN: 9 }), "hold_secures"],
    ["an order as to costs", pending({ securesOrderN: 2 }), "hold_secures"],
  ])("PD2 §6B %s can't be secured", async (_what, of, code) => {
    const court = await onMatter()
    expect(await court.namesNot(of)).toBe(code)
    expect(await court.namesNot(of, stranger)).toBe("not_a_party")
  })

  it("PD2 §6B an order of another matter can't be secured, nor an order that is not under appeal", async () => {
    const court = await onMatter()
    const judgment = delivered(draft({ orders: [pay(500)] }))
    await court.kept([Changed.put(Judgment.Judgments, { ...judgment, citation: "[2026] MC 7" })])
    expect(await court.namesNot(pending({ securesCitation: "[2026] MC 7" }))).toBe("hold_time")
    await court.kept([
      Changed.put(Judgment.Judgments, { ...judgment, citation: "[2026] MC 8", matterId: "matter-2" }),
    ])
    expect(await court.namesNot(pending({ securesCitation: "[2026] MC 8" }))).toBe("hold_secures")
  })
})

describe("the body of a hold on a matter", () => {
  const encoded = (of: Partial<typeof Hold.MatterRequest.Encoded>) => ({
    ...body(),
    longStopAt: "2027-01-01T00:00:00.000Z",
    purpose: "payment_in",
    ...of,
  })
  const faults = (of: Partial<typeof Hold.MatterRequest.Encoded>): string => {
    const found = Schema.decodeUnknownEither(Hold.MatterRequest)(encoded(of))
    return found._tag === "Right" ? "" : found.left.message
  }

  it("PD2 §6B a hold names a judgment and an order that it secures only for the purpose order_pending_appeal, and then both", () => {
    const secures = { securesCitation: citation, securesOrderN: 1 }
    expect(faults({})).toBe("")
    expect(faults({ purpose: "order_pending_appeal", ...secures })).toBe("")
    expect(faults(secures)).toContain("is for order_pending_appeal only")
    expect(faults({ purpose: "order_pending_appeal", securesCitation: citation })).toContain(
      "is required for this purpose",
    )
  })
})
