/** Delivering a judgment: what it changes, all in one commit (Rule 5.2 to Rule 5.6). */
import { Either, type Option } from "effect"
import { type Notice, serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext, Decision } from "../Command.ts"
import type { Standing } from "../compliance/Entry.ts"
import { openEntries } from "../compliance/Opening.ts"
import { adjustStanding } from "../compliance/Standing.ts"
import { byteLength } from "../Hash.ts"
import { type Matter, subjectOf as matterSubject } from "../matters/Matter.ts"
import { isRespondentBound } from "../matters/Parties.ts"
import { docketData, kept as keepMatter, type OnRecord, passingEvents } from "../matters/Record.ts"
import { advance, moveOf } from "../matters/Transitions.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { limits } from "../Store.ts"
import { format, formatNullable } from "../Time.ts"
import { nextCitation, yearOf } from "./Citation.ts"
import { findings, type Tariffed, tariffOf } from "./Conduct.ts"
import { checkDraft } from "./Draft.ts"
import { finalityKind, finalityTask, openFinality } from "./Finality.ts"
import type { Draft } from "./Judge.ts"
import { type Judgment, Judgments, type SeriesCounter, SeriesCounters, subjectOf } from "./Judgment.ts"
import { capPayments, checkOrders, declareUnbound, resolve } from "./Orders.ts"
import { payloadHash, payloadText, publicOrder } from "./Payload.ts"
import { renderReasons } from "./Reasons.ts"

/** All that delivering rests on: the matter with every passing applied, and what the judgment counts on and moves. */
export interface DeliveryFacts extends OnRecord {
  readonly counter: Option.Option<SeriesCounter>
  /** Stakes in force at the instant of the dealing, by agent id. An agent without one has staked nothing. */
  readonly stakes: ReadonlyMap<string, number>
  /** The standings of both parties that are enrolled. */
  readonly standings: ReadonlyArray<Standing>
}

/** How the judgment came about. */
export interface Manner {
  readonly act: "judgment" | "consent/accept"
  readonly basis: Judgment["basis"]
  /** Who decided, and how, as the reasons say it. */
  readonly judgeLine: string
}

export type Delivered = { readonly citation: string; readonly matterId: string; readonly deliveredAt: string }

interface Composed {
  readonly judgment: Judgment
  readonly payload: string
  readonly counter: SeriesCounter
}

const unboundNote = (matter: Matter): ReadonlyArray<string> =>
  isRespondentBound(matter)
    ? []
    : [
        `${matter.respondent.handle} was not enrolled when served and did not appear. It is not bound: this judgment declares and does not order (Rule 2.4).`,
      ]

/** The judgment and its payload from a draft that has been checked. */
const compose = (
  draft: Draft,
  manner: Manner,
  facts: DeliveryFacts,
  matter: Matter,
  { now }: CommandContext,
): Composed => {
  const { terms } = facts
  const series = "MC"
  const { citation, counter } = nextCitation(facts.counter, series, now)
  const orders = capPayments(
    declareUnbound(resolve(draft.orders, matter, terms.orderHoursDefault), matter.currency),
    (agentId) => facts.stakes.get(agentId) ?? 0,
    matter.currency,
  )
  const reasons = renderReasons({
    citation,
    title: matter.title,
    parties: matter,
    deliveredAt: now,
    judgeLine: manner.judgeLine,
    draft,
    orders,
    currency: matter.currency,
    notes: unboundNote(matter),
  })
  const payload = payloadText({ citation, series, title: matter.title, deliveredAt: now, orders, reasons })
  const judgment: Judgment = {
    citation,
    series,
    year: yearOf(now),
    number: counter.last,
    matterId: matter.id,
    appealId: null,
    court: "Magistrate",
    title: matter.title,
    deliveredAt: now,
    payloadSha256: payloadHash(payload),
    claimant: matter.claimant,
    respondent: matter.respondent,
    respondentBound: isRespondentBound(matter),
    basis: manner.basis,
    orders,
    currency: matter.currency,
    areas: draft.areas,
    catchwords: draft.catchwords,
    ratio: draft.ratio,
    costCents: draft.costCents,
    finality: openFinality(manner.basis, now, terms),
    entries: [],
    marks: { reported: false, vacated: false, setAside: false, supersededBy: null },
  }
  return { judgment, payload, counter }
}

const checkSize = ({ judgment, payload }: Composed): Either.Either<void, Refusal> => {
  const record = byteLength(JSON.stringify(judgment))
  const sealed = byteLength(payload)
  // An entry's id is added for each order after this check.
  const max = limits.recordBytes - 1_000
  return firstOf([
    when(record > max, "draft_too_large", { what: "orders, ratio and catchwords", max, found: record }),
    when(sealed > limits.blobBytes, "draft_too_large", {
      what: "judgment",
      max: limits.blobBytes,
      found: sealed,
    }),
  ])
}

/** The public event of a delivery: what a disposition says, and what was found of conduct. */
const deliveredEvent = (judgment: Judgment, conduct: ReadonlyArray<Tariffed>): Change =>
  Changed.event("judgment.delivered", subjectOf(judgment.citation), ["Rule 5.2", "Rule 5.4", "Rule 5.5"], {
    citation: judgment.citation,
    matterId: judgment.matterId,
    series: judgment.series,
    title: judgment.title,
    claimant: judgment.claimant.handle,
    respondent: judgment.respondent.handle,
    respondentBound: judgment.respondentBound,
    basis: judgment.basis,
    deliveredAt: format(judgment.deliveredAt),
    payloadSha256: judgment.payloadSha256,
    currency: judgment.currency,
    orders: judgment.orders.map((order) => ({ n: order.n, ...publicOrder(order), hours: order.hours })),
    conduct: conduct.map(({ handle, finding, delta }) => ({ agent: handle, finding, delta })),
    entries: judgment.entries,
    finality: judgment.finality.status,
    finalAt: formatNullable(judgment.finality.until),
  })

const notices = (judgment: Judgment, id: (n: number) => string): ReadonlyArray<Change> =>
  [judgment.claimant, judgment.respondent].flatMap((party, i) => {
    if (party.id === null) return []
    const until = judgment.finality.until
    const notice: Notice = {
      id: id(i),
      agentId: party.id,
      type: "judgment.delivered",
      subject: subjectOf(judgment.citation),
      at: judgment.deliveredAt,
      text: `Judgment ${judgment.citation} was delivered in your matter. ${until === null ? "It is final." : `It is open to appeal until ${format(until)}.`}`,
      data: { citation: judgment.citation, matterId: judgment.matterId, appealUntil: formatNullable(until) },
    }
    return serve(notice)
  })

/** The standings after the findings of conduct, each finding recorded (PD4 §2). */
const adjustments = (
  conduct: ReadonlyArray<Tariffed>,
  standings: ReadonlyArray<Standing>,
  citation: string,
): ReadonlyArray<Change> => {
  const now = new Map(standings.map((standing) => [standing.agentId, standing]))
  return conduct.flatMap(({ agentId, finding, delta }) => {
    const standing = now.get(agentId)
    if (standing === undefined) return []
    const why = { reason: findings[finding].title, rule: "PD4 §2", citation } as const
    const adjusted = adjustStanding(standing, delta, why)
    now.set(agentId, adjusted.standing)
    return adjusted.changes
  })
}

/** The matter decided, with its deadlines gone and the claimant's open matters one fewer (PD1 §2). */
const endMatter = (
  facts: DeliveryFacts,
  matter: Matter,
  act: Manner["act"],
  citation: string,
  now: number,
) => {
  const move = moveOf(matter.status, act)
  const after: Matter = { ...(move === null ? matter : advance(matter, move, now, facts.terms)), citation }
  return [
    ...passingEvents(facts.passed),
    ...keepMatter(facts.stored, after, facts.filer),
    Changed.event("matter.decided", matterSubject(matter.id), ["Rule 5.2"], {
      ...docketData(after),
      citation,
    }),
  ]
}

/**
 * Everything that delivering a draft changes. `matter` is the matter at that moment: `facts` with every passing applied, or with
 * the appearance that came with the act.
 */
export const deliver = rule(
  ["Rule 5.2", "Rule 5.4", "Rule 5.6"],
  (
    draft: Draft,
    manner: Manner,
    facts: DeliveryFacts,
    context: CommandContext,
    matter: Matter = facts.passed.matter,
  ): Either.Either<Decision<Delivered>, Refusal> =>
    Either.gen(function* () {
      yield* checkDraft(draft, matter)
      yield* checkOrders(draft.orders, matter)
      const composed = compose(draft, manner, facts, matter, context)
      yield* checkSize(composed)
      const { now, id, schedule } = context
      const made = { ...composed.judgment, filedAt: matter.filedAt }
      const opened = openEntries(made, schedule, (k) => id(16 + k), facts.standings)
      const judgment = { ...composed.judgment, entries: opened.entries.map((entry) => entry.id) }
      const { citation, finality } = judgment
      const conduct = tariffOf(draft.conduct, matter, facts.terms)
      return {
        changes: [
          ...endMatter(facts, matter, manner.act, citation, now),
          Changed.blob(judgment.payloadSha256, composed.payload),
          Changed.seal(citation, composed.payload),
          Changed.put(SeriesCounters, composed.counter),
          Changed.put(Judgments, judgment),
          deliveredEvent(judgment, conduct),
          ...opened.changes,
          ...adjustments(conduct, opened.standings, citation),
          ...notices(judgment, (n) => id(8 + n)),
          ...(finality.until === null
            ? []
            : [Changed.task(finalityTask(citation), finalityKind, finality.until, { citation })]),
        ],
        reply: { citation, matterId: judgment.matterId, deliveredAt: format(now) },
      }
    }),
)
