/** Reads escrows of the kind `erc8183`, whose jobs an evaluator completes or rejects. */
import { Effect } from "effect"
import { addressIn, type Log, numberIn, topicOf, wordOf } from "./Contract.ts"
import { data, type KindReader, type Move, topic } from "./EscrowKinds.ts"
import { jobOf } from "./Jobs.ts"

const paidOut = (log: Log): ReadonlyArray<Move> => [
  { to: addressIn(topic(log, 2)), units: numberIn(data(log, 0)) },
]
const jobPayments: KindReader["settlements"] = new Map([
  [topicOf("PaymentReleased(uint256,address,uint256)"), { transfers: "before", moves: paidOut }],
  [topicOf("Refunded(uint256,address,uint256)"), { transfers: "before", moves: paidOut }],
])

export const erc8183: KindReader = {
  read: (at) =>
    Effect.map(jobOf(at, at.ref), ({ state, client, payee, evaluator, token, units, expiresAt }) => ({
      state,
      payer: client,
      payee,
      asset: token,
      amountUnits: String(units),
      expiresAt,
      releasers: [evaluator],
    })),
  progress: (at) =>
    Effect.map(jobOf(at, at.ref), ({ state }) => ({
      holds: state === "funded",
      settled: [[...jobPayments.keys()], [wordOf(BigInt(at.ref))]],
    })),
  sends: true,
  settlements: jobPayments,
}
