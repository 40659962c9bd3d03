/**
 * The laboratory against the court: a run of a scenario is played act by act through a real server and its scheduler, in a sandbox.
 * Every status, time and adjustment must be equal.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Layer, Logger, Stream } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { present } from "../../core/Defect.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as simulation from "../../scheduler/simulation/engine/index.ts"
import { enrolmentBody } from "../testing/TestCourt.ts"
import * as Client from "./Client.ts"
import { services } from "./Composition.ts"
import { sandbox } from "./Config.ts"
import { type Started, start } from "./Running.ts"

type Scenario = simulation.Scenario.Scenario
type Happening = simulation.Result.Happening

const folder = mkdtempSync(join(tmpdir(), "agent-court-laboratory-"))
let running: Started | null = null
afterAll(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const agentCount = 60
const claims = 240
const hour = 3_600_000
const format = (at: number) => new Date(at).toISOString()
const handleOf = (agent: number) => `agent-${agent}`

/** Claims a few hours apart, by each agent in turn. The strategies do everything that a bound party can do. */
const scenarioFrom = (startAt: number): Scenario =>
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
          items: Array.from({ length: claims }, (_, i) => ({
            atHours: 2 + i * 3.7,
            claimant: i % agentCount,
            respondent: (i * 7 + 13 + Math.floor(i / agentCount)) % agentCount,
            broken: true,
          })).map((item) =>
            item.respondent === item.claimant
              ? { ...item, respondent: (item.respondent + 1) % agentCount }
              : item,
          ),
        },
      },
      judge: { errorRate: 0, orders: { pay: 0.7, perform: 0.2, refrain: 0.1 } },
      // Every appellant withdraws, so every judgment stands.
      appeals: { errorRate: 0 },
      registrar: { errorRate: 0.1, pending: 0.2 },
    }),
  )

const pleading = { facts: [], evidence: [], rules: [], authorities: [] }
const claimOf = (claimant: string, respondent: string, valueCents: number) => ({
  facts: [{ n: 1, text: "The dealing was broken." }],
  evidence: [],
  rules: ["What was promised is done."],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "Pay the price back.",
      amountCents: valueCents,
      against: respondent,
      inFavourOf: claimant,
      restsOn: [1],
    },
  ],
})
const draftOf = (order: object) => ({
  catchwords: ["price"],
  ratio: "What was promised is done.",
  issues: [
    { question: "Was it done?", losingAnswer: "It was.", reasoning: "No.", answer: "No.", for: "claimant" },
  ],
  circumstances: "A dealing was broken.",
  authorities: [],
  orders: [order],
  areas: ["sale"],
  // The laboratory draws its orders, so they don't follow from a claim.
  beyondPrayer: "The scenario orders it.",
  costCents: null,
})

interface Shown {
  readonly id: string
  readonly status: string
  readonly amountCents: number | null
  readonly deliveredAt: string
  readonly dueAt: string
  readonly window: { readonly closesAt: string } | null
  readonly suspendedSince: string | null
  readonly attestation: { readonly date: string } | null
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

describe("the laboratory and the court", () => {
  it("PD11 §3 PD11 §4 PD11 §10 move entries to equal statuses, at equal times, with equal adjustments", async () => {
    const config = { ...sandbox(folder), judge: "bench" } as const
    const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
    running = await start(config, Layer.provideMerge(services(config, MemoryStore.layer), quiet))
    const { url, registrar } = running
    const judge = readFileSync(join(folder, "keys", "judge.key"), "utf8").trim()
    const request = (method: string, path: string, token?: string, body?: object) =>
      Client.request(url, method, `/api/v1${path}`, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
      })
    const must = async <A>(method: string, path: string, token?: string, body?: object): Promise<A> => {
      const answer = await request(method, path, token, body)
      if (answer.status !== 200) throw new Error(Client.refusalLine(method, path, answer))
      return answer.body as A
    }
    let now = Date.parse((await must<{ readonly now: string }>("GET", "/sandbox/clock")).now)
    const clockTo = async (at: number) => {
      if (at > now) await must("POST", "/sandbox/clock", registrar, { to: format(at) })
      now = Math.max(now, at)
    }

    // Given the agents of the run with the stakes that it drew, enrolled a second before it begins
    const scenario = scenarioFrom(now + 1000)
    const run = simulation.Run.run(scenario)
    const keys = await Promise.all(
      Array.from({ length: agentCount }, async (_, agent) => {
        const stakeCents = present(run.agents.stakeCents[agent], "the stake of an agent")
        const body = { ...enrolmentBody(handleOf(agent)), stakeCents }
        return (await must<{ readonly apiKey: string }>("POST", "/enrol", undefined, body)).apiKey
      }),
    )
    const confirmation = { reference: "[2026] FB 1", statement: "The instruments are frozen and confirmed." }
    await must("POST", "/registrar/eligibility", registrar, confirmation)

    // When every act of the run is done at the court, each at its instant
    const kept = present(run.entries, "the table of entries")
    const rows = new Map(
      Array.from({ length: kept.length }, (_, i) => {
        const row = present(simulation.Result.rowAt(kept, run.names, i), `row ${i}`)
        return [row.entry, row] as const
      }),
    )
    const rowOf = (entry: number) => present(rows.get(entry), `the row of entry ${entry}`)
    const matters = new Map<number, string>()
    const entries = new Map<number, string>()
    const lives = new Map<number, Array<Happening>>()

    const file = async (entry: number, defended: boolean) => {
      const row = rowOf(entry)
      const valueCents = row.kind === "pay" ? row.amountCents : 100
      const { matter } = await must<{ readonly matter: { readonly id: string; readonly status: string } }>(
        "POST",
        "/matters",
        keys[row.favoured],
        {
          respondent: handleOf(row.bound),
          title: "A broken dealing",
          valueCents,
          dealingAt: format(now),
          claim: claimOf(handleOf(row.favoured), handleOf(row.bound), valueCents),
        },
      )
      if (matter.status === "queued") {
        await must("POST", "/registrar/list/open", registrar, {})
        // The scheduler serves what was queued when the clock next moves.
        await clockTo(now + 1)
      }
      matters.set(entry, matter.id)
      if (defended)
        await must("POST", `/matters/${matter.id}/defence`, keys[row.bound], {
          ...pleading,
          responses: [{ n: 1, plea: "deny" }],
        })
    }
    const deliver = async (entry: number, { at, closesAt }: Happening) => {
      const row = rowOf(entry)
      const matter = present(matters.get(entry), `the matter of entry ${entry}`)
      await must("POST", `/matters/${matter}/call`, keys[row.favoured])
      await must(
        "POST",
        `/matters/${matter}/judgment`,
        judge,
        draftOf({
          kind: row.kind,
          text: "It is done.",
          // It may be more than the stake: the court caps it.
          ...(row.kind === "pay" ? { amountCents: row.amountCents } : {}),
          against: handleOf(row.bound),
          inFavourOf: handleOf(row.favoured),
          hours: ((closesAt ?? at) - at) / hour,
        }),
      )
      const record = await must<{
        readonly entries: ReadonlyArray<{ readonly id: string; readonly deliveredAt: string }>
      }>("GET", `/agents/${handleOf(row.bound)}/compliance?limit=100`)
      const opened = record.entries.find(
        ({ id, deliveredAt }) => deliveredAt === format(at) && ![...entries.values()].includes(id),
      )
      if (opened === undefined) throw new Error(`entry ${entry} did not open`)
      entries.set(entry, opened.id)
    }
    const act = async (happening: Happening) => {
      const { entry, act: name, by, to, stated } = happening
      const row = rowOf(entry)
      const key = by === "bound" ? keys[row.bound] : by === "favoured" ? keys[row.favoured] : registrar
      const of = `/compliance/${entries.get(entry)}`
      switch (name) {
        case "attest":
          return request("POST", `${of}/attest`, key, {
            date: format(present(stated, "the date of an attestation")),
            evidence: "A receipt.",
          })
        case "confirm":
          return request("POST", `${of}/confirm`, key)
        case "dispute":
          return request("POST", `${of}/dispute`, key, { ground: "other", statement: "Not so." })
        case "decide":
          return request("POST", `/registrar${of}/decide`, registrar, {
            status: to,
            reasons: "On the papers.",
            ...(stated === null ? {} : { performedAt: format(stated) }),
          })
        case "suspend":
        case "appeal":
          return request("POST", `/matters/${matters.get(entry)}/appeal`, keys[row.bound], {
            grounds: ["It was wrong."],
          })
        case "resume":
          return request("POST", `/matters/${matters.get(entry)}/withdraw`, keys[row.bound])
        default:
          throw new Error(`${name} can't be played`)
      }
    }

    const happenings = Array.from(Effect.runSync(Stream.runCollect(simulation.Stream.simulate(scenario))))
    // The laboratory lets two periods of 48 hours pass before the judgment of a matter that is defended.
    const defended = (entry: number) => {
      const { deliveredHours, filedHours } = rowOf(entry)
      return (deliveredHours - filedHours) / 48 >= 2
    }
    let refused = 0
    for (const happening of happenings) {
      const { entry, act: name, at } = happening
      if (!rows.has(entry)) continue
      const life = lives.get(entry) ?? []
      life.push(happening)
      lives.set(entry, life)
      if (name === "perform" || name === "pass") continue
      await clockTo(at)
      if (name === "file") await file(entry, defended(entry))
      else if (name === "open") await deliver(entry, happening)
      else {
        const answer = await act(happening)
        const code = (answer.body as { readonly code?: string }).code ?? null
        if (happening.refused === null) expect([name, entry, code]).toEqual([name, entry, null])
        else refused += 1
        // For an appeal that comes too late the court has another code than the laboratory.
        if (happening.refused !== null)
          expect(name === "appeal" ? answer.status >= 400 : code === happening.refused).toBe(true)
      }
    }
    await clockTo(scenario.start + run.horizonHours * hour - 1)

    // Then every entry is as the run left it
    expect(entries.size).toBeGreaterThan(200)
    expect(refused).toBeGreaterThan(0)
    const statuses = new Set<string>()
    for (const [entry, row] of rows) {
      const shown = await must<Shown>("GET", `/compliance/${entries.get(entry)}`)
      const life = present(lives.get(entry), `the acts of entry ${entry}`)
      const moved = life.filter(
        ({ act: name, refused: no }) => no === null && name !== "file" && name !== "perform",
      )
      statuses.add(shown.status)
      const sum = shown.adjustments.reduce(
        (total, { delta, reversedAt }) => (reversedAt === null ? total + delta : total),
        0,
      )
      const last = moved.at(-1)
      expect({
        entry,
        status: shown.status,
        amountCents: shown.amountCents ?? 0,
        deliveredAt: shown.deliveredAt,
        dueAt: shown.dueAt,
        closesAt: shown.suspendedSince === null ? (shown.window?.closesAt ?? null) : "suspended",
        reputation: sum,
        history: shown.history.map(({ act: name, at, from, to, delta, rules }) => ({
          name,
          at,
          from,
          to,
          delta,
          rules,
        })),
      }).toEqual({
        entry,
        status: row.status,
        amountCents: row.amountCents,
        deliveredAt: format(scenario.start + row.deliveredHours * hour),
        dueAt: format(Math.round(scenario.start + row.dueHours * hour)),
        closesAt:
          last?.act === "suspend" ? "suspended" : last?.closesAt == null ? null : format(last.closesAt),
        reputation: row.reputation,
        history: moved.map(({ act: name, at, from, to, delta, rules }) => ({
          name,
          at: format(at),
          from,
          to,
          delta,
          rules: [...rules],
        })),
      })
    }
    expect(statuses.size).toBeGreaterThanOrEqual(3)
    for (let agent = 0; agent < agentCount; agent++) {
      const record = await must<{ readonly label: string; readonly reputation: number }>(
        "GET",
        `/agents/${handleOf(agent)}/compliance`,
      )
      expect([record.label, record.reputation]).toEqual([
        run.names.labels[present(run.agents.label[agent], "the label of an agent")],
        run.agents.reputation[agent],
      ])
    }
  }, 400_000)
})
