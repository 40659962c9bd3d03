/** Mutants of money and proof: courts that let somebody take what no judgment gave. */
import { Transfer } from "../../../core/chains/index.ts"
import { type Hold, records as holdRecords, Payout } from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { records as matterRecords } from "../../../core/matters/index.ts"
import { altering, type Mutant, overlooking, putting } from "./Mutant.ts"

const deliveries = ["decide-matter", "deliver-judgment", "accept-consent", "decide-appeal", "deliver-appeal"]

const all: ReadonlyArray<Mutant> = [
  altering(
    "pays the payee the whole hold, whatever the judgment orders",
    ["the payee is paid no more"],
    "request-payout",
    putting<Payout.Payout>(
      Payout.Payouts.name,
      ({ amountToPayeeCents, amountToPayerCents, instruction, ...payout }) => ({
        ...payout,
        amountToPayeeCents: amountToPayeeCents + amountToPayerCents,
        amountToPayerCents: 0,
        instruction: {
          ...instruction,
          amountToPayee: String(BigInt(instruction.amountToPayee) + BigInt(instruction.amountToPayer)),
          amountToPayer: "0",
        },
      }),
    ),
  ),
  altering(
    "takes an order that a payment met in part for met",
    ["a hold meets orders for no more"],
    "report-paid-out",
    putting<Hold.Hold>(holdRecords.Holds.name, (hold) =>
      hold.paidOut === null
        ? hold
        : {
            ...hold,
            paidOut: {
              ...hold.paidOut,
              satisfiedFromHold: [...hold.paidOut.satisfiedFromHold, ...hold.paidOut.notMetInFull],
            },
          },
    ),
  ),
  {
    breaks: "leaves an instruction live when its judgment falls",
    foundAs: ["an instruction is live only while"],
    consequences: [],
  },
  overlooking(
    "counts a transfer for every hold that names it",
    ["a transfer counts for one thing"],
    ["report-paid-out"],
    Transfer.CountedTransfers,
  ),
  overlooking(
    "lets a claimant sue again on a dealing that was decided",
    ["a dealing is before the Court once", "what judgments that stand order on one dealing"],
    ["file-matter"],
    matterRecords.Suits,
  ),
  altering(
    "orders three times what the stake leaves",
    ["what judgments that stand order on one dealing"],
    deliveries,
    putting<Judgment.Judgment>(Judgment.Judgments.name, (judgment) => ({
      ...judgment,
      orders: judgment.orders.map((order) => ({
        ...order,
        amountCents: order.amountCents && order.amountCents * 3,
      })),
    })),
  ),
]

export const thefts: ReadonlyArray<Mutant> = all.map((mutant) => ({ ...mutant, ofMoney: true }))
