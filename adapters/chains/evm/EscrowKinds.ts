/**
 * A reader for each kind of escrow: it gives the state of one payment, and the events by which the payment settles. Two kinds are read
 * here: `kleros`, whose transactions an arbitrator rules on or the sides settle, and `x402r` in both published deployments, whose payments
 * an operator captures or voids.
 */
import { Effect } from "effect"
import type { Escrow } from "../../../core/holds/index.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import {
  type At,
  addressIn,
  type Bytes32,
  call,
  instantIn,
  type Log,
  newest,
  numberIn,
  type Topics,
  topicOf,
  wordOf,
} from "./Contract.ts"

/** An escrow's contract, and its reference of one payment. */
export interface Located extends At {
  readonly ref: Escrow.Ref["holdRef"]
}

/** A movement that an event states, in the order of the transfers. A member is null if the event does not state it. */
export interface Move {
  readonly to: string | null
  readonly units: bigint | null
}

/** An event by which an escrow settles some payment. */
interface Settlement {
  readonly moves: (log: Log) => ReadonlyArray<Move>
  /** Whether its transfers come before the event or after it. */
  readonly transfers: "before" | "after"
}

interface Progress {
  /** Whether the escrow holds anything of the payment still. */
  readonly holds: boolean
  /** The topics of the events by which this payment may have been settled. */
  readonly settled: Topics
}

export interface KindReader {
  /** `tip` is the height of the newest block. */
  readonly read: (at: Located, tip: number) => Effect.Effect<Omit<Escrow.Reading, "at">, ChainFault>
  readonly progress: (at: Located) => Effect.Effect<Progress, ChainFault>
  /** Whether a payment may leave the escrow in parts, by several transactions. */
  readonly paysParts: boolean
  /** Whether the escrow's contract sends the tokens itself; else they lie in a store beside it. */
  readonly sends: boolean
  readonly settlements: ReadonlyMap<Bytes32, Settlement>
}

export const data = ({ words }: Log, place: number): Bytes32 => words[place] ?? wordOf(0)
export const topic = ({ topics }: Log, place: number): Bytes32 => topics[place] ?? wordOf(0)

const payment = topicOf("Payment(uint256,uint256,address)")
const ruling = topicOf("Ruling(address,uint256,uint256)")
const disputed = 3n
const resolved = 4n

const arbitrableSettlements: KindReader["settlements"] = new Map([
  // The event names who paid and not who was paid.
  [payment, { transfers: "before", moves: (log) => [{ to: null, units: numberIn(data(log, 0)) }] }],
  [
    ruling,
    {
      transfers: "after",
      // A ruling for neither side (0) divides the sum; any other gives it to one.
      moves: (log) => {
        const part: Move = { to: null, units: null }
        return numberIn(data(log, 0)) === 0n ? [part, part] : [part]
      },
    },
  ],
])

const transaction = (at: Located) => call(at, "transactions(uint256)", [wordOf(BigInt(at.ref))], 10)

export const kleros: KindReader = {
  read: (at) =>
    Effect.gen(function* () {
      const words = yield* transaction(at)
      const [sender = "", receiver = "", amount = "", token = ""] = words
      const [timeout = 0n, , , , last = 0n, status = 0n] = words.slice(4).map(numberIn)
      const [arbitrator = ""] = yield* call(at, "arbitrator()", [], 1)
      return {
        state: status === resolved || numberIn(amount) === 0n ? "spent" : "funded",
        payer: addressIn(sender),
        payee: addressIn(receiver),
        asset: addressIn(token),
        amountUnits: String(numberIn(amount)),
        // A disputed transaction does not expire. Otherwise, after the timeout, anybody may have the receiver paid.
        expiresAt: status === disputed ? null : Number(last + timeout) * 1000,
        releasers: [addressIn(arbitrator)],
      }
    }),
  progress: (at) =>
    Effect.gen(function* () {
      const words = yield* transaction(at)
      const [amount = 0n, , , dispute = 0n, , , , status = 0n] = words.slice(2).map(numberIn)
      const own = wordOf(BigInt(at.ref))
      // A transaction that nobody disputed has the dispute 0, which is another's. So its dispute must lead back to it.
      const [disputant] = yield* call(at, "disputeIDtoTransactionID(uint256)", [wordOf(dispute)], 1)
      const ruled = status === resolved && disputant === own
      return {
        holds: status !== resolved && amount > 0n,
        settled: ruled ? [[ruling], null, [wordOf(dispute)]] : [[payment], [own]],
      }
    }),
  paysParts: false,
  sends: true,
  settlements: arbitrableSettlements,
}

const info = "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)"
const authorized = topicOf(`PaymentAuthorized(bytes32,${info},uint256,address)`)

/** The moves of a capture: first its fee, if there is one, then the rest, to the receiver whom the payment names. */
const movesOfCapture = (log: Log, fee: bigint): ReadonlyArray<Move> =>
  [
    { to: addressIn(data(log, 2)), units: fee },
    { to: null, units: numberIn(data(log, 0)) - fee },
  ].filter(({ units }) => units > 0n)
const movesOfReturn = (log: Log): ReadonlyArray<Move> => [{ to: null, units: numberIn(data(log, 0)) }]

const authCaptures: KindReader["settlements"] = new Map([
  [
    // Deployment v1.0 tells the fee in basis points, v1.1 in units of the token.
    topicOf("PaymentCaptured(bytes32,uint256,uint16,address)"),
    {
      transfers: "after",
      moves: (log) => movesOfCapture(log, (numberIn(data(log, 0)) * numberIn(data(log, 1))) / 10_000n),
    },
  ],
  [
    topicOf("PaymentCaptured(bytes32,uint256,uint256,address)"),
    { transfers: "after", moves: (log) => movesOfCapture(log, numberIn(data(log, 1))) },
  ],
  [topicOf("PaymentVoided(bytes32,uint256)"), { transfers: "after", moves: movesOfReturn }],
  [topicOf("PaymentReclaimed(bytes32,uint256)"), { transfers: "after", moves: movesOfReturn }],
])

const paymentState = ({ ref, ...at }: Located) =>
  Effect.map(call(at, "paymentState(bytes32)", [ref.slice(2)], 3), (words) => {
    const [collected = 0n, capturable = 0n] = words.map(numberIn)
    return { collected: collected > 0n, capturable }
  })

export const x402r: KindReader = {
  read: (at, tip) =>
    Effect.gen(function* () {
      const { collected, capturable } = yield* paymentState(at)
      const log = yield* newest(at, [[authorized], [at.ref.slice(2)]], tip)
      if (log === null) return yield* fault("The escrow shows no authorisation of this payment.")
      const held = capturable > 0n
      return {
        state: held ? "funded" : collected ? "spent" : "unfunded",
        payer: addressIn(data(log, 1)),
        payee: addressIn(data(log, 2)),
        asset: addressIn(data(log, 3)),
        amountUnits: String(held ? capturable : numberIn(data(log, 12))),
        expiresAt: instantIn(data(log, 6)),
        releasers: [addressIn(data(log, 0))],
      }
    }),
  progress: (at) =>
    Effect.map(paymentState(at), ({ capturable }) => ({
      holds: capturable > 0n,
      settled: [[...authCaptures.keys()], [at.ref.slice(2)]],
    })),
  paysParts: true,
  sends: false,
  settlements: authCaptures,
}
