/** Courts that break one statement each. The exploration must find every one, in a scene and to a depth that are small. */
import { Entry } from "../../../core/compliance/index.ts"
import { type Hold, records as holdRecords, Payout } from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import type { Change } from "../../../core/kernel/Change.ts"
import { Matter } from "../../../core/matters/index.ts"
import { altering, overlooking, putting, type Mutant as Seeded } from "../seeded/Mutant.ts"
import type { Broken } from "../seeded/World.ts"
import type { Saying } from "./Next.ts"
import { sums } from "./Tried.ts"

export interface Mutant extends Broken {
  readonly breaks: string
  readonly foundAs: string
  readonly scene: string
  readonly depth: number
  /** The answer that the broken court gives in the place of `next` of a record. */
  readonly saying?: Saying
}

const withoutTasks = (changes: ReadonlyArray<Change>) => changes.filter(({ _tag }) => _tag !== "Task")

const found = (scene: string, depth: number, { foundAs, ...mutant }: Seeded): Mutant => ({
  ...mutant,
  foundAs: foundAs[0] ?? "",
  scene,
  depth,
})

export const mutants: ReadonlyArray<Mutant> = [
  found(
    "silent",
    1,
    altering(
      "binds a respondent that it has served with nothing",
      ["nobody is bound without service"],
      "file-matter",
      putting<Matter.Matter>(Matter.Matters.name, (matter) => ({ ...matter, servedAt: null })),
    ),
  ),
  found(
    "reserved",
    1,
    altering(
      "orders what is claimed, whatever the stake",
      ["what judgments that stand order on one dealing stays within the stake"],
      "deliver-judgment",
      putting<Judgment.Judgment>(Judgment.Judgments.name, (judgment) => ({
        ...judgment,
        orders: judgment.orders.map((order) =>
          order.kind === "pay" ? { ...order, amountCents: 4_000 } : order,
        ),
      })),
    ),
  ),
  found(
    "final",
    1,
    altering(
      "signs an instruction for a cent more than the hold has",
      ["the two amounts of an instruction add up to what the hold has, or pay the payee a part"],
      "request-payout",
      putting<Payout.Payout>(Payout.Payouts.name, (payout) => ({
        ...payout,
        amountToPayeeCents: payout.amountToPayeeCents + 1,
      })),
    ),
  ),
  found(
    "final",
    1,
    altering(
      "pays the winner the whole hold, whatever is owed",
      ["the payee is paid no more than the judgment orders"],
      "request-payout",
      putting<Payout.Payout>(Payout.Payouts.name, (payout) => ({
        ...payout,
        amountToPayeeCents: payout.amountToPayeeCents + payout.amountToPayerCents,
        amountToPayerCents: 0,
      })),
    ),
  ),
  found(
    "final",
    2,
    overlooking(
      "signs an instruction for each of two holds on one judgment",
      ["a judgment has one live instruction"],
      ["request-payout"],
      holdRecords.Payings,
    ),
  ),
  found(
    "final",
    1,
    altering(
      "takes the loser's dispute for the winner's, and never ends it",
      ["an act of the loser never lowers what the winner can get"],
      "dispute-compliance",
      (changes) =>
        withoutTasks(
          putting<Entry.Entry>(Entry.Entries.name, (entry) => ({
            ...entry,
            dispute: entry.dispute && { ...entry.dispute, by: entry.favoured.handle },
          }))(changes),
        ),
    ),
  ),
  found(
    "final",
    1,
    altering(
      "never ends a dispute that nobody decides",
      ["every matter ends: entry disputed"],
      "dispute-compliance",
      withoutTasks,
    ),
  ),
  found(
    "part",
    2,
    altering(
      "keeps a cent more of a part than its instruction paid",
      ["what left a hold in all is at most what it held"],
      "report-paid-out",
      putting<Hold.Hold>(holdRecords.Holds.name, (hold) => ({
        ...hold,
        ...(hold.parts === undefined
          ? {}
          : { parts: hold.parts.map((part) => ({ ...part, cents: part.cents + 1 })) }),
      })),
    ),
  ),
  found(
    "part",
    2,
    altering(
      "gives the rest of a hold back to its payer while the account is open",
      ["nothing goes back to the payer while a part of the account is open"],
      "request-payout",
      putting<Payout.Payout>(Payout.Payouts.name, (payout) => {
        const amountToPayerCents = sums.whole - payout.amountToPayeeCents
        const amountToPayer = Payout.unitsOf(amountToPayerCents, 6)
        return { ...payout, amountToPayerCents, instruction: { ...payout.instruction, amountToPayer } }
      }),
    ),
  ),
  {
    breaks: "names nobody while a matter is before the bench",
    foundAs: "next is never empty before an end",
    scene: "reserved",
    depth: 1,
    saying: (what, next) => (what === "matter reserved" ? [] : next),
  },
  {
    breaks: "names every act of a hold that its status allows",
    foundAs: "next names no act that is refused",
    scene: "won",
    depth: 1,
    saying: (what, next) => (what === "hold confirmed" ? [...next, { who: "buyer", act: "payout" }] : next),
  },
  {
    breaks: "names the call while the denial of receipt runs",
    foundAs: "next names no act that is refused",
    scene: "denied",
    depth: 1,
    saying: (_what, next) => next.map(({ opensAt: _, ...one }) => one),
  },
  {
    breaks: "never names the call after the denial of receipt has run",
    foundAs: "next names each act that can be done",
    scene: "denied",
    depth: 2,
    saying: (_what, next) => next.filter(({ act, opensAt }) => act !== "call" || opensAt !== undefined),
  },
  {
    breaks: "names the confirmation of a hold whose payment another hold has",
    foundAs: "next names no act that is refused",
    scene: "twice",
    depth: 1,
    saying: (what, next) => (what === "hold named" ? [...next, { who: "buyer", act: "confirm" }] : next),
  },
  {
    breaks: "names the report of a payment before the chain can show it",
    foundAs: "next names no act that is refused",
    scene: "read",
    depth: 1,
    saying: (_what, next) => next.map(({ opensAt: _, ...one }) => one),
  },
  {
    breaks: "names no report of a payment",
    foundAs: "next names each act that can be done",
    scene: "final",
    depth: 4,
    saying: (_what, next) => next.filter(({ act }) => act !== "paid-out"),
  },
]
