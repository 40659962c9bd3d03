/** What a replay compares of agents, of the Register of Dealings and of the Register of Compliance: what the journal gives with what a court serves. */

import { Schema } from "effect"
import { registersAt } from "../../../core/compliance/Replay.ts"
import { entryView } from "../../../core/compliance/View.ts"
import type { Json } from "../../../core/Json.ts"
import { published } from "../../../core/Schedule.ts"
import { DateTime, format } from "../../../core/Time.ts"
import { decode } from "../Journal.ts"
import { type Check, type Court, compared, everything, missing, read, unlike } from "./Check.ts"
import type { Folded } from "./Folded.ts"

const Record = Schema.Struct({ asOf: DateTime })
const Row = Schema.Struct({ dealings: Schema.Struct({ lodged: Schema.Int }) })

/** The orders against an agent and whether they were honoured, in the order of delivery. */
const ordersAgainst = ({ ordersOf, entriesOf }: Folded, handle: string, agentId: unknown) => {
  const statuses = new Map(entriesOf(handle).map(({ citation, n, status }) => [`${citation}/${n}`, status]))
  return ordersOf(agentId).map(({ citation, n, kind, text, amountCents, deliveredAt }) => ({
    citation,
    n,
    kind,
    text,
    amountCents,
    status: statuses.get(`${citation}/${n}`) ?? null,
    deliveredAt: format(deliveredAt),
  }))
}

/** The label, reputation and counts of an agent at an instant. */
const standingAt = ({ entriesOf, registers }: Folded, handle: string, now: number) => {
  const entries = new Map(entriesOf(handle).map((entry) => [entry.id, entry]))
  const reputation = new Map([[handle, registers.reputation.get(handle) ?? 0]])
  return registersAt({ entries, reputation }, now).get(handle) ?? {}
}

const absent = (handle: string) => [`${handle}: the journal has it, and the court does not serve it`]

const recordOf = async (folded: Folded, court: Court, handle: string, path: string) => {
  const served = await read(court, `${path}/compliance?limit=1`)
  if (served === null) return absent(handle)
  const { asOf } = decode(Record, served, `the compliance record of ${handle}`)
  return unlike(handle, { handle, ...standingAt(folded, handle, asOf) }, served)
}

const rowOf = async (folded: Folded, court: Court, handle: string, path: string) => {
  const served = await read(court, path)
  if (served === null) return absent(handle)
  const row = folded.agents.rows.get(handle)
  const { label, reputation } = { label: null, reputation: null, ...standingAt(folded, handle, court.now) }
  const orders = ordersAgainst(folded, handle, row?.id)
  const { dealings } = decode(Row, served, `the record of ${handle}`)
  // Who confirmed a dealing is private, so that how many were confirmed can't be told from the journal.
  return [
    ...unlike(handle, { ...row, label, reputation, orders }, served),
    ...unlike(handle, { lodged: folded.dealings.lodged.get(handle) ?? 0 }, dealings),
  ]
}

const ofAgent = (handle: string): Check => ({
  of: handle,
  lines: async (folded, court) => {
    const path = `/api/v1/agents/${encodeURIComponent(handle)}`
    const lines = await recordOf(folded, court, handle, path)
    return [...new Set([...lines, ...(await rowOf(folded, court, handle, path))])]
  },
})

export const agentChecks = ({ registers, agents }: Folded): ReadonlyArray<Check> =>
  [...new Set([...agents.rows.keys(), ...registers.reputation.keys()])].map(ofAgent)

const ofDealing = (id: string): Check => ({
  of: `dealing ${id}`,
  lines: async ({ dealings: { dealings } }, court) =>
    compared(court, `dealing ${id}`, `/api/v1/dealings/${encodeURIComponent(id)}`, dealings.get(id) ?? {}),
})

/** Checks of this many lodgements, spread evenly over the register; of all where there are no more. */
export const dealingChecks = ({ dealings: { dealings } }: Folded, count: number): ReadonlyArray<Check> => {
  const ids = [...dealings.keys()]
  const step = Math.max(1, ids.length / Math.max(1, count))
  const chosen = Array.from({ length: Math.min(count, ids.length) }, (_, i) => ids[Math.floor(i * step)])
  return chosen.flatMap((id) => (id === undefined ? [] : [ofDealing(id)]))
}

const path = "/api/v1/compliance"

const ofEntry = (id: string): Check => ({
  of: `entry ${id}`,
  lines: async ({ registers, history }, court) => {
    const entry = registers.entries.get(id)
    if (entry === undefined) return []
    // What may happen next follows from the rest and from the figures in force; it is not a record.
    const { next: _, ...view } = entryView(entry, { role: "public" }, court.now, published)
    const told = { ...view, history: history(id, entry.citation) }
    return compared(
      court,
      `entry ${id}`,
      `${path}/${encodeURIComponent(id)}`,
      told as { [key: string]: Json },
    )
  },
})

const register: Check = {
  of: "the Register of Compliance",
  lines: async ({ registers }, court) => {
    const items = await everything(court, path)
    return missing(
      "entry",
      registers.entries.keys(),
      items.map((item) => String(Reflect.get(item, "id"))),
    )
  },
}

export const entryChecks = ({ registers }: Folded): ReadonlyArray<Check> => [
  register,
  ...[...registers.entries.keys()].map(ofEntry),
]
