/** What every commit must leave true, whatever came before it. Each says what is broken; nothing, where it holds. */

import { Agents } from "../../../core/agents/Agent.ts"
import { Deliveries } from "../../../core/agents/Delivery.ts"
import { Notices, registrarInbox } from "../../../core/agents/Notice.ts"
import { acceptanceTask, Operators } from "../../../core/agents/Operator.ts"
import { type AppealStatus, Appeals, deadlineTask as appealDeadline } from "../../../core/appeals/Appeal.ts"
import { acts as appealActs, hearingDue } from "../../../core/appeals/Moves.ts"
import { CountedTransfers } from "../../../core/chains/Transfer.ts"
import { Entries } from "../../../core/compliance/Entry.ts"
import { Dealings } from "../../../core/dealings/Dealing.ts"
import { finalityTask, Judgments, SeriesCounters } from "../../../core/judgments/Judgment.ts"
import type { Kind } from "../../../core/Kind.ts"
import { Balances, LedgerEntries } from "../../../core/ledger/Account.ts"
import { expiryTask, Invoices, OpenInvoiceCounts } from "../../../core/ledger/Invoice.ts"
import { FeeCredits } from "../../../core/ledger/RecordWork.ts"
import { rowsOf } from "../../../core/Moves.ts"
import { DocketLists, Filers } from "../../../core/matters/Docket.ts"
import { capacityTask } from "../../../core/matters/Lists.ts"
import {
  judgeTask,
  type MatterStatus,
  Matters,
  deadlineTask as matterDeadline,
} from "../../../core/matters/Matter.ts"
import { moves as matterMoves } from "../../../core/matters/Moves.ts"
import { Seals } from "../../../core/Notary.ts"
import { actNames, acts as quoteMoves } from "../../../core/quotes/Moves.ts"
import {
  deadlineOf,
  type QuoteStatus,
  Quotes,
  deadlineTask as quoteDeadline,
} from "../../../core/quotes/Quote.ts"
import { VariedFigures } from "../../../core/registrar/Amendment.ts"
import { bounds } from "../../../core/Schedule.ts"
import { days } from "../../../core/Time.ts"
import type { Commit, Watched } from "./Watched.ts"
import { person } from "./World.ts"

export interface Invariant {
  readonly name: string
  readonly broken: (commit: Commit, store: Watched) => ReadonlyArray<string>
}

interface Move<A> {
  readonly before: A | null
  readonly after: A
}
/** The records of a kind that a commit changed. */
export const changesOf = <A>({ changed }: Commit, kind: Kind<A>): ReadonlyArray<Move<A>> =>
  changed
    .filter(({ put }) => put.ref.kind === kind.name)
    // A record's type is its JSON (core/Kind.ts).
    .map(({ put, before }) => ({ before: before as A | null, after: put.body as A }))

/** An invariant that every change of a record of this kind must satisfy. */
export const each = <A>(
  name: string,
  kind: Kind<A>,
  holds: (move: Move<A>, store: Watched, commit: Commit) => boolean,
): Invariant => ({
  name,
  broken: (commit, store) =>
    changesOf(commit, kind)
      .filter((move) => !holds(move, store, commit))
      .map(({ before, after }) => `${JSON.stringify(before)} became ${JSON.stringify(after)}`),
})

const count = <A>(all: ReadonlyArray<A>, of: (one: A) => boolean): number => all.filter(of).length
const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => a + b, 0)
const isCents = (n: number): boolean => Number.isSafeInteger(n) && n >= 0

/** A task is there at this instant, or later where it was put off; with no instant there is none. */
export const waits = ({ tasks }: Watched, id: string, at: number | null): boolean => {
  const task = tasks.get(id)
  return at === null ? task === undefined : task !== undefined && task.dueAt >= at
}

/** Whether moves lead from one status to another: any that time makes, then at most one act. */
const leads = <S extends string>(moves: ReadonlyArray<readonly [from: S, to: S, byTime: boolean]>) => {
  const reached = (from: S): ReadonlySet<S> => {
    const passed = new Set([from])
    for (const at of passed) for (const [f, to, byTime] of moves) if (byTime && f === at) passed.add(to)
    const acted = [...passed].flatMap((at) => moves.filter(([f]) => f === at).map(([, to]) => to))
    return new Set([...passed, ...acted])
  }
  const known = new Map<S, ReadonlySet<S>>()
  return (from: S, to: S): boolean => {
    const set = known.get(from) ?? reached(from)
    known.set(from, set)
    return set.has(to)
  }
}

const matterLeads = leads<MatterStatus>(
  matterMoves.flatMap(({ from, to, act }) =>
    from.flatMap((status) =>
      status === "none" ? [] : [[status, to === "same" ? status : to, act === "pass"] as const],
    ),
  ),
)
const appealLeads = leads<AppealStatus>(
  rowsOf(appealActs).flatMap(({ from, to, act }) =>
    from.flatMap((status) => (status === "none" ? [] : [[status, to, act === "pass"] as const])),
  ),
)
const found: ReadonlyArray<QuoteStatus> = ["settled", "disputed"]
const quoteLeads = leads<QuoteStatus>(
  actNames.flatMap((act) =>
    quoteMoves[act].moves.flatMap(({ from, to }) =>
      from.flatMap((status) => {
        if (status === "none") return []
        const ends = to === "found" ? found : [to === "same" ? status : to]
        return ends.map((end) => [status, end, act === "pass"] as const)
      }),
    ),
  ),
)

/** Once written they stay. */
const stays = <A>(kind: Kind<A>): Invariant =>
  each(`a record of kind ${kind.name} is never changed`, kind, ({ before }) => before === null)

export const invariants: ReadonlyArray<Invariant> = [
  stays(Notices),
  stays(LedgerEntries),
  stays(Seals),
  each(
    "an operator has no more agents than it may, and each takes a place of its kind",
    Operators,
    ({ after: { id, places } }, store) => {
      const here = store.all(Agents).filter(({ operatorId }) => operatorId === id)
      return (["stated", "proven"] as const).every(
        (status) =>
          places[status] <= bounds.operatorAgentsMax &&
          count(here, ({ identity }) => identity.status === status) <= places[status],
      )
    },
  ),
  each(
    "to an address that is only stated one note goes in so many days",
    Operators,
    ({ before, after }, _store, { set }) => {
      const notes = count(set.tasks, ({ kind }) => kind === acceptanceTask)
      if (before?.notedAt === after.notedAt || after.notedAt === null) return notes === 0
      return (
        notes === 1 &&
        (before === null ||
          before.notedAt === null ||
          after.notedAt - before.notedAt >= days(bounds.acceptanceDays))
      )
    },
  ),
  each(
    "no notice is mailed to an address that is not proven for its agent",
    Deliveries,
    ({ before, after }, { find }) => {
      const agent = find(Agents, after.agentId)
      const first = before === null && after.type !== "court.verification"
      // The agent may have moved since the call was made: only what stood still is judged.
      const mailed = (after.email?.attempts.length ?? 0) > 0 && agent?.operatorMovedAt === null
      return !(first && mailed) || agent?.identity.status === "proven"
    },
  ),
  each(
    "an agent holds its handle",
    Agents,
    ({ after }, { claims }) => claims.get(`handle/${after.handle}`) === after.id,
  ),
  each(
    "a dealing is reviewed once, and its content stays",
    Dealings,
    ({ before, after }) =>
      before === null ||
      (before.review === null && before.sha256 === after.sha256 && before.lodger === after.lodger),
  ),
  each(
    "a quote moves as its table has it",
    Quotes,
    ({ before, after }) => before === null || quoteLeads(before.status, after.status),
  ),
  each("a quote has its deadline", Quotes, ({ after }, store) =>
    waits(store, quoteDeadline(after.id), deadlineOf(after)),
  ),
  each(
    "a quote is settled by both sides, or by time alone",
    Quotes,
    ({ after: { status, close, countersign, inspection, endedAt } }) =>
      status !== "settled" ||
      (close !== null && (countersign !== null || (endedAt ?? 0) >= (inspection?.closesAt ?? 0))),
  ),
  each(
    "a matter moves as its table has it",
    Matters,
    ({ before, after }) => before === null || matterLeads(before.status, after.status),
  ),
  each("a matter has its deadline", Matters, ({ after }, store) =>
    waits(store, matterDeadline(after.id), after.period?.closesAt ?? null),
  ),
  each(
    "a matter that has ended has no period, and one that is decided has a citation",
    Matters,
    ({ after: { status, endedAt, period, citation, review } }) =>
      (endedAt === null || period === null) &&
      (status !== "decided" || citation !== null || (review?.inForce.length ?? 0) === 0),
  ),
  each(
    "the judge is asked of no matter but one that is reserved",
    Matters,
    ({ after }, { tasks }) => after.status === "reserved" || !tasks.has(judgeTask(after.id)),
  ),
  each("what a claimant has filed is counted", Matters, ({ after: { claimant } }, store) => {
    const own = store.all(Matters).filter((matter) => matter.claimant.id === claimant.id)
    const filer = store.find(Filers, claimant.id ?? "")
    return filer?.open === count(own, ({ endedAt }) => endedAt === null) && filer.total === own.length
  }),
  each(
    "no claimant has more matters than it may have filed",
    Filers,
    ({ after }) => after.total <= bounds.claimsMax,
  ),
  each(
    "the docket numbers its matters without a gap, and counts those that wait",
    DocketLists,
    ({ after }, store) => {
      const all = store.all(Matters)
      const numbers = new Set(all.map(({ number }) => number))
      return (
        numbers.size === all.length &&
        after.lastNumber === all.length &&
        after.queued === count(all, ({ status }) => status === "queued")
      )
    },
  ),
  each(
    "a new capacity of the list asks for those that wait, from its instant on",
    VariedFigures,
    ({ after: { name, from } }, store) =>
      name !== "listCapacityMatters" || waits(store, capacityTask(from), from),
  ),
  each(
    "a judgment is sealed and its words are kept",
    Judgments,
    ({ after }, store) =>
      store.find(Seals, after.citation)?.sha256 === after.payloadSha256 &&
      store.blobs.has(after.payloadSha256),
  ),
  each(
    "what a judgment says is never changed",
    Judgments,
    ({ before, after }) =>
      before === null ||
      (before.payloadSha256 === after.payloadSha256 &&
        before.deliveredAt === after.deliveredAt &&
        JSON.stringify(before.orders) === JSON.stringify(after.orders)),
  ),
  each(
    "entries stand as the judgment does on which they rest",
    Judgments,
    ({ after: { entries, finality } }, store) =>
      entries
        .flatMap((id) => store.find(Entries, id) ?? [])
        .every(({ status, suspendedSince }) => {
          if (finality.status === "vacated" || finality.status === "superseded")
            return status === "superseded"
          return (suspendedSince !== null) === (finality.status === "under appeal")
        }),
  ),
  each(
    "no finding of conduct stands of a judgment that fell, and every one of a judgment that did not",
    Judgments,
    ({ after: { conduct, finality } }) => {
      const fell = finality.status === "vacated" || finality.status === "superseded"
      return conduct.every(({ reversedAt }) => (reversedAt !== null) === fell)
    },
  ),
  each(
    "what is in force in a matter is neither vacated nor superseded",
    Matters,
    ({ after: { review } }, store) =>
      (review?.inForce ?? []).every((citation) => {
        const status = store.find(Judgments, citation)?.finality.status
        return status !== undefined && status !== "vacated" && status !== "superseded"
      }),
  ),
  each(
    "judgments are numbered without a gap",
    SeriesCounters,
    ({ after }, store) =>
      after.last ===
      count(store.all(Judgments), ({ series, year }) => series === after.series && year === after.year),
  ),
  each(
    "the end of the time to appeal is awaited",
    Judgments,
    ({ after: { citation, finality } }, store) =>
      finality.status !== "open to appeal" ||
      finality.until === null ||
      waits(store, finalityTask(citation), finality.until),
  ),
  each(
    "an appeal moves as its table has it",
    Appeals,
    ({ before, after }) => before === null || appealLeads(before.status, after.status),
  ),
  each("an appeal that waits for its price or its hearing has its deadline", Appeals, ({ after }, store) => {
    const due = hearingDue(after)
    return due === null
      ? after.status !== "noticed" && after.status !== "stated"
      : waits(store, appealDeadline(after.id), due) &&
          (store.tasks.get(appealDeadline(after.id))?.dueAt ?? 0) < due + days(1)
  }),
  each("a balance is the sum of its entries, in whole cents", Balances, ({ after }, store) => {
    const own = store.all(LedgerEntries).filter(({ agentId }) => agentId === after.agentId)
    const of = (wanted: "charge" | "credit") =>
      sum(own.filter(({ kind }) => kind === wanted).map(({ cents }) => cents))
    return (
      own.every(({ cents }) => isCents(cents) && cents > 0) &&
      after.chargedCents === of("charge") &&
      after.creditedCents === of("credit")
    )
  }),
  each("no entry is without its balance", LedgerEntries, ({ after }, _store, commit) =>
    changesOf(commit, Balances).some((balance) => balance.after.agentId === after.agentId),
  ),
  each("what was paid towards an invoice is what was counted and stands", Invoices, ({ after }, store) => {
    const counted = store
      .all(CountedTransfers)
      .filter(({ towards, reversedAt, cents }) => towards.id === after.id && reversedAt === null && cents > 0)
    return BigInt(after.paidUnits) === counted.reduce((paid, { units }) => paid + BigInt(units), 0n)
  }),
  each(
    "an agent's open invoices are as many as it is said to have, and end",
    OpenInvoiceCounts,
    ({ after }, store) => {
      const open = store
        .all(Invoices)
        .filter(({ agentId, status }) => agentId === after.agentId && status === "open")
      return (
        open.length === after.open &&
        open.every(({ id, expiresAt }) => waits(store, expiryTask(id), expiresAt))
      )
    },
  ),
  each(
    "what a chain credits and takes back is what was counted",
    Balances,
    ({ after: { agentId } }, store) => {
      const own = store.all(LedgerEntries).filter((entry) => entry.agentId === agentId)
      const of = (reason: string) =>
        sum(own.filter((entry) => entry.reason === reason).map(({ cents }) => cents))
      const invoices = new Set(
        store
          .all(Invoices)
          .filter((invoice) => invoice.agentId === agentId)
          .map(({ id }) => id),
      )
      const standing = store
        .all(CountedTransfers)
        .filter(({ towards, reversedAt }) => invoices.has(towards.id) && reversedAt === null)
      return of("payment") - of("payment_reversed") === sum(standing.map(({ cents }) => cents))
    },
  ),
  each("no more is credited against a fee than the fee", FeeCredits, ({ after }, store) => {
    const charge = store.find(LedgerEntries, after.entryId)
    return charge !== null && isCents(after.creditedCents) && after.creditedCents <= charge.cents
  }),
  {
    name: "what the screen finds is kept nowhere",
    broken: ({ set }) => set.blobs.filter(({ text }) => text.includes(person)).map(({ sha256 }) => sha256),
  },
  {
    name: "the journal knows no operator",
    broken: ({ set }) =>
      set.events.flatMap(({ id, data }) => (JSON.stringify(data).includes("@") ? [id] : [])),
  },
  each(
    "a notice is carried further, save one to the Registrar",
    Notices,
    ({ after }, _store, { set }) =>
      after.agentId === registrarInbox || set.tasks.some(({ id }) => id === `notice/${after.id}`),
  ),
]
