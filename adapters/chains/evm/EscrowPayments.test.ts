/** The transfers that count as the payment of one escrow, given transactions that also pay something else, and events of every kind. */
import { Effect } from "effect"
import { type Address, encodeFunctionData, type Hex, parseUnits } from "viem"
import { beforeAll, describe, expect, it } from "vitest"
import type { Escrow } from "../../../core/holds/index.ts"
import { days } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { accountOf, token } from "../testing/EscrowChain.ts"
import { type Escrowed, escrowed, register, type Wanted } from "../testing/Escrowed.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { courtKey, courtName, instruction, pay } from "../testing/Instructed.ts"
import * as Escrows from "./Escrows.ts"

const units = parseUnits("400", 6)
const expiresAt = Math.floor((start + days(100)) / 1000)
const zeros = `0x${"0".repeat(64)}`
const everyKind = (["x402r", "erc8183", "kleros"] as const).map((kind) => [kind] as const)
const market = accountOf(5).address

describe("the payment of an escrow", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)
  let escrows: ReturnType<typeof Escrows.make>
  let bundle: Address
  beforeAll(async () => {
    escrows = Escrows.make([{ chainId: 8453, url: chain.anvil.url }])
    bundle = await chain.deploy("Bundle")
  }, 120_000)

  const funded = (kind: Escrow.Kind, wanted: Partial<Wanted> = {}) =>
    escrowed(chain, kind, { units, expiresAt, ...wanted })
  const sidesOf = ({ payer, payee }: Pick<Escrowed, "payer" | "payee">) => ({
    payer: payer.address,
    payee: payee.address,
    asset: token,
  })
  type Of = Pick<Escrowed, "kind" | "at" | "holdRef">
  const paymentOf = (
    { kind, at, holdRef }: Of,
    txid: Hex | null = null,
    { after = 0, sides = sidesOf({ payer: chain.buyer, payee: chain.seller }) } = {},
  ) => {
    const ref = { escrowKind: kind, chainId: 8453, escrowAddress: at.escrow, holdRef }
    return Effect.runPromise(escrows.payment(ref, sides, txid, after))
  }
  const call = (contract: string, to: Address, functionName: string, args: ReadonlyArray<unknown>) => ({
    to,
    data: encodeFunctionData({ abi: chain.abi(contract), functionName, args: [...args] }),
  })
  const together = (...calls: ReadonlyArray<{ readonly to: Address; readonly data: Hex }>) =>
    chain.send(chain.buyer, "Bundle", bundle, "run", [calls])
  /** A transfer to the payee that pays no escrow, which the bundle can make twice. */
  const purchase = async (value: bigint) => {
    await chain.fund(bundle, value * 2n)
    return call("TestToken", token, "transferFrom", [chain.buyer.address, chain.seller.address, value])
  }
  const capture = ({ at, named }: Escrowed, amount: bigint) =>
    at === chain.v10
      ? call("AuthCaptureEscrowV10", at.escrow, "capture", [...named, amount, 250, market])
      : call("AuthCaptureEscrowV11", at.escrow, "capture", [
          ...named,
          amount,
          (amount * 25n) / 1_000n,
          market,
        ])
  const rest = ({ at, named }: Escrowed) => call("AuthCaptureEscrow", at.escrow, "void", named)
  const fee = { minFeeBps: 0, maxFeeBps: 1_000, feeReceiver: market }
  const shares = (toPayee: bigint, toPayer: bigint) => ({
    toPayeeUnits: String(toPayee),
    toPayerUnits: String(toPayer),
  })

  it.each(["v1.0", "v1.1"])(
    "PD2 §6H given one transaction that pays two holds on deployment %s and two purchases, then each hold counts its own part less the fee",
    async (version) => {
      const wanted = { at: version === "v1.0" ? chain.v10 : chain.deployed.x402r, fee, referee: bundle }
      const [one, other] = [await funded("x402r", wanted), await funded("x402r", wanted)]
      const bought = await purchase(units)
      const txid = await together(bought, capture(one, 1_000n), rest(one), capture(other, units), bought)
      const [first, second] = [await paymentOf(one), await paymentOf(other, txid)]
      expect(first).toMatchObject({ txid, ...shares(975n, units - 1_000n) })
      expect(second).toMatchObject({ txid, ...shares((units * 975n) / 1_000n, 0n) })
    },
  )

  it("PD2 §6H given one transaction that completes one job, rejects another and makes two purchases, then each job counts its own part", async () => {
    const wanted = { referee: bundle, at: await chain.jobs(100) }
    const [one, other] = [await funded("erc8183", wanted), await funded("erc8183", wanted)]
    const bought = await purchase(units)
    const judged = (fn: string, { at, named }: Escrowed) =>
      call("JobEscrow", at.escrow, fn, [...named, zeros, "0x"])
    const txid = await together(bought, judged("complete", one), judged("reject", other), bought)
    expect(await paymentOf(one)).toMatchObject({ txid, ...shares((units * 99n) / 100n, 0n) })
    expect(await paymentOf(other)).toMatchObject({ txid, ...shares(0n, units) })
  })

  it("PD2 §6H given one transaction that settles two arbitrable ones and makes two purchases, then each counts its own part", async () => {
    const at = await chain.arbitrable()
    const sides = { payer: bundle, payee: chain.seller.address, asset: token }
    const made = call("ArbitrableEscrow", at.escrow, "createTransaction", [
      units,
      token,
      9n,
      chain.seller.address,
      "",
    ])
    await chain.send(accountOf(0), "TestToken", token, "mint", [bundle, units * 2n])
    await together(call("TestToken", token, "approve", [at.escrow, units * 2n]), made, made)
    const bought = await purchase(units)
    const paid = (id: bigint, amount: bigint) => call("ArbitrableEscrow", at.escrow, "pay", [id, amount])
    await together(paid(0n, units - 5n))
    const txid = await together(bought, paid(0n, 5n), paid(1n, units), bought)
    const one: Of = { kind: "kleros", at, holdRef: "0" }
    expect(await paymentOf(one, null, { sides })).toMatchObject({ txid, ...shares(5n, 0n) })
    const other = await paymentOf({ ...one, holdRef: "1" }, txid, { sides })
    expect(other).toMatchObject({
      txid,
      ...shares(units, 0n),
      transfers: [{ to: "payee", units: String(units) }],
    })
  })

  it("PD2 §6H given a capture of a part, then the capture is seen as a part while the escrow holds the rest, and each transaction as its own", async () => {
    const of = await funded("x402r", { fee, referee: bundle })
    const txid = await together(capture(of, units - 1n))
    const shown = { txid, movedUnits: String(units - 1n), toPayerUnits: "0" }
    expect(await paymentOf(of, txid)).toMatchObject({ ...shown, holds: true })
    const last = await together(rest(of))
    expect(await paymentOf(of, txid)).toMatchObject({ ...shown, holds: false })
    expect(await paymentOf(of)).toMatchObject({ txid: last, movedUnits: "1", holds: false })
  })

  it("PD2 §6F given an instruction of a part, then the adapter pays it once and the rest stays for the next instruction", async () => {
    const of = await funded("x402r")
    for (const side of [of.payer, of.payee]) await register(chain, of, side, "hold")
    const part = await instruction(chain, of, { holdId: "hold", toPayee: 1_000n, toPayer: 0n })
    const txid = await pay(chain, of, part)
    expect(await paymentOf(of, txid)).toMatchObject({
      movedUnits: "1000",
      holds: true,
      ...shares(1_000n, 0n),
    })
    await expect(pay(chain, of, part)).rejects.toThrow("AlreadySpent")
    const whole = { holdId: "hold", toPayee: 1_000n, toPayer: units - 1_000n }
    await expect(instruction(chain, of, whole).then((told) => pay(chain, of, told))).rejects.toThrow(
      "OtherPayment",
    )
    const next = await instruction(chain, of, { holdId: "hold", toPayee: 5n, toPayer: units - 1_005n })
    await pay(chain, of, next)
    expect(await paymentOf(of)).toMatchObject({ holds: false, ...shares(5n, units - 1_005n) })
  })

  it.each(everyKind)(
    "PD2 §6H given a payment (%s) at the instant from which payments count, then it does not count, though it is named",
    async (kind) => {
      const of = await funded(kind)
      for (const side of [of.payer, of.payee]) await register(chain, of, side, "hold")
      expect(await paymentOf(of)).toBe("unpaid")
      const told = { holdId: "hold", toPayee: units, toPayer: 0n }
      const txid = await pay(chain, of, await instruction(chain, of, told))
      const { blockNumber } = await chain.client.getTransactionReceipt({ hash: txid })
      const mined = Number((await chain.client.getBlock({ blockNumber })).timestamp) * 1000
      for (const named of [null, txid]) {
        expect(await paymentOf(of, named, { after: mined })).toBe("unpaid")
        const shown = await paymentOf(of, named, { after: mined - 1 })
        expect(shown).toMatchObject({ txid, at: mined, ...shares(units, 0n) })
      }
    },
  )

  it("PD2 §6H given arbitrable transactions that the sides settled without a ruling, then both ways are seen", async () => {
    const [paid, given] = [
      await funded("kleros", { disputed: false }),
      await funded("kleros", { disputed: false }),
    ]
    const { at } = paid
    await chain.send(paid.payer, "ArbitrableEscrow", at.escrow, "pay", [...paid.named, units])
    await chain.send(given.payee, "ArbitrableEscrow", at.escrow, "reimburse", [...given.named, units])
    expect(await paymentOf(paid)).toMatchObject(shares(units, 0n))
    expect(await paymentOf(given)).toMatchObject(shares(0n, units))
  })

  it("PD2 §6H given a ruling on the dispute 0, then it pays no transaction that nobody disputed", async () => {
    // The number of this escrow's first dispute is also what every transaction has that nobody disputed.
    const arbitrator = await chain.deploy("PlainArbitrator")
    const escrow = await chain.deploy("ArbitrableEscrow", [arbitrator])
    const at = { escrow, adapter: arbitrator }
    const [settled, ruled] = [
      await funded("kleros", { at, disputed: false }),
      await funded("kleros", { at, disputed: true }),
    ]
    const txid = await chain.send(chain.buyer, "PlainArbitrator", arbitrator, "rule", [escrow, 0n, 2n])
    expect(await paymentOf(ruled)).toMatchObject({ txid, ...shares(units, 0n) })
    expect(await paymentOf(settled, txid)).toBe("unpaid")
    await chain.send(settled.payer, "ArbitrableEscrow", escrow, "pay", [...settled.named, units])
    expect(await paymentOf(settled, txid)).toBe("unpaid")
    expect(await paymentOf(settled)).toMatchObject(shares(units, 0n))
  })

  it("PD2 §6H given an event that nothing was moved for, then no larger transfer counts for it, and no transfer beyond the escrow's next event", async () => {
    const escrow = await chain.deploy("Announcer")
    const bought = await purchase(units)
    const refOf = (digit: string) => `0x${digit.repeat(64)}`
    const said = (digit: string, amount: bigint) =>
      call("Announcer", escrow, "announce", [refOf(digit), amount])
    await together(said("1", units), said("2", units - 1n), bought)
    for (const digit of ["1", "2"]) {
      const of: Of = { kind: "x402r", at: { escrow, adapter: escrow }, holdRef: refOf(digit) }
      expect(await paymentOf(of)).toMatchObject({ ...shares(0n, 0n), transfers: [] })
    }
  })

  it("PD2 §6H given the transaction of another payment of the same escrow, then it pays nothing of this one", async () => {
    const wanted = { fee, referee: bundle }
    const [one, other] = [await funded("x402r", wanted), await funded("x402r", wanted)]
    await together(capture(one, units))
    const txid = await together(capture(other, units))
    expect(await paymentOf(one, txid)).toBe("unpaid")
  })
})
