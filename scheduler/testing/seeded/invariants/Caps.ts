/** Invariants of the cap of the stake. They are written from the dealings themselves, and know nothing of the court's record of suits. */
import { records as agentRecords } from "../../../../core/agents/index.ts"
import { Dealing } from "../../../../core/dealings/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import type { Party } from "../../../../core/kernel/Actor.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { Matter } from "../../../../core/matters/index.ts"
import { Quote } from "../../../../core/quotes/index.ts"
import { each, type Invariant, sum } from "../Invariant.ts"
import type { Watched } from "../Watched.ts"

const judgmentOf = (store: Watched, citation: string): Judgment.Judgment =>
  needPresent(store.find(Judgment.Judgments, citation), `the judgment ${citation}`)
const matterOf = (store: Watched, { matterId }: Judgment.Judgment): Matter.Matter =>
  needPresent(store.find(Matter.Matters, matterId), "the matter of a judgment")
const quoteOf = (store: Watched, { quoteId }: Matter.Matter): Quote.Quote | null =>
  quoteId === null ? null : store.find(Quote.Quotes, quoteId)

const isBetween = (one: Matter.Matter, other: Matter.Matter): boolean => {
  const pair = ({ claimant, respondent }: Matter.Matter) => [claimant.handle, respondent.handle].sort().join()
  return pair(one) === pair(other)
}

/** The entries on which a matter rests that name both of its parties, and that one of them lodged, or had confirmed at the filing. */
const stoodBy = (store: Watched, matter: Matter.Matter, party: Party): ReadonlyArray<Dealing.Dealing> => {
  const { claimant, respondent, filedAt } = matter
  const other = party.handle === claimant.handle ? respondent : claimant
  return matter.dealings
    .map((id) => needPresent(store.find(Dealing.Dealings, id), "an entry on which a matter rests"))
    .filter(({ lodger, counterpartyId, review }) =>
      lodger === party.handle
        ? counterpartyId !== null && counterpartyId === other.id
        : lodger === other.handle &&
          counterpartyId === party.id &&
          review?.outcome === "confirmed" &&
          review.at <= filedAt,
    )
}

/** The dealings of a matter by which a party is capped; all that rests on neither is one. */
const dealingsOf = (store: Watched, matter: Matter.Matter, party: Party): ReadonlyArray<string> => {
  const quote = quoteOf(store, matter)
  const agreed = quote === null ? [] : [quote.id, ...(quote.acceptance === null ? [] : [quote.acceptance])]
  const dealings = [...agreed, ...stoodBy(store, matter, party).map(({ id }) => id)]
  return dealings.length === 0 ? ["all else"] : dealings
}

/** The sum that the judgments in force in some matters order an agent to pay, apart from costs that were not agreed, in cents. */
const orderedOn = (store: Watched, matters: ReadonlyArray<Matter.Matter>, agentId: string): number =>
  sum(
    matters
      .flatMap(({ review }) => review?.inForce ?? [])
      .flatMap((citation) => {
        const { orders, basis } = judgmentOf(store, citation)
        return orders.map(({ kind, against, amountCents }) =>
          against?.id === agentId &&
          (kind === "pay" || kind === "other" || (kind === "costs" && basis === "consent"))
            ? (amountCents ?? 0)
            : 0,
        )
      }),
  )

/**
 * The instants whose lowest stake counts: an instant that the respondent stood by, or else the instants of the claimant's choice and of the
 * filing.
 */
const instantsOf = (store: Watched, matter: Matter.Matter): ReadonlyArray<number> => {
  const accepted = quoteOf(store, matter)?.acceptedAt ?? null
  if (accepted !== null) return [accepted]
  const lodged = stoodBy(store, matter, matter.respondent).map(({ lodgedAt }) => lodgedAt)
  return lodged.length === 0 ? [matter.dealingAt, matter.filedAt] : [Math.min(...lodged)]
}

/** The lowest stake of an agent at the instants that count for a matter, in cents. */
const stakeFor = (store: Watched, matter: Matter.Matter, agentId: string): number =>
  Math.min(
    ...instantsOf(store, matter).map((at) => {
      const before = store
        .all(agentRecords.Stakes)
        .filter((stake) => stake.agentId === agentId && stake.at <= at)
      return before.reduce((last, stake) => (stake.at >= last.at ? stake : last), { at: -1, cents: 0 }).cents
    }),
  )

export const caps: ReadonlyArray<Invariant> = [
  each(
    "what judgments that stand order on one dealing stays within the stake at the dealing",
    Judgment.Judgments,
    ({ before, after }, store) => {
      const matter = matterOf(store, after)
      // The Court speaks when it delivers. It does not repeat what it said before when another judgment falls.
      if (before !== null) return true
      return [matter.claimant, matter.respondent].every((party) => {
        const { id } = party
        if (id === null) return true
        return dealingsOf(store, matter, party).every((dealing) => {
          const on = store
            .all(Matter.Matters)
            .filter((it) => isBetween(it, matter) && dealingsOf(store, it, party).includes(dealing))
          return orderedOn(store, on, id) <= Math.max(...on.map((it) => stakeFor(store, it, id)))
        })
      })
    },
  ),
]
