import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Networks } from "../../../core/chains/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { start } from "../../../core/testing/Context.ts"
import { type Anvil, startAnvil } from "../testing/Anvil.ts"
import { court } from "../testing/Followers.ts"
import { lyingNode } from "../testing/Servers.ts"
import { type Payer, withTokens } from "../testing/Token.ts"
import * as Evm from "./Evm.ts"
import * as Rpc from "./Rpc.ts"

const network = "eip155:8453"
const tokenOf = (symbol: string) =>
  Networks.assets.find((asset) => asset.network === network && asset.symbol === symbol)?.contract ?? ""
const usdc = tokenOf("USDC")
const usdt = tokenOf("USDT")
const unlisted = "0x00000000000000000000000000000000000a11ce"
const confirmations = bounds.baseConfirmations

describe("the reader of an EVM chain, on a local one", () => {
  let anvil: Anvil
  let payer: Payer
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 8453, startAt: start })
    payer = await withTokens(anvil, [usdc, usdt, unlisted])
  })
  afterAll(() => anvil.stop())

  /** A court whose first look at the chain is over, and an invoice of five dollars in USDC. */
  const opened = async (options: Evm.Options = {}) => {
    const followers = court(start)
    const reader = () => Evm.make(Rpc.make(anvil.url, 8453), options)
    const round = followers.rounds(reader())
    expect(await round()).toBeNull()
    const invoice = await followers.invoice("base", "USDC", 500)
    return { followers, round, reader, ...invoice }
  }

  it("PD2 §9 credits a transfer at its twentieth confirmation, and not at its nineteenth", async () => {
    const { followers, round, id, address } = await opened()
    const txid = await payer.pay(usdc, address, 5_000_000n)
    await anvil.mine(confirmations - 2)
    await round()
    expect((await followers.read(id)).status).toBe("open")
    await anvil.mine(1)
    await round()
    expect(await followers.read(id)).toMatchObject({
      status: "paid",
      credits: [{ txid, index: 0, units: "5000000", cents: 500 }],
    })
    for (let i = 0; i < 3; i++) await round()
    expect(await followers.balance()).toBe(-500)
  })

  it("PD2 §9 credits neither another listed token, nor an unlisted one, nor a transfer of nothing", async () => {
    const { followers, round, id, address } = await opened()
    await payer.pay(unlisted, address, 5_000_000n)
    await payer.pay(usdt, address, 5_000_000n)
    await payer.pay(usdc, address, 0n)
    await anvil.mine(confirmations)
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
    expect(await followers.balance()).toBe(0)
  })

  it("PD2 §9 a reorganisation before the confirmations reverses nothing, because nothing was credited", async () => {
    const { followers, round, id, address } = await opened()
    await payer.pay(usdc, address, 5_000_000n)
    await anvil.mine(5)
    await round()
    await anvil.reorganise(6)
    await anvil.mine(confirmations)
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
    await payer.pay(usdc, address, 5_000_000n)
    await anvil.mine(confirmations)
    await round()
    expect((await followers.read(id)).status).toBe("paid")
    expect(await followers.balance()).toBe(-500)
  })

  it("PD2 §9 a reorganisation after the confirmations reverses the credit, and a repeated payment is credited again", async () => {
    const { followers, round, id, address } = await opened()
    await payer.pay(usdc, address, 5_000_000n)
    await anvil.mine(confirmations)
    await round()
    expect((await followers.read(id)).status).toBe("paid")
    await anvil.reorganise(confirmations + 1)
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
    expect(await followers.balance()).toBe(0)
    await payer.pay(usdc, address, 7_000_000n)
    await anvil.mine(confirmations)
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "overpaid", credits: [{ cents: 700 }] })
    expect(await followers.balance()).toBe(-700)
  })

  it("PD2 §9 a new reader catches up over several rounds when more blocks are missing than one round may read", async () => {
    const { followers, reader, id, address } = await opened({ span: 10, requests: 3 })
    await payer.pay(usdc, address, 2_000_000n)
    await anvil.mine(60)
    await payer.pay(usdc, address, 3_000_000n)
    await anvil.mine(60)
    const another = followers.rounds(reader())
    const seen: Array<string> = []
    for (let i = 0; i < 15; i++) {
      expect(await another()).toBeNull()
      seen.push((await followers.read(id)).status)
    }
    expect(seen[0]).not.toBe("paid")
    expect(seen).toContain("part_paid")
    expect(seen.at(-1)).toBe("paid")
    expect(await followers.balance()).toBe(-500)
  })

  it("PD11 §11 finds a transfer to an address that is followed since an instant before the transfer", async () => {
    const late = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    await payer.pay(usdc, late, 1_000_000n)
    await anvil.mine(30)
    const chain = Evm.make(Rpc.make(anvil.url, 8453), { span: 50, requests: 2 })
    const followed = [{ address: late, since: start }]
    const to = await payer.height()
    const found: Array<string> = []
    for (let i = 0; i < 20; i++) {
      const { seen } = await Effect.runPromise(chain.search({ followed, from: to, to, settled: () => false }))
      found.push(...seen.map(({ units }) => units))
    }
    expect(found).toEqual(["1000000"])
  })

  it("PD2 §9 reads nothing from a node of another chain, and says why", async () => {
    const followers = court(start)
    const round = followers.rounds(Evm.make(Rpc.make(anvil.url, 1)))
    expect(await round()).toBe("The node is of chain 8453 and not of 1, as configured.")
    expect(await followers.reading("eip155:1")).toBeNull()
  })

  it("PD2 §9 credits nothing on the logs of a node that lies about them", async () => {
    const { followers, round, id, address } = await opened()
    await payer.pay(usdc, address, 5_000_000n)
    await anvil.mine(confirmations)
    type Log = Readonly<Record<string, unknown>>
    const lies: ReadonlyArray<(log: Log) => Log> = [
      (log) => ({ ...log, address: unlisted }),
      (log) => ({ ...log, data: `0x${"f".repeat(64)}` }),
      (log) => ({ ...log, data: "0x" }),
      (log) => ({ ...log, blockNumber: "0xffffff" }),
      (log) => ({ ...log, blockHash: `0x${"1".repeat(64)}` }),
      (log) => ({ ...log, topics: [] }),
      (log) => ({ ...log, logIndex: -1 }),
    ]
    for (const lie of lies) {
      const lying = await lyingNode(anvil.url, lie)
      await followers.rounds(Evm.make(Rpc.make(lying.url, 8453)))()
      await lying.stop()
      expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
    }
    await round()
    expect((await followers.read(id)).status).toBe("paid")
  })
})
