/**
 * The payments that the winner of a judgment can get alone: it asks for every payout, reports what the escrow paid, and lets time pass
 * otherwise. No office acts and the loser does nothing more. An act of the loser must not make these payments less.
 */
import { confirmHold, records as holdRecords, Payout } from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import type { Party } from "../../../core/kernel/Actor.ts"
import { reportPaidOut, requestPayout } from "../../../core/payouts/index.ts"
import { sum } from "../seeded/Invariant.ts"
import { signatureOf } from "../seeded/Outside.ts"
import { nameOf } from "./Canonical.ts"
import type { Court, Tried } from "./Court.ts"
import { passTime, type Step } from "./Explore.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { addressOf } from "./HoldActs.ts"
import { agent, tried } from "./Tried.ts"
import { viewOf } from "./View.ts"

interface Won {
  readonly winner: Pick<Party, "id" | "handle">
  readonly loser: string
}

/** Who won the judgments in force, and against whom; null if nobody owes anything or each owes the other. */
const wonIn = (state: Snapshot): Won | null => {
  const orders = viewOf(state)
    .all(Judgment.Judgments)
    .filter(({ marks }) => !marks.vacated && marks.supersededBy === null)
    .flatMap(({ orders }) => orders.filter(({ kind }) => kind === "pay"))
  const [first] = orders
  if (first === undefined || first.inFavourOf == null || first.against == null) return null
  const { inFavourOf: winner, against } = first
  return orders.every((order) => order.against?.id === against.id)
    ? { winner, loser: against.id ?? "" }
    : null
}

/** The acts that the winner may do, in the order in which it prefers them. */
const actsOf = (court: Court, state: Snapshot, winner: Won["winner"]): ReadonlyArray<Tried> => {
  const { all } = viewOf(state)
  const [by, address] = [agent(winner), addressOf(winner)]
  return all(holdRecords.Holds).flatMap(({ id, status }) => {
    if (status === "named")
      return [tried(court, confirmHold, { id, address, signature: signatureOf(address) }, by, "", null)]
    if (status === "instructed") return [tried(court, reportPaidOut, { id }, by, "", null)]
    if (status !== "confirmed") return []
    return all(Judgment.Judgments).map(({ citation }) =>
      tried(court, requestPayout, { id, citation }, by, "", null),
    )
  })
}

/** The sum that instructions that were carried out have paid to an agent, in cents. */
const paidTo = (state: Snapshot, { id }: Won["winner"]): number => {
  const { all, find } = viewOf(state)
  return sum(
    all(Payout.Payouts)
      .filter(({ spentAt, holdId }) => spentAt !== null && find(holdRecords.Holds, holdId)?.payee.id === id)
      .map(({ amountToPayeeCents }) => amountToPayeeCents),
  )
}

const stepsMax = 60

export const winnings = (court: Court) => {
  const known = new Map<string, number>()

  const next = (state: Snapshot, winner: Won["winner"]): Snapshot | null => {
    for (const act of actsOf(court, state, winner)) {
      const led = court.act(state, act)
      if (led._tag === "Done") return led.state
    }
    const passed = passTime(court, state)
    return passed?.led._tag === "Done" ? passed.led.state : null
  }

  const gets = (state: Snapshot, winner: Won["winner"], left = stepsMax): number => {
    const name = `${winner.handle} ${nameOf(state)}`
    const found = known.get(name)
    if (found !== undefined) return found
    const after = left === 0 ? null : next(state, winner)
    const cents = after === null ? paidTo(state, winner) : gets(after, winner, left - 1)
    known.set(name, cents)
    return cents
  }

  /** The fault of a step: the loser made it, and the winner can get less than before. */
  return (before: Snapshot, { tried: act, led }: Step): ReadonlyArray<string> => {
    const won = wonIn(before)
    if (
      won === null ||
      act === null ||
      led._tag !== "Done" ||
      act.actor.role !== "agent" ||
      act.actor.id !== won.loser
    )
      return []
    const [could, can] = [gets(before, won.winner), gets(led.state, won.winner)]
    return can >= could
      ? []
      : [
          `an act of the loser never lowers what the winner can get: ${won.winner.handle} could get ${could} cents, and now ${can}`,
        ]
  }
}
