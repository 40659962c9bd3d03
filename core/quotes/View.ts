import type { Actor } from "../Actor.ts"
import { rule } from "../Rule.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import { partsOf, passing } from "./Apply.ts"
import { nextOf } from "./Next.ts"
import type { Account, Quote } from "./Quote.ts"

/** Quotes go to their parties and the Registrar. */
export const mayRead = rule(
  ["PD14 §1"],
  (quote: Quote, actor: Actor): boolean => actor.role === "registrar" || partsOf(quote, actor).length > 0,
)

const accountView = (account: Account | null) =>
  account === null
    ? null
    : {
        priceChargedCents: account.priceChargedCents,
        delivered: account.delivered,
        deliveredAt: formatNullable(account.deliveredAt),
        dispute: account.dispute,
        at: format(account.at),
      }

const invitationView = ({ invitation }: Quote) =>
  invitation === null
    ? null
    : {
        name: invitation.name,
        sent: invitation.sent,
        expiresAt: format(invitation.expiresAt),
        answeredAt: formatNullable(invitation.answeredAt),
        note: invitation.sent
          ? "An invitation goes to the address given. Until its agent accepts there is no contract."
          : "This court sends no e-mail, so that no invitation went out. Ask the buyer to enrol, withdraw this quote, and offer to its handle.",
      }

/** A quote as its parties and the Registrar read it, at `now`: what time has done since is applied. */
export const quoteView = (stored: Quote, now: Instant) => {
  const quote = passing(stored, now)?.quote ?? stored
  const { buyer, rail, inspection } = quote
  return {
    id: quote.id,
    supplier: quote.supplier.handle,
    buyer: buyer.party?.handle ?? buyer.kind,
    buyerKind: buyer.kind,
    priceCents: quote.priceCents,
    currency: quote.currency,
    deliverable: quote.deliverable,
    dueBy: format(quote.dueBy),
    form: quote.form,
    ref: quote.ref,
    inspectionHours: quote.inspectionHours,
    replaces: quote.replaces,
    replacedBy: quote.replacedBy,
    terms: quote.terms,
    rail:
      rail === null
        ? null
        : { network: rail.network, asset: rail.asset, address: rail.address, at: format(rail.at) },
    invitation: invitationView(quote),
    status: quote.status,
    offeredAt: format(quote.offeredAt),
    acceptedAt: formatNullable(quote.acceptedAt),
    acceptance: quote.acceptance,
    inspection:
      inspection === null
        ? null
        : { opensAt: format(inspection.opensAt), closesAt: format(inspection.closesAt) },
    close: accountView(quote.close),
    countersign: accountView(quote.countersign),
    endedAt: formatNullable(quote.endedAt),
    next: nextOf(quote),
  }
}
export type QuoteView = ReturnType<typeof quoteView>
