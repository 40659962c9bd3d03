/**
 * Payments beyond a mandate. The payer signed the mandate, and the agent that was paid named it in its receipt, so that it knew how much it
 * might take. The sum beyond the mandate is its debt. As in other debts, the supplier is the agent that is owed: here the payer.
 */
import { bounds } from "../kernel/Schedule.ts"
import { days as daysText, enforced, rule } from "../kernel/Section.ts"
import { type DebtDeal, isTaken, ownerAt } from "./Deal.ts"
import type * as MandateFacts from "./MandateFacts.ts"
import type { Finding, RecordRef } from "./View.ts"

export const paymentsBeyondAMandate = enforced(
  "PD15 §16",
  "Payments beyond a mandate",
  () =>
    "A payment beyond a mandate is a debt of the agent that took it, and is claimed by the cause mandate. The agent that paid lodges an entry of kind mandate, with the SHA-256 of the mandate, which names the other, and states its payments on that entry. A paper of the matter must have the mandate, signed by a key of the agent that paid, and a receipt, signed by a key of the other, which names the mandate by its hash. A mandate that only the agent that paid signed binds nobody else. Of two mandates the mandate counts that the receipt names, however narrow the other is. Whoever accepts a quote has agreed to its price: a payment on a quote is beyond no mandate.",
)

export const paymentsUnderAMandate = enforced(
  "PD15 §16A",
  "Which payments count",
  () =>
    "A payment counts if the agent that was paid confirmed it, and it was lodged by the SHA-256 of the receipt or states the transaction that the receipt names. It also counts if the chain shows the transaction that it states and the receipt names, from an address that the one agent proved to an address that the other proved. It must be made after the mandate was signed. A receipt counts for one payment, the first that was lodged for it, in whatever form its signature is written, and so does the transaction that it names. A transaction that was stated on another deal before, or that satisfied an entry, counts for no mandate.",
)

export const theSumBeyond = enforced(
  "PD15 §16B",
  "The sum beyond a mandate",
  () =>
    "A payment counts for at most the sum that its receipt states. The part over the limit of the mandate is beyond it; the whole is, if the mandate had ended at the payment, or allowed another payee, another agent or another currency alone. Sums are read in the smallest units of their currency. The limit is rounded up to the cent, and the payment down. A limit in a currency that the Court does not count as dollars is not reckoned. An artifact that states a false difference, or whose mandate has a constraint that is not known, proves nothing.",
)

export const goodsThatStay = enforced(
  "PD15 §16C",
  "Goods that stay",
  (t) =>
    `The papers do not say what goods are worth to an agent that keeps them. The agent that was paid bears that it served. The sum beyond the mandate is owed if this agent does not plead, or if a response that it signed to this payment has a status of ${t.failureStatusMin} or more. It is undetermined if the papers have a response of this agent's under that status to the same payment, or if it pleads and no such failure is shown. Refunds that name the entry come off. Only papers of the claim and the defence are read for it. The account lies for ${daysText(t.purchaseDays)} from the first payment.`,
)

/** A debt by payments beyond a mandate: unlike other debts, it has the facts of that mandate. */
export type MandateDeal = DebtDeal & { readonly mandate: MandateFacts.MandateFacts }

/** Whether a debt is one by payments beyond a mandate. */
export const isMandate = (deal: DebtDeal): deal is MandateDeal => deal.mandate !== undefined

/** Whether a receipt is one for a payment: by the transaction that it names, or else by its own hash. */
const isFor = (
  { transaction, receipt }: MandateFacts.Named,
  { txid, sha256 }: MandateFacts.Payment,
): boolean =>
  transaction === null ? receipt === sha256 : txid !== null && transaction === txid.toLowerCase()

/** The name by which a receipt counts once: its transaction, or else what was signed. Its own hash is not enough, since whoever has a token can write its signature in another way. */
const countingName = ({ transaction, signed, receipt }: MandateFacts.Named): string =>
  transaction ?? signed ?? receipt

/** The transfer that the chain shows of a payment, from the one side to the other, after the mandate was signed. */
const transferOf = (
  deal: MandateDeal,
  { txid }: MandateFacts.Payment,
  { grantedAt, transaction }: MandateFacts.Named,
): MandateFacts.Transfer | null =>
  deal.mandate.transfers.find(
    ({ from, to, minedAt, ...one }) =>
      transaction !== null &&
      one.txid === txid &&
      minedAt >= grantedAt &&
      ownerAt(deal, from, minedAt) === deal.parties.supplier &&
      ownerAt(deal, to, minedAt) === deal.parties.buyer,
  ) ?? null

/** A payment that counts, the mandate that its receipt names, and the sum beyond it. */
export interface Beyond {
  readonly named: MandateFacts.Named
  readonly payment: MandateFacts.Payment
  /** Null if the payment counts by the word of the agent that was paid. */
  readonly transfer: MandateFacts.Transfer | null
  readonly cents: number
}

const measure = (
  deal: MandateDeal,
  payment: MandateFacts.Payment,
  named: MandateFacts.Named,
): Beyond | null => {
  const transfer = transferOf(deal, payment, named)
  const confirmed = payment.confirmedAt !== null && payment.at >= named.grantedAt
  if (transfer === null && !confirmed) return null
  const paid = confirmed || transfer === null ? payment.cents : Math.min(payment.cents, transfer.cents)
  const most = named.takenCents === null ? paid : Math.min(paid, named.takenCents)
  const allowed = named.forbids ? 0 : Math.min(named.limitCents ?? most, most)
  return { named, payment, transfer, cents: most - allowed }
}

const inOrder = (one: MandateFacts.Payment, other: MandateFacts.Payment): number =>
  one.at - other.at || (one.id < other.id ? -1 : 1)

/** The payments that count, each with its receipt. Of several artifacts with one receipt the artifact counts that shows the most. */
export const beyondIn = rule(
  ["PD15 §16", "PD15 §16A", "PD15 §16B"],
  (deal: MandateDeal): ReadonlyArray<Beyond> => {
    const used = new Set<string>()
    return deal.mandate.payments.toSorted(inOrder).flatMap((payment) => {
      if (isTaken(deal, payment)) return []
      const [first] = deal.mandate.named
        .filter((one) => !used.has(countingName(one)) && isFor(one, payment))
        .flatMap((one) => measure(deal, payment, one) ?? [])
        .toSorted((a, b) => b.cents - a.cents || (a.named.id < b.named.id ? -1 : 1))
      if (first === undefined) return []
      used.add(countingName(first.named))
      return [first]
    })
  },
)

/** The sum beyond the mandate of all payments that count, in cents. */
export const sumBeyond = (deal: MandateDeal): number =>
  beyondIn(deal).reduce((sum, { cents }) => sum + cents, 0)

/** How far it is open whether the agent that paid keeps what it paid for: the sum that is due whatever it is, and the records. */
export interface Kept {
  readonly finding: Finding
  readonly dueCents: number
  readonly by: ReadonlyArray<RecordRef>
}

/** The responses to a payment that the agent that was paid signed: failures, and others. */
const responsesTo = ({ mandate: { responses } }: MandateDeal, { payment: { txid } }: Beyond) => {
  const failed = responses.filter(
    ({ status, transaction }) =>
      status >= bounds.failureStatusMin && transaction !== null && transaction === txid?.toLowerCase(),
  )
  const headers = new Set(failed.map(({ payment }) => payment))
  const served = responses.filter(
    ({ status, transaction, payment }) =>
      status < bounds.failureStatusMin &&
      ((transaction !== null && transaction === txid?.toLowerCase()) || headers.has(payment)),
  )
  return { failed, served }
}

/** Whether the goods stay with the agent that paid: never found on the papers, and open while the other pleads. */
export const decideKept = rule(["PD15 §16C"], (deal: MandateDeal): Kept => {
  const pleads = deal.matter !== null && deal.matter.pleads.buyer !== null
  const all = beyondIn(deal).map((one) => ({ ...responsesTo(deal, one), cents: one.cents }))
  const due = all.filter(({ failed, served }) => served.length === 0 && (failed.length > 0 || !pleads))
  const open = all.length === 0 ? pleads : due.length < all.length
  const by = all.flatMap(({ failed, served }) => [...failed, ...served])
  return {
    finding: open ? "undetermined" : "not_found",
    dueCents: due.reduce((sum, { cents }) => sum + cents, 0),
    by: [...new Set(by.map(({ id }) => id))].map((id) => ({ record: "artifact", id })),
  }
})
