/** Thieves that show what somebody signed: a receipt, a card or a letter with a valid signature doesn't record the deal. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../core/evidence/index.ts"
import { examined, signer } from "../../core/evidence/testing/Artifacts.ts"
import { dismissed, nothing, ordersOf, paid, payTo, played, undecided } from "./testing/Played.ts"

/** Verifiers that find a valid signature on everything, under what the piece says. */
const verifiers: typeof Verified.Verifiers.Service = {
  examine: (contents) =>
    Effect.succeed(
      contents.map((text) =>
        examined({
          format: "jws",
          signers: [signer({ role: "signer", fingerprint: "jwk:one", signedAt: null })],
          statement: [{ by: "signer", text }],
        }),
      ),
    ),
}
const court = () => played(undefined, undefined, verifiers)

/** A paper that says what a signed piece says, and shows the piece. */
const showing = (content: string) => ({
  ...nothing,
  facts: [{ n: 1, text: content, evidence: ["piece"] }],
  evidence: [{ label: "piece", kind: "document" as const, content }],
})
const asking = (cents: number) => payTo("buyer", { amountCents: cents, restsOn: [1] })

describe("what somebody signed, on the papers", () => {
  it("PD15 §7 given a signed receipt that is made out to somebody else, then it does not count as a payment on the quote, and nothing comes back", async () => {
    const { files, undefended, quoteId, ripens } = await court()
    ripens()
    const claim = {
      ...showing("The seller received USD 50.00 from translator-9."),
      orders: [{ ...asking(5_000), cause: "account" as const }],
    }
    const id = await files("buyer", [], { quoteId, claim })
    expect(ordersOf(await undefended("buyer", id))).toEqual([dismissed])
  })

  it("Rule 5.1 given the agent card of the respondent, whose price is signed, then it carries no order", async () => {
    const { files, undefended } = await court()
    const claim = { ...showing("The price of a page is USD 500.00."), orders: [asking(50_000)] }
    const id = await files("buyer", [], { claim })
    expect(ordersOf(await undefended("buyer", id))).toEqual([undecided])
  })

  it("Rule 5.1 given a signed letter of the respondent that denies each charge in turn, then the charges that it repeats are not proven", async () => {
    const { files, answers, judged } = await court()
    const letter =
      "You say that I owe USD 90.00 for pages: I deny it. You say that I kept the fee: I deny it."
    const id = await files("buyer", [], { claim: { ...showing(letter), orders: [asking(9_000)] } })
    await answers("seller", id, { responses: [{ n: 1, plea: "deny" }] })
    expect(ordersOf(await judged("buyer", id))).toEqual([undecided])
  })

  it("PD15 §7 given a claim for a price that was paid, then the respondent's record of it is read, and a signed receipt beside it proves nothing more", async () => {
    for (const [recorded, orders] of [
      [true, [dismissed]],
      [false, [paid("buyer", 5_000)]],
    ] as const) {
      const { files, answers, judged, closes, lodges, confirms, quoteId, ripens } = await court()
      if (recorded) await confirms("seller", await lodges("buyer", "payment", { ref: quoteId }))
      await closes("seller")
      ripens()
      const sought = payTo("seller", { cause: "account" })
      const id = await files("seller", [sought], { quoteId })
      await answers("buyer", id, showing("The seller received USD 50.00 from the buyer."))
      expect(ordersOf(await judged("seller", id))).toEqual(orders)
    }
  })
})
