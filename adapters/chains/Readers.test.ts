import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Price } from "../../core/chains/index.ts"
import { start } from "../../core/testing/Context.ts"
import * as Esplora from "./bitcoin/Esplora.ts"
import type { Chain } from "./Chain.ts"
import * as Koios from "./cardano/Koios.ts"
import { court } from "./testing/Followers.ts"
import { served } from "./testing/Served.ts"
import { esplora, fakeChain, koios, type Mood } from "./testing/Servers.ts"

/** Long, so that a loaded machine is not taken for a server that hangs. A test with a server that does hang sets a shorter time. */
const patientMs = 15_000
const boundsOf = (timeoutMs: number) => ({ timeoutMs, maxBytes: 1_000_000 })
const moods: ReadonlyArray<Mood> = ["html", "error", "hangs", "floods", "breaks_off"]

/** The facts that a test needs about each network. The court's price of either coin is a hundred dollars. */
const networks = {
  bitcoin: {
    asset: "BTC",
    confirmations: 1,
    /** Ten dollars in the smallest units, at that price. */
    due: 10_000_000,
    serving: esplora,
    reading: (url: string, timeoutMs = patientMs): Chain =>
      Esplora.make(url, { bounds: boundsOf(timeoutMs) }),
  },
  cardano: {
    asset: "ADA",
    confirmations: 15,
    due: 100_000,
    serving: koios,
    reading: (url: string, timeoutMs = patientMs): Chain => Koios.make(url, { bounds: boundsOf(timeoutMs) }),
  },
} as const
type Name = keyof typeof networks

const opened = async (name: Name) => {
  const { asset, confirmations, serving, reading } = networks[name]
  const chain = fakeChain(start / 1000)
  for (let i = 0; i < 20; i++) chain.mine()
  const server = await served(serving(chain))
  const followers = court(start)
  await followers.act(Price.recordPrice, { symbol: asset, microUsd: "100000000" })
  const round = followers.rounds(reading(server.url))
  expect(await round()).toBeNull()
  const confirm = (blocks: number = confirmations) => {
    for (let i = 1; i < blocks; i++) chain.mine()
  }
  return { chain, server, followers, round, confirm, asset, reading }
}
const txid = (n: number) => n.toString(16).padStart(64, "a")

describe.each(["bitcoin", "cardano"] as const)("the reader of %s", (name) => {
  const { due } = networks[name]

  it("PD2 §9 credits a payment once it is confirmed, only once, and not before", async () => {
    const { chain, followers, round, confirm, asset } = await opened(name)
    const { id, address, amountDue } = await followers.invoice(name, asset, 1000)
    expect(amountDue).toBe(String(due))
    if (networks[name].confirmations > 1) {
      chain.mine({ address, units: due, txid: txid(1) })
      confirm(networks[name].confirmations - 1)
      expect(await round()).toBeNull()
      expect((await followers.read(id)).status).toBe("open")
      chain.mine()
    } else chain.mine({ address, units: due, txid: txid(1) })
    for (let i = 0; i < 3; i++) expect(await round()).toBeNull()
    expect(await followers.read(id)).toMatchObject({
      status: "paid",
      credits: [{ txid: txid(1), index: 1, units: String(due), cents: 1000 }],
    })
    expect(await followers.balance()).toBe(-1000)
  })

  it("PD2 §9 another reader goes on where the first one stopped, and no payment is credited twice", async () => {
    const { chain, server, followers, round, confirm, asset, reading } = await opened(name)
    const { id, address } = await followers.invoice(name, asset, 1000)
    chain.mine({ address, units: due / 2, txid: txid(1) })
    confirm()
    await round()
    chain.mine({ address, units: due / 2, txid: txid(2) })
    confirm()
    const another = followers.rounds(reading(server.url))
    await Promise.all([another(), round(), another()])
    expect(await followers.read(id)).toMatchObject({
      status: "paid",
      credits: [{ cents: 500 }, { cents: 500 }],
    })
    expect(await followers.balance()).toBe(-1000)
  })

  it("PD2 §9 a reorganisation after the confirmations reverses the credit, and a repeated payment is credited again", async () => {
    const { chain, followers, round, confirm, asset } = await opened(name)
    const { id, address } = await followers.invoice(name, asset, 1000)
    const depth = networks[name].confirmations
    chain.mine({ address, units: due, txid: txid(1) })
    confirm()
    await round()
    expect((await followers.read(id)).status).toBe("paid")
    chain.drop(depth)
    for (let i = 0; i < depth + 1; i++) chain.mine()
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
    expect(await followers.balance()).toBe(0)
    chain.mine({ address, units: due, txid: txid(1) })
    confirm()
    await round()
    expect(await followers.read(id)).toMatchObject({ status: "paid", credits: [{ cents: 1000 }] })
    expect(await followers.balance()).toBe(-1000)
  })

  it.each(moods)(
    "PD2 §9 a server that fails (%s) changes nothing that is recorded, and is read again once it has recovered",
    async (mood) => {
      const { chain, server, followers, round, confirm, asset, reading } = await opened(name)
      const { id, address } = await followers.invoice(name, asset, 1000)
      chain.mine({ address, units: due, txid: txid(1) })
      confirm()
      const before = await followers.reading(name === "bitcoin" ? Esplora.network : Koios.network)
      server.mood = mood
      const why = await (mood === "hangs" ? followers.rounds(reading(server.url, 200))() : round())
      expect(why).toMatch(/^The (endpoint|server) /)
      expect(why).not.toContain("127.0.0.1")
      expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
      expect(await followers.reading(name === "bitcoin" ? Esplora.network : Koios.network)).toEqual(before)
      server.mood = "well"
      expect(await round()).toBeNull()
      expect((await followers.read(id)).status).toBe("paid")
    },
  )

  it("PD2 §9 a server whose chain is shorter than before, or lacks blocks, reverses nothing", async () => {
    const { chain, followers, round, confirm, asset } = await opened(name)
    const { id, address } = await followers.invoice(name, asset, 1000)
    chain.mine({ address, units: due, txid: txid(1) })
    confirm()
    await round()
    chain.drop(networks[name].confirmations + 3)
    expect(await round()).toBeNull()
    expect((await followers.read(id)).status).toBe("paid")
  })

  it("PD2 §9 sends a bounded number of requests in a round, and asks for every address in time", async () => {
    const { chain, server, round, followers } = await opened(name)
    const { reading } = networks[name]
    const network = reading(server.url)
    const followed = Array.from({ length: 2000 }, (_, i) => ({ address: `address-${i}`, since: null }))
    chain.mine({ address: "address-100", units: due, txid: txid(1) })
    const seen = new Set<string>()
    let rounds = 0
    for (; rounds < 200 && seen.size === 0; rounds++) {
      const before = server.requests
      const { seen: found } = await Effect.runPromise(
        network.search({ followed, from: 0, to: chain.tip().height, settled: () => false }),
      )
      for (const { to } of found) seen.add(to)
      expect(server.requests - before).toBeLessThanOrEqual(45)
    }
    expect([...seen]).toEqual(["address-100"])
    expect(await round()).toBeNull()
    expect(await followers.balance()).toBe(0)
  })
})

describe("a server that lies", () => {
  it("PD2 §9 causes no credit when it lies about the block of a transfer, since the reader asks for the block itself", async () => {
    const { chain, followers, asset, reading } = await opened("bitcoin")
    const { id, address } = await followers.invoice("bitcoin", asset, 1000)
    chain.mine({ address, units: networks.bitcoin.due, txid: txid(1) })
    const honest = esplora(chain)
    const lying = await served((path, body) => {
      const answer = honest(path, body)
      return Array.isArray(answer)
        ? answer.map((one) => ({ ...one, status: { ...one.status, block_hash: "f".repeat(64) } }))
        : answer
    })
    await followers.rounds(reading(lying.url))()
    expect(await followers.read(id)).toMatchObject({ status: "open", credits: [] })
  })
})
