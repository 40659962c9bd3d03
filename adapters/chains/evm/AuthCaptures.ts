/** Reads payments of the kind `x402r`, which an operator captures or voids, of both published deployments. */
import { Effect } from "effect"
import { fault } from "../Fetch.ts"
import { addressIn, call, instantIn, type Log, newest, numberIn, topicOf } from "./Contract.ts"
import { data, type KindReader, type Located, type Move } from "./EscrowKinds.ts"

const info = "(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)"
const authorized = topicOf(`PaymentAuthorized(bytes32,${info},uint256,address)`)

/** What was captured: first its fee, if there is one, then the rest, to the receiver whom the payment names. */
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
  sends: false,
  settlements: authCaptures,
}
