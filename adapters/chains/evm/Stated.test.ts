/** Transactions that parties state as payments, looked for on a local chain. */
import { Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Networks, StatedTransactions } from "../../../core/chains/index.ts"
import { notarise } from "../../../core/dealings/index.ts"
import { perform } from "../../../core/kernel/Host.ts"
import * as Reader from "../../../core/kernel/Reader.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { start } from "../../../core/testing/Context.ts"
import { type Anvil, startAnvil } from "../testing/Anvil.ts"
import { court } from "../testing/Followers.ts"
import { type Payer, withTokens } from "../testing/Token.ts"
import * as Evm from "./Evm.ts"
import * as Rpc from "./Rpc.ts"

const usdc =
  Networks.assets.find(({ network, symbol }) => network === "eip155:8453" && symbol === "USDC")?.contract ??
  ""
const unlisted = "0x00000000000000000000000000000000000a11ce"
const seller = "0x00000000000000000000000000000000000000B0"
const confirmations = bounds.baseConfirmations
const quoteOf = (n: number) => `019abc00-0000-7000-8000-${String(n).padStart(12, "0")}`
const buyer = { role: "agent", id: "buyer-1", handle: "buyer" } as const

describe("transactions that parties state, on a local chain", () => {
  let anvil: Anvil
  let payer: Payer
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 8453, startAt: start })
    payer = await withTokens(anvil, [usdc, unlisted])
  })
  afterAll(() => anvil.stop())

  const opened = () => {
    const followers = court(start)
    const round = followers.rounds(Evm.make(Rpc.make(anvil.url, 8453)))
    return {
      round,
      state: (txid: string, n = 1) => {
        const paper = { sha256: "ab".repeat(32), kind: "payment", ref: quoteOf(n), txid } as const
        return followers.run(perform(notarise, paper, { actor: buyer }))
      },
      seen: async (txid: string) => {
        const { reader } = Reader.make(followers.driver)
        const found = await followers.run(reader.find(StatedTransactions, txid))
        return Option.getOrThrow(found).seen
      },
    }
  }

  it("Dealings Act 1.4 a transaction is recorded at its twentieth confirmation, with its sender, and not at its nineteenth", async () => {
    const { round, state, seen } = opened()
    const txid = await payer.pay(usdc, seller, 5_000_000n)
    await state(txid)
    await anvil.mine(confirmations - 2)
    expect(await round()).toBeNull()
    expect(await seen(txid)).toBeNull()
    await anvil.mine(1)
    expect(await round()).toBeNull()
    expect(await seen(txid)).toMatchObject({
      network: "eip155:8453",
      transfers: [{ from: payer.address, to: seller, units: "5000000", index: 0 }],
    })
  })

  it("Dealings Act 1.4 a transaction that was mined long before it was stated is found", async () => {
    const { round, state, seen } = opened()
    const txid = await payer.pay(usdc, seller, 1_000_000n)
    await anvil.mine(confirmations + 100)
    await round()
    await state(txid)
    expect(await round()).toBeNull()
    expect(await seen(txid)).toMatchObject({ transfers: [{ units: "1000000" }] })
  })

  it("Dealings Act 1.4 a transaction of an unlisted token shows no transfer, and a transaction that does not exist is not seen", async () => {
    const { round, state, seen } = opened()
    const other = await payer.pay(unlisted, seller, 1_000_000n)
    const invented = `0x${"12".repeat(32)}`
    const onBitcoin = "34".repeat(32)
    for (const txid of [invented, onBitcoin, other]) await state(txid)
    await anvil.mine(confirmations)
    expect(await round()).toBeNull()
    expect(await seen(other)).toMatchObject({ transfers: [] })
    expect([await seen(invented), await seen(onBitcoin)]).toEqual([null, null])
  })

  it("Dealings Act 1.4 a transaction that a reorganisation removed before its confirmations is not recorded", async () => {
    const { round, state, seen } = opened()
    const txid = await payer.pay(usdc, seller, 2_000_000n)
    await state(txid)
    await anvil.mine(5)
    await round()
    await anvil.reorganise(6)
    await anvil.mine(confirmations)
    expect(await round()).toBeNull()
    expect(await seen(txid)).toBeNull()
  })

  it("Dealings Act 1.4 many invented transactions do not keep a real one from being seen", async () => {
    const { round, state, seen } = opened()
    // given more invented transactions, on several quotes, than one look asks for
    for (let i = 0; i < 5 * bounds.paymentsMax; i++)
      await state(`0x${i.toString(16).padStart(64, "e")}`, 2 + Math.floor(i / bounds.paymentsMax))
    const txid = await payer.pay(usdc, seller, 3_000_000n)
    await state(txid)
    await anvil.mine(confirmations)
    for (let i = 0; i < 3; i++) expect(await round()).toBeNull()
    expect(await seen(txid)).toMatchObject({ transfers: [{ units: "3000000" }] })
  })
})
