/** Runs: reproducible, equal to the court's own rules, and readable as streams. */

import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { Standing } from "../../../core/agents/index.ts"
import { type Moved, Reputation } from "../../../core/compliance/index.ts"
import { weigh } from "../../../core/compliance/testing/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { horizonOf } from "./Check.ts"
import type { EntryRow, Happening, Summary } from "./Result.ts"
import { explain, run } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import { samples, simulate, summaries } from "./Stream.ts"
import { replayed, scheduleOf } from "./testing/Replayed.ts"
import { rowsOf, scenarioOf, varied } from "./testing/Scenarios.ts"

/** The change of a reputation by a move of an entry that stands alone in its judgment. */
const deltaOf = (moved: Moved): number =>
  weigh([moved], { entries: [] }).reduce((sum, { delta }) => sum + delta, 0)

const scenario = scenarioOf(varied)
const summary = run(scenario)
const rows = rowsOf(summary)

const happeningsOf = (of: Scenario): ReadonlyArray<Happening> =>
  Array.from(Effect.runSync(Stream.runCollect(simulate(of))))
const happenings = happeningsOf(scenario)
const lives = new Map<number, Array<Happening>>()
for (const happening of happenings) {
  const life = lives.get(happening.entry) ?? []
  life.push(happening)
  lives.set(happening.entry, life)
}
const lifeOf = (entry: number) => needPresent(lives.get(entry), `the life of entry ${entry}`)
const filedAtOf = (life: ReadonlyArray<Happening>) => needPresent(life[0], "the first happening").at

const fingerprint = ({ totals, samples: taken, agents, entries }: Summary): string => {
  const columns = (of: object) =>
    Object.values(of).map((column) => (typeof column === "number" ? column : [...column]))
  return sha256Hex(JSON.stringify([totals, taken, columns(agents), entries && columns(entries)]))
}

describe("a run", () => {
  it("gives the same bytes each time, on Node and Deno, today and on another machine", () => {
    expect(fingerprint(run(scenario))).toBe(fingerprint(summary))
    // This hash changes only with the model, the rules or the arithmetic.
    expect(fingerprint(summary)).toBe("0080f1fdf5f03af4f8db749d29316c9e937359d19e9198948721b92c92a43bbf")
  })

  it("differs with another seed", () => {
    expect(fingerprint(run(scenario, { seed: 2 }))).not.toBe(fingerprint(summary))
  })

  it("does everything that its scenario states", () => {
    expect(rows.length).toBeGreaterThan(1000)
    const acts = new Set(happenings.map(({ act, by }) => `${by} ${act}`))
    for (const act of [
      "favoured file",
      "court open",
      "court dismiss",
      "bound perform",
      "bound attest",
      "favoured confirm",
      "bound dispute",
      "favoured dispute",
      "registrar decide",
      "clock pass",
      "court prove",
      "court suspend",
      "court resume",
      "court supersede",
      "bound appeal",
    ])
      expect(acts).toContain(act)
    expect(new Set(rows.map(({ status }) => status)).size).toBe(8)
    expect(summary.totals.shunned).toBeGreaterThan(0)
  })

  it("PD11 §3 PD11 §4 moves every entry as the court moves its records: status, instant, adjustment, refusal", () => {
    const schedule = scheduleOf(scenario)
    for (const row of rows) {
      const life = lifeOf(row.entry)
      const { entry, moves, refused } = replayed(row, life, schedule, filedAtOf(life), horizonOf(scenario))
      expect({
        status: entry.status,
        dueHours: (entry.dueAt - summary.start) / hours(1),
        performedHours: entry.performedAt === null ? null : (entry.performedAt - summary.start) / hours(1),
        reputation: moves.reduce((sum, moved) => sum + deltaOf(moved), 0),
        disputes: moves.filter(({ act }) => act === "dispute").length,
      }).toEqual({
        status: row.status,
        dueHours: row.dueHours,
        performedHours: row.performedHours,
        reputation: row.reputation,
        disputes: row.disputes,
      })
      const moved = life.filter(
        ({ act, refused: no }) => no === null && !["file", "open", "perform"].includes(act),
      )
      expect(moves.map((made) => [made.act, made.at, deltaOf(made), made.move.sections])).toEqual(
        moved.map(({ act, at, delta, rules }) => [act, at, delta, rules]),
      )
      expect(refused).toEqual(
        life.flatMap(({ act, refused: code }) => (code === null || act === "appeal" ? [] : [code])),
      )
    }
  })

  it("PD11 §9 PD11 §10 gives agents the labels and reputations that follow from their entries", () => {
    const { agents, names } = summary
    for (let i = 0; i < agents.length; i++) {
      const mine = rows.filter(({ bound }) => bound === i)
      const counts = { ...Standing.make("", "").counts }
      for (const { status } of mine) counts[status] += 1
      expect(names.labels[needPresent(agents.label[i], "a label")]).toBe(Reputation.labelOfCounts(counts))
      expect(agents.reputation[i]).toBe(mine.reduce((sum, { reputation }) => sum + reputation, 0))
    }
  })

  it("gives when each entry was really performed, satisfied and superseded", () => {
    const since = (happening: Happening | undefined) =>
      happening === undefined ? null : (happening.at - summary.start) / hours(1)
    for (const row of rows) {
      const life = lifeOf(row.entry).filter(({ refused }) => refused === null)
      const performed = life.find(({ act }) => act === "perform")
      const moved = life.findLast(({ from, to }) => from !== to)
      expect([row.doneHours, row.satisfiedHours, row.supersededHours]).toEqual([
        row.strategy === "pays-in-part" ? null : since(performed),
        row.status === "satisfied" ? since(moved) : null,
        row.status === "superseded" ? since(moved) : null,
      ])
    }
  })

  it("has measures that add up", () => {
    const { totals, samples: taken } = summary
    expect(totals.agentsGood + totals.agentsQualified + totals.agentsInDefault + totals.agentsNoRecord).toBe(
      150,
    )
    expect(totals.entriesOpened).toBe(rows.length)
    expect(totals.orderedCents).toBe(rows.reduce((sum, { amountCents }) => sum + amountCents, 0))
    expect(totals.recoveredCents).toBe(rows.reduce((sum, { recoveredCents }) => sum + recoveredCents, 0))
    // what was paid of what was lost is the product of its three steps
    const { claimedShare, orderedShare, recoveredShare, compensatedShare } = totals
    expect(compensatedShare).toBeCloseTo(claimedShare * orderedShare * recoveredShare, 12)
    expect(totals.lostCents).toBeGreaterThanOrEqual(totals.recoveredCents)
    expect(totals.claimedCents).toBeGreaterThanOrEqual(totals.orderedCents)
    expect(totals.matters).toBe(lives.size)
    expect(summary.events).toBe(happenings.length + totals.dealings + totals.shunned)
    expect(totals.dismissed).toBe(happenings.filter(({ act }) => act === "dismiss").length)
    expect(totals.refused).toBe(happenings.filter(({ refused }) => refused !== null).length)
    expect(taken).toHaveLength(61)
    expect(totals).toMatchObject(needPresent(taken.at(-1), "the last sample").values)
    expect(taken.map(({ atHours }) => atHours)).toEqual(Array.from({ length: 61 }, (_, i) => 24 * i))
  })

  it("Rule 5.3 orders no more than the stake", () => {
    for (const { bound, amountCents, kind } of rows) {
      expect(amountCents).toBeLessThanOrEqual(needPresent(summary.agents.stakeCents[bound], "a stake"))
      expect(amountCents > 0).toBe(kind === "pay")
    }
  })

  it("Rule 8.1 applies a changed figure to matters filed from then on, and to no others", () => {
    const changed = summary.start + 20 * hours(24)
    const lengths = new Map<boolean, Set<number>>()
    for (const life of lives.values()) {
      const notice = life.find(({ act, to }) => act === "pass" && to === "notified")
      if (notice?.closesAt == null) continue
      const key = filedAtOf(life) >= changed
      lengths.set(key, (lengths.get(key) ?? new Set()).add((notice.closesAt - notice.at) / hours(1)))
    }
    expect(lengths).toEqual(
      new Map([
        [false, new Set([72])],
        [true, new Set([30])],
      ]),
    )
  })

  it("PD1 §2 lets an agent file no more claims than the limit", () => {
    const limited = run(scenarioOf({ ...varied, schedule: { claimsMax: 2, openMattersMax: 1 } }))
    const claims = new Map<number, number>()
    for (const { favoured } of rowsOf(limited)) claims.set(favoured, (claims.get(favoured) ?? 0) + 1)
    expect(Math.max(...claims.values())).toBe(2)
    expect(limited.totals.claimsRefused).toBeGreaterThan(100)
  })

  it("gives another agent its share of dealings and leaves all other dealings unchanged", () => {
    const alone = { ...varied, dealings: { ...varied.dealings, shuns: {} }, interventions: [] }
    const key = ({ filedHours, bound, favoured }: EntryRow) => `${filedHours} ${bound} ${favoured}`
    const before = rowsOf(run(scenarioOf({ ...alone, schedule: { claimsMax: 1000, openMattersMax: 1000 } })))
    const after = rowsOf(
      run(scenarioOf({ ...alone, agents: 151, schedule: { claimsMax: 1000, openMattersMax: 1000 } })),
    )
    const kept = new Map(after.map((row) => [key(row), { ...row, entry: 0 }]))
    const gone = before.filter((row) => !kept.has(key(row)))
    expect(gone.length).toBeLessThan(before.length * 0.03)
    for (const row of before) if (kept.has(key(row))) expect(kept.get(key(row))).toEqual({ ...row, entry: 0 })
    for (const row of after)
      if (row.bound !== 150 && row.favoured !== 150)
        expect(before.some((one) => key(one) === key(row))).toBe(true)
  })
})

describe("a run as a stream", () => {
  it("reports of an entry what explain reports", () => {
    const { entry } = needPresent(rows[7], "an entry")
    expect(lifeOf(entry)).toEqual(explain(scenario, entry))
  })

  it("advances only as far as it is read", () => {
    const taken: Array<number> = []
    const first = simulate(scenario, { onSample: ({ atHours }) => taken.push(atHours) }).pipe(Stream.take(5))
    expect(Array.from(Effect.runSync(Stream.runCollect(first)))).toEqual(happenings.slice(0, 5))
    expect(taken.length).toBeLessThan(10)
  })

  it("gives samples as they are taken, and a summary for each seed", () => {
    expect(Array.from(Effect.runSync(Stream.runCollect(samples(scenario))))).toEqual(summary.samples)
    const two = Array.from(Effect.runSync(Stream.runCollect(summaries(scenario, [1, 2], { entries: false }))))
    expect(two.map(({ seed, entries }) => [seed, entries])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(two[0]?.totals).toEqual(summary.totals)
  })

  it("stops at the horizon", () => {
    for (const { at } of happenings) expect(at).toBeLessThan(horizonOf(scenario))
  })
})
