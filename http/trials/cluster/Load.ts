/** Callers that use the published client on both servers. If one server refuses a request, the client tries the other. */
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Unreachable } from "../../client/Failure.ts"
import { type Court, connect } from "../../client/index.ts"
import { enrolmentBody } from "../../testing/Bodies.ts"
import type { Process } from "./Servers.ts"

interface Acknowledged {
  readonly caller: number
  readonly sha256: string
  readonly at: number
  readonly server: string
}

export interface Seen {
  readonly acknowledged: Array<Acknowledged>
  /** The citation of each judgment, by the id of its matter. */
  readonly judged: Map<string, string>
  /** The events of the journal, in the order in which one reader received them. */
  readonly followed: Array<string>
  readonly faults: Map<string, number>
  /** How often each status was answered and each error of a connection occurred. */
  readonly answers: Map<string, number>
}

const count = (into: Map<string, number>, what: string): void => {
  into.set(what, (into.get(what) ?? 0) + 1)
}

/** The code of a failed `fetch`, which Node puts on the cause, or else the name of the error. */
const codeOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: { readonly code?: string } }
  return cause?.code ?? (error as Error).name
}

/** A `fetch` that asks the servers in turn, so that a retry goes to the other server. It counts answers and faults. */
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
      // A refused connection has carried no request. A request that was sent before the server was asked to stop must be answered.
      if (code !== "ECONNREFUSED" && begun < server.stoppedAt) count(seen.faults, `${code} without an answer`)
      throw error
    }
  }
}

interface Caller {
  readonly court: Court
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
    // By default the client gives up after five attempts, which is sooner than a cluster fails over.
    retry: { attempts: 1_000 },
    fetch: balanced(servers, n, seen, answered),
  })
  return { court, last: () => last }
}

/**
 * Enrols an agent. A caller without a key can't send an idempotency key, so repeating an enrolment whose outcome is unknown settles
 * nothing: the handle may be taken by now, so another handle is tried.
 */
const enrolled = async (
  servers: ReadonlyArray<Process>,
  n: number,
  name: string,
  seen: Seen,
  operator = name,
  tries = 0,
): Promise<Caller & { readonly handle: string }> => {
  const { court } = callerOf(servers, n, seen)
  const handle = tries === 0 ? name : `${name}-${tries}`
  const answer = await court.agents
    .enrol({ payload: enrolmentBody(handle, operator) })
    .catch((error: { readonly code?: string }) => {
      if (error.code === "handle_taken" || error instanceof Unreachable) return null
      throw error
    })
  if (answer !== null) return { ...callerOf(servers, n, seen, answer.apiKey), handle }
  await sleep(200)
  return enrolled(servers, n, name, seen, operator, tries + 1)
}

/** Lodges one paper after the other, each of them once. */
const lodging = async (
  { court, last }: Caller,
  caller: number,
  seen: Seen,
  running: () => boolean,
): Promise<void> => {
  while (running()) {
    const sha256 = randomBytes(32).toString("hex")
    await court.dealings.notarise({ payload: { sha256, kind: "delivery" } })
    seen.acknowledged.push({ caller, sha256, at: Date.now(), server: last() })
  }
}

const blank = { facts: [], evidence: [], rules: [], authorities: [] }
/** How long the callers may take to complete what they began. */
const patienceMs = 120_000
/** How many claims one agent may file in all (PD1 §2). */
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

/** Brings a matter to judgment, which a scheduler delivers. Gives whether the list of the court had room for the matter. */
const judged = async (claimant: Enrolled, respondent: Enrolled, seen: Seen): Promise<boolean> => {
  const { court: creditor } = claimant
  const { court: debtor } = respondent
  const claim = claimOf(respondent.handle, claimant.handle)
  const { matter } = await creditor.matters.fileMatter({
    payload: {
      respondent: respondent.handle,
      title: "A price",
      valueCents: 100,
      dealingAt: Date.now() - 1_000,
      claim,
    },
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

/** The court refused another matter of operators that are only stated, since they have their share of its list (PD1 §5). */
const isShareUsedUp = (error: { readonly code?: string }): boolean => error.code === "list_share"

/** Brings one matter after the other to judgment until the list of the court has no more room for them. */
const disputing = async (
  servers: ReadonlyArray<Process>,
  seen: Seen,
  running: () => boolean,
): Promise<void> => {
  for (let pair = 0; running(); pair++) {
    const creditor = await enrolled(servers, 0, `creditor-${pair}`, seen, `operator-${pair}`)
    const debtor = await enrolled(servers, 1, `debtor-${pair}`, seen, `operator-${pair}`)
    for (let n = 0; n < claimsOfOne && running(); n++) {
      const placed = await judged(creditor, debtor, seen).catch((error) => {
        if (isShareUsedUp(error)) return false
        throw error
      })
      if (!placed) return
    }
  }
}

/** The events of the journal from its beginning, page by page. It never ends: a page is empty while there is nothing new. */
async function* pagesOf({ court }: Caller): AsyncGenerator<ReadonlyArray<string>> {
  for (let after: string | undefined; ; ) {
    const { items } = await court.journal.readJournal({
      urlParams: { limit: 100, ...(after === undefined ? {} : { after }) },
    })
    after = items.at(-1)?.cursor ?? after
    yield items.map(({ cursor: _, ...event }) => JSON.stringify(event))
  }
}

const following = async (reader: Caller, seen: Seen, running: () => boolean): Promise<void> => {
  for await (const page of pagesOf(reader)) {
    seen.followed.push(...page)
    if (!running()) return
    if (page.length === 0) await sleep(200)
  }
}

const journalOf = async (reader: Caller): Promise<ReadonlyArray<string>> => {
  const all: Array<string> = []
  for await (const page of pagesOf(reader)) {
    if (page.length === 0) break
    all.push(...page)
  }
  return all
}

export interface Load {
  readonly seen: Seen
  /** Ends the load. Each caller completes the act that it has begun. */
  readonly stop: () => Promise<void>
  readonly journal: () => Promise<ReadonlyArray<string>>
}

/** Starts this many callers that lodge papers, a caller that brings disputes, and a reader that follows the journal. */
export const start = async (servers: ReadonlyArray<Process>, callers: number): Promise<Load> => {
  const seen: Seen = {
    acknowledged: [],
    judged: new Map(),
    followed: [],
    faults: new Map(),
    answers: new Map(),
  }
  let stopped = false
  const running = () => !stopped
  const agents: Array<Caller> = []
  for (let n = 0; n < callers; n++) agents.push(await enrolled(servers, n, `lodger-${n}`, seen))
  const reader = callerOf(servers, 0, seen)
  const work = [
    ...agents.map((agent, n) => lodging(agent, n, seen, running)),
    disputing(servers, seen, running),
    following(reader, seen, running),
  ].map((each) => each.catch((error: unknown) => count(seen.faults, `a caller failed: ${String(error)}`)))
  return {
    seen,
    stop: async () => {
      stopped = true
      const late = sleep(patienceMs, null, { ref: false }).then(() => {
        throw new Error(`the callers did not end within ${patienceMs / 1_000} s`)
      })
      await Promise.race([Promise.all(work), late])
    },
    journal: () => journalOf(reader),
  }
}
