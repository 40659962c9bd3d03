/** The Magistrate's fee of a judgment, as its delivery enters it (PD2 §4). */
import { Array as Arr, Effect, Option } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import * as Account from "./Account.ts"
import {
  dayFrom,
  dayOf,
  isPastFreeList,
  type JudgmentDay,
  JudgmentDays,
  magistrateFee,
  placeTaken,
} from "./Law.ts"

/** The facts on which the fee depends: the day so far and, past its free list, the balances of the parties. */
export interface Facts {
  readonly day: JudgmentDay
  readonly balances: ReadonlyArray<Account.Balance>
}

/** The facts of the fee of a judgment: the judgments of the day, and the work credit of these agents. */
export const gather = (
  reader: Reader,
  agentIds: ReadonlyArray<string>,
  now: Instant,
  terms: Terms,
): Effect.Effect<Facts, StoreUnavailable> =>
  Effect.gen(function* () {
    const day = dayFrom(yield* reader.find(JudgmentDays, dayOf(now)), now)
    // Balances are read only if a fee may be charged: each read counts against the limits of a commit.
    const ids = isPastFreeList(day, terms) ? agentIds : []
    const found = yield* reader.findAll(Account.Balances, ids)
    const balances = Arr.zipWith(ids, found, (id, one) =>
      Option.getOrElse(one, () => Account.makeBalance(id)),
    )
    return { day, balances }
  })

/** The fee of a judgment that costs so much, in cents; 0 within the free list of its day (PD2 §4). */
export const feeOf = rule(
  ["PD2 §4"],
  ({ day }: Pick<Facts, "day">, costCents: number | null, terms: Terms): number =>
    isPastFreeList(day, terms) ? magistrateFee(costCents, terms) : 0,
)

/** A judgment, as its fee is charged: what it cost in cents (null without a price), and who bears the fee (null if nobody is enrolled). */
interface Judged {
  readonly id: string
  readonly costCents: number | null
  readonly bearer: string | null
  readonly subject: string
  readonly at: Instant
}

/** Counts a judgment among those of the day and, past the free list, charges its fee to the party that bears it. */
export const charge = rule(
  ["PD2 §4"],
  (
    fee: Facts,
    charged: ReadonlyArray<Account.MatterCharge>,
    { costCents, bearer, ...about }: Judged,
    terms: Terms,
  ): ReadonlyArray<Change> => {
    const taken = Changed.put(JudgmentDays, placeTaken(fee.day))
    const balance = fee.balances.find(({ agentId }) => agentId === bearer)
    if (balance === undefined) return [taken]
    const before = charged.find(({ agentId }) => agentId === bearer)
    const charge = {
      ...about,
      cents: feeOf(fee, costCents, terms),
      reason: "magistrate_fee",
      rule: Account.fees.magistrate_fee.rule,
    } as const
    return [
      taken,
      ...Account.postIn(needPresent(before, "what the bearer had been charged"), balance, charge),
    ]
  },
)
