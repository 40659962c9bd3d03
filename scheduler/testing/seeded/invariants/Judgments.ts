import { Determination } from "../../../../core/account/index.ts"
import {
  acts as appealActs,
  records as appealRecords,
  passAppealDeadline,
} from "../../../../core/appeals/index.ts"
import { passesAt } from "../../../../core/appeals/testing/index.ts"
import { Entry } from "../../../../core/compliance/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { rowsOf } from "../../../../core/kernel/Moves.ts"
import { Seals } from "../../../../core/kernel/Notary.ts"
import { days } from "../../../../core/kernel/Time.ts"
import { records as ledgerRecords } from "../../../../core/ledger/index.ts"
import { Quote } from "../../../../core/quotes/index.ts"
import { count, each, type Invariant, leads, stays, sum, waits } from "../Invariant.ts"
import type { Watched } from "../Watched.ts"

/** The sum of what was charged to an agent in the matter of a judgment, and of what the judgment itself charged to anybody, in cents. */
const chargedIn = (
  store: Watched,
  { matterId, citation }: Judgment.Judgment,
  agentId: string | null,
): number => {
  const own = store
    .all(ledgerRecords.LedgerEntries)
    .filter(({ subject }) => subject === Judgment.subjectOf(citation))
  const before =
    agentId === null
      ? null
      : store.find(
          ledgerRecords.MatterCharges,
          ledgerRecords.MatterCharges.id({ matterId, agentId, cents: 0 }),
        )
  return (before?.cents ?? 0) + sum(own.map(({ cents }) => cents))
}

type Appeal = typeof appealRecords.Appeals.schema.Type
const appealLeads = leads<Appeal["status"]>(
  rowsOf(appealActs).flatMap(({ from, to, act }) =>
    from.flatMap((status) => (status === "none" ? [] : [[status, to, act === "pass"] as const])),
  ),
)

/** Whether the payments of a judgment are carried by the account of a quote alone, as the judge on the papers says in its catchwords. */
const isByAccount = ({ catchwords }: Judgment.Judgment): boolean =>
  catchwords.includes("Account of a quote") &&
  !["Debt", "Admission"].some((word) => catchwords.includes(word))

/** The sums that a judgment orders to be paid to an agent, in cents. */
const orderedTo = ({ orders }: Judgment.Judgment, agentId: string | null): number =>
  sum(
    orders
      .filter(({ kind, inFavourOf }) => kind === "pay" && inFavourOf?.id === agentId)
      .map(({ amountCents }) => amountCents ?? 0),
  )

export const judgments: ReadonlyArray<Invariant> = [
  stays(Seals),
  each(
    "what is ordered on the account of a quote is never above what the judgment determines",
    Judgment.Judgments,
    ({ before, after }, store) => {
      if (before !== null || !isByAccount(after)) return true
      const determined = after.determined?.find(({ deal }) => deal.kind === "quote")
      const quote = determined === undefined ? null : store.find(Quote.Quotes, determined.deal.id)
      if (determined === undefined || quote === null) return false
      return (
        orderedTo(after, quote.supplier.id) <= Determination.unpaidTo(determined, "supplier") &&
        orderedTo(after, quote.buyer.party?.id ?? null) <= Determination.unpaidTo(determined, "buyer")
      )
    },
  ),
  each(
    "a judgment is sealed and its words are kept",
    Judgment.Judgments,
    ({ after }, store) =>
      store.find(Seals, after.citation)?.sha256 === after.payloadSha256 &&
      store.blobs.has(after.payloadSha256),
  ),
  each(
    "what a judgment says is never changed",
    Judgment.Judgments,
    ({ before, after }) =>
      before === null ||
      (before.payloadSha256 === after.payloadSha256 &&
        before.deliveredAt === after.deliveredAt &&
        JSON.stringify(before.orders) === JSON.stringify(after.orders)),
  ),
  each(
    "costs are within what was charged in the matter to the party that they favour",
    Judgment.Judgments,
    ({ before, after }, store) =>
      before !== null ||
      after.basis === "consent" ||
      [after.claimant, after.respondent].every(({ id, handle }) => {
        const costs = after.orders.filter(
          ({ kind, inFavourOf }) => kind === "costs" && inFavourOf?.handle === handle,
        )
        return (
          sum(costs.map(({ amountCents }) => amountCents ?? Number.POSITIVE_INFINITY)) <=
          chargedIn(store, after, id)
        )
      }),
  ),
  each(
    "an entry is superseded or suspended exactly when its judgment is",
    Judgment.Judgments,
    ({ after: { entries, finality } }, store) =>
      entries
        .map((id) => needPresent(store.find(Entry.Entries, id), "an entry of a judgment"))
        .every(({ status, suspendedSince }) => {
          if (finality.status === "vacated" || finality.status === "superseded")
            return status === "superseded"
          return (suspendedSince !== null) === (finality.status === "under appeal")
        }),
  ),
  each(
    "findings of conduct are reversed exactly when their judgment is vacated or superseded",
    Judgment.Judgments,
    ({ after: { conduct, finality } }) => {
      const fell = finality.status === "vacated" || finality.status === "superseded"
      return conduct.every(({ reversedAt }) => (reversedAt !== null) === fell)
    },
  ),
  each(
    "judgments are numbered without a gap",
    Judgment.SeriesCounters,
    ({ after }, store) =>
      after.last ===
      count(
        store.all(Judgment.Judgments),
        ({ series, year }) => series === after.series && year === after.year,
      ),
  ),
  each(
    "the end of the time to appeal has its task",
    Judgment.Judgments,
    ({ after: { citation, finality } }, store) =>
      finality.status !== "open to appeal" ||
      finality.until === null ||
      waits(store, Judgment.finalityTask(citation), finality.until),
  ),
  each(
    "an appeal moves as its table allows",
    appealRecords.Appeals,
    ({ before, after }) => before === null || appealLeads(before.status, after.status),
  ),
  each("an appeal that is pending has its deadline", appealRecords.Appeals, ({ after }, store) => {
    const due = passesAt(after)
    const task = store.tasks.get(`${passAppealDeadline.taskKind}/${after.id}`)
    return due === null
      ? after.endedAt !== null
      : task !== undefined && task.dueAt >= due && task.dueAt < due + days(1)
  }),
]
