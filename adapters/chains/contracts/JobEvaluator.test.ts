/** An evaluator with a window: an instruction is lodged, may be revoked or superseded, and is then carried out by anybody. */
import { type Address, decodeEventLog, type Hex, parseUnits } from "viem"
import { beforeAll, describe, expect, it } from "vitest"
import { days, hours } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { accountOf } from "../testing/EscrowChain.ts"
import { type Escrowed, escrowed, register } from "../testing/Escrowed.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { courtKey, courtName, instruction, revertOf, revocation } from "../testing/Instructed.ts"

const units = parseUnits("500", 6)
const expiresAt = Math.floor((start + days(100)) / 1000)
const window = hours(48) / 1000
const holdId = "hold"
const message32 = `0x${"1".repeat(64)}`
const stranger = accountOf(8)

type Signed = Awaited<ReturnType<typeof instruction>>

describe("an evaluator with a window", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)
  let evaluator: { readonly escrow: Address; readonly adapter: Address }
  beforeAll(async () => {
    const { escrow } = chain.deployed.erc8183
    const args = [courtKey.address, courtName, escrow, window]
    evaluator = { escrow, adapter: await chain.deploy("JobEvaluator", args) }
  }, 120_000)

  const time = async () => Number((await chain.client.getBlock()).timestamp)
  const passes = async (seconds: number) => chain.goTo(((await time()) + seconds) * 1000)
  /** A submitted job whose hold both sides have registered. */
  const job = async () => {
    const of = await escrowed(chain, "erc8183", { units, expiresAt, at: evaluator })
    for (const side of [of.payer, of.payee]) await register(chain, of, side, holdId)
    return of
  }
  const told = (of: Escrowed, toPayee: bigint, signed: { signedAt?: number; validBefore?: number } = {}) =>
    instruction(chain, of, { holdId, toPayee, toPayer: of.units - toPayee, ...signed })
  const asks = (fn: "lodge" | "pay", { message, signature }: Signed) =>
    chain.send(stranger, "JobEvaluator", evaluator.adapter, fn, [message, signature])
  const lodged = (signed: Signed) => revertOf(asks("lodge", signed))
  const paid = (signed: Signed) => revertOf(asks("pay", signed))
  const statusOf = async ({ holdRef }: Escrowed) => {
    const args = [BigInt(holdRef)]
    return (await chain.read("JobEscrow", evaluator.escrow, "getJob", args)) as { readonly status: number }
  }
  const [submitted, completed, rejected] = [2, 3, 4]
  /** The reason with which the escrow says that a job has ended. */
  const reasonOf = async (hash: Hex, eventName: string) => {
    const { logs } = await chain.client.getTransactionReceipt({ hash })
    const abi = chain.abi("JobEscrow")
    const said = logs.flatMap(({ address, data, topics }) =>
      address.toLowerCase() === evaluator.escrow.toLowerCase() ? [decodeEventLog({ abi, data, topics })] : [],
    )
    return (said.find((one) => one.eventName === eventName)?.args as { readonly reason?: Hex } | undefined)
      ?.reason
  }
  const revoke = async (of: Escrowed, signed: Signed) => {
    const { adapter } = evaluator
    const digest = await chain.read("JobEvaluator", adapter, "digestOf", [signed.message])
    const { message, signature } = await revocation(chain, of, signed, digest, await time())
    await chain.send(of.payer, "JobEvaluator", adapter, "revoke", [message, signature])
  }

  it.each([
    ["everything to the payee", units, completed, "JobCompleted"],
    ["everything to the payer", 0n, rejected, "JobRejected"],
  ] as const)(
    "PD2 §6E given an instruction that gives %s, then anybody carries it out once its window has passed, with the judgment's hash as the reason",
    async (_what, toPayee, status, event) => {
      const of = await job()
      const signed = await told(of, toPayee)
      const side = toPayee === 0n ? of.payer : of.payee
      expect(await lodged(signed)).toBe("done")
      const had = await chain.balance(side.address)
      await passes(window + 1)
      const hash = await asks("pay", signed)
      expect(await reasonOf(hash, event)).toBe(signed.message.judgmentSha256)
      expect((await chain.balance(side.address)) - had).toBe(units)
      expect((await statusOf(of)).status).toBe(status)
    },
  )

  it("PD2 §6E given a contract with jobs in an earlier form, then the same evaluator obeys the instruction for them", async () => {
    const escrow = await chain.deploy("EarlierJobEscrow", [0])
    const adapter = await chain.deploy("JobEvaluator", [courtKey.address, courtName, escrow, window])
    const of = await escrowed(chain, "erc8183", { units, expiresAt, at: { escrow, adapter } })
    for (const side of [of.payer, of.payee]) await register(chain, of, side, holdId)
    const { message, signature } = await told(of, units)
    const asks = (fn: "lodge" | "pay") =>
      revertOf(chain.send(stranger, "JobEvaluator", adapter, fn, [message, signature]))
    expect(await asks("lodge")).toBe("done")
    const had = await chain.balance(of.payee.address)
    await passes(window + 1)
    expect(await asks("pay")).toBe("done")
    expect((await chain.balance(of.payee.address)) - had).toBe(units)
  })

  it("PD2 §6E given a contract that has no jobs, then nobody can register anything for it", async () => {
    const args = [courtKey.address, courtName, chain.token, window]
    const adapter = await chain.deploy("JobEvaluator", args)
    const registers = chain.send(stranger, "JobEvaluator", adapter, "register", [1n, message32])
    expect(await revertOf(registers)).toBe("UnknownForm")
  })

  it("PD2 §6E given nothing lodged, or a window that is open to the last second, then nobody can end the job", async () => {
    const of = await job()
    const signed = await told(of, units)
    expect(await paid(signed)).toBe("NotLodged")
    await lodged(signed)
    expect(await paid(signed)).toBe("StillOpen")
    const at = (await chain.read("JobEvaluator", evaluator.adapter, "lodged", [
      signed.message.holdRef,
    ])) as readonly [Hex, number, number]
    // A call is tried against the last block, so this one is the last within the window.
    await chain.goTo(at[2] * 1000)
    expect(await paid(signed)).toBe("StillOpen")
    expect((await statusOf(of)).status).toBe(submitted)
    await passes(1)
    expect(await paid(signed)).toBe("done")
  })

  it("PD2 §6G given a later instruction within the window, then it takes the place of the first and has a window of its own", async () => {
    const of = await job()
    const [first, later] = [await told(of, units, { signedAt: 1 }), await told(of, 0n, { signedAt: 2 })]
    await lodged(first)
    await passes(window / 2)
    expect(await lodged(later)).toBe("done")
    await passes(window / 2 + 10)
    expect(await paid(first)).toBe("NotLodged")
    expect(await paid(later)).toBe("StillOpen")
    // The loser of the later one can't bring the first back.
    expect(await lodged(first)).toBe("NotLater")
    await passes(window)
    expect(await paid(later)).toBe("done")
    expect((await statusOf(of)).status).toBe(rejected)
  })

  it("PD2 §6G given a revocation within the window, then nobody can carry the instruction out, and a later one can be lodged", async () => {
    const of = await job()
    const signed = await told(of, units, { signedAt: 1 })
    await lodged(signed)
    await revoke(of, signed)
    await passes(window + 1)
    expect(await paid(signed)).toBe("RevokedByTheCourt")
    expect(await lodged(signed)).toBe("RevokedByTheCourt")
    expect(await lodged(await told(of, 0n, { signedAt: 2 }))).toBe("done")
    expect((await statusOf(of)).status).toBe(submitted)
  })

  it("PD2 §6E given a replay, then the window isn't opened again, and the job isn't ended twice", async () => {
    const of = await job()
    const signed = await told(of, units)
    await lodged(signed)
    expect(await lodged(signed)).toBe("NotLater")
    await passes(window + 1)
    expect(await paid(signed)).toBe("done")
    expect(await paid(signed)).toBe("AlreadySpent")
    expect(await lodged(signed)).toBe("AlreadySpent")
  })

  it("PD2 §6E given an instruction for another job, then it ends neither that of a stranger nor, altered, this one", async () => {
    const [of, other] = [await job(), await job()]
    const signed = await told(of, units)
    const moved = {
      ...signed,
      message: { ...signed.message, holdRef: (await told(other, 0n)).message.holdRef },
    }
    expect(await lodged(moved)).toBe("NotByTheCourt")
    await lodged(signed)
    await passes(window + 1)
    expect(await paid(moved)).toBe("NotLodged")
    expect(await paid(signed)).toBe("done")
    expect((await statusOf(other)).status).toBe(submitted)
  })

  it("PD2 §6E given two puppets whose hold over a stranger's job the court has signed for, then it isn't even lodged", async () => {
    const of = await escrowed(chain, "erc8183", { units, expiresAt, at: evaluator })
    await register(chain, of, of.payee, "puppets")
    const signed = await instruction(chain, of, { holdId: "puppets", toPayee: units, toPayer: 0n })
    expect(await lodged(signed)).toBe("NotRegistered")
  })

  it("PD2 §6E given a judgment that splits the price, or sides the wrong way round, then it isn't lodged, since a job ends whole", async () => {
    const of = await job()
    expect(await lodged(await told(of, units / 2n))).toBe("OtherPayment")
    const turned = { holdId, toPayee: units, toPayer: 0n, payer: of.payee, payee: of.payer }
    expect(await lodged(await instruction(chain, of, turned))).toBe("OtherPayment")
  })

  it("PD2 §6E given an instruction that expires within the window, then it isn't lodged, since nobody could carry it out", async () => {
    const of = await job()
    expect(await lodged(await told(of, units, { validBefore: (await time()) + window }))).toBe("Late")
    const short = await told(of, units, { validBefore: (await time()) + window + 60, signedAt: 1 })
    expect(await lodged(short)).toBe("done")
    await passes(window + 120)
    expect(await paid(short)).toBe("Late")
  })

  it("PD2 §6E given a signature of somebody else, then nothing is lodged", async () => {
    const of = await job()
    const signed = await told(of, units)
    const { message } = await told(of, 0n)
    expect(await lodged({ ...signed, message })).toBe("NotByTheCourt")
  })
})
