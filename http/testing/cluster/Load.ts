/** Callers of both servers: the published client, which goes to the other server when one turns it away. */
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Unreachable } from "../../client/Failure.ts"
import { type Court, connect } from "../../client/index.ts"
import { enrolmentBody } from "../Bodies.ts"
import type { Process } from "./Servers.ts"

/** An act that the court acknowledged. */
export interface Acknowledged {
  readonly caller: number
  readonly sha256: string
  /** When the answer came, in ms of the epoch, and from which server. */
  readonly at: number
  readonly server: string
}

export interface Seen {
  readonly acknowledged: Array<Acknowledged>
  /** Citations of judgments, by the matter in which they were given. */
  readonly judged: Map<string, string>
  /** Events of the journal, in the order in which one reader followed it. */
  readonly followed: Array<string>
  /** What must not happen, each with how often it did. */
  readonly faults: Map<string, number>
  /** Answers and broken connections, by what they were. */
  readonly answers: Map<string, number>
}

const count = (into: Map<string, number>, what: string): void => {
  into.set(what, (into.get(what) ?? 0) + 1)
}

const codeOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: { readonly code?: string } }
  return cause?.code ?? (error as Error).name
}

/** A `fetch` that asks the servers in turn, so that whoever is turned away by one asks the other next, and notes what it sees. */
const balanced = (
  servers: ReadonlyArray<Process>,
  first: number,
  seen: Seen,
  answered: (server: string) => void,
) => {
  let turn = first
  return async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const server = servers[turn++ % servers.length]
    if (server === undefined) throw new Error("there is no server")
    const begun = Date.now()
    try {
      const response = await fetch(String(target).replace("http://court", server.url), init)
      count(seen.answers, String(response.status))
      if (response.status >= 500) {
        if (response.status !== 503) count(seen.faults, `${response.status} ${await response.clone().text()}`)
        else if (response.headers.get("retry-after") === null) count(seen.faults, "503 without Retry-After")
      } else answered(server.url)
      return response
    } catch (error) {
      const code = codeOf(error)
      count(seen.answers, code)
      // Whoever is refused a connection has sent nothing. Whoever asked before the stop has to be answered.
      if (code !== "ECONNREFUSED" && begun < server.stoppedAt) count(seen.faults, `${code} without an answer`)
      throw error
    }
  }
}

interface Caller {
  readonly court: Court
  /** The server that gave the last answer. */
  readonly last: () => string
}

const callerOf = (servers: ReadonlyArray<Process>, n: number, seen: Seen, apiKey?: string): Caller => {
  let last = ""
  const answered = (server: string): void => {
    last = server
  }
  const court = connect({
    baseUrl: "http://court",
    ...(apiKey === undefined ? {} : { apiKey }),
    // The client gives up after five attempts, sooner than a cluster fails over; the rest is its own.
    retry: { attempts: 1_000 },
    fetch: balanced(servers, n, seen, answered) as typeof fetch,
  })
  return { court, last: () => last }
}

/**
 * Enrols an agent. Nobody who has no key yet can name an act, so an enrolment whose end is not known is not settled by asking again: its
 * handle may be taken by now, and another is chosen.
 */
const enrolled = async (
  servers: ReadonlyArray<Process>,
  n: number,
  handle: string,
  seen: Seen,
  operator = handle,
): Promise<Caller & { readonly handle: string }> => {
  const { court } = callerOf(servers, n, seen)
  const answer = await court.agents
    .enrol({ payload: enrolmentBody(handle, operator) })
    .catch((error: { readonly code?: string }) => {
      if (error.code === "handle_taken" || error instanceof Unreachable) return null
      throw error
    })
  if (answer !== null) return { ...callerOf(servers, n, seen, answer.apiKey), handle }
  await sleep(200)
  return enrolled(servers, n, `${handle}x`, seen, operator)
}

/** Lodges one paper after the other, each once. */
const lodging = async (
  { court, last }: Caller,
  caller: number,
  seen: Seen,
  goes: () => boolean,
): Promise<void> => {
  while (goes()) {
    const sha256 = randomBytes(32).toString("hex")
    await court.dealings.notarise({ payload: { sha256, kind: "delivery" } })
    seen.acknowledged.push({ caller, sha256, at: Date.now(), server: last() })
  }
}

const blank = { facts: [], evidence: [], rules: [], authorities: [] }
/** An agent files no more claims than this in all (PD1 §2). */
const claimsOfOne = 10

const claimOf = (against: string, inFavourOf: string) => ({
  ...blank,
  facts: [{ n: 1, text: "The price was paid, and nothing was delivered." }],
  orders: [
    {
      kind: "pay" as const,
      text: "Pay back the price.",
      amountCents: 100,
      against,
      inFavourOf,
      restsOn: [1],
    },
  ],
})

type Enrolled = Awaited<ReturnType<typeof enrolled>>

/** Brings a matter to judgment, which a scheduler gives. Gives whether the list had room for it. */
const judged = async (of: Enrolled, against: Enrolled, seen: Seen): Promise<boolean> => {
  const { court: creditor } = of
  const { court: debtor, handle: respondent } = against
  const claim = claimOf(respondent, of.handle)
  const { matter } = await creditor.matters.fileMatter({
    payload: { respondent, title: "A price", valueCents: 100, dealingAt: Date.now() - 1_000, claim },
  })
  if (matter.status === "queued") return false
  const path = { id: matter.id }
  const responses = [{ n: 1, plea: "admit" as const }]
  await debtor.matters.fileDefence({ path, payload: { ...blank, responses } })
  await creditor.matters.fileReply({ path, payload: blank })
  await creditor.matters.callForJudgment({ path })
  for (let citation: string | null = null; citation === null; ) {
    await sleep(500)
    citation = (await creditor.matters.readMatter({ path })).citation
    if (citation !== null) seen.judged.set(matter.id, citation)
  }
  return true
}

/** Brings one matter after the other to judgment, until the list of the court is full. */
const disputing = async (servers: ReadonlyArray<Process>, seen: Seen, goes: () => boolean): Promise<void> => {
  for (let pair = 0; goes(); pair++) {
    const creditor = await enrolled(servers, 0, `creditor-${pair}`, seen, `operator-${pair}`)
    const debtor = await enrolled(servers, 1, `debtor-${pair}`, seen, `operator-${pair}`)
    for (let n = 0; n < claimsOfOne && goes(); n++) if (!(await judged(creditor, debtor, seen))) return
  }
}

/** Follows the journal from its beginning, page by page. */
const following = async ({ court }: Caller, seen: Seen, goes: () => boolean): Promise<void> => {
  for (let after: string | undefined; goes(); ) {
    const { items } = await court.journal.journal({
      urlParams: { limit: 100, ...(after === undefined ? {} : { after }) },
    })
    for (const { cursor, ...event } of items) {
      seen.followed.push(JSON.stringify(event))
      after = cursor
    }
    if (items.length === 0) await sleep(200)
  }
}

export interface Load {
  readonly seen: Seen
  /** Ends the load: each caller ends the act that it has begun. */
  readonly stop: () => Promise<void>
  /** All events of the journal, read anew. */
  readonly journal: () => Promise<ReadonlyArray<string>>
}

/** Starts so many callers that lodge, one dispute after the other, and a reader of the journal. */
export const start = async (servers: ReadonlyArray<Process>, callers: number): Promise<Load> => {
  const seen: Seen = {
    acknowledged: [],
    judged: new Map(),
    followed: [],
    faults: new Map(),
    answers: new Map(),
  }
  let goes = true
  const going = () => goes
  const agents: Array<Caller> = []
  for (let n = 0; n < callers; n++) agents.push(await enrolled(servers, n, `lodger-${n}`, seen))
  const reader = callerOf(servers, 0, seen)
  const work = [
    ...agents.map((agent, n) => lodging(agent, n, seen, going)),
    disputing(servers, seen, going),
    following(reader, seen, going),
  ].map((each) =>
    each.catch((error: unknown) => count(seen.faults, `a caller was refused: ${String(error)}`)),
  )
  return {
    seen,
    stop: async () => {
      goes = false
      await Promise.all(work)
    },
    journal: async () => {
      const all: Array<string> = []
      for (let after: string | undefined; ; ) {
        const { items } = await reader.court.journal.journal({
          urlParams: { limit: 100, ...(after === undefined ? {} : { after }) },
        })
        for (const { cursor, ...event } of items) {
          all.push(JSON.stringify(event))
          after = cursor
        }
        if (items.length === 0) return all
      }
    },
  }
}
