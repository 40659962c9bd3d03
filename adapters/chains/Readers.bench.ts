/**
 * The cost of a reader of each network that follows ten thousand addresses, a thousand of them of open invoices: memory, and requests
 * of one look. `node --expose-gc adapters/chains/Readers.bench.ts`. The figures: under 50 MB, and a bounded number of requests.
 */
import { Effect } from "effect"
import { Networks } from "../../core/chains/index.ts"
import { type AddressFamily, Invoices } from "../../core/ledger/index.ts"
import { empty, type Put } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { start } from "../../core/testing/Context.ts"
import * as Esplora from "./bitcoin/Esplora.ts"
import type { Chain } from "./Chain.ts"
import * as Koios from "./cardano/Koios.ts"
import * as Evm from "./evm/Evm.ts"
import * as Rpc from "./evm/Rpc.ts"
import { court } from "./testing/Followers.ts"
import { esplora, fakeChain, koios, type LocalServer, serve } from "./testing/Servers.ts"

const counts = { followed: 10_000, open: 1_000 }
const aimMb = 50
const looks = 20

/** An invoice of a family; its address need only be of the right length. */
const invoicePut = (family: AddressFamily, network: string, n: number): Put => {
  const id = `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`
  const invoice = {
    id,
    agentId: `agent-${n}`,
    network,
    asset: `${network}/bench`,
    family,
    index: n,
    address: `0x${n.toString(16).padStart(40, "a")}`,
    amountCents: 500,
    amountDue: "5000000",
    rate: "1000000",
    createdAt: start,
    rateUntil: start,
    expiresAt: start,
    sinceHeight: 0,
    paidUnits: n < counts.followed - counts.open ? "5000000" : "0",
    status: n < counts.followed - counts.open ? ("paid" as const) : ("open" as const),
  }
  return { ref: { kind: Invoices.name, id }, expected: 0, body: invoice, index: Invoices.index(invoice) }
}

const plant = async (driver: Driver, family: AddressFamily, network: string): Promise<void> => {
  const puts = Array.from({ length: counts.followed }, (_, n) => invoicePut(family, network, n))
  for (let i = 0; i < puts.length; i += 50)
    await Effect.runPromise(driver.commit({ ...empty(start), puts: puts.slice(i, i + 50) }))
}

const node = (): Promise<LocalServer> => {
  let height = 1000
  const hashOf = (at: number) => `0x${at.toString(16).padStart(64, "0")}`
  return serve((_path, body) => {
    const { id, method, params } = body as { id: number; method: string; params: ReadonlyArray<string> }
    const answer = (result: unknown) => ({ jsonrpc: "2.0", id, result })
    if (method === "eth_chainId") return answer("0x2105")
    if (method === "eth_getLogs") return answer([])
    if (params[0] === "latest") height += 6
    const at = params[0] === "latest" ? height : Number(params[0])
    return answer({
      number: `0x${at.toString(16)}`,
      hash: hashOf(at),
      timestamp: `0x${(1_763_629_200 + at).toString(16)}`,
    })
  })
}

const heapMb = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

interface Subject {
  readonly name: string
  readonly network: string
  readonly server: () => Promise<LocalServer>
  readonly reader: (url: string) => Chain
}

const chainWithBlocks = () => {
  const chain = fakeChain(start / 1000)
  for (let i = 0; i < 40; i++) chain.mine()
  return chain
}
const subjects: ReadonlyArray<Subject> = [
  {
    name: "Base (JSON-RPC)",
    network: "eip155:8453",
    server: node,
    reader: (url) => Evm.make(Rpc.make(url, 8453)),
  },
  {
    name: "Bitcoin (Esplora)",
    network: Esplora.network,
    server: () => serve(esplora(chainWithBlocks())),
    reader: (url) => Esplora.make(url),
  },
  {
    name: "Cardano (Koios)",
    network: Koios.network,
    server: () => serve(koios(chainWithBlocks())),
    reader: (url) => Koios.make(url),
  },
]

let missed = false
// The stores before stay, so that what is collected of them is not taken for what a reader gives back.
const kept: Array<unknown> = []
for (const { name, network, server, reader } of subjects) {
  const { kind } = Networks.all.find(({ id }) => id === network) ?? { kind: "evm" as const }
  const followers = court(start)
  kept.push(followers)
  await plant(followers.driver, kind, network)
  const served = await server()
  const before = heapMb()
  const round = followers.rounds(reader(served.url))
  const requests: Array<number> = []
  const cpu = process.cpuUsage()
  for (let i = 0; i < looks; i++) {
    const asked = served.requests
    const why = await round()
    if (why !== null) throw new Error(why)
    requests.push(served.requests - asked)
  }
  const { user, system } = process.cpuUsage(cpu)
  const used = heapMb() - before
  kept.push(round)
  missed ||= used > aimMb
  console.log(
    `${name}: ${used.toFixed(1)} MB (aim ${aimMb}), ${Math.max(...requests)} requests a look at most, ${((user + system) / 1000 / looks).toFixed(0)} ms of CPU a look, the server's included`,
  )
  await served.stop()
}
process.exitCode = missed ? 1 : 0
