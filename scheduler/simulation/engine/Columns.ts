import { EntryStatus } from "../../../core/compliance/Entry.ts"
import { hours, type Instant } from "../../../core/Time.ts"
import { labels } from "./Agents.ts"
import type { AgentColumns, EntryColumns, Names } from "./Result.ts"
import { codeOf, emptyRow, orderKinds } from "./Rows.ts"
import { never } from "./State.ts"
import type { World } from "./World.ts"

/** What the numbers in the columns of a run stand for. */
export const namesOf = ({ scenario, eras }: World): Names => ({
  populations: scenario.populations.map(({ name }) => name),
  strategies: [...new Set(eras.behaviours.map(nameOf))],
  kinds: orderKinds,
  statuses: EntryStatus.literals,
  labels,
})

const nameOf = (behaviour: World["eras"]["behaviours"][number]): string =>
  behaviour.strategy === "custom" ? behaviour.name : behaviour.strategy

export const agentColumns = ({ agents }: World): AgentColumns => ({
  length: agents.count,
  population: agents.population,
  stakeCents: agents.stakeCents,
  reputation: Int32Array.from({ length: agents.count }, (_, i) => agents.reputationOf(i)),
  label: Uint8Array.from({ length: agents.count }, (_, i) => agents.labelCodeOf(i)),
})

/** A row for each entry that opened. */
export const entryColumns = (world: World, names: Names): EntryColumns => {
  const { rows, agents, eras, tally, start } = world
  const length = tally.opened
  const strategies = eras.behaviours.map((behaviour) => names.strategies.indexOf(nameOf(behaviour)))
  const since = (at: Instant): number => (at === never ? Number.NaN : (at - start) / hours(1))
  const columns = {
    length,
    entry: new Uint32Array(length),
    bound: new Uint32Array(length),
    favoured: new Uint32Array(length),
    population: new Uint8Array(length),
    strategy: new Uint8Array(length),
    kind: new Uint8Array(length),
    status: new Uint8Array(length),
    amountCents: new Float64Array(length),
    recoveredCents: new Float64Array(length),
    filedHours: new Float64Array(length),
    deliveredHours: new Float64Array(length),
    dueHours: new Float64Array(length),
    performedHours: new Float64Array(length),
    doneHours: new Float64Array(length),
    satisfiedHours: new Float64Array(length),
    supersededHours: new Float64Array(length),
    reputation: new Int32Array(length),
    disputes: new Uint8Array(length),
    appeals: new Uint8Array(length),
    wrong: new Uint8Array(length),
  } satisfies EntryColumns
  const row = emptyRow()
  let to = 0
  for (let i = 0; i < rows.length; i++) {
    if (!rows.isOpened(i)) continue
    rows.load(i, row)
    columns.entry[to] = i
    columns.bound[to] = row.bound
    columns.favoured[to] = row.favoured
    columns.population[to] = agents.population[row.bound] ?? 0
    columns.strategy[to] = strategies[row.behaviour] ?? 0
    columns.kind[to] = row.kind
    columns.status[to] = codeOf(row.state.status)
    columns.amountCents[to] = row.amountCents
    columns.recoveredCents[to] = row.paidCents
    columns.filedHours[to] = since(row.filedAt)
    columns.deliveredHours[to] = since(row.deliveredAt)
    columns.dueHours[to] = since(row.state.dueAt)
    columns.performedHours[to] = since(row.state.performedAt)
    columns.doneHours[to] = since(row.doneAt)
    columns.satisfiedHours[to] = row.state.status === "satisfied" ? since(row.settledAt) : Number.NaN
    columns.supersededHours[to] = row.state.status === "superseded" ? since(row.settledAt) : Number.NaN
    columns.reputation[to] = row.state.standing
    columns.disputes[to] = row.disputes
    columns.appeals[to] = row.appeals
    columns.wrong[to] = row.wrong ? 1 : 0
    to += 1
  }
  return columns
}
