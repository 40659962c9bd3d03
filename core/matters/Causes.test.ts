/** Causes of orders, admissions, denials, and an account that both parties give up. */
import { describe, expect, it } from "vitest"
import { readMatter } from "../docket/index.ts"
import { claim } from "../testing/Matters.ts"
import { discontinue } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { fileMatter } from "./FileMatter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import type { OrderSought, Pleading } from "./Pleading.ts"
import { beforeAccounts, type Dealt, dealt, quotes } from "./testing/Dealt.ts"

const plead = { facts: [], evidence: [], rules: [], authorities: [] }

const sought = (changes: Partial<OrderSought> = {}): OrderSought => ({
  kind: "pay",
  text: "Pay.",
  amountCents: 4_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [],
  ...changes,
})

/** A claim of the buyer, on the quote unless it says otherwise. */
const claiming = (
  court: Dealt,
  orders: ReadonlyArray<OrderSought>,
  more: Partial<Pleading> = {},
  quote = true,
) =>
  court.against("buyer", {
    ...(quote ? { quoteId: quotes.q } : {}),
    claim: claim({ orders, ...more }),
  })

const account = sought({ cause: "account" })

describe("the cause of an order", () => {
  it("Rule 4.1 given a cause without its deal, then the claim is refused with each path", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const code = (orders: ReadonlyArray<OrderSought>, quote = false) =>
      court.codeOf(fileMatter, claiming(court, orders, {}, quote), court.agents.buyer)
    expect(await code([account])).toBe("deal_wanted")
    expect(await code([sought({ cause: "debt" })], true)).toBe("deal_wanted")
    expect(await code([sought({ on: court.dealings.first })], true)).toBe("deal_wanted")
    const unknown = "00000000-0000-7000-8000-00000000ffff"
    expect(await code([sought({ cause: "debt", on: unknown })])).toBe("unknown_dealing")
    expect(await code([account], true)).toBeNull()
  })

  it("Rule 4.1 given a claim that seeks no orders, then it is refused for that and not for a deal", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const { orders: _, ...nothing } = claim()
    const filed = { ...court.against("buyer", { quoteId: quotes.q }), claim: nothing }
    expect(await court.codeOf(fileMatter, filed, court.agents.buyer)).toBe("orders_wanted")
  })

  it("Rule 4.1 given a debt that an order names, then the matter is about its entry, which is judged once", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const debt = [sought({ cause: "debt", on: court.dealings.first })]
    const filed = claiming(court, debt, {}, false)
    const { matter } = await court.act(fileMatter, filed, court.agents.buyer)
    expect(matter.dealings).toEqual([court.dealings.first])
    expect(await court.codeOf(fileMatter, filed, court.agents.buyer)).toBe("already_before_court")
  })

  it("Rule 4.1 given more debts and entries than a matter may name, then the claim is malformed", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const entries = await Promise.all(Array.from({ length: 11 }, () => court.lodge("seller", "buyer")))
    const orders = [sought({ cause: "debt", on: entries[10] })]
    const filed = { ...claiming(court, orders, {}, false), dealings: entries.slice(0, 10) }
    expect(await court.codeOf(fileMatter, filed, court.agents.buyer)).toBe("too_many_entries")
  })
})

describe("admissions and denials", () => {
  const filed = async () => {
    const court = await dealt(undefined, beforeAccounts)
    const { matter } = await court.act(fileMatter, claiming(court, [account, sought()]), court.agents.buyer)
    const defends = (changes: Partial<Pleading>) =>
      court.codeOf(fileDefence, { id: matter.id, ...plead, ...changes }, court.agents.seller)
    return { ...court, id: matter.id, defends }
  }

  it("Rule 4.3 a defence admits orders of the claim by their numbers, once each, wholly or in part", async () => {
    const court = await filed()
    expect(await court.defends({ admits: [3] })).toBe("orders_unanswered")
    expect(await court.defends({ admits: [1, { n: 1, amountCents: 5 }] })).toBe("orders_unanswered")
    expect(await court.defends({ admits: [{ n: 1, amountCents: 5 }, 2] })).toBeNull()
    const { defence } = await court.read((reader) => Bundle.collect(reader, court.id))
    expect(defence?.admits).toEqual([{ n: 1, amountCents: 5 }, 2])
  })

  it("Rule 4.3 neither a claim nor a reply admits orders", async () => {
    const court = await filed()
    const other = { ...claiming(court, [sought()], { admits: [1] }, false) }
    expect(await court.codeOf(fileMatter, other, court.agents.buyer)).toBe("admission_not_wanted")
    expect(await court.defends({})).toBeNull()
    const reply = { id: court.id, ...plead, admits: [1] }
    expect(await court.codeOf(fileReply, reply, court.agents.buyer)).toBe("admission_not_wanted")
  })

  it("Rule 4.3 only the buyer of the quote denies the delivery, in its claim or its defence", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const denies = ["delivery"] as const
    const { buyer, seller } = court.agents
    const free = claiming(court, [sought()], { denies }, false)
    expect(await court.codeOf(fileMatter, free, buyer)).toBe("denial_not_wanted")
    const { matter } = await court.act(fileMatter, claiming(court, [account], { denies }), buyer)
    const answer = { id: matter.id, ...plead, denies }
    expect(await court.codeOf(fileDefence, answer, seller)).toBe("denial_not_wanted")
    await court.act(fileDefence, { id: matter.id, ...plead }, seller)
    expect(await court.codeOf(fileReply, answer, buyer)).toBe("denial_not_wanted")
  })

  it("Rule 4.3 given a supplier that sues, then the buyer's defence may deny the delivery", async () => {
    const court = await dealt(undefined, beforeAccounts)
    const order = sought({ cause: "account", against: "buyer", inFavourOf: "seller" })
    const filing = court.against("seller", { quoteId: quotes.q, claim: claim({ orders: [order] }) })
    const { matter } = await court.act(fileMatter, filing, court.agents.seller)
    const answer = { id: matter.id, ...plead, denies: ["delivery"] as const }
    expect(await court.codeOf(fileDefence, answer, court.agents.buyer)).toBeNull()
  })
})

describe("an account that is given up", () => {
  const defended = async (orders: ReadonlyArray<OrderSought>) => {
    const court = await dealt(undefined, beforeAccounts)
    const { matter } = await court.act(fileMatter, claiming(court, orders), court.agents.buyer)
    await court.act(fileDefence, { id: matter.id, ...plead }, court.agents.seller)
    const next = async () => {
      const shown = await court.ask(readMatter, { id: matter.id }, court.agents.buyer)
      return shown.next.filter(({ act }) => act.startsWith("discontinue")).map(({ who }) => who)
    }
    return { ...court, id: matter.id, next }
  }

  it("Rule 4.8 given a claim of an account that was defended, then it ends once both parties discontinue it, in either order", async () => {
    for (const [first, second] of [
      ["buyer", "seller"],
      ["seller", "buyer"],
    ] as const) {
      const court = await defended([account])
      expect(await court.next()).toEqual(["buyer", "seller"])
      const asked = await court.act(discontinue, { id: court.id }, court.agents[first])
      expect(asked.status).toBe("defended")
      expect(await court.codeOf(discontinue, { id: court.id }, court.agents[first])).toBe("already_asked")
      expect(await court.next()).toEqual([second])
      expect(await court.inbox(court.agents[second].id)).toContain("matter.discontinuance_asked")
      const ended = await court.act(discontinue, { id: court.id }, court.agents[second])
      expect(ended.status).toBe("discontinued")
      expect(await court.inbox(court.agents[first].id)).toContain("matter.discontinued")
    }
  })

  it("Rule 4.8 a claim without an account, or not yet defended, is the claimant's alone to give up", async () => {
    const court = await defended([sought()])
    expect(await court.next()).toEqual(["buyer"])
    expect(await court.codeOf(discontinue, { id: court.id }, court.agents.seller)).toBe("not_claimant")
    expect(await court.codeOf(discontinue, { id: court.id }, court.agents.buyer)).toBeNull()
    const { matter } = await court.act(fileMatter, claiming(court, [account]), court.agents.buyer)
    expect(await court.codeOf(discontinue, { id: matter.id }, court.agents.seller)).toBe("not_claimant")
    expect(await court.codeOf(discontinue, { id: matter.id }, court.agents.buyer)).toBeNull()
  })

  it("Rule 4.8 a stranger gives up nobody's account", async () => {
    const court = await defended([account])
    const stranger = await court.enrolled("stranger")
    expect(await court.codeOf(discontinue, { id: court.id }, stranger)).toBe("not_a_party")
  })
})
