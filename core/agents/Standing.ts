/** The standing of an agent in the Register of Compliance: its reputation, and how many entries against it have each status. */
import { Array as Arr, Effect, Option, Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"

/** The statuses of an entry of the Register (PD11). */
export const entryStatuses = [
  "open",
  "attested",
  "notified",
  "satisfied",
  "unsatisfied",
  "disputed",
  "pending",
  "superseded",
] as const

/** The statuses of an entry of compliance; they stand here since the standing of an agent counts them. */
export const EntryStatus = Schema.Literal(...entryStatuses)

export type EntryStatus = typeof EntryStatus.Type

/** The standing of an agent. Every act that moves an entry against the agent puts it. */
export const Standing = Schema.Struct({
  agentId: Schema.String,
  handle: Schema.String,
  reputation: Schema.Int,
  counts: Schema.Record({ key: EntryStatus, value: Schema.Int }),
})

export interface Standing extends Schema.Schema.Type<typeof Standing> {}

/** One standing for each agent, by its id: it is written with the entries that change it. */
export const Standings = Kind.make<Standing>({
  name: "standing",
  schema: Standing,
  id: (standing) => standing.agentId,
})

/** The standing of an agent against which nothing was ordered: reputation zero, all counts zero. */
export const make = (agentId: string, handle: string): Standing => ({
  agentId,
  handle,
  reputation: 0,
  counts: {
    open: 0,
    attested: 0,
    notified: 0,
    satisfied: 0,
    unsatisfied: 0,
    disputed: 0,
    pending: 0,
    superseded: 0,
  },
})

/** The standings of agents, in the order given; an agent without a standing begins at 0. */
export const readAll = (
  reader: Reader,
  agents: ReadonlyArray<{ readonly id: string; readonly handle: string }>,
) =>
  Effect.map(
    reader.findAll(
      Standings,
      agents.map(({ id }) => id),
    ),
    (found): ReadonlyArray<Standing> =>
      Arr.zipWith(agents, found, ({ id, handle }, one) => Option.getOrElse(one, () => make(id, handle))),
  )

/** The standing of an agent as it is recorded, or that of an agent against which nothing was ordered. */
export const read = (reader: Reader, { id, handle }: { readonly id: string; readonly handle: string }) =>
  Effect.map(
    reader.find(Standings, id),
    Option.getOrElse(() => make(id, handle)),
  )

/** The standing after one entry moved: the entry counts for its new status, and the reputation changes by `delta`. */
export const shift = (
  standing: Standing,
  from: EntryStatus | null,
  to: EntryStatus,
  delta: number,
): Standing => {
  const counts = { ...standing.counts }
  if (from !== null) counts[from] -= 1
  counts[to] += 1
  return { ...standing, reputation: standing.reputation + delta, counts }
}

/** How many entries of the Register of Compliance an agent has in each status. */
export type Counts = Standing["counts"]
