/** The document of a job as a node answers it, and nodes and contracts that answer something else. */
import { Effect } from "effect"
import {
  encodeAbiParameters,
  pad,
  parseAbiParameters,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from "viem"
import { describe, expect, it } from "vitest"
import { served } from "../testing/Served.ts"
import { jobsOn } from "./JobRecord.ts"

const contract = "0x00000000000000000000000000000000000000E5"
const client = `0x${"11".repeat(20)}` as const
const provider = `0x${"22".repeat(20)}` as const
const place = `eip155:8453:${contract}/7`
const block = (height: number) => ({
  number: toHex(height),
  hash: `0x${String(height).padStart(64, "1")}`,
  timestamp: "0x64",
})
const members =
  "(address client, uint8 status, address provider, uint256 expiredAt, address evaluator, uint256 submittedAt, uint256 budget, address hook, address paymentToken, uint256 providerAgentId, string description, uint256 settledAmount, address payoutReceiver) job"
const jobWith = (description: string) =>
  encodeAbiParameters(parseAbiParameters(members), [
    {
      client,
      status: 2,
      provider,
      expiredAt: 1_800_000_000n,
      evaluator: client,
      submittedAt: 5n,
      budget: 500n,
      hook: pad("0x0", { size: 20 }),
      paymentToken: client,
      providerAgentId: 0n,
      description,
      settledAmount: 0n,
      payoutReceiver: pad("0x0", { size: 20 }),
    },
  ])
const txid = `0x${"ab".repeat(32)}`
const submitted = {
  address: contract.toLowerCase(),
  topics: [
    toEventSelector("JobSubmitted(uint256,address,bytes32)"),
    pad(toHex(7), { size: 32 }),
    pad(provider, { size: 32 }),
  ],
  data: `0x${"cd".repeat(32)}`,
  blockNumber: "0x3",
  transactionHash: txid,
  logIndex: "0x0",
}
const receipt = { status: "0x1", blockNumber: "0x3", blockHash: block(3).hash, logs: [submitted] }

interface Node {
  readonly description?: string
  readonly logs?: ReadonlyArray<object>
  readonly receipt?: object | null
  readonly sent?: object | null
}
const readAt = async (at: string, node: Node = {}) => {
  const server = await served((_path, body) => {
    const { method, params } = body as { readonly method: string; readonly params: ReadonlyArray<unknown> }
    if (method === "eth_chainId") return { result: "0x2105" }
    if (method === "eth_getBlockByNumber") return { result: params[0] === "latest" ? block(5) : block(3) }
    if (method === "eth_getTransactionByHash")
      return { result: node.sent === undefined ? { from: provider, to: contract.toLowerCase() } : node.sent }
    if (method === "eth_getTransactionReceipt")
      return { result: node.receipt === undefined ? receipt : node.receipt }
    if (method === "eth_getLogs") {
      const { topics } = params[0] as { readonly topics: ReadonlyArray<ReadonlyArray<string>> }
      const logs = node.logs ?? [submitted]
      return { result: topics[0]?.includes(submitted.topics[0] ?? "") === true ? logs : [] }
    }
    const asked = params[0] as { readonly data: string }
    return asked.data.startsWith(toFunctionSelector("getJob(uint256)"))
      ? { result: jobWith(node.description ?? "Rows, of which the court https://court.example is told.") }
      : { error: { code: 3 } }
  })
  return Effect.runPromise(jobsOn([{ chainId: 8453, url: server.url }])(at))
}
const textIn = (read: Awaited<ReturnType<typeof readAt>>) => ("text" in read ? JSON.parse(read.text) : read)

describe("the document of a job", () => {
  it("PD15 §5A given a job that its provider submitted, then it has the job, and who sent the act to its contract", async () => {
    const read = textIn(await readAt(place))
    expect(read).toMatchObject({
      network: "eip155:8453",
      contract,
      jobId: "7",
      status: "submitted",
      description: "Rows, of which the court https://court.example is told.",
      units: "500",
    })
    expect(read.acts).toEqual([
      {
        act: "submitted",
        txid,
        at: 100,
        confirmations: 3,
        by: expect.stringMatching(/^0x2{40}$/),
        from: expect.stringMatching(/^0x2{40}$/),
        to: contract,
        word: "cd".repeat(32),
      },
    ])
  })

  it("PD15 §5A given nobody who acted, or a contract that was created by the transaction, then the document says so", async () => {
    expect(textIn(await readAt(place, { logs: [] })).acts).toEqual([])
    expect(textIn(await readAt(place, { sent: { from: client, to: null } })).acts).toMatchObject([
      { to: null },
    ])
  })

  it.each([
    ["no receipt of it", { receipt: null }],
    ["a receipt of a transaction that failed", { receipt: { ...receipt, status: "0x0" } }],
    ["a receipt without the log", { receipt: { ...receipt, logs: [] } }],
    ["a receipt in a block that was replaced", { receipt: { ...receipt, blockHash: block(9).hash } }],
    ["no transaction of it", { sent: null }],
  ])("Rule 4.11 given a log, and %s, then there is no document", async (_, node) => {
    expect(await readAt(place, node)).toEqual({ why: "its chain gave no usable answer" })
  })

  it("Rule 4.11 given a chain without a node, or a place of another form, then no node is asked", async () => {
    const unread = { why: "this court does not read its chain" }
    expect(await readAt(place.replace("8453", "1"))).toEqual(unread)
    expect(await readAt(`${place}/1`)).toEqual(unread)
    expect(await readAt(`eip155:8453:${contract}/${"9".repeat(78)}`)).toEqual(unread)
  })

  it("Rule 4.11 given a description that is longer than is read, then it is left out", async () => {
    expect(textIn(await readAt(place, { description: "a".repeat(4_097) })).description).toBeNull()
    expect(textIn(await readAt(place, { description: "é".repeat(2_048) })).description).toHaveLength(2_048)
  })
})
