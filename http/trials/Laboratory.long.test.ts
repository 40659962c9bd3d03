/**
 * The laboratory against the court: a run of a scenario is played act by act through a real server and its scheduler, in a sandbox.
 * Every status, time and adjustment must be equal.
 */
import { Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { format, formatNullable, hours } from "../../core/kernel/Time.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as simulation from "../../scheduler/laboratory/engine/index.ts"
import { opened } from "../operate/testing/Opened.ts"
import { connect, enrolAll, type Happening, handleOf, play, type Row, rowsOf } from "./PlayedRun.ts"

const agentCount = 60
const claims = 240

/** Claims a few hours apart, by each agent in turn. The strategies do everything that a bound party can do. */
const scenarioFrom = (startAt: number): simulation.Scenario.Scenario =>
  Either.getOrThrow(
    simulation.Check.read({
      name: "differential",
      start: format(startAt),
      horizon: { days: 43 },
      agents: agentCount,
      populations: [
        {
          name: "everyone",
          share: 1,
          stakeCents: { uniform: [2000, 200_000] },
          behaviours: [
            { strategy: "honours-promptly", afterHours: { uniform: [1, 80] }, share: 0.25 },
            { strategy: "honours-late", lateHours: { uniform: [1, 100] }, share: 0.2 },
            { strategy: "attests-falsely", share: 0.15 },
            { strategy: "pays-in-part", share: 0.1 },
            { strategy: "ignores", share: 0.1 },
            { strategy: "contests", afterHours: { uniform: [1, 160] }, share: 0.1 },
            { strategy: "appeals", afterHours: { uniform: [1, 90] }, share: 0.1 },
          ],
          asCreditor: { confirmHours: { uniform: [1, 100] }, disputeHours: { uniform: [1, 100] } },
        },
      ],
      dealings: {
        arrivals: {
          kind: "listed",
          of: "disputes",
          items: Array.from({ length: claims }, (_, i) => {
            const claimant = i % agentCount
            const respondent = (i * 7 + 13 + Math.floor(i / agentCount)) % agentCount
            const itself = respondent === claimant ? 1 : 0
            return {
              atHours: 2 + i * 3.7,
              claimant,
              respondent: (respondent + itself) % agentCount,
              broken: true,
            }
          }),
        },
      },
      judge: { errorRate: 0, orders: { pay: 0.7, perform: 0.2, refrain: 0.1 } },
      // Every appellant withdraws, so every judgment stands.
      appeals: { errorRate: 0 },
      registrar: { errorRate: 0.1, pending: 0.2 },
    }),
  )

interface Shown {
  readonly id: string
  readonly status: string
  readonly amountCents: number | null
  readonly deliveredAt: string
  readonly dueAt: string
  readonly window: { readonly closesAt: string } | null
  readonly suspendedSince: string | null
  readonly adjustments: ReadonlyArray<{ readonly delta: number; readonly reversedAt: string | null }>
  readonly history: ReadonlyArray<{
    readonly act: string
    readonly at: string
    readonly from: string | null
    readonly to: string
    readonly delta: number
    readonly rules: ReadonlyArray<string>
  }>
}

const atCourt = (shown: Shown) => ({
  status: shown.status,
  amountCents: shown.amountCents,
  deliveredAt: shown.deliveredAt,
  dueAt: shown.dueAt,
  closesAt: shown.suspendedSince === null ? (shown.window?.closesAt ?? null) : "suspended",
  reputation: shown.adjustments.reduce(
    (sum, { delta, reversedAt }) => sum + (reversedAt === null ? delta : 0),
    0,
  ),
  history: shown.history.map(({ act, at, from, to, delta, rules }) => ({ act, at, from, to, delta, rules })),
})
const inRun = (start: number, row: Row, life: ReadonlyArray<Happening>) => {
  const moved = life.filter(({ act, refused }) => refused === null && act !== "file" && act !== "perform")
  const last = needPresent(moved.at(-1), "the last move")
  return {
    status: row.status,
    amountCents: row.kind === "pay" ? row.amountCents : null,
    deliveredAt: format(start + hours(row.deliveredHours)),
    dueAt: format(Math.round(start + hours(row.dueHours))),
    closesAt: last.act === "suspend" ? "suspended" : formatNullable(last.closesAt),
    reputation: row.reputation,
    history: moved.map(({ act, at, from, to, delta, rules }) => ({
      act,
      at: format(at),
      from,
      to,
      delta,
      rules: [...rules],
    })),
  }
}

describe("the laboratory and the court", () => {
  let sandbox: Awaited<ReturnType<typeof opened>>
  beforeAll(async () => {
    sandbox = await opened(MemoryStore.layer, "bench")
  })
  afterAll(() => sandbox.stop())

  it("PD11 §3 the laboratory and the court move entries to equal statuses, at equal times, with equal adjustments", async () => {
    // given the agents of the run with the stakes that it drew, enrolled a second before it begins
    const court = await connect(sandbox)
    const scenario = scenarioFrom(court.now() + 1000)
    const run = simulation.Run.run(scenario)
    const keys = await enrolAll(court, run)
    const confirmation = { reference: "[2026] FB 1", statement: "The instruments are frozen and confirmed." }
    await court.must("POST", "/registrar/eligibility", court.registrar, confirmation)
    // when every act of the run is done at the court, each at its instant
    const { entries, lives, refused } = await play(court, scenario, run, keys)
    // then every entry is as the run left it
    expect(entries.size).toBeGreaterThan(200)
    expect(refused).toBeGreaterThan(0)
    const statuses = new Set<string>()
    for (const [entry, row] of rowsOf(run)) {
      const id = needPresent(entries.get(entry), `the id of entry ${entry}`)
      const shown = await court.must<Shown>("GET", `/compliance/${id}`)
      statuses.add(shown.status)
      const life = needPresent(lives.get(entry), `the acts of entry ${entry}`)
      expect({ entry, ...atCourt(shown) }).toEqual({ entry, ...inRun(scenario.start, row, life) })
    }
    expect(statuses.size).toBeGreaterThanOrEqual(3)
    // and so is every agent's record
    for (let agent = 0; agent < agentCount; agent++) {
      const label = needPresent(run.agents.label[agent], "the label of an agent")
      expect(await court.must("GET", `/agents/${handleOf(agent)}/compliance`)).toMatchObject({
        label: run.names.labels[label],
        reputation: run.agents.reputation[agent],
      })
    }
  }, 400_000)
})
