/** The document of a job on a local chain, and nodes that answer something else than a chain holds. */
import { Effect } from "effect"
import { encodeFunctionData, getAddress, type Hex, pad, toEventSelector, toHex } from "viem"
import { describe, expect, it } from "vitest"
import { Payout } from "../../../core/holds/index.ts"
import { start } from "../../../core/testing/Context.ts"
import { budget, openJob } from "../testing/ChainJobs.ts"
import { accountOf, token } from "../testing/EscrowChain.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { served } from "../testing/Served.ts"
import { jobsOn } from "./JobRecord.ts"

const nobody = `0x${"0".repeat(39)}1`
const unusable = { why: "its chain gave no usable answer" }
const unread = { why: "this court does not read its chain" }
const wordOf = (text: string) => Payout.keccak(text).slice(2)

describe("the document of a job", () => {
  const chain = givenEscrowChain(nobody, "court", start)

  const at = async (place: string) => {
    const read = await Effect.runPromise(jobsOn([{ chainId: 8453, url: chain.anvil.url }])(place))
    return "text" in read ? JSON.parse(read.text) : read
  }
  const opened = (wanted: Partial<Parameters<typeof openJob>[1]> = {}) =>
    openJob(chain, { client: chain.buyer, provider: chain.seller, ...wanted })
  /** The sender of an act as the document has it, for a transaction that a side sent to the contract so many blocks ago. */
  const sentTo = async (place: string, txid: Hex, confirmations: number) => {
    const { blockNumber, from } = await chain.client.getTransactionReceipt({ hash: txid })
    const { timestamp } = await chain.client.getBlock({ blockNumber })
    const by = [chain.buyer, chain.seller].find(({ address }) => address.toLowerCase() === from)?.address
    return {
      txid,
      at: Number(timestamp),
      confirmations,
      by,
      from: by,
      to: place.split(/[:/]/)[2],
      asked: true,
    }
  }

  it.each(["JobEscrow", "EarlierJobEscrow"])(
    "PD15 §5A given a job of the contract %s that is opened, funded, submitted and completed by its client, then it has each state, and who sent each act to its contract",
    async (form) => {
      const description = `Rows é. court: https://court.example criteria: sha256:${"ef".repeat(32)}`
      const contract = getAddress(await chain.deploy(form, [0]))
      const { id, place, fund, act } = await opened({ description, at: contract })
      const members = {
        network: "eip155:8453",
        contract,
        jobId: id,
        client: chain.buyer.address,
        provider: chain.seller.address,
        evaluator: chain.buyer.address,
        description,
      }
      expect(await at(place)).toMatchObject({ ...members, status: "open", units: "0", acts: [] })
      await fund()
      const paid = { ...members, token, units: String(budget) }
      expect(await at(place)).toMatchObject({ ...paid, status: "funded", acts: [] })
      const submitted = await act(chain.seller, "submit")
      await chain.anvil.mine(3)
      const work = { act: "submitted", word: wordOf("submit") }
      const shown = await at(place)
      expect(shown).toMatchObject({ ...paid, status: "submitted" })
      expect(shown.acts).toEqual([{ ...work, ...(await sentTo(place, submitted, 4)) }])
      const completed = await act(chain.buyer, "complete")
      const ended = await at(place)
      expect(ended).toMatchObject({ ...paid, status: "completed" })
      expect(ended.acts).toEqual([
        { ...work, ...(await sentTo(place, submitted, 5)) },
        { act: "completed", word: wordOf("complete"), ...(await sentTo(place, completed, 1)) },
      ])
    },
  )

  it("PD15 §5A given a provider that evaluates its own job and rejects it, or a client that rejects an open one, then the document says who did", async () => {
    const own = await opened({ evaluator: chain.seller.address })
    await own.fund()
    const rejected = await own.act(chain.seller, "reject")
    const word = wordOf("reject")
    const shown = await at(own.place)
    expect(shown.status).toBe("rejected")
    expect(shown.acts).toEqual([{ act: "rejected", word, ...(await sentTo(own.place, rejected, 1)) }])
    const open = await opened({ evaluator: accountOf(5).address })
    const withdrawn = await open.act(chain.buyer, "reject")
    expect((await at(open.place)).acts).toEqual([
      { act: "rejected", word, ...(await sentTo(open.place, withdrawn, 1)) },
    ])
  })

  it("PD15 §5A given an evaluator that is a contract, then the document has the key that sent the act, and the contract to which it was sent", async () => {
    const bundle = getAddress(await chain.deploy("Bundle"))
    const { id, place, fund, act } = await opened({ evaluator: bundle })
    await fund()
    await act(chain.seller, "submit")
    const to = chain.deployed.erc8183.escrow
    const args = [BigInt(id), `0x${wordOf("complete")}`, "0x"]
    const data = encodeFunctionData({ abi: chain.abi("JobEscrow"), functionName: "complete", args })
    await chain.send(chain.buyer, "Bundle", bundle, "run", [[{ to, data }]])
    const through = { by: bundle, from: chain.buyer.address, to: bundle, asked: false }
    expect((await at(place)).acts[1]).toMatchObject(through)
  })

  it("PD15 §5A given a contract that says that the client completed the job, then the document has who called or deployed it", async () => {
    const sides = [chain.buyer.address, chain.seller.address]
    const contract = getAddress(await chain.deploy("LyingJobs", sides))
    const [client, thief] = sides
    const said = { act: "completed", by: client }
    const place = `eip155:8453:${contract}/1`
    const deployer = accountOf(0).address
    expect((await at(place)).acts).toMatchObject([{ ...said, from: deployer, to: null }])
    await chain.send(chain.seller, "LyingJobs", contract, "announce", [1n])
    expect((await at(place)).acts).toMatchObject([{ ...said, from: thief, to: contract, asked: false }])
  })

  it.each([
    ["by a function of another name", "announce", [1n]],
    ["for another job", "complete", [2n, `0x${"0".repeat(64)}`, "0x"]],
    ["with another word", "complete", [1n, `0x${"1".repeat(64)}`, "0x"]],
  ])(
    "PD15 §5A given a client that calls such a contract itself, but %s, then the document says that it did not ask for this act",
    async (_how, fn, args) => {
      const contract = getAddress(
        await chain.deploy("LyingJobs", [chain.buyer.address, chain.seller.address]),
      )
      await chain.send(chain.buyer, "LyingJobs", contract, fn, args)
      const { address } = chain.buyer
      const sent = { act: "completed", by: address, from: address, to: contract }
      expect((await at(`eip155:8453:${contract}/1`)).acts).toMatchObject([{ ...sent, asked: false }])
    },
  )

  it("PD15 §5A given an act that a reorganisation drops, then the document no longer has it", async () => {
    const { place, fund, act } = await opened()
    await fund()
    await act(chain.seller, "submit")
    await chain.anvil.reorganise(1)
    expect(await at(place)).toMatchObject({ status: "funded", acts: [] })
  })

  it("Rule 4.11 given a description that is longer than is read, then it is left out", async () => {
    const described = async (description: string) =>
      (await at((await opened({ description })).place)).description
    expect(await described("a".repeat(4_097))).toBeNull()
    expect(await described("é".repeat(2_048))).toBe("é".repeat(2_048))
  })

  it("Rule 4.11 given an address without jobs, a chain without a node, or a place of another form, then there is no document", async () => {
    const { place } = await opened()
    expect(await at(`eip155:8453:${token}/1`)).toEqual(unusable)
    for (const other of [place.replace("8453", "1"), `${place}/1`, place.replace(/\d+$/, "9".repeat(78))])
      expect(await at(other)).toEqual(unread)
  })

  let submitted: ReturnType<typeof opened> | undefined
  /** A job that its provider submitted, on which all lies are told. */
  const submittedOnce = async () => {
    submitted ??= opened().then(async (job) => {
      await job.fund()
      await job.act(chain.seller, "submit")
      return job
    })
    return (await submitted).place
  }
  /** The chain's own node, through a liar that changes its answers to one method. */
  const through = async (place: string, method: string, changed: (result: never) => unknown) => {
    const server = await served(async (_path, body) => {
      const asked = body as { readonly method: string; readonly params: ReadonlyArray<unknown> }
      const result = await chain.anvil.rpc(asked.method, asked.params)
      return { result: asked.method === method ? changed(result as never) : result }
    })
    return Effect.runPromise(jobsOn([{ chainId: 8453, url: server.url }])(place))
  }

  it.each([
    ["no receipt of it", "eth_getTransactionReceipt", () => null],
    [
      "a receipt of a transaction that failed",
      "eth_getTransactionReceipt",
      (found: object) => ({ ...found, status: "0x0" }),
    ],
    ["a receipt without the log", "eth_getTransactionReceipt", (found: object) => ({ ...found, logs: [] })],
    [
      "a receipt in a block that was replaced",
      "eth_getTransactionReceipt",
      (found: object) => ({ ...found, blockHash: pad("0x9", { size: 32 }) }),
    ],
    ["no transaction of it", "eth_getTransactionByHash", () => null],
    [
      "one of another event that was not asked for",
      "eth_getLogs",
      (found: ReadonlyArray<{ readonly topics: ReadonlyArray<string> }>) =>
        found.map((log) => ({
          ...log,
          topics: [toEventSelector("JobExpired(uint256)"), ...log.topics.slice(1)],
        })),
    ],
    ["another chain", "eth_chainId", () => toHex(1)],
  ] as const)(
    "Rule 4.11 given a node that answers a log, and %s, then there is no document",
    async (_what, method, changed) => {
      const place = await submittedOnce()
      expect(await through(place, "none", () => null)).toHaveProperty("text")
      expect(await through(place, method, changed as (result: never) => unknown)).toEqual(unusable)
    },
  )
})
