/** Plays a run of the laboratory act by act at a real sandbox court, each act at its instant. */
import { Effect, Stream } from "effect"
import { needPresent } from "../../core/kernel/Defect.ts"
import { format, hours } from "../../core/kernel/Time.ts"
import * as simulation from "../../scheduler/laboratory/engine/index.ts"
import * as Client from "../audit/Client.ts"
import { draft } from "../testing/Dispute.ts"
import { enrolmentBody } from "../testing/TestCourt.ts"

type Scenario = simulation.Scenario.Scenario
type Run = ReturnType<typeof simulation.Run.run>
export type Happening = simulation.Result.Happening
export type Row = NonNullable<ReturnType<typeof simulation.Result.rowAt>>
interface SandboxCourt {
  readonly url: string
  readonly registrar: string
  readonly judge: string
}

export const handleOf = (agent: number): string => `agent-${agent}`

export const connect = async ({ url, registrar, judge }: SandboxCourt) => {
  const request = (method: string, path: string, token?: string, body?: object) =>
    Client.request(url, method, `/api/v1${path}`, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    })
  /** Sends a request that must succeed, and gives the body of the answer. */
  const must = async <A>(method: string, path: string, token?: string, body?: object): Promise<A> => {
    const answer = await request(method, path, token, body)
    if (answer.status !== 200) throw new Error(Client.refusalLine(method, path, answer))
    return answer.body as A
  }
  let now = Date.parse((await must<{ readonly now: string }>("GET", "/sandbox/clock")).now)
  return {
    registrar,
    judge,
    request,
    must,
    now: () => now,
    clockTo: async (at: number) => {
      if (at > now) await must("POST", "/sandbox/clock", registrar, { to: format(at) })
      now = Math.max(now, at)
    },
  }
}
type Connected = Awaited<ReturnType<typeof connect>>

/** Enrols the agents of a run, each proven, with the stakes that it drew. Gives their keys. */
export const enrolAll = ({ must, registrar }: Connected, { agents }: Run): Promise<ReadonlyArray<string>> =>
  Promise.all(
    Array.from(agents.stakeCents, async (stakeCents, agent) => {
      const body = { ...enrolmentBody(handleOf(agent)), stakeCents }
      const { apiKey } = await must<{ readonly apiKey: string }>("POST", "/enrol", undefined, body)
      await must("POST", `/registrar/operators/${handleOf(agent)}/prove`, registrar, {})
      return apiKey
    }),
  )

export const rowsOf = (run: Run): ReadonlyMap<number, Row> => {
  const kept = needPresent(run.entries, "the table of entries")
  return new Map(
    Array.from({ length: kept.length }, (_, i) => {
      const row = needPresent(simulation.Result.rowAt(kept, run.names, i), `row ${i}`)
      return [row.entry, row] as const
    }),
  )
}

interface Played {
  readonly entries: ReadonlyMap<number, string>
  readonly lives: ReadonlyMap<number, ReadonlyArray<Happening>>
  readonly refused: number
}

/** Plays a scenario to its end. Throws if the court allows or refuses an act and the laboratory doesn't. */
export const play = async (
  { registrar, judge, request, must, now, clockTo }: Connected,
  scenario: Scenario,
  run: Run,
  keys: ReadonlyArray<string>,
): Promise<Played> => {
  const rows = rowsOf(run)
  const rowOf = (entry: number) => needPresent(rows.get(entry), `the row of entry ${entry}`)
  const keyOf = (agent: number) => needPresent(keys[agent], `the key of agent ${agent}`)
  const matters = new Map<number, string>()
  const entries = new Map<number, string>()
  const lives = new Map<number, Array<Happening>>()
  const matterOf = (entry: number) =>
    `/matters/${needPresent(matters.get(entry), `the matter of entry ${entry}`)}`

  const file = async (entry: number) => {
    const { kind, amountCents, bound, favoured, deliveredHours, filedHours } = rowOf(entry)
    const valueCents = kind === "pay" ? amountCents : 100
    const order = {
      kind: "pay",
      text: "Pay the price back.",
      amountCents: valueCents,
      against: handleOf(bound),
      inFavourOf: handleOf(favoured),
      restsOn: [1],
    }
    const { matter } = await must<{ readonly matter: { readonly id: string; readonly status: string } }>(
      "POST",
      "/matters",
      keyOf(favoured),
      {
        respondent: handleOf(bound),
        title: "A broken dealing",
        valueCents,
        dealingAt: format(now()),
        claim: {
          facts: [{ n: 1, text: "The dealing was broken." }],
          evidence: [],
          rules: ["Promises are kept."],
          authorities: [],
          orders: [order],
        },
      },
    )
    if (matter.status === "queued") {
      await must("POST", "/registrar/list/open", registrar, {})
      // The scheduler serves what was queued when the clock next moves.
      await clockTo(now() + 1)
    }
    matters.set(entry, matter.id)
    // The laboratory lets two periods of 48 hours pass before the judgment of a matter that is defended.
    if ((deliveredHours - filedHours) / 48 >= 2)
      await must("POST", `${matterOf(entry)}/defence`, keyOf(bound), {
        facts: [],
        evidence: [],
        rules: [],
        authorities: [],
        responses: [{ n: 1, plea: "deny" }],
      })
  }

  const deliver = async ({ entry, at, closesAt }: Happening) => {
    const { kind, amountCents, bound, favoured } = rowOf(entry)
    await must("POST", `${matterOf(entry)}/call`, keyOf(favoured))
    const order = {
      kind,
      text: "It is done.",
      // It may be more than the stake: the court caps it.
      ...(kind === "pay" ? { amountCents } : {}),
      against: handleOf(bound),
      inFavourOf: handleOf(favoured),
      hours: (needPresent(closesAt, "the end of the time for performance") - at) / hours(1),
    }
    // The laboratory draws its orders, so they don't follow from a claim: the draft says why it goes beyond it.
    await must("POST", `${matterOf(entry)}/judgment`, judge, draft([order], { costCents: null }))
    const record = await must<{
      readonly entries: ReadonlyArray<{ readonly id: string; readonly deliveredAt: string }>
    }>("GET", `/agents/${handleOf(bound)}/compliance?limit=100`)
    const known = new Set(entries.values())
    const opened = record.entries.find(({ id, deliveredAt }) => deliveredAt === format(at) && !known.has(id))
    entries.set(entry, needPresent(opened, `entry ${entry} at the court`).id)
  }

  const act = ({ entry, act: name, by, to, stated }: Happening) => {
    const row = rowOf(entry)
    const bound = keyOf(row.bound)
    const key = by === "bound" ? bound : by === "favoured" ? keyOf(row.favoured) : registrar
    const of = `/compliance/${needPresent(entries.get(entry), `the id of entry ${entry}`)}`
    switch (name) {
      case "attest": {
        const date = format(needPresent(stated, "the date of an attestation"))
        return request("POST", `${of}/attest`, key, { date, evidence: "A receipt." })
      }
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
        return request("POST", `${matterOf(entry)}/appeal`, bound, { grounds: ["It was wrong."] })
      case "resume":
        return request("POST", `${matterOf(entry)}/withdraw`, bound)
      default:
        throw new Error(`${name} can't be played`)
    }
  }

  let refused = 0
  for (const happening of Effect.runSync(Stream.runCollect(simulation.Stream.simulate(scenario)))) {
    const { entry, act: name, at } = happening
    if (!rows.has(entry)) continue
    lives.set(entry, [...(lives.get(entry) ?? []), happening])
    if (name === "perform" || name === "pass") continue
    await clockTo(at)
    if (name === "file") await file(entry)
    else if (name === "open") await deliver(happening)
    else {
      const { status, body } = await act(happening)
      const code = (body as { readonly code?: string }).code ?? null
      // For an appeal that comes too late the court has another code than the laboratory.
      const alike =
        name === "appeal" ? (code === null) === (happening.refused === null) : code === happening.refused
      if (!alike) throw new Error(`${name} of entry ${entry}: ${status} ${code}, not ${happening.refused}`)
      if (code !== null) refused += 1
    }
  }
  await clockTo(scenario.start + hours(run.horizonHours) - 1)
  return { entries, lives, refused }
}
