/**
 * A job of ERC-8183 as one document: its members, and the acts on it with their senders. It is read on a chain that the operator
 * configured, at a contract that somebody else names. A contract may answer anything, so each act is shown with the sender of its
 * transaction, the contract to which that was sent, and whether it asked for this act.
 */
import { Effect, Schema } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import {
  addressIn,
  Data,
  isAmong,
  newest,
  receiptOf,
  selectorOf,
  type Topics,
  topicOf,
  wordOf,
} from "./Contract.ts"
import { data, type Located, topic } from "./EscrowKinds.ts"
import type { Nodes } from "./Escrows.ts"
import { jobOf } from "./Jobs.ts"
import * as Rpc from "./Rpc.ts"

const submitted = topicOf("JobSubmitted(uint256,address,bytes32)")
const completed = topicOf("JobCompleted(uint256,address,bytes32)")
const rejected = topicOf("JobRejected(uint256,address,bytes32)")
/** Each act by the topic of its event, with the selector of the function that asks for it. */
const acts: { readonly [topic: string]: { readonly act: string; readonly selector: string } } = {
  [submitted]: { act: "submitted", selector: selectorOf("submit(uint256,bytes32,bytes)") },
  [completed]: { act: "completed", selector: selectorOf("complete(uint256,bytes32,bytes)") },
  [rejected]: { act: "rejected", selector: selectorOf("reject(uint256,bytes32,bytes)") },
}

const Address = Schema.Lowercase.pipe(Schema.compose(Schema.String.pipe(Schema.pattern(/^0x[0-9a-f]{40}$/))))
/** A contract is created by a transaction to nobody. */
const Sent = Schema.NullOr(Schema.Struct({ from: Address, to: Schema.NullOr(Address), input: Data }))

/** The newest of some acts on a job, with who sent its transaction; null if there was no such act. */
const actOf = (at: Located, topics: ReadonlyArray<string>, tip: number) =>
  Effect.gen(function* () {
    const wanted: Topics = [topics, [wordOf(BigInt(at.ref))]]
    const log = yield* newest(at, wanted, tip)
    if (log === null) return null
    const receipt = yield* receiptOf(at.rpc, log.txid)
    const sent = yield* at.rpc.call(Sent, "eth_getTransactionByHash", [log.txid])
    const block = receipt === null ? null : yield* Rpc.blockAt(at.rpc, receipt.height)
    const own = receipt?.logs.some((one) => one.index === log.index && isAmong(at, wanted, one)) === true
    if (receipt === null || sent === null || block?.hash !== receipt.blockHash || !receipt.succeeded || !own)
      return yield* fault("The node answered a log without its transaction.")
    const [{ act, selector } = { act: "", selector: "" }, word] = [acts[topic(log, 0)], data(log, 0)]
    return {
      act,
      txid: log.txid,
      at: Math.floor(block.at / 1000),
      confirmations: Math.max(0, tip - receipt.height + 1),
      by: addressIn(topic(log, 2)),
      from: Networks.addChecksum(sent.from.slice(2)),
      to: sent.to === null ? null : Networks.addChecksum(sent.to.slice(2)),
      // A contract may say that any call of it was this act.
      asked: sent.input.startsWith(`${selector}${wordOf(BigInt(at.ref))}${word}`),
      word,
    }
  })

const recordOf = (at: Located): Effect.Effect<string, ChainFault> =>
  Effect.gen(function* () {
    const tip = yield* Rpc.blockAt(at.rpc, "latest")
    if (tip === null) return yield* fault("The node has no blocks yet.")
    const { named, client, provider, evaluator, token, units, description } = yield* jobOf(at, at.ref)
    const found = [
      yield* actOf(at, [submitted], tip.height),
      yield* actOf(at, [completed, rejected], tip.height),
    ]
    return JSON.stringify({
      network: `eip155:${at.rpc.chainId}`,
      contract: at.address,
      jobId: at.ref,
      readAt: Math.floor(tip.at / 1000),
      status: named,
      client,
      provider,
      evaluator,
      token,
      units: String(units),
      description,
      acts: found.flatMap((one) => one ?? []),
    })
  })

/** The place of a job: CAIP-10 of its contract, and its number. */
const placed = /^eip155:([1-9]\d{0,15}):0x([0-9a-fA-F]{40})\/([1-9]\d{0,77})$/

/** The document of a job, or why there is no document, as the end of a sentence. */
export type JobRead = { readonly text: string } | { readonly why: string }

/** Reads jobs on these chains, by their places `eip155:<chain>:<contract>/<number>`. It never fails. */
export const jobsOn = (nodes: Nodes, limits: Rpc.Limits = Rpc.waiting) => {
  const rpcs = new Map(nodes.map(({ chainId, url }) => [chainId, Rpc.make(url, chainId, limits.call)]))
  return (place: string): Effect.Effect<JobRead> => {
    const [, chain, contract = "", ref = ""] = placed.exec(place) ?? []
    const rpc = rpcs.get(Number(chain))
    if (rpc === undefined || BigInt(ref) >= 2n ** 256n)
      return Effect.succeed({ why: "this court does not read its chain" })
    const at: Located = { rpc, address: Networks.addChecksum(contract.toLowerCase()), ref }
    return Effect.zipRight(rpc.checked, recordOf(at)).pipe(
      Rpc.inTime(limits),
      Effect.map((text): JobRead => ({ text })),
      Effect.catchAll(() => Effect.succeed<JobRead>({ why: "its chain gave no usable answer" })),
    )
  }
}
