/** Reads escrows of the three kinds on EVM chains, by viem over the court's bounded calls. It signs nothing and sends nothing. */

import { Effect, Layer, Schema } from "effect"
import {
  type AbiEvent,
  type Address,
  createPublicClient,
  custom,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  type Log,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
} from "viem"
import {
  type EscrowKind,
  type EscrowPayment,
  type EscrowReading,
  type EscrowRef,
  type EscrowSides,
  Escrows,
  type EscrowsService,
  type Unread,
} from "../../../core/holds/Escrow.ts"
import * as Rpc from "./Rpc.ts"

/** viem's client over the court's bounded calls. A failure of its transport is a `ChainFault`, which does not name the endpoint. */
export const clientOf = (rpc: Rpc.Rpc): PublicClient =>
  createPublicClient({
    transport: custom(
      {
        request: ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
          Effect.runPromise(rpc.call(Schema.Unknown, method, Array.isArray(params) ? params : [])),
      },
      // The caller tries again in its next round.
      { retryCount: 0 },
    ),
  })

/** The parts of the published interfaces that the court reads. */
const abi = parseAbi([
  "struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }",
  "struct Job { uint256 id; address client; address provider; address evaluator; string description; uint256 budget; uint256 expiredAt; uint8 status; }",
  "function paymentState(bytes32 paymentInfoHash) view returns (bool hasCollectedPayment, uint120 capturableAmount, uint120 refundableAmount)",
  "event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector)",
  "event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver)",
  "event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount)",
  "function getJob(uint256 jobId) view returns (Job job)",
  "function paymentToken() view returns (address)",
  "event JobCompleted(uint256 indexed jobId, address indexed evaluator, bytes32 reason)",
  "event JobRejected(uint256 indexed jobId, address indexed rejector, bytes32 reason)",
  "function transactions(uint256 transactionId) view returns (address sender, address receiver, uint256 amount, address token, uint256 timeoutPayment, uint256 disputeId, uint256 senderFee, uint256 receiverFee, uint256 lastInteraction, uint8 status)",
  "function arbitrator() view returns (address)",
  "event Ruling(address indexed arbitrator, uint256 indexed disputeID, uint256 ruling)",
])
type EventName = Extract<(typeof abi)[number], AbiEvent>["name"]

/** The blocks in one request for logs, and the most requests in one search backwards. */
const span = 10_000n
const looks = 60

interface Located {
  readonly client: PublicClient
  readonly address: Address
  readonly ref: string
}

const milliseconds = (seconds: bigint | number): number => Number(seconds) * 1000
const contract = ({ address }: Located) => ({ address, abi }) as const

/** The newest logs of one event of an escrow with these indexed arguments, searched backwards from the tip. */
const newest = async <Name extends EventName>(at: Located, eventName: Name, args: object) => {
  const tip = await at.client.getBlockNumber({ cacheTime: 0 })
  for (let look = 0, to = tip; look < looks; look++, to -= span) {
    const from = to >= span ? to - span + 1n : 0n
    const found = await at.client.getContractEvents({
      ...contract(at),
      eventName,
      args,
      fromBlock: from,
      toBlock: to,
      strict: true,
      // viem can't type the arguments of an event whose name is known only at run time; the same holds for what it gives.
    } as Parameters<PublicClient["getContractEvents"]>[0])
    if (found.length > 0)
      return found as unknown as ReadonlyArray<Log & { readonly args: Record<string, unknown> }>
    if (from === 0n) return []
  }
  return []
}

type Read = (at: Located) => Promise<Omit<EscrowReading, "at"> | "unreadable">

const readPayment: Read = async (at) => {
  const hash = at.ref as Hex
  const [collected, capturable] = await at.client.readContract({
    ...contract(at),
    functionName: "paymentState",
    args: [hash],
  })
  const [log] = await newest(at, "PaymentAuthorized", { paymentInfoHash: hash })
  if (log === undefined) return "unreadable"
  const info = log.args.paymentInfo as {
    readonly operator: string
    readonly payer: string
    readonly receiver: string
    readonly token: string
    readonly authorizationExpiry: number
  }
  const held = capturable > 0n
  return {
    state: held ? "funded" : collected ? "spent" : "unfunded",
    payer: info.payer,
    payee: info.receiver,
    asset: info.token,
    amountUnits: String(held ? capturable : (log.args.amount as bigint)),
    expiresAt: milliseconds(info.authorizationExpiry),
    releasers: [info.operator],
  }
}

/** The state of a job by its status, in the published order: open (0); funded and submitted (1, 2) hold the sum; later ones have paid it. */
const jobState = (status: number): EscrowReading["state"] =>
  status === 0 ? "unfunded" : status <= 2 ? "funded" : "spent"

const readJob: Read = async (at) => {
  const job = await at.client.readContract({
    ...contract(at),
    functionName: "getJob",
    args: [BigInt(at.ref)],
  })
  // The standard has no getter for the token. If a contract has none, the parties say which token it is.
  const token = await at.client
    .readContract({ ...contract(at), functionName: "paymentToken" })
    .catch(() => null)
  return {
    state: jobState(job.status),
    payer: job.client,
    payee: job.provider,
    asset: token,
    amountUnits: String(job.budget),
    expiresAt: milliseconds(job.expiredAt),
    releasers: [job.evaluator],
  }
}

const disputed = 3
const resolved = 4

const readArbitrable: Read = async (at) => {
  const [sender, receiver, amount, token, timeout, , , , last, status] = await at.client.readContract({
    ...contract(at),
    functionName: "transactions",
    args: [BigInt(at.ref)],
  })
  const arbitrator = await at.client.readContract({ ...contract(at), functionName: "arbitrator" })
  return {
    state: status === resolved || amount === 0n ? "spent" : "funded",
    payer: sender,
    payee: receiver,
    asset: token,
    amountUnits: String(amount),
    // A disputed transaction does not expire. Otherwise, after the timeout, anybody may have the receiver paid.
    expiresAt: status === disputed ? null : milliseconds(last + timeout),
    releasers: [arbitrator],
  }
}

const readers: { readonly [K in EscrowKind]: Read } = {
  x402r: readPayment,
  erc8183: readJob,
  kleros: readArbitrable,
}

/** An event, with the arguments that it must have. */
type PaymentEvent = readonly [EventName, Record<string, unknown>]

/** The events that show that an escrow paid, with the arguments that identify it. */
const payments: {
  readonly [K in EscrowKind]: (at: Located) => Promise<ReadonlyArray<PaymentEvent>>
} = {
  x402r: async ({ ref }) => [
    ["PaymentCaptured", { paymentInfoHash: ref }],
    ["PaymentVoided", { paymentInfoHash: ref }],
  ],
  erc8183: async ({ ref }) => [
    ["JobCompleted", { jobId: BigInt(ref) }],
    ["JobRejected", { jobId: BigInt(ref) }],
  ],
  kleros: async (at) => {
    const [, , , , , disputeID] = await at.client.readContract({
      ...contract(at),
      functionName: "transactions",
      args: [BigInt(at.ref)],
    })
    return [["Ruling", { disputeID }]]
  },
}

/** Whether a transaction holds one of these events of the escrow. */
const carries = ({ logs }: TransactionReceipt, at: Located, events: ReadonlyArray<PaymentEvent>): boolean =>
  parseEventLogs({ abi, logs: logs.filter(({ address }) => isAddressEqual(address, at.address)) }).some(
    // These events have named arguments, which viem gives as an object.
    ({ eventName, args }) =>
      events.some(
        ([name, wanted]) =>
          name === eventName &&
          Object.entries(wanted).every(([key, value]) => (args as Record<string, unknown>)[key] === value),
      ),
  )

/** How many units of a token a transaction moved to an address. */
const movedTo = ({ logs }: TransactionReceipt, asset: string, to: string): bigint =>
  parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs })
    .filter(
      (log) => isAddressEqual(log.address, asset as Address) && isAddressEqual(log.args.to, to as Address),
    )
    .reduce((sum, { args }) => sum + args.value, 0n)

/** The transaction that is named, else the newest that holds one of these events. Null if there is none. */
const transactionOf = async (
  at: Located,
  txid: string | null,
  events: ReadonlyArray<PaymentEvent>,
): Promise<Hex | null> => {
  if (txid !== null) return /^0x[0-9a-f]{64}$/i.test(txid) ? (txid as Hex) : null
  for (const [name, args] of events) {
    const [log] = await newest(at, name, args)
    if (log?.transactionHash) return log.transactionHash
  }
  return null
}

const receiptOf = (client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> =>
  client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null
    throw error
  })

const paymentOf = async (
  at: Located,
  kind: EscrowKind,
  sides: EscrowSides,
  txid: string | null,
): Promise<EscrowPayment | "unpaid"> => {
  const events = await payments[kind](at)
  const hash = await transactionOf(at, txid, events)
  const receipt = hash === null ? null : await receiptOf(at.client, hash)
  if (receipt === null || receipt.status !== "success" || !carries(receipt, at, events)) return "unpaid"
  const [block, tip] = [
    await at.client.getBlock({ blockNumber: receipt.blockNumber }),
    await at.client.getBlockNumber({ cacheTime: 0 }),
  ]
  // The block was replaced by another at the same height.
  if (block.hash !== receipt.blockHash) return "unpaid"
  return {
    txid: receipt.transactionHash,
    at: milliseconds(block.timestamp),
    toPayeeUnits: String(movedTo(receipt, sides.asset, sides.payee)),
    toPayerUnits: String(movedTo(receipt, sides.asset, sides.payer)),
    confirmations: Number(tip - receipt.blockNumber) + 1,
  }
}

/** The nodes of chains, by chain id. */
export type Nodes = ReadonlyArray<{ readonly chainId: number; readonly url: string }>

/** Reads escrows on these chains. An escrow on another chain is `unread`. If a node's answer can't be used, the escrow is `unreadable`. */
export const make = (nodes: Nodes): EscrowsService => {
  const rpcs = new Map(nodes.map(({ chainId, url }) => [chainId, Rpc.make(url, chainId)]))
  const asking = <A>(
    { chainId, escrowAddress, holdRef }: EscrowRef,
    ask: (at: Located) => Promise<A>,
  ): Effect.Effect<A | Unread> => {
    const rpc = rpcs.get(chainId)
    if (rpc === undefined) return Effect.succeed("unread")
    const at = { client: clientOf(rpc), address: getAddress(escrowAddress), ref: holdRef }
    return Effect.zipRight(
      rpc.checked,
      Effect.tryPromise(() => ask(at)),
    ).pipe(Effect.catchAll(() => Effect.succeed("unreadable" as const)))
  }
  return {
    read: (ref) =>
      asking(ref, async (at) => {
        const found = await readers[ref.escrowKind](at)
        if (typeof found === "string") return found
        const { timestamp } = await at.client.getBlock({ blockTag: "latest" })
        return { at: milliseconds(timestamp), ...found }
      }),
    payment: (ref, sides, txid) => asking(ref, (at) => paymentOf(at, ref.escrowKind, sides, txid)),
  }
}

export const layer = (nodes: Nodes): Layer.Layer<Escrows> => Layer.succeed(Escrows, make(nodes))
