/** Appeals that the judge on the papers decides are decided again from their bundles alone, to the byte. */
import { describe, expect, it } from "vitest"
import {
  appeal,
  decideAppeal,
  decideLeave,
  estimateAppeal,
  readAppealBundle,
  readAppealBundlePart,
  seekLeave,
} from "../../core/appeals/index.ts"
import { decodeParts, deliverJudgment, firstDifference, rejudge } from "../../core/bench/index.ts"
import { draft, pay } from "../../core/bench/testing/Cases.ts"
import { before } from "../../core/bench/testing/Sitting.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { hours } from "../../core/kernel/Time.ts"
import { clock, judge, registrar } from "../../core/testing/Stage.ts"
import * as Bench from "./Bench.ts"
import * as Papers from "./Papers.ts"
import { ordersOf, paid, payTo, played } from "./testing/Played.ts"

/** A claim for the price of a quote that the buyer owes in full, of which the bench ordered a part. */
const decidedInPart = async () => {
  const court = await played(Bench.judge)
  const { act, agents, ask, quoteId, closes, files, answers, calls, judgmentOf } = court
  await closes("seller")
  await closes("buyer")
  const id = await files("seller", [payTo("seller", { cause: "account" })], { quoteId })
  await answers("buyer", id)
  await calls("seller", id)
  const sums = { price: 5_000, owed: 3_000, paid: 0, refunded: 0, balance: 3_000, undecided: null }
  const ofBench = draft({
    orders: [pay(3_000, { against: "buyer", inFavourOf: "seller" })],
    determinations: [{ deal: { kind: "quote", id: quoteId }, ...sums }],
  })
  await act(deliverJudgment, { id, ...ofBench }, judge)

  /** The judgment of the judge on the papers in an appeal, with what is kept of it. */
  const decidedOn = async (appealId: string) => {
    await act(estimateAppeal, { id: appealId, estimatedAppealCostCents: 100, reasons: "So." }, registrar)
    court.advance(hours(49))
    const { citation } = await act(before(decideAppeal, Papers.judge), { appealId }, clock)
    const { manifest } = await ask(readAppealBundle, { id: appealId }, agents.buyer)
    const textOf = async (name: string) => {
      const { sha256 } = needPresent(
        manifest.parts.find(({ part }) => part === name),
        name,
      )
      return (await ask(readAppealBundlePart, { id: appealId, sha256 }, agents.buyer)).text
    }
    return {
      judgment: await judgmentOf(needPresent(citation, "a judgment")),
      sealed: await textOf("judgment"),
      texts: {
        figures: await textOf("figures"),
        delivery: await textOf("delivery"),
        deals: await textOf("deals"),
        papers: await textOf("papers"),
      },
    }
  }
  return { ...court, id, decidedOn }
}
const again = (texts: Parameters<typeof decodeParts>[0]) =>
  needPresent(rejudge(decodeParts(texts), Papers.decisionOf), "a judgment computed again")
const words = { grounds: ["The whole price is owed."], argument: "Both closed it." }

describe("an appeal on the papers, decided again from its bundle", () => {
  it("Rule 6.3 given a part ordered of the price that is owed, then the Upper Court varies it and the High Court affirms that, and no byte of either differs", async () => {
    const { act, agents, id, decidedOn } = await decidedInPart()
    const first = await act(appeal, { id, ...words }, agents.seller)
    const upper = await decidedOn(first.appealId)
    expect(ordersOf(upper.judgment)[0]).toEqual(paid("buyer", 5_000))
    expect(upper.sealed).toContain("the judgment below is varied.")
    expect(again(upper.texts)).toBe(upper.sealed)
    // when the buyer appeals from that by leave
    const second = await act(seekLeave, { id, ...words }, agents.buyer)
    await act(decideLeave, { id: second.appealId, granted: true, reasons: "It matters." }, registrar)
    const high = await decidedOn(second.appealId)
    expect(high.judgment).toMatchObject({ series: "HC", orders: [{ kind: "dismiss" }] })
    expect(high.sealed).toContain("the judgment below is affirmed.")
    expect(again(high.texts)).toBe(high.sealed)
  })

  it("PD15 §11 given a fact of the deal or a stake that was changed in the bundle, then the line of the table or the order that follows from it is named", async () => {
    const { act, agents, id, decidedOn } = await decidedInPart()
    const { appealId } = await act(appeal, { id, ...words }, agents.seller)
    const { texts, sealed } = await decidedOn(appealId)
    // Both closes charge the price.
    const deals = texts.deals.replaceAll('"cents":5000', '"cents":4000')
    expect(firstDifference(again({ ...texts, deals }), sealed)).toContain('the line "price" of the table')
    const delivery = texts.delivery.replaceAll(",60000]", ",4000]")
    expect(firstDifference(again({ ...texts, delivery }), sealed)).toMatch(
      /^orders\.0\.text: computed .*USD 40\.00 is ordered/,
    )
  })
})
