/** What the parties of a quote signed of its delivery in other protocols, from the piece of evidence to a judgment on the papers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkoutHash, disputeRecord } from "../../adapters/evidence/testing/Atdrp.ts"
import { jobDocument, jobName, jobPiece, jobsAt } from "../../adapters/evidence/testing/Job.ts"
import { hours } from "../../core/kernel/Time.ts"
import { doorCourt, signers, wallets } from "../testing/DoorCourt.ts"

const jobs: { [place: string]: string } = {}
let doors: Awaited<ReturnType<typeof doorCourt>>
const secondsNow = () => Math.floor(doors.court.clock.now / 1000)
beforeAll(async () => {
  doors = await doorCourt(["atdrp_record", "erc8183_job"], { jobs: jobsAt(() => jobs) })
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

describe("a job of ERC-8183", () => {
  const parties = { client: wallets.buyer.address, provider: wallets.seller.address }

  it("PD15 §5A given a client that completed its job, then it has accepted, and nothing is ordered back", async () => {
    const quote = await doors.trades({ ref: jobName("1") })
    jobs[jobName("1")] = jobDocument({ ...parties, jobId: "1", at: secondsNow() })
    const judgment = await doors.judges(quote, [], [jobPiece("1")])
    expect(judgment.pays).toEqual([])
    expect(judgment.reasons).toMatch(/- delivered: found, by close .*, artifact /)
  })

  it("PD15 §5A given a job that the seller alone submitted, or a completion of another job, then it finds nothing", async () => {
    const quote = await doors.trades({ ref: jobName("2") })
    jobs[jobName("2")] = jobDocument({ ...parties, jobId: "2", act: "submitted", at: secondsNow() })
    jobs[jobName("3")] = jobDocument({ ...parties, jobId: "3", at: secondsNow() })
    const judgment = await doors.judges(quote, [], [jobPiece("2"), jobPiece("3"), jobPiece("4")])
    expect(judgment.reasons).toContain("- delivered: undetermined")
  })

  it("PD15 §5A given a contract of the seller's that says that the buyer completed it, then nobody believes it", async () => {
    const quote = await doors.trades({ ref: jobName("5") })
    const more = { from: wallets.seller.address }
    jobs[jobName("5")] = jobDocument({ ...parties, jobId: "5", at: secondsNow(), more })
    const judgment = await doors.judges(quote, [], [jobPiece("5")])
    expect(judgment.reasons).toContain("- delivered: undetermined")
  })

  it("PD15 §5A given a seller that evaluates its own job and rejected it, then the price is ordered back", async () => {
    const quote = await doors.trades({ ref: jobName("6") })
    const rejects = { ...parties, evaluator: parties.provider, act: "rejected" } as const
    jobs[jobName("6")] = jobDocument({ ...rejects, jobId: "6", at: secondsNow() })
    const judgment = await doors.judges(quote, [jobPiece("6")])
    expect(judgment.pays).toEqual([{ against: "seller", cents: 10_000 }])
  })
})
