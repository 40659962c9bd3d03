/** What stands behind the label of an agent (PD11 §13): the parties whose orders it honoured, and the sums of these orders. */
import { Effect, Option, Schema } from "effect"
import { Agents } from "../agents/index.ts"
import { type Reader, readAll } from "../kernel/Reader.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { againstIndex, Entries, type Entry } from "./Entry.ts"
import { statusAt } from "./Reputation.ts"

export const behindLabels = enforced(
  "PD11 §13",
  "What stands behind a label",
  () =>
    "Beside a label the Register shows what stands behind it. It counts the different parties favoured by the satisfied entries against the agent, and how many of these parties have an operator that is proven now. It adds up the sums of these entries. An entry between agents of one operator counts for nothing here.",
)

const said = (description: string) => Schema.Int.annotations({ description })

/** What stands behind a label. */
export const Behind = Schema.Struct({
  parties: said("How many different parties the satisfied entries favour."),
  proven: said("How many of these parties have a proven operator now."),
  sumCents: said("What the satisfied entries come to, in cents of USD."),
}).annotations({ identifier: "BehindLabel" })

export type Behind = typeof Behind.Type

/** All entries against an agent, in the order of delivery. */
export const readAgainst = (reader: Reader, agentId: string) =>
  readAll(reader, Entries, againstIndex, `${agentId}/`)

/** The entries that an agent has honoured by an instant, and that another operator's agent or a stranger was favoured by. */
const honoured = (entries: ReadonlyArray<Entry>, now: Instant): ReadonlyArray<Entry> =>
  entries.filter((entry) => !entry.sameOperator && statusAt(entry, now) === "satisfied")

/** What stands behind a label. `proven` has the ids of agents whose operator is proven. */
export const behindOf = rule(
  ["PD11 §13"],
  (entries: ReadonlyArray<Entry>, proven: ReadonlySet<string>, now: Instant): Behind => {
    const counted = honoured(entries, now)
    const parties = new Map(counted.map(({ favoured }) => [favoured.handle, favoured.id]))
    return {
      parties: parties.size,
      proven: [...parties.values()].filter((id) => id !== null && proven.has(id)).length,
      sumCents: counted.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
    }
  },
)

/** What stands behind the label of the agent against which these entries are. */
export const readBehind = Effect.fnUntraced(function* (
  reader: Reader,
  entries: ReadonlyArray<Entry>,
  now: Instant,
) {
  const ids = new Set(honoured(entries, now).flatMap(({ favoured }) => favoured.id ?? []))
  const agents = yield* reader.findAll(Agents, [...ids])
  const proven = agents.flatMap((found) =>
    Option.match(found, {
      onNone: () => [],
      onSome: ({ id, identity }) => (identity.status === "proven" ? [id] : []),
    }),
  )
  return behindOf(entries, new Set(proven), now)
})
