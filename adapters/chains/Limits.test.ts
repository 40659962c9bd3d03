/** The limits of one reading: calls, time and the size of answers, given nodes that refuse, hang or flood. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Payout } from "../../core/holds/index.ts"
import * as Esplora from "./bitcoin/Esplora.ts"
import * as Escrows from "./evm/Escrows.ts"
import * as Evm from "./evm/Evm.ts"
import { topicOf } from "./evm/Logs.ts"
import * as Rpc from "./evm/Rpc.ts"
import { served } from "./testing/Served.ts"
import { esplora, fakeChain } from "./testing/Servers.ts"

interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: ReadonlyArray<unknown>
}
interface Call {
  readonly method: string
  readonly params: ReadonlyArray<Filter>
}

const ref = {
  escrowKind: "x402r",
  chainId: 8453,
  escrowAddress: "0x00000000000000000000000000000000000000E5",
  holdRef: Payout.keccak("a payment"),
} as const
const tip = 3_000_000
const hex = (value: number): string => `0x${value.toString(16)}`
const block = (height: number) => ({
  number: hex(height),
  hash: Payout.keccak(`${height}`),
  timestamp: hex(height),
})
const word = (value: number): string => value.toString(16).padStart(64, "0")

/** A node whose escrow holds nothing of a payment that it once collected, and that answers requests for logs as a test says. */
const node = (logs: (filter: Filter) => unknown) =>
  served((_path, body) => {
    const { method, params } = body as Call
    const [filter] = params
    if (method === "eth_chainId") return { result: hex(ref.chainId) }
    if (method === "eth_getBlockByNumber") return { result: block(tip) }
    if (method === "eth_call") return { result: `0x${word(1)}${word(0)}${word(0)}` }
    return filter === undefined ? undefined : logs(filter)
  })
const refusesMany = ({ fromBlock, toBlock }: Filter) =>
  Number(toBlock) - Number(fromBlock) > 10_000 ? { error: { code: -32_005 } } : { result: [] }
const sides = { payer: ref.escrowAddress, payee: ref.escrowAddress, asset: ref.escrowAddress }

describe("what a reading of an escrow may cost", () => {
  it("PD2 §6C given a node that refuses wide ranges, then a look for an event takes at most sixteen calls", async () => {
    const server = await node(refusesMany)
    const escrows = Escrows.make([{ chainId: 8453, url: server.url }])
    expect(await Effect.runPromise(escrows.read(ref))).toBe("unreadable")
    expect(server.requests).toBeLessThanOrEqual(16)
    const before = server.requests
    expect(await Effect.runPromise(escrows.payment(ref, sides, null, 0))).toBe("unpaid")
    expect(server.requests - before).toBeLessThanOrEqual(16)
  })

  it("PD2 §6C given a node that hangs, then the reading ends when its time is over, and not with each call", async () => {
    const { url } = await node(() => new Promise(() => undefined))
    const limits = { call: { timeoutMs: 600_000, maxBytes: 10_000 }, patienceMs: 100 }
    const escrows = Escrows.make([{ chainId: 8453, url }], limits)
    expect(await Effect.runPromise(escrows.read(ref))).toBe("unreadable")
    expect(await Effect.runPromise(escrows.payment(ref, sides, null, 0))).toBe("unreadable")
  })

  it("PD2 §6C given a node that answers eight megabytes, then they are not parsed", async () => {
    const { url } = await node(() => ({ result: [], more: "x".repeat(8_000_000) }))
    const escrows = Escrows.make([{ chainId: 8453, url }])
    expect(await Effect.runPromise(escrows.payment(ref, sides, null, 0))).toBe("unreadable")
  })
})

describe("an address that is flooded with transfers", () => {
  const [flooded, other] = ["a", "b"].map((digit) => `0x${digit.repeat(40)}`)
  const bounds = { timeoutMs: 15_000, maxBytes: 20_000 }
  const usdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
  const transfer = Payout.keccak("Transfer(address,address,uint256)")

  it("PD2 §9 given a block with more transfers than are read, then those to other addresses are seen, in that block and after it", async () => {
    const log = (to: string, height: number, index: number) => ({
      address: usdc,
      topics: [transfer, topicOf(ref.escrowAddress), topicOf(to)],
      data: `0x${word(5)}`,
      blockNumber: hex(height),
      blockHash: Payout.keccak(`${height}`),
      transactionHash: Payout.keccak(`${height} ${index}`),
      logIndex: hex(index),
    })
    const mined = [
      ...Array.from({ length: 100 }, (_, i) => log(flooded ?? "", 20, i)),
      log(other ?? "", 20, 100),
      log(other ?? "", 35, 0),
    ]
    const server = await served((_path, body) => {
      const { method, params } = body as Call
      const [filter] = params
      if (method === "eth_getBlockByNumber") return { result: block(Number(filter)) }
      if (filter === undefined) return undefined
      const asked = (one: (typeof mined)[number]) =>
        Number(one.blockNumber) >= Number(filter.fromBlock) &&
        Number(one.blockNumber) <= Number(filter.toBlock) &&
        JSON.stringify(filter.topics[2]).includes(one.topics[2] ?? "")
      return { result: mined.filter(asked) }
    })
    const chain = Evm.make(Rpc.make(server.url, 8453, bounds))
    const followed = [flooded, other].map((address) => ({ address: address ?? "", since: null }))
    const search = { followed, from: 1, to: 40, settled: () => false }
    const { seen, upTo } = await Effect.runPromise(chain.search(search))
    expect(upTo).toBe(40)
    expect(seen.map(({ to, height }) => [to.toLowerCase(), height])).toEqual([
      [other, 20],
      [other, 35],
    ])
  })

  it("PD2 §9 given an address of bitcoin whose history is larger than is read, then the other addresses are read", async () => {
    const fake = fakeChain(1_000_000)
    fake.mine({ address: "other", units: 5, txid: "1".repeat(64) })
    const honest = esplora(fake)
    const server = await served((path, body) =>
      path.startsWith("/address/flooded/") ? "x".repeat(100_000) : honest(path, body),
    )
    const chain = Esplora.make(server.url, { bounds })
    const followed = ["flooded", "other"].map((address) => ({ address, since: null }))
    const { seen } = await Effect.runPromise(chain.search({ followed, from: 0, to: 9, settled: () => false }))
    expect(seen.map(({ to }) => to)).toEqual(["other"])
  })
})
