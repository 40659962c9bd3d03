/** The facts behind the label of an agent (PD11 §13): the parties whose orders it honoured, and the sums of these orders. */
import { Array as Arr, Effect, Schema } from "effect"
import { Agent, type Standing } from "../agents/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { againstIndex, Entries, type Entry, latestIndex } from "./Entry.ts"
import { statusAt } from "./Reputation.ts"

export const behindLabels = enforced(
  "PD11 §13",
  "The records behind a label",
  (t) =>
    `Beside a label the Register shows what stands behind it, by the latest ${count(t.behindEntriesMax, "entry", "entries")} against the agent that are not superseded. It counts the different parties favoured by the satisfied entries against the agent, and how many of these parties have an operator that is proven now. It adds up the sums of these entries. An entry between agents of one operator counts for nothing here.`,
)

const describeInt = (description: string) => Schema.Int.annotations({ description })

/** The history behind the label of an agent, so that a label without one is seen as such (PD11 §13). */
export const Behind = Schema.Struct({
  parties: describeInt("How many different parties the satisfied entries favour."),
  proven: describeInt("How many of these parties have a proven operator now."),
  sumCents: describeInt("The sum of the satisfied entries, in cents of USD."),
}).annotations({ identifier: "BehindLabel" })

export type Behind = typeof Behind.Type

/** The latest entries against an agent that are not superseded, so that no number of sham orders makes a reading long. */
export const readLatest = Effect.fnUntraced(function* (
  reader: Reader,
  { agentId, counts }: Standing.Standing,
) {
  const list = { prefix: `${agentId}/`, after: null, limit: bounds.behindEntriesMax }
  // A store of an earlier version lacks the index of the latest entries; few entries are read by the other one.
  const few = Object.values(counts).reduce((sum, n) => sum + n, 0) <= list.limit
  const { items } = yield* reader.list(Entries, { ...list, index: few ? againstIndex : latestIndex })
  return items.filter(({ status }) => status !== "superseded")
})

/** The entries that an agent has honoured by an instant, and that another operator's agent or a stranger was favoured by. */
const honouredEntries = (entries: ReadonlyArray<Entry>, now: Instant): ReadonlyArray<Entry> =>
  entries.filter((entry) => !entry.sameOperator && statusAt(entry, now) === "satisfied")

/** The facts behind a label. `proven` has the ids of agents whose operator is proven. */
export const behindOf = rule(
  ["PD11 §13"],
  (entries: ReadonlyArray<Entry>, proven: ReadonlySet<string>, now: Instant): Behind => {
    const counted = honouredEntries(entries, now)
    const parties = new Map(counted.map(({ favoured }) => [favoured.handle, favoured.id]))
    return {
      parties: parties.size,
      proven: [...parties.values()].filter((id) => id !== null && proven.has(id)).length,
      sumCents: counted.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
    }
  },
)

/** The facts behind the label of the agent against which these entries are, from its latest entries. */
export const readBehind = Effect.fnUntraced(function* (
  reader: Reader,
  entries: ReadonlyArray<Entry>,
  now: Instant,
) {
  const ids = new Set(honouredEntries(entries, now).map(({ favoured }) => favoured.id))
  const agents = yield* reader.findAll(
    Agent.Agents,
    [...ids].filter((id) => id !== null),
  )
  const proven = Arr.getSomes(agents).filter(({ identity }) => identity.status === "proven")
  return behindOf(entries, new Set(proven.map(({ id }) => id)), now)
})
