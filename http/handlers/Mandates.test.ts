/** A payment beyond a mandate, from the papers of two protocols to a judgment on the papers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { es256 } from "../../adapters/evidence/testing/Artifacts.ts"
import { type DisputeGiven, disputeOf } from "../../adapters/evidence/testing/Disputes.ts"
import { purchaseOf } from "../../adapters/evidence/testing/Purchases.ts"
import { type Make, owner, shop, startMandateCourt, stranger } from "../testing/MandateCourt.ts"

type Court = Awaited<ReturnType<typeof startMandateCourt>>

describe("a payment beyond a mandate, by dispute evidence in a court that speaks it", () => {
  let court: Court
  beforeAll(async () => {
    court = await startMandateCourt(["dispute-jwt"])
  })
  afterAll(() => court.stop())

  const pays = ({
    given = {},
    by = owner,
    to = shop,
  }: {
    given?: DisputeGiven
    by?: typeof owner
    to?: typeof shop
  } = {}) => {
    const make: Make = async (transaction, at, n) => {
      const { grant, receipt, dispute } = await disputeOf(by, to, {
        at,
        ...given,
        receipt: { transaction, ...given.receipt },
        grant: { jti: `grant-${n}`, ...given.grant },
      })
      return { mandate: grant, receipt, paper: dispute }
    }
    return court.pays(make)
  }

  it("PD15 §16 given dispute evidence whose receipt the shop signed, and a shop that does not plead, then the part over the limit is ordered back", async () => {
    const paid = await pays()
    expect(await court.tries(paid)).toMatchObject({
      would: { answer: { accounts: [{ account: { price: 35_000, balance: 35_000 } }] } },
    })
    const { sums, reasons, verified } = await court.judges(paid)
    expect(verified).toMatchObject({
      format: "dispute_jwt",
      signers: [
        { role: "disputant", agent: "owner" },
        { role: "owner", agent: "owner" },
        { role: "issuer", agent: "shop" },
      ],
    })
    expect(sums).toEqual([35_000])
    expect(reasons).toContain("- price: found (USD 350.00)")
  })

  it("PD15 §16B given a false difference, or a constraint that is not known, then nothing is ordered", async () => {
    const stated = { field: "constraints.maxAmount", authorized: "1", actual: "450000000" }
    const constraints = { maxAmount: "100000000", currency: "USDC", perDay: "1" }
    for (const given of [{ delta: [stated] }, { grant: { constraints } }])
      expect((await court.judges(await pays({ given }))).sums).toEqual([])
  })

  it("PD15 §16 given a receipt or a mandate that somebody else signed, then nothing is ordered", async () => {
    for (const who of [{ to: stranger }, { by: stranger }])
      expect((await court.judges(await pays(who))).sums).toEqual([])
  })
})

describe("a payment beyond a mandate of AP2, in a court that speaks no experimental format", () => {
  let court: Court
  beforeAll(async () => {
    court = await startMandateCourt()
  })
  afterAll(() => court.stop())

  it("PD15 §16 given a payment receipt that the shop signed, and a shop that does not plead, then the part over the limit is ordered back", async () => {
    const agent = await es256()
    const paid = await court.pays(async (transaction, at) => {
      const receipt = { network_confirmation_id: transaction }
      const { open, bundle, ...made } = await purchaseOf(owner, agent, shop, { at, receipt })
      return { mandate: open, receipt: made.receipt, paper: bundle }
    })
    const { sums, reasons, verified } = await court.judges(paid)
    expect(verified).toMatchObject({
      format: "ap2",
      signers: [
        { role: "user", agent: "owner" },
        { role: "agent", agent: null },
        { role: "processor", agent: "shop" },
      ],
    })
    expect(sums).toEqual([35_000])
    expect(reasons).toContain("- price: found (USD 350.00)")
  })
})
