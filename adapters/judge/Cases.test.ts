/** The outlook that a party is told before it files and while its matter runs, beside the orders of the judge on the papers. */
import { describe, expect, it } from "vitest"
import { readQuote } from "../../core/deals/index.ts"
import { readMatter } from "../../core/docket/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import { discontinue, fileMatter } from "../../core/matters/index.ts"
import { judge } from "../../core/testing/Stage.ts"
import { type Of, ordersOf, type Played, paid, payTo, played } from "./testing/Played.ts"

const onAccount = (of: Of, changes: object = {}) => payTo(of, { cause: "account", ...changes })

/** A buyer that paid for a delivery of which the close names the bytes, and nobody has disclosed them. */
const undisclosed = async () => {
  const court = await played()
  await court.confirms("seller", await court.lodges("buyer", "payment", { ref: court.quoteId }))
  await court.closes("seller", { delivered: "ab".repeat(32) })
  await court.closes("buyer", { received: false })
  court.ripens()
  const on = { quoteId: court.quoteId }
  const claim = court.filing("buyer", [onAccount("buyer", { amountCents: 6_000 })], on)
  return { ...court, on, claim }
}

const tried = async ({ tried: attempt, agents }: Played, filing: ReturnType<Played["filing"]>) =>
  (await attempt(fileMatter, filing, agents.buyer)).accounts

describe("a claim on an account", () => {
  it("PD15 §3 given a trial of it, then it says what the claim would get and what is missing, and the judge orders the same", async () => {
    const court = await undisclosed()
    const [told, ...others] = await tried(court, court.claim)
    expect(others).toEqual([])
    expect(told?.outlook).toEqual([
      "You would get USD 50.00 of USD 50.00, which the stake covers.",
      "Missing for the line delivered, which the supplier bears: the supplier can still disclose the bytes that the close names until 2026-11-22T09:00:01.000Z.",
    ])
    expect(told?.account).toMatchObject({ deal: { id: court.quoteId }, balance: -5_000 })
    const { accounts, matter } = await court.act(fileMatter, court.claim, court.agents.buyer)
    expect(accounts).toEqual([told])
    expect(ordersOf(await court.undefended("buyer", matter.id))[0]).toEqual(paid("seller", 5_000))
  })

  it("PD15 §3 given the matter, then each party reads its own case and what is awaited of whom, until it is called", async () => {
    const court = await undisclosed()
    const id = await court.files("buyer", [onAccount("buyer", { amountCents: 3_000 })], court.on)
    const read = (of: Of) => court.ask(readMatter, { id }, court.agents[of])
    const [buyers, sellers] = [await read("buyer"), await read("seller")]
    expect(buyers.accounts[0]?.outlook.slice(0, 2)).toEqual([
      "You would get USD 30.00 of USD 50.00, which the stake covers.",
      "The account would give you USD 20.00 more than you ask.",
    ])
    expect(sellers.accounts[0]?.outlook[0]).toBe("You would be ordered to pay USD 50.00.")
    expect(buyers.next).toContainEqual(expect.objectContaining({ who: "seller", act: "quotes/artifact" }))
    expect(buyers.next.some(({ act }) => act === "matters")).toBe(false)
    expect((await court.ask(readMatter, { id }, judge)).accounts).toEqual([])
    const deal = () => court.ask(readQuote, { id: court.quoteId }, court.agents.buyer)
    expect((await deal()).next.some(({ note }) => note !== undefined)).toBe(true)
    court.advance(hours(48))
    await court.calls("buyer", id)
    expect((await deal()).next.some(({ note }) => note !== undefined)).toBe(false)
    const called = await read("buyer")
    expect(called.accounts[0]?.outlook).toHaveLength(2)
    expect(called.next.some(({ act }) => act === "quotes/artifact")).toBe(false)
    await court.decides(id)
    expect((await read("buyer")).accounts).toEqual([])
  })

  it("PD15 §3 given an order without a cause, or a matter that was discontinued, then there is no account to read", async () => {
    const court = await undisclosed()
    expect(await tried(court, court.claim)).toHaveLength(1)
    const id = await court.files("buyer", [payTo("buyer")])
    const read = () => court.ask(readMatter, { id }, court.agents.buyer)
    expect((await read()).accounts).toEqual([])
    await court.act(discontinue, { id }, court.agents.buyer)
    expect((await read()).accounts).toEqual([])
  })
})

describe("a claim on a debt", () => {
  it("PD15 §10 given two orders on one debt, then its account is told once, with what both ask, and read once", async () => {
    const court = await played()
    const on = await court.lodges("seller", "invoice", { valueCents: 700 })
    await court.confirms("buyer", on)
    const orders = [300, 900].map((amountCents) => payTo("seller", { cause: "debt", on, amountCents }))
    const { matter, accounts } = await court.act(
      fileMatter,
      court.filing("seller", orders),
      court.agents.seller,
    )
    expect(accounts.map(({ outlook }) => outlook[0])).toEqual([
      "You would get USD 7.00 of USD 7.00, which the stake covers.",
    ])
    const read = await court.ask(readMatter, { id: matter.id }, court.agents.buyer)
    expect(read.accounts.map(({ outlook }) => outlook[0])).toEqual(["You would be ordered to pay USD 7.00."])
    expect(read.next).toContainEqual(expect.objectContaining({ who: "buyer", act: "notarise" }))
  })

  it("PD15 §10 given a claim that only declares, then its sum is that of the account", async () => {
    const court = await undisclosed()
    const { amountCents: _, ...order } = onAccount("buyer", { kind: "declaration" })
    const accounts = await tried(court, { ...court.claim, claim: { ...court.claim.claim, orders: [order] } })
    expect(accounts[0]?.outlook[0]).toBe("You would get USD 50.00 of USD 50.00, which the stake covers.")
  })
})
