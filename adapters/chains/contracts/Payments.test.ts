/** Payments by an adapter: fees of both deployments, disputes that are not there, and tokens that behave in their own way. */
import { type Address, encodeFunctionData, type Hex, parseUnits, toFunctionSelector } from "viem"
import { describe, expect, it } from "vitest"
import type { Escrow } from "../../../core/holds/index.ts"
import { days } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { accountOf, adapters } from "../testing/EscrowChain.ts"
import { type Escrowed, escrowed, register, type Wanted } from "../testing/Escrowed.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { courtKey, courtName, instruction, pay, payArgs, revertOf } from "../testing/Instructed.ts"

const units = parseUnits("500", 6)
const expiresAt = Math.floor((start + days(100)) / 1000)
const everyKind = (["x402r", "erc8183", "kleros"] as const).map((kind) => [kind] as const)
const holdId = "hold"
const market = accountOf(5).address
const nobody: Address = "0x0000000000000000000000000000000000000000"

describe("what an adapter pays", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)

  /** A funded payment whose hold both sides have registered. */
  const funded = async (kind: Escrow.Kind, wanted: Partial<Wanted> = {}) => {
    const of = await escrowed(chain, kind, { units, expiresAt, ...wanted })
    for (const side of [of.payer, of.payee]) await register(chain, of, side, holdId)
    return of
  }
  const told = (of: Escrowed, toPayee: bigint) =>
    instruction(chain, of, { holdId, toPayee, toPayer: of.units - toPayee })
  const gains = async (account: Address, asset: Address, act: () => Promise<unknown>) => {
    const had = await chain.balance(account, asset)
    await act()
    return (await chain.balance(account, asset)) - had
  }

  const deployments = ["v10", "v11"] as const
  const deployed = (deployment: (typeof deployments)[number]) =>
    deployment === "v10" ? chain.v10 : chain.deployed.x402r
  const fees = [
    ["no fee", { minFeeBps: 0, maxFeeBps: 0, feeReceiver: nobody }, 300n, 0n],
    [
      "a fee within bounds to a fixed receiver",
      { minFeeBps: 250, maxFeeBps: 1_000, feeReceiver: market },
      300n,
      75n,
    ],
    ["no least fee but a fixed receiver", { minFeeBps: 0, maxFeeBps: 500, feeReceiver: market }, 300n, 0n],
    [
      "a least fee that nobody is named to receive",
      { minFeeBps: 250, maxFeeBps: 250, feeReceiver: nobody },
      300n,
      0n,
    ],
  ] as const

  it.each(deployments.flatMap((deployment) => fees.map((fee) => [deployment, ...fee] as const)))(
    "PD2 §6F given a payment of the deployment %s with %s, then the payee receives its part less that fee",
    async (deployment, _what, fee, part, tenths) => {
      const of = await funded("x402r", { at: deployed(deployment), fee })
      const toPayee = part * 1_000_000n
      const owed = tenths * 100_000n
      const toMarket = () =>
        gains(market, of.asset, async () => {
          const toBuyer = () =>
            gains(of.payer.address, of.asset, async () => {
              const signed = await told(of, toPayee)
              expect(await gains(of.payee.address, of.asset, () => pay(chain, of, signed))).toBe(
                toPayee - owed,
              )
            })
          expect(await toBuyer()).toBe(units - toPayee)
        })
      expect(await toMarket()).toBe(owed)
    },
  )

  it("PD2 §6F given a contract that is neither deployment, then no adapter can be made for it", async () => {
    const args = [courtKey.address, courtName, chain.deployed.erc8183.escrow]
    expect(await revertOf(chain.deploy(adapters.x402r, args))).not.toBe("done")
  })

  it("PD2 §6F given an escrow that pays its evaluator a fee, then the adapter keeps nothing of it", async () => {
    const of = await funded("erc8183", { at: await chain.jobs(100) })
    expect(await gains(of.payee.address, of.asset, async () => pay(chain, of, await told(of, units)))).toBe(
      units,
    )
    expect(await chain.balance(of.at.adapter)).toBe(0n)
  })

  it("PD2 §6F given an instruction for a transaction of a cent without a dispute, then the dispute of transaction 0 is not ruled on", async () => {
    const first = await escrowed(chain, "kleros", { units, expiresAt })
    expect(first.holdRef).toBe("0")
    const [thief, puppet] = [accountOf(6), accountOf(7)]
    const cent = { units: 10_000n, payer: thief, payee: puppet, disputed: false }
    const of = await funded("kleros", cent)
    expect(await revertOf(pay(chain, of, await told(of, of.units)))).toBe("NotInDispute")
    expect(await chain.read("ArbitrableEscrow", first.at.escrow, "transactions", [0n])).toMatchObject(
      expect.arrayContaining([units]),
    )
  })

  it("PD2 §6F given transaction 0 in dispute, then its own instruction is obeyed", async () => {
    const of = await funded("kleros", { at: await chain.arbitrable() })
    expect(of.holdRef).toBe("0")
    expect(await gains(of.payee.address, of.asset, async () => pay(chain, of, await told(of, units)))).toBe(
      units,
    )
  })

  it.each(everyKind)(
    "PD2 §6F given a token that returns nothing (%s), then it is paid like any other",
    async (kind) => {
      const asset = await chain.deploy("SilentToken")
      const of = await funded(kind, { asset })
      expect(await gains(of.payee.address, asset, async () => pay(chain, of, await told(of, units)))).toBe(
        units,
      )
    },
  )

  it.each([["x402r"], ["erc8183"]] as const)(
    "PD2 §6F given a token that takes a fee (%s), then no payment with it is funded",
    async (kind) => {
      const asset = await chain.deploy("FeeToken")
      expect(await revertOf(funded(kind, { asset }))).toMatch(/TokenCollectionFailed|UnexpectedFundedAmount/)
    },
  )

  it("PD2 §6F given a token that takes a fee (kleros), then nobody is paid more than the escrow has of the payment", async () => {
    const asset = await chain.deploy("FeeToken")
    const of = await funded("kleros", { asset })
    expect(await revertOf(pay(chain, of, await told(of, units)))).toBe("Short")
    expect(await chain.balance(of.at.escrow, asset)).toBe(units - units / 100n)
  })

  it.each(everyKind)(
    "PD2 §6F given a token that presents the instruction again while it is moved (%s), then that fails and the payee is paid once",
    async (kind) => {
      const asset = await chain.deploy("CallingToken")
      const of = await funded(kind, { asset })
      // Another payment of the same sum lies in the same escrow.
      await escrowed(chain, kind, { units, expiresAt, asset })
      const signed = await told(of, units)
      const abi = chain.abi(adapters[kind])
      const data = encodeFunctionData({ abi, functionName: "pay", args: [...payArgs(of, signed)] })
      await chain.send(accountOf(0), "CallingToken", asset, "callOnMove", [of.at.adapter, data])
      expect(await gains(of.payee.address, asset, () => pay(chain, of, signed))).toBe(units)
      const failure = (await chain.read("CallingToken", asset, "failure")) as Hex
      expect(failure.slice(0, 10)).toBe(toFunctionSelector("AlreadySpent()"))
    },
  )
})
