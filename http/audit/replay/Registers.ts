/** The comparisons of a replay: agents, dealings, the Register of Compliance and the Register of Judgments, with the words under each seal. */

import { Schema } from "effect"
import { entryView, historyShown, ordersShown, registersAt } from "../../../core/compliance/index.ts"
import type { ReplayedDealings } from "../../../core/dealings/index.ts"
import { replayedJudges } from "../../../core/docket/index.ts"
import {
  type ReplayedJudgment,
  replayedItem,
  replayedOrders,
  type SealedWords,
  wordsOf,
} from "../../../core/judgments/index.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { differences, type Json, showValue } from "../../../core/kernel/Json.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { DateTime, format } from "../../../core/kernel/Time.ts"
import { check, JudgmentRecord, NotaryDocument } from "../../client/Seal.ts"
import { call, decode } from "../Client.ts"
import { type Check, type Court, compareRecord, missingNames, read, readEveryItem, unlike } from "./Check.ts"
import type { Folded, State } from "./Folded.ts"

const Record = Schema.Struct({ asOf: DateTime })
const Row = Schema.Struct({ dealings: Schema.Struct({ lodged: Schema.Int }) })

/** The orders against an agent and whether they were honoured, the latest first. */
const ordersAgainst = ({ ordersOf, entriesOf }: State, handle: string, agentId: unknown) => {
  const statuses = new Map(entriesOf(handle).map(({ citation, n, status }) => [`${citation}/${n}`, status]))
  const latest = ordersOf(agentId).toSorted(
    (a, b) => b.deliveredAt - a.deliveredAt || (a.citation < b.citation ? -1 : 1) || a.n - b.n,
  )
  return latest.map(({ citation, n, kind, text, amountCents, deliveredAt }) => ({
    citation,
    n,
    kind,
    text,
    amountCents,
    status: statuses.get(`${citation}/${n}`) ?? null,
    deliveredAt: format(deliveredAt),
  }))
}

const standingAt = ({ entriesOf, registers }: State, handle: string, now: number) => {
  const entries = new Map(entriesOf(handle).map((entry) => [entry.id, entry]))
  const reputation = new Map([[handle, registers.reputation.get(handle) ?? 0]])
  return registersAt({ entries, reputation }, now).get(handle) ?? {}
}

const tellAbsent = (handle: string) => [`${handle}: the journal has it, and the court does not serve it`]

const recordOf = async (folded: State, court: Court, handle: string, path: string) => {
  const served = await read(court, `${path}/compliance?limit=1`)
  if (served === null) return tellAbsent(handle)
  const { asOf } = decode(Record, served, `the compliance record of ${handle}`)
  const operatorIdentity = folded.agents.rows.get(handle)?.operatorIdentity ?? null
  return unlike(handle, { handle, operatorIdentity, ...standingAt(folded, handle, asOf) }, served)
}

const rowOf = async (folded: State, court: Court, handle: string, path: string) => {
  const served = await read(court, path)
  if (served === null) return tellAbsent(handle)
  const row = folded.agents.rows.get(handle)
  const { label, reputation } = { label: null, reputation: null, ...standingAt(folded, handle, court.now) }
  const orders = ordersAgainst(folded, handle, row?.id)
  const shown = orders.slice(0, ordersShown)
  const { dealings } = decode(Row, served, `the record of ${handle}`)
  // The journal does not say who confirmed a dealing, so the number of confirmed dealings can't be compared.
  return [
    ...unlike(handle, { ...row, label, reputation, orders: shown }, served),
    ...(orders.length === shown.length
      ? []
      : unlike(handle, { orders }, { orders: await readEveryItem(court, `${path}/orders`) })),
    ...unlike(handle, { lodged: folded.dealings.lodged.get(handle) ?? 0 }, dealings),
  ]
}

export const ofAgent = (handle: string): Check<State> => ({
  of: handle,
  lines: async (folded, court) => {
    const path = `/api/v1/agents/${encodeURIComponent(handle)}`
    const lines = await recordOf(folded, court, handle, path)
    return [...new Set([...lines, ...(await rowOf(folded, court, handle, path))])]
  },
})

export const agentChecks = ({ registers, agents }: Folded): ReadonlyArray<Check> =>
  [...new Set([...agents.rows.keys(), ...registers.reputation.keys()])].map(ofAgent)

export const ofDealing = (id: string): Check<{ readonly dealings: Pick<ReplayedDealings, "dealings"> }> => ({
  of: `dealing ${id}`,
  lines: async ({ dealings: { dealings } }, court) =>
    compareRecord(
      court,
      `dealing ${id}`,
      `/api/v1/dealings/${encodeURIComponent(id)}`,
      dealings.get(id) ?? {},
    ),
})

/** Comparisons of `count` lodgements, spread evenly over the register, or of all if there are fewer. */
export const dealingChecks = ({ dealings: { dealings } }: Folded, count: number): ReadonlyArray<Check> => {
  const ids = [...dealings.keys()]
  const step = Math.max(1, ids.length / Math.max(1, count))
  const chosen = Array.from({ length: Math.min(count, ids.length) }, (_, i) => ids[Math.floor(i * step)])
  return chosen.flatMap((id) => (id === undefined ? [] : [ofDealing(id)]))
}

const compliancePath = "/api/v1/compliance"

const ofEntry = (id: string): Check => ({
  of: `entry ${id}`,
  lines: async ({ registers, history }, court) => {
    const entry = registers.entries.get(id)
    if (entry === undefined) return []
    // `next` is not compared: it isn't recorded, but follows from the rest and from the figures in force.
    const { next: _, ...view } = entryView(entry, { role: "public" }, court.now, published)
    const told = { ...view, history: history(id, entry.citation).slice(-historyShown) }
    return compareRecord(
      court,
      `entry ${id}`,
      `${compliancePath}/${encodeURIComponent(id)}`,
      told as { [key: string]: Json },
    )
  },
})

const registerOfCompliance: Check = {
  of: "the Register of Compliance",
  lines: async ({ registers }, court) => {
    const items = await readEveryItem(court, compliancePath)
    return missingNames(
      "entry",
      registers.entries.keys(),
      items.map((item) => String(Reflect.get(item, "id"))),
    )
  },
}

export const entryChecks = ({ registers }: Folded): ReadonlyArray<Check> => [
  registerOfCompliance,
  ...[...registers.entries.keys()].map(ofEntry),
]

/** How the work of judges fared. A court from before judges were recorded serves nothing of them, and its journal tells nothing. */
export const judgeCheck: Check = {
  of: "the judges",
  lines: async ({ judges }, court) => {
    const told = replayedJudges(judges)
    const served = await read(court, "/api/v1/judges")
    if (served === null && told.length === 0) return []
    return served === null
      ? ["the judges: the journal has them, and the court does not serve them"]
      : unlike("the judges", { judges: told as unknown as Json }, served)
  },
}

/** The Register of Judgments: what was delivered, its live marks, and the words under each seal. */

const judgmentsPath = "/api/v1/judgments"
const Served = Schema.Struct({ ...JudgmentRecord.fields, sealedAt: Schema.String })

/** The differences between the words under the seal and what the journal said at the delivery. */
const findReworded = (told: ReplayedJudgment, { title, delivered, orders }: SealedWords) =>
  differences(
    { title: told.title, delivered: format(told.deliveredAt), orders: replayedOrders(told) },
    { title, delivered: format(delivered), orders },
  ).map(
    ({ path, ours, theirs }) =>
      `${told.citation}: ${path} is ${showValue(ours)} by the journal and ${showValue(theirs)} under the seal`,
  )

const sealOf = async (court: Court, told: ReplayedJudgment): Promise<ReadonlyArray<string>> => {
  const { citation } = told
  const served = await read(court, `${judgmentsPath}/${encodeURIComponent(citation)}`)
  if (served === null) return [`${citation}: the journal has it, and the court does not serve it`]
  const record = decode(Served, served, `the judgment ${citation}`)
  const notary = decode(
    NotaryDocument,
    await call(court.base, "GET", "/.well-known/notary.json"),
    "the notary key document",
  )
  const broken = check(record, notary, citation).filter(({ holds }) => !holds)
  const words = wordsOf(record.payload)
  const hash = { payloadSha256: told.payloadSha256 }
  const { finality, openUntil, marks } = replayedItem(told, court.now)
  const live = { finality, openUntil, marks, sealedAt: format(told.deliveredAt) }
  return [
    ...broken.map(({ rule, why }) => `${citation}: its seal fails rule ${rule}: ${why}`),
    ...unlike(citation, hash, { payloadSha256: sha256Hex(record.payload) }),
    ...unlike(citation, live, served),
    ...(words === null ? [] : findReworded(told, words)),
  ]
}

export const ofJudgment = (citation: string): Check<State> => ({
  of: citation,
  lines: async ({ judgments }, court) => {
    const told = judgments.judgments.get(citation)
    return told === undefined ? [] : sealOf(court, told)
  },
})

const registerOfJudgments: Check = {
  of: "the Register of Judgments",
  lines: async ({ judgments: { judgments } }, court) => {
    const items = await readEveryItem(court, judgmentsPath)
    const citations = items.map((item) => String(Reflect.get(item, "citation")))
    const listed = items.flatMap((item, i) => {
      const told = judgments.get(citations[i] ?? "")
      return told === undefined ? [] : unlike(told.citation, replayedItem(told, court.now), item)
    })
    return [...missingNames("judgment", judgments.keys(), citations), ...listed]
  },
}

export const judgmentChecks = ({ judgments: { judgments } }: Folded): ReadonlyArray<Check> => [
  registerOfJudgments,
  ...[...judgments.keys()].map(ofJudgment),
]
