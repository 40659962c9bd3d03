/** Claims on accounts that do not lie yet or any longer, and calls that have to wait. */
import { describe, expect, it } from "vitest"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { listMatters, readMatter } from "../docket/index.ts"
import { records as holdRecords } from "../holds/index.ts"
import { confirmed } from "../holds/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { published } from "../kernel/Schedule.ts"
import { days, format, hours } from "../kernel/Time.ts"
import {
  callForJudgment,
  discontinue,
  fileDefence,
  fileMatter,
  fileReply,
  type Pleading,
} from "../matters/index.ts"
import { beforeAccounts, dealt, quotes as ids } from "../matters/testing/Dealt.ts"
import { closeQuote } from "../quotes/index.ts"
import { claim } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"

const plead = { facts: [], evidence: [], rules: [], authorities: [] }
const unknown = "019abc00-0000-7000-8000-0000000000ff"
type Of = "buyer" | "seller"

/** A court of PD15 with an accepted quote that is due after four days, and an invoice of the seller that the buyer has confirmed. */
const court = async (schedule = published) => {
  const made = await dealt(undefined, schedule)
  const { act, agents, against } = made
  const invoice = async (confirmed: boolean, more: object = {}) => {
    const entry = {
      sha256: "0f".repeat(32),
      kind: "invoice",
      counterparty: "buyer",
      valueCents: 700,
    } as const
    const { id } = await act(notarise, { ...entry, ...more }, agents.seller)
    if (confirmed) await act(reviewDealing, { id, outcome: "confirmed" }, agents.buyer)
    return id
  }
  const seeking = (of: Of, order: object, filing: object = {}, pleading: Partial<Pleading.Pleading> = {}) => {
    const parties = { against: of === "buyer" ? "seller" : "buyer", inFavourOf: of }
    const orders = [
      { kind: "pay", text: "Pay.", amountCents: 700, restsOn: [], ...parties, ...order } as const,
    ]
    return against(of, { claim: claim({ orders, ...pleading }), ...filing })
  }
  const onQuote = (of: Of, pleading: Partial<Pleading.Pleading> = {}, quoteId: string = ids.q) =>
    seeking(of, { cause: "account" }, { quoteId }, pleading)
  const onDebt = (of: Of, on: string, more: object = {}) => seeking(of, { cause: "debt", on }, more)
  const code = (of: Of, filing: ReturnType<typeof against>) => made.codeOf(fileMatter, filing, agents[of])
  const files = async (of: Of, filing: ReturnType<typeof against>) =>
    (await act(fileMatter, filing, agents[of])).matter.id
  const closes = (of: Of, more: object = {}) =>
    act(closeQuote, { id: ids.q, priceChargedCents: 40_000, delivered: "so", ...more }, agents[of])
  const closed = async (id: string) => {
    await act(fileDefence, { id, ...plead }, agents.seller)
    await act(fileReply, { id, ...plead }, agents.buyer)
  }
  return { ...made, invoice, seeking, onQuote, onDebt, code, files, closes, closed }
}

describe("when a claim on an account is received", () => {
  it("PD15 §2 given a quote that is not due, then who sues on day one is told that its account does not lie, and a claim without a cause is received", async () => {
    const { against, onQuote, code, advance } = await court()
    expect(await code("buyer", onQuote("buyer"))).toBe("account_not_ripe")
    expect(await code("seller", onQuote("seller"))).toBe("account_not_ripe")
    expect(
      await code("buyer", against("buyer", { quoteId: ids.q, claim: claim({ orders: undefined }) })),
    ).toBe("orders_wanted")
    // when the quote has been due for a day, then its account lies
    advance(days(5))
    expect(await code("buyer", onQuote("buyer"))).toBeNull()
    const again = await court()
    expect(await again.code("buyer", again.seeking("buyer", {}, { quoteId: ids.q }))).toBeNull()
  })

  it("PD2 §6J given a hold on the quote, then a filing says to the party that it would pay whether its escrow outlasts the longest way to a payout, and nothing of its own holds", async () => {
    const { onQuote, act, agents, advance, now } = await court()
    advance(days(5))
    const sides = { payer: { ...confirmed().payer, id: agents.buyer.id }, currency: "USD", quoteId: ids.q }
    const escrowEndsAt = now() + days(30)
    await act(put, [Changed.put(holdRecords.Holds, confirmed({ ...sides, escrowEndsAt }))], registrar)
    const told = needPresent(
      (await act(fileMatter, onQuote("seller"), agents.seller)).accounts[0],
      "an account",
    )
    expect(told.escrows).toMatchObject([{ hold: confirmed().id, escrowDays: 30 }])
    expect(told.outlook.at(-1)).toContain("The escrow of the hold is not known to outlast the longest way")
    // The buyer's claim rests on no money that the buyer has put into a hold itself.
    const other = await court()
    other.advance(days(5))
    const own = confirmed({ ...sides, payer: { ...sides.payer, id: other.agents.buyer.id } })
    await other.act(put, [Changed.put(holdRecords.Holds, own)], registrar)
    const filed = await other.act(fileMatter, other.onQuote("buyer"), other.agents.buyer)
    expect(filed.accounts[0]?.escrows).toEqual([])
  })

  it("PD15 §2 given a court in which PD15 is not in force, then a claim is not held to its times", async () => {
    const { onQuote, onDebt, code, files, closed, act, agents, invoice } = await court(beforeAccounts)
    expect(await code("seller", onDebt("seller", await invoice(false)))).toBeNull()
    const id = await files("buyer", onQuote("buyer", { denies: ["delivery"] }))
    await closed(id)
    await act(callForJudgment, { id }, agents.buyer)
  })

  it("PD15 §2 given a quote for ninety days past its time, then its account lies no longer", async () => {
    const { onQuote, code, advance } = await court()
    advance(days(5 + 90))
    expect(await code("buyer", onQuote("buyer"))).toBe("account_closed")
  })

  it("PD15 §2 given a claimant that discontinued before a defence, then it waits a month, and the time before the Court is not counted", async () => {
    const { onQuote, code, files, act, agents, advance } = await court()
    advance(days(5))
    const id = await files("buyer", onQuote("buyer"))
    await act(discontinue, { id }, agents.buyer)
    expect(await code("buyer", onQuote("buyer"))).toBe("account_barred")
    expect(await code("seller", onQuote("seller"))).toBeNull()
  })

  it("PD15 §2 given a matter that lapsed after the last day, though its record doesn't say so yet, then two weeks remain", async () => {
    const { onQuote, code, files, advance } = await court()
    advance(days(5 + 89))
    await files("buyer", onQuote("buyer"))
    advance(hours(48) + days(30) + days(13))
    expect(await code("seller", onQuote("seller"))).toBeNull()
  })

  it("PD15 §2 given a quote that was replaced, then nobody claims on it", async () => {
    const { quoted, onQuote, code } = await court()
    await quoted(ids.other, { status: "replaced", replacedBy: ids.q })
    expect(await code("buyer", onQuote("buyer", {}, ids.other))).toBe("quote_replaced")
  })

  it("PD14 §2 given a quote that nobody has, or of others, then its account is not looked at", async () => {
    const { quoted, onQuote, code, agents } = await court()
    expect(await code("buyer", onQuote("buyer", {}, unknown))).toBe("unknown_quote")
    const supplier = { id: "another", handle: "another", operatorId: "op-9" }
    await quoted(ids.other, { supplier })
    expect(await code("buyer", onQuote("buyer", {}, ids.other))).toBe("quote_parties")
    await quoted(ids.dong, { supplier: { ...supplier, id: agents.seller.id }, acceptedAt: null })
    expect(await code("buyer", onQuote("buyer", {}, ids.dong))).toBe("quote_not_accepted")
  })

  it("PD15 §2 given a confirmed invoice, then its debt is claimed by either side from its due time for a year", async () => {
    const { invoice, onDebt, code, now, advance } = await court()
    const due = await invoice(true)
    const ahead = await invoice(true, { sha256: "1f".repeat(32), dealingAt: now() + days(3) })
    expect(await code("seller", onDebt("seller", ahead))).toBe("account_not_ripe")
    expect(await code("seller", onDebt("seller", due))).toBeNull()
    expect(await code("buyer", onDebt("buyer", due))).toBeNull()
    advance(days(3 + 365))
    expect(await code("seller", onDebt("seller", ahead))).toBe("account_closed")
  })

  it("PD15 §10 given an entry that is not a debt between the parties, then a claim of debt lacks its deal", async () => {
    const { invoice, onDebt, seeking, code, enrolled, act } = await court()
    expect(await code("seller", onDebt("seller", await invoice(false)))).toBe("deal_wanted")
    const stranger = await enrolled("stranger", "op-9")
    const theirs = await invoice(false, { counterparty: "stranger", sha256: "2f".repeat(32) })
    await act(reviewDealing, { id: theirs, outcome: "confirmed" }, stranger)
    expect(await code("seller", onDebt("seller", theirs))).toBe("deal_wanted")
    expect(await code("buyer", onDebt("buyer", theirs))).toBe("deal_wanted")
    const ofNobody = { cause: "debt", on: theirs, against: "nobody" }
    expect(await code("seller", seeking("seller", ofNobody, { respondent: "nobody" }))).toBe("deal_wanted")
  })
})

describe("when a matter on an account is called", () => {
  it("PD15 §9 given a buyer that denies the delivery, then nobody calls within two days of it", async () => {
    const { onQuote, files, closed, codeOf, advance, agents, closes } = await court()
    await closes("seller")
    await closes("buyer", { dispute: "nothing came" })
    const id = await files("buyer", onQuote("buyer", { denies: ["delivery"] }))
    await closed(id)
    expect(await codeOf(callForJudgment, { id }, agents.buyer)).toBe("denial_running")
    expect(await codeOf(callForJudgment, { id }, agents.seller)).toBe("denial_running")
    advance(hours(48))
    expect(await codeOf(callForJudgment, { id }, agents.seller)).toBeNull()
  })

  it("PD15 §9 given a denial, then next says from when the matter may be called, in the answer to the reply and in every reading, and then names the call", async () => {
    const { act, ask, onQuote, files, codeOf, advance, agents, closes, now } = await court()
    await closes("seller")
    await closes("buyer", { dispute: "nothing came" })
    const id = await files("buyer", onQuote("buyer", { denies: ["delivery"] }))
    const opensAt = format(now() + hours(48))
    await act(fileDefence, { id, ...plead }, agents.seller)
    const replied = await act(fileReply, { id, ...plead }, agents.buyer)
    const page = { after: null, limit: 10 }
    const calls = async () => {
      const read = await ask(readMatter, { id }, agents.buyer)
      const listed = (await ask(listMatters, { page }, agents.buyer)).items[0]
      return [read.next, listed?.next ?? []].map((next) => next.filter(({ act }) => act === "call"))
    }
    const waiting = ["buyer", "seller"].map((who) => ({ who, opensAt }))
    expect(replied.next.filter(({ act }) => act === "call")).toMatchObject(waiting)
    expect(await calls()).toMatchObject([waiting, waiting])
    advance(hours(48) - 1)
    expect(await codeOf(callForJudgment, { id }, agents.seller)).toBe("denial_running")
    advance(1)
    for (const next of await calls()) {
      expect(next.map(({ who }) => who)).toEqual(["buyer", "seller"])
      expect(next[0]).not.toHaveProperty("opensAt")
    }
    expect(await codeOf(callForJudgment, { id }, agents.seller)).toBeNull()
  })

  it("PD15 §9 given a matter on no account, then its call waits for nothing", async () => {
    const { seeking, files, closed, codeOf, agents } = await court()
    const denies = ["delivery"] as const
    const id = await files("buyer", seeking("buyer", {}, { quoteId: ids.q }, { denies }))
    await closed(id)
    expect(await codeOf(callForJudgment, { id }, agents.buyer)).toBeNull()
  })
})
