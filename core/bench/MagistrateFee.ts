/** The Magistrate's fee of a judgment, as its delivery enters it (PD2 §4). */
import { Array as Arr, Effect, Option } from "effect"
import { type Judgment, subjectOf } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import {
  type Balance,
  Balances,
  dayFrom,
  dayOf,
  fees,
  isPastFreeList,
  type JudgmentDay,
  records as ledgerRecords,
  type MatterCharge,
  magistrateFee,
  newBalance,
  placeTaken,
  postIn,
} from "../ledger/index.ts"
import type { Matter } from "../matters/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** What the fee rests on: the day so far and, past its free list, the balances of the parties. */
export interface FeeFacts {
  readonly day: JudgmentDay
  readonly balances: ReadonlyArray<Balance>
}

export const gatherFee = (
  reader: Reader,
  agentIds: ReadonlyArray<string>,
  now: Instant,
  terms: Terms,
): Effect.Effect<FeeFacts, StoreUnavailable> =>
  Effect.gen(function* () {
    const day = dayFrom(yield* reader.find(ledgerRecords.JudgmentDays, dayOf(now)), now)
    // Balances are read only if a fee may be charged: each read counts against the limits of a commit.
    const ids = isPastFreeList(day, terms) ? agentIds : []
    const found = yield* reader.findAll(Balances, ids)
    const balances = Arr.zipWith(ids, found, (id, one) => Option.getOrElse(one, () => newBalance(id)))
    return { day, balances }
  })

/** The fee of a judgment that costs so much, in cents: none within the free list of its day (PD2 §4). */
export const feeOf = rule(
  ["PD2 §4"],
  ({ day }: Pick<FeeFacts, "day">, costCents: number | null, terms: Terms): number =>
    isPastFreeList(day, terms) ? magistrateFee(costCents, terms) : 0,
)

/**
 * The agent that bears the fee: the one party that is ordered to pay costs; if none or both are, the party that called for
 * judgment. Null if that party is not enrolled.
 */
export const bearerOf = rule(
  ["PD2 §4"],
  ({ orders }: Pick<Judgment, "orders">, matter: Matter): string | null => {
    const ordered = new Set(
      orders.flatMap(({ kind, against, amountCents }) =>
        kind === "costs" && amountCents !== 0 && against !== null && against.id !== null ? [against.id] : [],
      ),
    )
    const [one, ...others] = ordered
    if (one !== undefined && others.length === 0) return one
    return matter.call === null ? null : matter[matter.call.by].id
  },
)

/** Counts the judgment among those of the day and, past the free list, charges its fee to the party that bears it. */
export const chargeFee = rule(
  ["PD2 §4"],
  (
    fee: FeeFacts,
    charged: ReadonlyArray<MatterCharge>,
    judgment: Judgment,
    matter: Matter,
    terms: Terms,
    fresh: CommandContext["fresh"],
  ): ReadonlyArray<Change> => {
    const taken = Changed.put(ledgerRecords.JudgmentDays, placeTaken(fee.day))
    const bearer = bearerOf(judgment, matter)
    const balance = fee.balances.find(({ agentId }) => agentId === bearer)
    if (balance === undefined) return [taken]
    const before = charged.find(({ agentId }) => agentId === bearer)
    const charge = {
      id: fresh("charge"),
      cents: feeOf(fee, judgment.costCents, terms),
      reason: "magistrate_fee",
      rule: fees.magistrate_fee.rule,
      subject: subjectOf(judgment.citation),
      at: judgment.deliveredAt,
    } as const
    return [taken, ...postIn(needPresent(before, "what the bearer had been charged"), balance, charge)]
  },
)
