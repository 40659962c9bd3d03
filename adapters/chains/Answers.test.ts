/** The readers of bitcoin and Cardano, given long histories, older servers, and answers to a question that was not asked. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import * as Esplora from "./bitcoin/Esplora.ts"
import type { Chain, Followed } from "./Chain.ts"
import * as Koios from "./cardano/Koios.ts"
import { served } from "./testing/Served.ts"
import { type Answering, esplora, type FakeChain, fakeChain, koios } from "./testing/Servers.ts"

const bounds = { timeoutMs: 15_000, maxBytes: 4_000_000 }
const readerOf = async (make: typeof Esplora.make | typeof Koios.make, answer: Answering) => {
  const server = await served(answer)
  return { server, chain: make(server.url, { bounds }) }
}
const txid = (n: number) => n.toString(16).padStart(64, "a")
const seenBy = async (chain: Chain, to: number, ...followed: ReadonlyArray<Followed>) =>
  (await Effect.runPromise(chain.search({ followed, from: 0, to, settled: () => false }))).seen
/** Why the work failed, in the words that a log gets; "nothing" if it succeeded. */
const faultOf = async <A>(work: Effect.Effect<A, { readonly why: string }>): Promise<string> =>
  Either.match(await Effect.runPromise(Effect.either(work)), {
    onLeft: ({ why }) => why,
    onRight: () => "nothing",
  })

/** A chain of `count` blocks, each of which pays the address once. */
const paid = (address: string, count: number): FakeChain => {
  const chain = fakeChain(1_000_000)
  for (let n = 1; n <= count; n++) chain.mine({ address, units: n, txid: txid(n) })
  return chain
}

describe("a reader of bitcoin", () => {
  it("PD2 §9 reads no page of a history that is older than the instant since which the address is followed", async () => {
    const fake = paid("a", 80)
    const { server, chain } = await readerOf(Esplora.make, esplora(fake))
    expect(await seenBy(chain, 80, { address: "a", since: null })).toHaveLength(80)
    const before = server.requests
    // The address is followed since the sixtieth block: the first page reaches back to the fifty-sixth.
    const since = (fake.blocks[60]?.time ?? 0) * 1000
    expect(await seenBy(chain, 80, { address: "a", since })).toHaveLength(25)
    expect(server.requests - before).toBe(1)
  })

  it("PD2 §9 goes no further back than a hundred transactions of an address", async () => {
    const { chain } = await readerOf(Esplora.make, esplora(paid("a", 130)))
    expect(await seenBy(chain, 130, { address: "a", since: null })).toHaveLength(100)
  })

  it("PD2 §9 gives null for a block that does not exist, and fails if the server answers another block", async () => {
    const fake = paid("a", 3)
    const { chain } = await readerOf(Esplora.make, esplora(fake))
    expect(await Effect.runPromise(chain.block(99))).toBeNull()
    const honest = esplora(fake)
    const lying = await readerOf(Esplora.make, (path, body) =>
      path.startsWith("/block/") ? honest(`/block/${fake.blocks[0]?.hash}`, body) : honest(path, body),
    )
    expect(await faultOf(lying.chain.block(2))).toBe("The server answered another block than was asked for.")
  })
})

describe("a reader of Cardano", () => {
  it("PD2 §9 reads the height of the tip under its older and its newer name, and fails if the tip has no height", async () => {
    const fake = paid("a", 3)
    const honest = koios(fake)
    const tipped = (change: (tip: Record<string, unknown>) => object) =>
      readerOf(Koios.make, async (path, body) => {
        const answer = await honest(path, body)
        return path === "/tip" && Array.isArray(answer) ? answer.map(change) : answer
      })
    const newer = await tipped(({ block_no, ...tip }) => ({ ...tip, block_height: block_no }))
    expect(await Effect.runPromise(newer.chain.tip)).toMatchObject({ height: 3 })
    const without = await tipped(({ block_no: _, ...tip }) => tip)
    expect(await faultOf(without.chain.tip)).toBe("The server's tip has no height.")
  })

  it("PD2 §9 reads every page of outputs, and asks for each block once", async () => {
    const fake = fakeChain(1_000_000)
    fake.mine(...Array.from({ length: 1_200 }, (_, n) => ({ address: "a", units: n + 1, txid: txid(n) })))
    const { server, chain } = await readerOf(Koios.make, koios(fake))
    expect(await seenBy(chain, 1, { address: "a", since: null })).toHaveLength(1_200)
    expect(server.requests).toBe(3)
  })

  it("PD2 §9 ignores outputs without value, outputs above the given height, and outputs whose block is gone", async () => {
    const fake = paid("a", 3)
    fake.mine({ address: "a", units: 0, txid: txid(9) })
    const honest = koios(fake)
    const { chain } = await readerOf(Koios.make, (path, body) =>
      path === "/blocks?block_height=eq.2" ? [] : honest(path, body),
    )
    const seen = await seenBy(chain, 4, { address: "a", since: null })
    expect(seen.map(({ height }) => height)).toEqual([3, 1])
    expect((await seenBy(chain, 1, { address: "a", since: null })).map(({ height }) => height)).toEqual([1])
  })

  it("PD2 §9 fails if the server answers outputs of another address, or another block", async () => {
    const fake = paid("a", 3)
    const honest = koios(fake)
    const { chain } = await readerOf(Koios.make, (path, body) =>
      honest(path, path.startsWith("/address_outputs") ? { _addresses: ["a"] } : body),
    )
    const search = chain.search({
      followed: [{ address: "b", since: null }],
      from: 0,
      to: 3,
      settled: () => false,
    })
    expect(await faultOf(search)).toBe("The server answered outputs that were not asked for.")
    const other = await readerOf(Koios.make, (path, body) =>
      honest(path.replace("block_height=eq.2", "block_height=eq.1"), body),
    )
    expect(await faultOf(other.chain.block(2))).toBe("The server answered another block than was asked for.")
  })
})
