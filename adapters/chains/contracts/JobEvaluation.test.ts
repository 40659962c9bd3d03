/** An evaluator that obeys what the court signed of the work, by criteria to which both sides of a job bound themselves before. */
import { type Address, decodeEventLog, type Hex } from "viem"
import { beforeAll, describe, expect, it } from "vitest"
import { Payout } from "../../../core/holds/index.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { budget, openJob } from "../testing/ChainJobs.ts"
import { type Account, accountOf } from "../testing/EscrowChain.ts"
import { type Escrowed, register } from "../testing/Escrowed.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import {
  courtKey,
  courtName,
  evaluation,
  evaluationHash,
  instruction,
  revertOf,
  revocation,
} from "../testing/Instructed.ts"

const window = hours(48) / 1000
const expiresAt = Math.floor((start + days(100)) / 1000)
const holdId = "hold"
const criteria = Payout.keccak("criteria")
const stranger = accountOf(8)
const [submitted, completed, rejected] = [2, 3, 4]

type Signed = Awaited<ReturnType<typeof evaluation>>

describe("an evaluator that obeys evaluations", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)
  let evaluator: { readonly escrow: Address; readonly adapter: Address }
  const deployed = async (form: string) => {
    const escrow = await chain.deploy(form, [0])
    const adapter = await chain.deploy("JobEvaluator", [courtKey.address, courtName, escrow, window])
    return { escrow, adapter }
  }
  beforeAll(async () => {
    evaluator = await deployed("JobEscrow")
  }, 120_000)

  const time = async () => Number((await chain.client.getBlock()).timestamp)
  const passes = async (seconds: number) => chain.goTo(((await time()) + seconds) * 1000)
  const bind = (of: Escrowed, as: Account, hash: string) =>
    revertOf(chain.send(as, "JobEvaluator", of.at.adapter, "bind", [BigInt(of.holdRef), hash]))
  /** A funded job whose hold both sides have registered, each bound to criteria, by default to the same ones. */
  const funded = async ({ at = evaluator, binds = [criteria, criteria] } = {}) => {
    const { buyer: payer, seller: payee } = chain
    const job = await openJob(
      chain,
      { client: payer, provider: payee, evaluator: at.adapter, at: at.escrow },
      days(100) / 1000,
    )
    await job.fund()
    const named = { holdRef: job.id, named: [BigInt(job.id)], kind: "erc8183", asset: chain.token } as const
    const of: Escrowed = { ...named, units: budget, expiresAt, referee: at.adapter, at, payer, payee }
    for (const side of [payer, payee]) await register(chain, of, side, holdId)
    for (const [k, hash] of binds.entries())
      expect(await bind(of, [payer, payee][k] ?? payer, hash)).toBe("done")
    return { of, submit: () => job.act(payee, "submit") }
  }
  const worked = async (wanted: Parameters<typeof funded>[0] = {}) => {
    const { of, submit } = await funded(wanted)
    await submit()
    return of
  }
  type Told = Partial<Parameters<typeof evaluation>[2]>
  const told = (of: Escrowed, satisfied = true, more: Told = {}) =>
    evaluation(chain, of, { holdId, satisfied, criteria, ...more })
  const judged = (of: Escrowed, toPayee: bigint, signedAt: number) =>
    instruction(chain, of, { holdId, toPayee, toPayer: of.units - toPayee, signedAt })
  const call = ({ at }: Escrowed, fn: string, args: ReadonlyArray<unknown>) =>
    chain.send(stranger, "JobEvaluator", at.adapter, fn, args)
  const signedCall =
    (fn: string) =>
    (of: Escrowed, { message, signature }: Signed) =>
      revertOf(call(of, fn, [message, signature]))
  const [lodged, instructed, paid] = ["lodgeEvaluation", "lodge", "pay"].map(signedCall) as [
    ReturnType<typeof signedCall>,
    ReturnType<typeof signedCall>,
    ReturnType<typeof signedCall>,
  ]
  const carriedOut = (of: Escrowed, { message }: Signed) => revertOf(call(of, "carryOut", [message]))
  const statusOf = async ({ at, holdRef }: Escrowed) =>
    ((await chain.read("JobEscrow", at.escrow, "getJob", [BigInt(holdRef)])) as { readonly status: number })
      .status
  const revoke = async (of: Escrowed, signed: Signed) => {
    const digest = await chain.read("JobEvaluator", of.at.adapter, "digestOfEvaluation", [signed.message])
    expect(await signedCall("revoke")(of, await revocation(chain, of, signed, digest, await time()))).toBe(
      "done",
    )
  }
  const reasonOf = async (hash: Hex, eventName: string, escrow: Address) => {
    const { logs } = await chain.client.getTransactionReceipt({ hash })
    const abi = chain.abi("JobEscrow")
    const said = logs.flatMap(({ address, data, topics }) =>
      address.toLowerCase() === escrow.toLowerCase() ? [decodeEventLog({ abi, data, topics })] : [],
    )
    return said.find((one) => one.eventName === eventName)?.args
  }

  it.each([
    ["satisfies the criteria", "JobEscrow", true, completed, "JobCompleted"],
    ["does not satisfy them", "JobEscrow", false, rejected, "JobRejected"],
    ["satisfies them, in an earlier form of a job", "EarlierJobEscrow", true, null, "JobCompleted"],
  ] as const)(
    "PD2 §6EA given an evaluation that the work %s, then anybody carries it out once its window has passed, with its hash as the reason",
    async (_what, form, satisfied, status, event) => {
      const of = await worked({ at: await deployed(form) })
      const signed = await told(of, satisfied)
      const side = satisfied ? of.payee : of.payer
      expect(await lodged(of, signed)).toBe("done")
      const had = await chain.balance(side.address)
      await passes(window + 1)
      const hash = await call(of, "carryOut", [signed.message])
      expect(await reasonOf(hash, event, of.at.escrow)).toMatchObject({ reason: evaluationHash })
      expect((await chain.balance(side.address)) - had).toBe(budget)
      if (status !== null) expect(await statusOf(of)).toBe(status)
    },
  )

  it("PD2 §6EA given nothing lodged, an open window, or an evaluation that takes effect later, then nobody can end the job", async () => {
    const of = await worked()
    const signed = await told(of, true, { validAfter: (await time()) + window + 600 })
    expect(await carriedOut(of, signed)).toBe("NotLodged")
    expect(await lodged(of, signed)).toBe("done")
    expect(await carriedOut(of, signed)).toBe("StillOpen")
    await passes(window + 60)
    expect(await carriedOut(of, signed)).toBe("Early")
    await passes(600)
    expect(await carriedOut(of, signed)).toBe("done")
    // Neither again, nor lodged once more.
    expect(await carriedOut(of, signed)).toBe("AlreadySpent")
    expect(await lodged(of, signed)).toBe("AlreadySpent")
  })

  it("PD2 §6EB given a judgment within the window that contradicts it, then the judgment takes its place, whenever the court signed that", async () => {
    const of = await worked()
    const [signed, later] = [await told(of, true, { signedAt: 5 }), await told(of, true, { signedAt: 7 })]
    const judgment = await judged(of, 0n, 3)
    await lodged(of, signed)
    await passes(window / 2)
    expect(await instructed(of, judgment)).toBe("done")
    // Neither that evaluation nor a later one comes back against what stands.
    for (const one of [signed, later]) expect(await lodged(of, one)).toMatch(/^(NotLater|AlreadyLodged)$/)
    await passes(window + 1)
    expect(await carriedOut(of, signed)).toBe("NotLodged")
    expect(await paid(of, judgment)).toBe("done")
    expect(await statusOf(of)).toBe(rejected)
  })

  it("PD2 §6EB given a matter on the quote, then its revocation voids the evaluation; a later one may come, and no earlier instruction after it", async () => {
    const of = await worked()
    const [early, latest] = [await judged(of, 0n, 1), await judged(of, 0n, 2)]
    const signed = await told(of, true, { signedAt: 5 })
    await lodged(of, signed)
    await revoke(of, signed)
    await passes(window + 1)
    expect(await carriedOut(of, signed)).toBe("RevokedByTheCourt")
    expect(await lodged(of, signed)).toBe("RevokedByTheCourt")
    await instructed(of, latest)
    expect(await lodged(of, await told(of, true, { signedAt: 2 }))).toBe("NotLater")
    const digest = await chain.read("JobEvaluator", of.at.adapter, "digestOf", [latest.message])
    await signedCall("revoke")(of, await revocation(chain, of, latest, digest, await time()))
    const again = await told(of, true, { signedAt: 6 })
    expect(await lodged(of, again)).toBe("done")
    expect(await instructed(of, early)).toBe("NotLater")
    await passes(window + 1)
    expect(await carriedOut(of, again)).toBe("done")
  })

  it("PD2 §6EA given an evaluation of another job, contract, chain, hold or payee, or altered, then it ends nothing", async () => {
    const [of, other] = [await worked(), await worked()]
    const signed = await told(of)
    const { message } = await told(other)
    expect(await lodged(of, { ...signed, message })).toBe("NotByTheCourt")
    const turned = { ...signed.message, artifactSha256: Payout.keccak("other work") }
    expect(await lodged(of, { ...signed, message: turned })).toBe("NotByTheCourt")
    expect(await lodged(of, await told(of, true, { chainId: 1 }))).toBe("NotByTheCourt")
    const { escrow: contract } = chain.deployed.erc8183
    expect(await lodged(of, await told(of, true, { contract }))).toBe("NotByTheCourt")
    expect(await lodged(of, await told(of, true, { holdId: "puppets" }))).toBe("NotRegistered")
    expect(await lodged(of, await told(of, true, { payee: stranger }))).toBe("NotRegistered")
    expect(await lodged({ ...of, units: 1n }, await told({ ...of, units: 1n }))).toBe("OtherPayment")
    expect([await statusOf(of), await statusOf(other)]).toEqual([submitted, submitted])
  })

  it("PD2 §6EA given a side that bound itself to other criteria, or to no criteria, then no evaluation is obeyed", async () => {
    const differing = await worked({ binds: [criteria, Payout.keccak("others")] })
    expect(await lodged(differing, await told(differing))).toBe("NotBound")
    const alone = await worked({ binds: [criteria] })
    expect(await lodged(alone, await told(alone))).toBe("NotBound")
    const both = await worked()
    expect(await lodged(both, await told(both, true, { criteria: Payout.keccak("others") }))).toBe("NotBound")
    expect(await lodged(both, await told(both, true, { criteria: `0x${"0".repeat(64)}` }))).toBe("NotBound")
  })

  it("PD2 §6EA given work that is submitted, then it is too late to bind, so that neither side waits for what is found of it", async () => {
    const { of, submit } = await funded({ binds: [criteria] })
    expect(await bind(of, stranger, criteria)).toBe("NotASide")
    await submit()
    expect(await bind(of, of.payee, criteria)).toBe("Submitted")
    const bound = await funded()
    expect(await bind(bound.of, bound.of.payer, Payout.keccak("others"))).toBe("BothRegistered")
  })

  it("PD2 §6EA given an evaluation that expires within the window, or a second lodgement, then it is refused; given an expired evaluation, then a later one is lodged", async () => {
    const of = await worked()
    expect(await lodged(of, await told(of, true, { validBefore: (await time()) + window }))).toBe("Late")
    const ends = (await time()) + window + 60
    const short = await told(of, true, { validBefore: ends })
    expect(await lodged(of, short)).toBe("done")
    expect(await lodged(of, short)).toBe("NotLater")
    const later = await told(of, true, { signedAt: 2 })
    expect(await lodged(of, later)).toBe("AlreadyLodged")
    await passes(window + 120)
    expect(await carriedOut(of, short)).toBe("Late")
    expect(await lodged(of, later)).toBe("done")
  })
})
