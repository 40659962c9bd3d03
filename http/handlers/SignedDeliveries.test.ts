/** Records that the parties of a quote signed of its delivery in other protocols, from the piece of evidence to a judgment on the papers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { decisionMessage } from "../../adapters/evidence/testing/Acceptance.ts"
import { checkoutHash, disputeRecord } from "../../adapters/evidence/testing/Atdrp.ts"
import { deliveryClaim } from "../../adapters/evidence/testing/DeliveryClaim.ts"
import { hours } from "../../core/kernel/Time.ts"
import { doorCourt, signers, wallets } from "../testing/DoorCourt.ts"

let doors: Awaited<ReturnType<typeof doorCourt>>
const secondsNow = () => Math.floor(doors.court.clock.now / 1000)
beforeAll(async () => {
  doors = await doorCourt(["atdrp_record", "x402_delivery_claim", "a2a_acceptance"])
})
afterAll(() => doors.court.stop())

describe("a dispute record of ATDRP", () => {
  const recordOf = async (ref: string, given: object = {}) =>
    JSON.stringify(
      await disputeRecord({
        merchant: signers.seller,
        hash: ref,
        order: `order of ${ref}`,
        iat: secondsNow(),
        ...given,
      }),
    )

  it("PD15 §5A given the merchant's own order with 1 of 4 fulfilled, then three quarters are ordered back", async () => {
    const quote = await doors.trades({ ref: checkoutHash })
    const papers = [await recordOf(checkoutHash)]
    const judgment = await doors.judges(quote, papers)
    expect(judgment.pays).toEqual([{ against: "seller", cents: 7_500 }])
    expect(judgment.reasons).toContain("by artifact")
  })

  it("PD15 §5A given a record that the buyer signed itself, or that nobody signed, or one of another checkout, then the papers decide nothing by it", async () => {
    const own = await recordOf("hash-2", { merchant: signers.buyer })
    const unsigned = await recordOf("hash-2", { merchant: undefined })
    const other = await recordOf("hash-3")
    const quote = await doors.trades({ ref: "hash-2" })
    const judgment = await doors.judges(quote, [own, unsigned, other])
    expect(judgment.pays).toEqual([])
    expect(judgment.reasons).toContain("between")
  })

  it("PD15 §5A given an order that the merchant signed before its close, then it says nothing of what came later", async () => {
    const early = await recordOf("hash-4", { iat: secondsNow() - 60 })
    const quote = await doors.trades({ ref: "hash-4", disputed: false })
    doors.court.clock.now += hours(100)
    expect(await doors.tries(quote, [early])).toMatchObject({ balance: 0 })
    expect(await doors.tries(quote, [await recordOf("hash-4")])).toMatchObject({ balance: -7_500 })
  })
})

describe("a delivery claim of x402", () => {
  it("PD15 §5A given a buyer that signed yes for this quote, then its own dispute of the delivery is not heard", async () => {
    const quote = await doors.trades({ ref: "settlement-1" })
    const timestamp = new Date(doors.court.clock.now).toISOString()
    const yes = JSON.stringify(await deliveryClaim(wallets.buyer, "settlement-1", { timestamp }))
    const judgment = await doors.judges(quote, [], [yes])
    expect(judgment.reasons).toMatch(/- delivered: found, by close .*, artifact /)
  })
})

describe("a decision on a task of A2A", () => {
  it("PD15 §5A given the buyer's acceptance of the task, then the delivery is found; given the seller's own, it is not", async () => {
    const accept = async (by: (typeof signers)["seller"], taskId: string) =>
      JSON.stringify(await decisionMessage(by, { taskId, iat: secondsNow() }))
    const taken = await doors.trades({ ref: "task-1" })
    const judgment = await doors.judges(taken, [], [await accept(signers.buyer, "task-1")])
    expect(judgment.reasons).toMatch(/- delivered: found, by close .*, artifact /)
    const other = await doors.trades({ ref: "task-2" })
    const papers = [await accept(signers.seller, "task-2"), await accept(signers.buyer, "task-1")]
    const contested = await doors.judges(other, [], papers)
    expect(contested.reasons).toContain("- delivered: undetermined")
  })
})
