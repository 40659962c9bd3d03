import { describe, expect, it } from "vitest"
import { fileMatter } from "./FileMatter.ts"
import { dealt, quotes, staked } from "./testing/Dealt.ts"

describe("the answer to a filing", () => {
  it("Rule 5.3A says what payments against the respondent may come to: its stake at the dealing", async () => {
    const court = await dealt()
    await court.stake("seller", 2 * staked)
    court.advance(1000)
    const onQuote = await court.act(
      fileMatter,
      court.against("buyer", { quoteId: quotes.q }),
      court.agents.buyer,
    )
    expect(onQuote.capCents).toBe(staked)
  })

  it("Rule 5.3A counts the lower of the stakes if nothing but the claimant says when the dealing was", async () => {
    const court = await dealt()
    await court.stake("seller", 100)
    court.advance(1000)
    const filed = await court.act(fileMatter, court.against("buyer"), court.agents.buyer)
    expect(filed.capCents).toBe(100)
  })

  it("Rule 5.3A takes away what another matter on the dealing orders", async () => {
    const court = await dealt()
    await court.settle(await court.file("seller", { dealings: [court.dealings.second] }), 40_000)
    const filed = await court.act(
      fileMatter,
      court.against("buyer", { dealings: [court.dealings.second] }),
      court.agents.buyer,
    )
    expect(filed.capCents).toBe(staked - 40_000)
  })

  it("Rule 2.4 knows no cap of a respondent that is not enrolled", async () => {
    const court = await dealt()
    const against = court.against("buyer", { respondent: "nobody-yet" })
    const orders = (against.claim.orders ?? []).map((order) => ({ ...order, against: "nobody-yet" }))
    const filing = { ...against, claim: { ...against.claim, orders } }
    const filed = await court.act(fileMatter, filing, court.agents.buyer)
    expect(filed.capCents).toBeNull()
  })
})
