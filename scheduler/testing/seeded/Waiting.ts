/** Tasks that the clock does again and again while a matter waits for an office: of holds (PD2 §6D), and of bytes (PD14 §13). */
import { records as deliveryRecords, Kept } from "../../../core/deliveries/index.ts"
import { Hold, records as holdRecords } from "../../../core/holds/index.ts"
import { records as matterRecords } from "../../../core/matters/index.ts"
import { Quote } from "../../../core/quotes/index.ts"
import type { World } from "./World.ts"

/** The statuses of a matter that only an office, or both its parties by consent (Rule 4.7), can end. Its holds wait with it. */
export const awaitsOffice: ReadonlySet<string> = new Set(["reserved", "queued"])

/** The tasks of holds and of bytes that are kept while a matter between their sides waits for an office. */
export const keptTasks = ({ store }: Pick<World, "store">): ReadonlySet<string> => {
  const waiting = store.all(matterRecords.Matters).filter(({ status }) => awaitsOffice.has(status))
  const waits = (...sides: ReadonlyArray<string | null>): boolean =>
    waiting.some(({ claimant, respondent }) => sides.includes(claimant.id) && sides.includes(respondent.id))
  const kept = store
    .all(holdRecords.Holds)
    .filter(
      ({ status, keptUntil, payer, payee }) =>
        status === "confirmed" && keptUntil !== undefined && waits(payer.id, payee.id),
    )
  const quotes = new Map(store.all(Quote.Quotes).map((quote) => [quote.id, quote]))
  const disclosed = store.all(deliveryRecords.Disclosures).filter(({ id, droppedAt }) => {
    const quote = quotes.get(id)
    return (
      droppedAt === undefined &&
      quote !== undefined &&
      waits(quote.supplier.id, quote.buyer.party?.id ?? null)
    )
  })
  return new Set([
    ...kept.map(({ id }) => `${Hold.deadlineKind}/${id}`),
    ...disclosed.map(({ id }) => Kept.keptTask(id)),
  ])
}
