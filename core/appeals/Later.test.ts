/** Two matters on one quote are never undecided at once: a claim that a judgment let in decides what that judgment left open. */
import { describe, expect, it } from "vitest"
import { deliverJudgment } from "../bench/index.ts"
import { draft } from "../bench/testing/Cases.ts"
import { hours } from "../kernel/Time.ts"
import { callForJudgment, fileDefence, fileReply } from "../matters/index.ts"
import { beforeAccounts, dealt, quotes } from "../matters/testing/Dealt.ts"
import { answering } from "../testing/Matters.ts"
import { judge, registrar } from "../testing/Stage.ts"
import { appeal } from "./Begin.ts"
import { deliverAppeal } from "./Delivery.ts"
import { estimateAppeal } from "./Price.ts"
import { ruling } from "./testing/Play.ts"
import { vacateJudgment } from "./Vacate.ts"

/** A claim on a quote that was dismissed without a decision, and a later claim of either party on it. */
const claimedAgain = async (of: "buyer" | "seller") => {
  const court = await dealt(undefined, beforeAccounts)
  const { act, agents } = court
  const id = await court.file("buyer", { quoteId: quotes.q })
  await act(fileDefence, { id, ...answering() }, agents.seller)
  await act(fileReply, { id, ...answering({ responses: [] }) }, agents.buyer)
  await act(callForJudgment, { id }, agents.buyer)
  const orders = [{ kind: "dismiss", text: "No decision.", decided: false }] as const
  const { citation } = await act(deliverJudgment, { id, ...draft({ orders }) }, judge)
  const { appealId } = await act(appeal, { id, grounds: ["It is owed."] }, agents.buyer)
  const later = await court.file(of, { quoteId: quotes.q })
  return { ...court, appealId, citation, later }
}
const fraud = { ground: "fraud", reasons: "Forged." } as const

describe("a claim that a judgment let in", () => {
  it.each(["buyer", "seller"] as const)(
    "PD15 §11A given a later claim of the %s, then the Registrar orders no rehearing of the first, and may vacate its judgment alone",
    async (of) => {
      const { codeOf, citation } = await claimedAgain(of)
      expect(await codeOf(vacateJudgment, { citation, ...fraud, rehear: true }, registrar)).toBe(
        "later_claim",
      )
      expect(await codeOf(vacateJudgment, { citation, ...fraud }, registrar)).toBeNull()
    },
  )

  it("PD15 §11A given a later claim, then the appeal from the first sends nothing back and decides nothing of it, and affirms", async () => {
    const { act, codeOf, appealId, advance } = await claimedAgain("buyer")
    await act(estimateAppeal, { id: appealId, estimatedAppealCostCents: 100, reasons: "So." }, registrar)
    advance(hours(3))
    for (const outcome of ["remitted", "varied", "set_aside"] as const)
      expect(await codeOf(deliverAppeal, { id: appealId, ...ruling(outcome, 1) }, judge)).toBe("later_claim")
    expect(await codeOf(deliverAppeal, { id: appealId, ...ruling("affirmed", 1) }, judge)).toBeNull()
  })
})
