/**
 * A claim with ten signed artifacts, the whole path over HTTP: what it costs of the thread that serves, while threads of their own verify.
 * The wall time of a filing is beside it, and a claim with ten texts that aren't artifacts, of the same length.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { Evidence } from "../../adapters/evidence/index.ts"
import * as Examples from "../api/Examples.ts"
import { enrolled, send, startCourt } from "../testing/TestCourt.ts"

const pieces = 10
const filings = 20
/** The time that a claim with ten artifacts may cost the serving thread. */
const boundMs = 60

const account = privateKeyToAccount(generatePrivateKey())
const member = (name: string, type: string) => ({ name, type })
const types = {
  Receipt: [
    member("version", "uint256"),
    member("network", "string"),
    member("resourceUrl", "string"),
    member("payer", "string"),
    member("issuedAt", "uint256"),
    member("transaction", "string"),
  ],
}

const artifact = async (n: number): Promise<string> => {
  const payload = {
    version: 1,
    network: "eip155:8453",
    resourceUrl: `https://seller.example/rows/${n}`,
    payer: account.address,
    issuedAt: Math.floor(Date.now() / 1000) - n,
    transaction: "",
  }
  const domain = { name: "x402 receipt", version: "1", chainId: 1 }
  const signature = await account.signTypedData({ domain, types, primaryType: "Receipt", message: payload })
  return JSON.stringify({ format: "eip712", payload, signature })
}

const claimOf = (contents: ReadonlyArray<string>, by: string) => ({
  respondent: "seller",
  title: "Ten receipts",
  valueCents: 60_000,
  dealingAt: new Date(Date.now() - 1_000).toISOString(),
  claim: {
    facts: [{ n: 1, text: "It was paid ten times.", evidence: contents.map((_, i) => `piece ${i}`) }],
    evidence: contents.map((content, i) => ({ label: `piece ${i}`, kind: "signature", content })),
    rules: ["A second payment is returned."],
    authorities: [],
    orders: [
      { kind: "pay", text: "Return it.", amountCents: 100, against: "seller", inFavourOf: by, restsOn: [1] },
    ],
  },
})

const middle = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

const court = await startCourt({ realTime: true, verifiers: Evidence.layer() })
await enrolled(court, "seller")
await send(court, "POST", "/api/v1/registrar/eligibility", {
  key: court.registrar,
  body: Examples.confirmation,
})

/** Files one claim of each of several agents. Gives the milliseconds of this thread, and those on the wall. */
const measure = async (name: string, contentOf: (n: number) => Promise<string>) => {
  const thread: Array<number> = []
  const wall: Array<number> = []
  for (let i = 0; i < filings; i++) {
    const handle = `${name}-${i}`
    const key = await enrolled(court, handle)
    const contents = await Promise.all(Array.from({ length: pieces }, (_, n) => contentOf(i * pieces + n)))
    const body = JSON.stringify(claimOf(contents, handle))
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const began = performance.now()
    const before = process.threadCpuUsage()
    const response = await fetch(`${court.url}/api/v1/matters`, { method: "POST", headers, body })
    const answer = await response.text()
    const { user, system } = process.threadCpuUsage(before)
    if (response.status !== 200) throw new Error(answer)
    thread.push((user + system) / 1000)
    wall.push(performance.now() - began)
  }
  // The first filings compile what all of them run.
  const warm = thread.slice(4)
  const cost = middle(warm, 0.5)
  console.log(
    `  ${name.padEnd(10)} serving thread p50 ${cost.toFixed(1)} ms, p95 ${middle(warm, 0.95).toFixed(1)} ms; wall p50 ${middle(wall.slice(4), 0.5).toFixed(1)} ms`,
  )
  return cost
}

console.log(
  `POST /matters with ${pieces} pieces of evidence (with the client, which runs on the same thread)`,
)
const { length } = await artifact(0)
await measure("texts", async (n) => `Note ${n}. `.padEnd(length, "The rows were counted. "))
const cost = await measure("artifacts", artifact)
console.log(`  at most ${boundMs} ms of the serving thread: ${cost <= boundMs ? "held" : "NOT HELD"}`)
await court.stop()
process.exit(0)
