/** Reads transactions of the kind `kleros`, on which an arbitrator rules or which the sides settle. */
import { Effect } from "effect"
import { addressIn, call, numberIn, topicOf, wordOf } from "./Contract.ts"
import { data, type KindReader, type Located, type Move } from "./EscrowKinds.ts"

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
  sends: true,
  settlements: arbitrableSettlements,
}
