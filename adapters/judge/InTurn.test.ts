/** Judges in turn: what the judge on the papers leaves to the bench, and what the bench states of an account. */
import { describe, expect, it } from "vitest"
import { deliverJudgment, readProposal } from "../../core/bench/index.ts"
import { draft, pay } from "../../core/bench/testing/Cases.ts"
import { make } from "../../core/kernel/Schedule.ts"
import { days, hours } from "../../core/kernel/Time.ts"
import { judge } from "../../core/testing/Stage.ts"
import * as Bench from "./Bench.ts"
import * as Papers from "./Papers.ts"
import { dismissed, ordersOf, paid, payTo, played, undecided } from "./testing/Played.ts"

/** A matter on the account of a quote whose delivery is disputed, called before these judges. */
const disputed = async (...given: Parameters<typeof played>) => {
  const court = await played(...given)
  const { quoteId, closes, files, answers, calls, advance } = court
  await closes("seller", { delivered: "." })
  await closes("buyer", { dispute: "It is empty.", received: false })
  const id = await files("seller", [payTo("seller", { cause: "account" })], { quoteId })
  await answers("buyer", id, { denies: ["delivery"] })
  advance(hours(48))
  await calls("seller", id)
  return { ...court, id }
}
const turns = Bench.inTurn([Papers.judge, Bench.judge])
/** The account as the bench determines it: this much is owed, and nothing was paid. */
const determining = (quoteId: string, owed: number) => {
  const deal = { kind: "quote", id: quoteId } as const
  return [{ deal, price: 5_000, owed, paid: 0, refunded: 0, balance: owed, undecided: null }]
}
const ofBench = (owed: number) =>
  draft({ orders: [pay(owed, { against: "buyer", inFavourOf: "seller" })], beyondPrayer: "So." })

describe("judges in turn", () => {
  it("PD15 §11 given an account that stays open, then the bench gets the draft of the papers as a proposal and decides", async () => {
    const { id, decides, ask, act, judgmentOf, quoteId } = await disputed(turns)
    // when the papers leave the account open, then nothing is delivered, and their draft waits
    expect(await decides(id)).toMatchObject({ citation: null, refused: null })
    const proposal = await ask(readProposal, { id }, judge)
    expect(proposal).toMatchObject({
      line: Papers.judge.line,
      draft: { orders: [{ kind: "dismiss", decided: false }], determinations: [{ undecided: 5_000 }] },
    })
    // when the bench states what is owed, then this is ordered, and nothing is left
    const determinations = determining(quoteId, 3_000)
    const { citation } = await act(deliverJudgment, { id, ...ofBench(3_000), determinations }, judge)
    const judgment = await judgmentOf(citation)
    expect(ordersOf(judgment)).toEqual([paid("buyer", 3_000)])
    expect(judgment.determined).toEqual(determinations)
  })

  it("PD15 §11 given the papers alone, then what they leave open is dismissed without a decision", async () => {
    const { id, decides, judgmentOf } = await disputed()
    const { citation } = await decides(id)
    expect(ordersOf(await judgmentOf(citation ?? ""))).toEqual([undecided])
  })

  it("PD15 §11 given an account that the papers decide, then the bench is not asked", async () => {
    const { quoteId, files, ripens, undefended, ask } = await played(turns)
    ripens()
    const id = await files("buyer", [payTo("buyer", { cause: "account" })], { quoteId })
    expect(ordersOf(await undefended("buyer", id))).toEqual([dismissed])
    expect(await ask(readProposal, { id }, judge)).toMatchObject({ draft: null })
  })

  it("PD15 §11 given a draft of the bench on an account without its sums, of another quote, or above the price, then it is refused", async () => {
    const { id, codeOf, quoteId } = await disputed(Bench.judge)
    const given = { id, ...ofBench(3_000) }
    const code = (more: object) => codeOf(deliverJudgment, { ...given, ...more }, judge)
    expect(await code({})).toBe("determination_wanted")
    expect(await code({ determinations: determining(id, 3_000) })).toBe("determination_wanted")
    expect(await code({ determinations: determining(quoteId, 5_001) })).toBe("determination_wanted")
    expect(await code({ determinations: determining(quoteId, -1) })).toBe("determination_wanted")
    expect(await code({ determinations: determining(quoteId, 5_000) })).toBeNull()
  })

  it("PD15 §11B given findings of a Judge on the open line, then the account orders, and the record of the judgment states it", async () => {
    const { id, act, judgmentOf, codeOf } = await disputed(Bench.judge)
    const find = (held: boolean, by: ReadonlyArray<string>) => ({
      id,
      findings: [{ line: "delivered" as const, held, by, reasons: "The close says what was sent." }],
      costCents: null,
    })
    expect(await codeOf(deliverJudgment, find(true, ["claim"]), judge)).toBe("findings_refused")
    expect(await codeOf(deliverJudgment, find(true, ["a record of nobody"]), judge)).toBe("findings_refused")
    const { citation } = await act(deliverJudgment, find(true, ["defence"]), judge)
    const judgment = await judgmentOf(citation)
    expect(ordersOf(judgment)).toEqual([paid("buyer", 5_000)])
    expect(judgment.determined).toMatchObject([{ owed: 5_000, balance: 5_000, undecided: null }])
    expect(await codeOf(deliverJudgment, find(true, ["defence"]), judge)).not.toBeNull()
  })

  it("PD15 §11 given a bench that decides nothing of an account, then it states no sums", async () => {
    const { id, codeOf } = await disputed(Bench.judge)
    const orders = [{ kind: "dismiss", text: "It is not decided.", decided: false }] as const
    expect(await codeOf(deliverJudgment, { id, ...draft({ orders }) }, judge)).toBeNull()
  })
})

describe("a matter that was filed before PD15 was in force", () => {
  it("PD15 §10 given a claim that was filed before, then the papers decide nothing of it, though it is called after", async () => {
    const court = await played(turns, make([{ name: "accountsInForce", from: 0, value: 0 }]))
    const { files, answers, calls, decides, ask, advance } = court
    const id = await files("buyer", [payTo("buyer")])
    await answers("seller", id, { admits: [1] })
    advance(days(1))
    await calls("buyer", id)
    expect(await decides(id)).toEqual({ matterId: id, citation: null, refused: null })
    expect(await ask(readProposal, { id }, judge)).toMatchObject({ draft: null })
  })
})
