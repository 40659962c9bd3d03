/**
 * The outcomes of the entries of a run until the horizon: of all entries that were judged after the warm-up, of the entries against each
 * population, and of the entries of each month of judgment. Later states of an entry count for the group in which it was judged.
 */
import { days, format, hours, type Instant } from "../../../core/kernel/Time.ts"
import { countedFrom, restrictedDaysOf } from "./Check.ts"
import type { Groups, GroupValues } from "./Result.ts"
import { emptyRow, type Row } from "./Rows.ts"
import { never } from "./State.ts"
import { share } from "./Tally.ts"
import type { World } from "./World.ts"

/** Times are rounded up to the steps into which the restricted time is divided: 6 minutes of 30 days. */
const steps = 7200

/** A life table up to the time to which means are restricted. Whoever is followed longer is at risk throughout. */
class Times {
  private readonly events = new Uint32Array(steps)
  private readonly censored = new Uint32Array(steps)
  private followed = 0
  private readonly stepMs: number

  constructor(stepMs: number) {
    this.stepMs = stepMs
  }

  add(elapsed: number, happened: boolean): void {
    this.followed += 1
    const step = Math.max(0, Math.ceil(elapsed / this.stepMs))
    const counts = happened ? this.events : this.censored
    if (step < counts.length) counts[step] = (counts[step] ?? 0) + 1
  }

  /**
   * The restricted mean in hours: the area under the Kaplan–Meier curve up to the limit. NaN if nobody was followed that far while the
   * curve had not come down to 0, since its course is unknown then.
   */
  restrictedMean(): number {
    let [atRisk, survival, area] = [this.followed, 1, 0]
    for (let step = 0; step < steps && survival > 0; step++) {
      if (atRisk === 0) return Number.NaN
      const events = this.events[step] ?? 0
      survival = events === atRisk ? 0 : survival * (1 - events / atRisk)
      atRisk -= events + (this.censored[step] ?? 0)
      area += survival
    }
    return (area * this.stepMs) / hours(1)
  }
}

class Group {
  private opened = 0
  private satisfied = 0
  private unsatisfied = 0
  private orderedCents = 0
  private recoveredCents = 0
  private wrongOrders = 0
  private wrongPaidCents = 0
  private judgmentHours = 0
  private readonly queued: boolean
  private readonly performance: Times
  private readonly satisfaction: Times

  constructor(stepMs: number, queued: boolean) {
    this.queued = queued
    this.performance = new Times(stepMs)
    this.satisfaction = new Times(stepMs)
  }

  add(row: Row, horizon: Instant): void {
    const { state, filedAt, deliveredAt, doneAt, settledAt, amountCents, paidCents, wrong } = row
    const { status } = state
    this.opened += 1
    this.judgmentHours += (deliveredAt - filedAt) / hours(1)
    if (status === "satisfied") this.satisfied += 1
    if (status === "unsatisfied") this.unsatisfied += 1
    this.orderedCents += amountCents
    this.recoveredCents += paidCents
    if (wrong) {
      this.wrongOrders += 1
      this.wrongPaidCents += paidCents
    }
    const until = (status === "superseded" ? settledAt : horizon) - deliveredAt
    const done = doneAt !== never
    this.performance.add(done ? doneAt - deliveredAt : until, done)
    const stands = status === "satisfied"
    this.satisfaction.add(stands ? settledAt - deliveredAt : until, stands)
  }

  values(): GroupValues {
    return {
      entriesOpened: this.opened,
      defaultRate: share(this.unsatisfied, this.satisfied + this.unsatisfied),
      orderedCents: this.orderedCents,
      recoveredCents: this.recoveredCents,
      recoveredShare: share(this.recoveredCents, this.orderedCents),
      performanceHoursRestricted: this.performance.restrictedMean(),
      satisfactionHoursRestricted: this.satisfaction.restrictedMean(),
      wrongOrders: this.wrongOrders,
      wrongPaidCents: this.wrongPaidCents,
      ...(this.queued ? { judgmentHoursMean: share(this.judgmentHours, this.opened) } : {}),
    }
  }
}

/** The month of an instant in UTC, for example `2027-01`. */
const monthOf = (at: Instant): string => format(at).slice(0, "2027-01".length)

export const groupsOf = ({ rows, agents, scenario, horizon, queue }: World): Groups => {
  const stepMs = days(restrictedDaysOf(scenario)) / steps
  const newGroup = () => new Group(stepMs, queue !== undefined)
  const all = newGroup()
  const populations = scenario.populations.map(newGroup)
  const months = new Map<string, Group>()
  const from = countedFrom(scenario)
  const row = emptyRow()
  let [month, begins, ends] = [all, never, never]
  for (let i = 0; i < rows.length; i++) {
    if (!rows.isOpened(i)) continue
    rows.load(i, row)
    const { deliveredAt } = row
    if (deliveredAt < begins || deliveredAt >= ends) {
      const name = monthOf(deliveredAt)
      month = months.get(name) ?? newGroup()
      months.set(name, month)
      const date = new Date(deliveredAt)
      begins = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
      ends = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
    }
    month.add(row, horizon)
    if (deliveredAt < from) continue
    all.add(row, horizon)
    populations[agents.population[row.bound] ?? 0]?.add(row, horizon)
  }
  const sorted = [...months].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    all: all.values(),
    populations: Object.fromEntries(
      scenario.populations.map(({ name }, i) => [name, (populations[i] ?? all).values()]),
    ),
    months: Object.fromEntries(sorted.map(([name, group]) => [name, group.values()])),
  }
}
