/** Jobs of ERC-8183 on a local chain, from the parties' transactions to a judgment on the papers. */
import { encodeFunctionData, toHex } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { JobRecord } from "../../adapters/chains/index.ts"
import { type ChainJob, openJob } from "../../adapters/chains/testing/ChainJobs.ts"
import {
  type Account,
  accountOf,
  type EscrowChain,
  startEscrowChain,
} from "../../adapters/chains/testing/EscrowChain.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { start } from "../../core/testing/Context.ts"
import { doorCourt, wallets } from "../testing/DoorCourt.ts"

const nobody = `0x${"0".repeat(39)}1`
const undetermined = "- delivered: undetermined"
const delivered = /- delivered: found, by close .*, artifact /

describe("a job on a chain", () => {
  let chain: EscrowChain
  let doors: Awaited<ReturnType<typeof doorCourt>>
  beforeAll(async () => {
    chain = await startEscrowChain(nobody, "court", start)
    const jobs = JobRecord.jobsOn([{ chainId: 8453, url: chain.anvil.url }])
    doors = await doorCourt(["erc8183_job"], { jobs })
    // The contracts took some blocks, and the court never lies behind the chain.
    doors.court.clock.now += hours(1)
    for (const { address } of [wallets.buyer, wallets.seller])
      await chain.anvil.rpc("anvil_setBalance", [address, toHex(10n ** 18n)])
  }, 120_000)
  afterAll(async () => {
    await chain?.anvil.stop()
    await doors?.court.stop()
  })

  const { buyer, seller } = wallets
  const opened = (wanted: Partial<Parameters<typeof openJob>[1]> = {}) =>
    openJob(chain, { client: buyer, provider: seller, ...wanted })
  /** A quote of that job which the parties dispute, and then the chain at the time of the court. */
  const trades = async ({ place }: ChainJob, more: object = {}) => {
    const quote = await doors.trades({ ref: place, more })
    await chain.goTo(doors.court.clock.now)
    return quote
  }
  const submitted = async (job: ChainJob, by: Account = seller) => {
    await job.fund()
    await job.act(by, "submit")
  }
  /** Lets the last act have its confirmations, all but some. */
  const confirmed = async (lacking = 0) => {
    await chain.anvil.mine(bounds.baseConfirmations - 1 - lacking)
    const { timestamp } = await chain.client.getBlock()
    doors.court.clock.now = Math.max(doors.court.clock.now, Number(timestamp) * 1000 + 1_000)
  }

  /** A judgment on the last of some quotes of a job, which the client completed with its confirmations, all but some. */
  const completed = async (quotes = 1, lacking = 0) => {
    const job = await opened()
    for (let n = 1; n < quotes; n++) await trades(job)
    const quote = await trades(job)
    await submitted(job)
    await job.act(buyer, "complete")
    await confirmed(lacking)
    return doors.judges(quote, [], [job.piece])
  }

  it("PD15 §5A given a client that completed its job, then it has accepted once that is confirmed, and nothing is ordered back", async () => {
    expect((await completed(1, 1)).reasons).toContain(undetermined)
    const judgment = await completed()
    expect(judgment.pays).toEqual([])
    expect(judgment.reasons).toMatch(delivered)
  })

  it("PD15 §5B given two quotes of one job, then its completion finds the delivery of neither", async () => {
    expect((await completed(2)).reasons).toContain(undetermined)
  })

  it("PD15 §5A given a seller that evaluates its own job and rejected it, then the price is ordered back", async () => {
    const job = await opened({ evaluator: seller.address })
    const quote = await trades(job)
    await job.fund()
    await job.act(seller, "reject")
    await confirmed()
    const judgment = await doors.judges(quote, [job.piece])
    expect(judgment.pays).toEqual([{ against: "seller", cents: 10_000 }])
  })

  it("PD15 §5A given a job that the seller alone submitted, or a completion of another job, then it finds nothing", async () => {
    const [job, other] = [await opened(), await opened()]
    const quote = await trades(job)
    await submitted(other)
    await other.act(buyer, "complete")
    await submitted(job)
    await confirmed()
    const judgment = await doors.judges(quote, [], [job.piece, other.piece])
    expect(judgment.reasons).toContain(undetermined)
  })

  it("PD15 §5A given a job of another pair that the quote names, then its completion is the word of neither side", async () => {
    const [client, provider] = [accountOf(3), accountOf(4)]
    const job = await opened({ client, provider })
    const quote = await trades(job)
    await submitted(job, provider)
    await job.act(client, "complete")
    await confirmed()
    const judgment = await doors.judges(quote, [], [job.piece])
    expect(judgment.reasons).toContain(undetermined)
  })

  it.each([
    ["that the seller calls", "seller"],
    ["that the buyer is made to call through another contract", "bundle"],
    ["that the buyer calls by a function of another name", "buyer"],
  ] as const)(
    "PD15 §5A given a contract of the seller's, %s, and that says that the buyer completed the job, then nobody believes it",
    async (_how, by) => {
      const network = "eip155:8453"
      const contract = await chain.deploy("LyingJobs", [buyer.address, seller.address])
      const quote = await doors.trades({ ref: `${network}:${contract}/1` })
      await chain.goTo(doors.court.clock.now)
      const call = { abi: chain.abi("LyingJobs"), functionName: "announce", args: [1n] }
      const calls = [{ to: contract, data: encodeFunctionData(call) }]
      if (by === "bundle") await chain.send(buyer, "Bundle", await chain.deploy("Bundle"), "run", [calls])
      else await chain.send(wallets[by], "LyingJobs", contract, "announce", [1n])
      await confirmed()
      const piece = JSON.stringify({ network, contract, jobId: "1" })
      expect((await doors.judges(quote, [], [piece])).reasons).toContain(undetermined)
    },
  )
})
