/** Mutants: courts that are broken in one place each, which the seeds must find. Either the store breaks a promise or a rule is wrong. */
import { Effect, Option } from "effect"
import { records as agentRecords, Notice, Standing } from "../../../core/agents/index.ts"
import { passAppealDeadline, priceAppeal } from "../../../core/appeals/index.ts"
import { Entry, passEntry } from "../../../core/compliance/index.ts"
import { records as holdRecords, Payout } from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import type { Change } from "../../../core/kernel/Change.ts"
import { records as ledgerRecords } from "../../../core/ledger/index.ts"
import { records as matterRecords, serveQueued } from "../../../core/matters/index.ts"
import { StoreUnavailable } from "../../../core/store/Store.ts"
import { forgeries } from "./Forgeries.ts"
import { forgers } from "./Forgers.ts"
import { altered, altering, committing, type Mutant, putting, working } from "./Mutant.ts"
import { thefts } from "./Thefts.ts"

const withoutTasks = (changes: ReadonlyArray<Change>) => changes.filter(({ _tag }) => _tag !== "Task")
const withoutNotices = (changes: ReadonlyArray<Change>) =>
  changes.filter((change) => !(change._tag === "Put" && change.kind === Notice.Notices.name))
/** The facts of an act on an entry, as if no appeal were pending. */
const unsuspended = <F>(facts: F): F => {
  const { record } = facts as { readonly record: Entry.Entry } // this is called for acts on entries only
  return { ...facts, record: { ...record, suspendedSince: null } }
}
export const mutants: ReadonlyArray<Mutant> = [
  committing("loses an event now and then", ["the journal has every event"], (set, store, n) =>
    store.commit(n % 40 === 0 ? { ...set, events: set.events.slice(1) } : set),
  ),
  committing(
    "keeps no receipts",
    ["an act is done once", "a refused act leaves nothing", "a request repeated"],
    (set, store) => store.commit({ ...set, receipt: null }),
  ),
  committing(
    "acknowledges a commit that it does not write",
    ["what was acknowledged is found"],
    (set, store, n) =>
      n % 60 === 0
        ? Effect.succeed({ _tag: "Committed", numbers: set.numbers.map((_, i) => 1_000_000 + n + i) })
        : store.commit(set),
  ),
  committing("writes over versions that were not read", ["nothing is written over"], (set, store) =>
    Effect.flatMap(store.read(set.puts.map(({ ref }) => ref)), (now) =>
      store.commit({ ...set, puts: set.puts.map((put, i) => ({ ...put, expected: now[i]?.version ?? 0 })) }),
    ),
  ),
  committing(
    "writes a part of a commit and then fails",
    ["what is due is done in the end", "what was acknowledged is found", "nothing is written over"],
    (set, store, n) =>
      n % 60 === 0 && set.puts.length > 1
        ? Effect.zipRight(
            store.commit({ ...set, puts: set.puts.slice(1), numbers: [], events: [], receipt: null }),
            Effect.fail(new StoreUnavailable({ operation: "commit", cause: "torn" })),
          )
        : store.commit(set),
  ),
  {
    breaks: "gives one task to two workers, and settles it for both",
    foundAs: ["a task is settled once"],
    store: (store) => {
      const tokens = new Map<string, string>()
      return {
        ...store,
        lease: (query) =>
          Effect.map(store.lease({ ...query, until: query.now }), (leased) =>
            leased.map((task) => {
              const token = tokens.get(task.id) ?? task.token
              tokens.set(task.id, token)
              return { ...task, token }
            }),
          ),
        commit: (set) =>
          store.commit({
            ...set,
            settles: [],
            cancels: [...set.cancels, ...set.settles.map(({ id }) => id)],
          }),
      }
    },
  },
  altering(
    "counts an order honoured twice",
    ["a reputation is the sum"],
    "confirm-compliance",
    putting<Standing.Standing>(Standing.Standings.name, (standing) => ({
      ...standing,
      reputation: standing.reputation + 1,
    })),
  ),
  altering(
    "does not reverse adjustments that a decision reverses",
    ["its adjustments are those of its history"],
    "decide-compliance",
    putting<Entry.Entry>(Entry.Entries.name, (entry) => ({
      ...entry,
      adjustments: entry.adjustments.map((one) => ({ ...one, reversedAt: null })),
    })),
  ),
  altering(
    "charges a fraction of a cent",
    ["a balance is the sum"],
    "deliver-draft",
    putting<typeof ledgerRecords.LedgerEntries.schema.Type>(ledgerRecords.LedgerEntries.name, (entry) => ({
      ...entry,
      cents: entry.cents + 0.5,
    })),
  ),
  altering(
    "orders a cent of costs more than was charged",
    ["costs are within what was charged"],
    ["deliver-judgment", "decide-matter"],
    putting<Judgment.Judgment>(Judgment.Judgments.name, (judgment) => ({
      ...judgment,
      orders: judgment.orders.map((order) =>
        order.kind === "costs" ? { ...order, amountCents: (order.amountCents ?? 0) + 1 } : order,
      ),
    })),
  ),
  altering(
    "does not reverse the findings of conduct of a judgment that falls",
    ["findings of conduct are reversed"],
    ["vacate-judgment", "deliver-appeal", "decide-appeal"],
    putting<Judgment.Judgment>(Judgment.Judgments.name, (judgment) => ({
      ...judgment,
      conduct: judgment.conduct.map((one) => ({ ...one, reversedAt: null })),
    })),
  ),
  altering(
    "raises the capacity of the list without a task that serves the waiting matters",
    ["a new capacity of the list"],
    "vary-parameters",
    withoutTasks,
  ),
  working(
    "never serves the waiting matters",
    ["nobody waits while there is room"],
    serveQueued.taskKind,
    altered(serveQueued, () => []),
  ),
  altering(
    "does not count that a matter was discontinued",
    ["what a claimant has filed"],
    "discontinue",
    (changes) =>
      changes.filter((change) => !(change._tag === "Put" && change.kind === matterRecords.Filers.name)),
  ),
  {
    breaks: "accepts a key that the keyring no longer names",
    foundAs: ["a key that has ended does nothing"],
    bearer: ({ credential: { agentId, handle } }) => Option.some({ role: "agent", id: agentId, handle }),
  },
  altering(
    "revokes keys only in the journal",
    ["a key that has ended does nothing"],
    "revoke-keys",
    (changes) =>
      changes.filter((change) => !(change._tag === "Put" && change.kind === agentRecords.Keyrings.name)),
  ),
  working(
    "moves an entry to notified without serving a notice",
    ["a notice of non-compliance is served"],
    passEntry.taskKind,
    altered(passEntry, withoutNotices),
  ),
  altering(
    "keeps the deadlines of entries that an appeal suspends",
    ["a window that runs has its deadline"],
    "appeal",
    (changes) => changes.filter(({ _tag }) => _tag !== "Cancel"),
  ),
  {
    breaks: "lets a suspended window pass",
    foundAs: ["a suspended window never passes", "the journal follows from the rules"],
    rule: (command) =>
      !/compliance|-entry$/.test(command.name)
        ? command
        : {
            ...command,
            decide: (facts, input, context) => command.decide(unsuspended(facts), input, context),
          },
  },
  altering(
    "gives an appeal that nobody prices no deadline",
    ["an appeal that is pending"],
    ["appeal", "decide-leave"],
    (changes) =>
      changes.filter((change) => change._tag !== "Task" || change.kind !== passAppealDeadline.taskKind),
  ),
  working(
    "prices an appeal and never begins its hearing",
    ["an appeal that is pending"],
    priceAppeal.taskKind,
    altered(priceAppeal, withoutTasks),
  ),
  altering(
    "signs an instruction for a cent more than the hold",
    ["the two amounts of an instruction"],
    "request-payout",
    putting<Payout.Payout>(Payout.Payouts.name, (payout) => ({
      ...payout,
      amountToPayeeCents: payout.amountToPayeeCents + 1,
    })),
  ),
  {
    ...altering(
      "does not record which hold an instruction on a judgment is for",
      // Without the record the instruction also outlives its judgment.
      ["a judgment has one live instruction", "an instruction is live only while its judgment stands"],
      "request-payout",
      (changes) =>
        changes.filter((change) => !(change._tag === "Put" && change.kind === holdRecords.Payings.name)),
    ),
    ofMoney: true,
  },
  ...forgers,
  ...forgeries,
  ...thefts,
]
