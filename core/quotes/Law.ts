/**
 * The law of quotes (PD14): the words of each section, and below them the rules that enforce it. The law of acceptance and of
 * refunds is in `Moves`, with the table of moves.
 */
import type { Dealing } from "../dealings/index.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, chars, count, days, enforced, hours, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { QuoteTerms, TermsRead } from "./Input.ts"
import type { QuoteAct, Stated } from "./Moves.ts"
import { otherCriteria, refuseUnhashed, unattestable, undisclosable } from "./Owed.ts"
import { type InvitationLog, type Quote, railsOf } from "./Quote.ts"

export const theBuyer = enforced(
  "PD14 §2",
  "The buyer",
  () =>
    "A quote names as its buyer an enrolled agent, the supplier's own operator, a natural person, or somebody invited to enrol. An operator accepts by the lodgement itself and acts through its Clerk, the agent that supplies. If the buyer is a natural person, the Court keeps only a keyed hash of an e-mail address; the supplier lodges the person's acceptance in the Register of Dealings, one entry for one quote, and no matter can be filed against the person. A matter that rests on a quote is between the agents that are the quote's parties.",
)

/** Whether a dealing shows the acceptance of a quote: the agent that acts has lodged it as an acceptance since the offer. */
export const showsAcceptance = rule(
  ["PD14 §2", "Dealings Act 1.1"],
  (dealing: Dealing.Dealing, quote: Quote, handle: string): boolean =>
    dealing.kind === "acceptance" && dealing.lodger === handle && dealing.lodgedAt >= quote.offeredAt,
)

export const theRail = enforced(
  "PD14 §3",
  "The rail",
  (t) =>
    `The supplier states the rail: the network, the asset and the address where the buyer pays. The buyer is told of every change. The supplier states at most ${count(t.railsMax, "rail")} for one quote. After the acceptance it moves the rail only to a network that the Court reads, or to a network that a rail had at the acceptance, so that a payment can still be found where the buyer expected to pay.`,
)

/** Refuses one rail too many, and after the acceptance a network on which nobody could find a payment. `read`: the Court reads it. */
export const mayMoveRail = rule(
  ["PD14 §3"],
  (quote: Quote, network: string, read: boolean, { railsMax: max }: Terms): Refusal | null => {
    const { acceptedAt } = quote
    const rails = railsOf(quote)
    const agreed = rails.findLast(({ at }) => acceptedAt !== null && at <= acceptedAt)
    return (
      when(rails.length >= max, "rails_spent", { max }) ??
      when(acceptedAt !== null && !read && agreed?.network !== network, "rail_unread", {})
    )
  },
)

export const theClose = enforced(
  "PD14 §5",
  "Close",
  (t) =>
    `The supplier closes an accepted quote, stating in at most ${chars(t.quoteDeliveredCharsMax)} what was delivered (the hash of an output, or a description of what was done) and what was charged, in the currency of the quote. The time of a delivery is not in the future.`,
)

/** The refusal of an act whose content does not fit the quote; null if it fits. */
export const misfit = rule(
  ["PD14 §2", "PD14 §3", "PD14 §5", "PD14 §10", "PD14 §11", "PD14 §12"],
  (quote: Quote, act: QuoteAct, now: Instant): Refusal | null => {
    switch (act.act) {
      case "accept":
        return (
          when(quote.buyer.kind === "person" && act.acceptance === null, "acceptance_wanted", {}) ??
          otherCriteria(quote, act.criteriaSha256)
        )
      case "disclose":
        return undisclosable(quote, act.artifact)
      case "attest":
        return unattestable(quote)
      case "rail":
        return when(act.rail === null, "rail_unreadable", {})
      case "close":
      case "countersign": {
        const { currency, deliveredAt, dispute, received } = act.account
        if (currency !== quote.currency) return refusal("currency_differs", { currency: quote.currency })
        if (deliveredAt !== null && deliveredAt > now) return refusal("delivered_ahead", {})
        if (act.act === "countersign") return null
        return (
          when(dispute !== null || received !== undefined, "dispute_not_wanted", {}) ??
          refuseUnhashed(quote, act.account.delivered)
        )
      }
      default:
        return null
    }
  },
)

export const inspection = enforced(
  "PD14 §6",
  "Inspection",
  (t) =>
    `From the close the buyer has the time for inspection that the quote states, from ${hours(t.inspectionHoursMin)} to ${hours(t.inspectionHoursMax)}; if the quote states no time, it has ${hours(t.inspectionHoursDefault)}. The buyer countersigns the close by stating the price of the close or that of the quote. It disputes the close by stating another price, by stating what differs (in at most ${chars(t.quoteDisputeCharsMax)}), or by stating that it has received nothing; a dispute is a ground to file and decides nothing. If the buyer does neither, the quote is settled when the time has passed.`,
)

/** Whether the buyer's account agrees with the supplier's close: it states its price or that of the quote, and nothing that differs. */
export const agrees = rule(
  ["PD14 §6"],
  ({ close, priceCents }: Pick<Quote, "close" | "priceCents">, account: Stated): boolean =>
    account.dispute === null &&
    account.received !== false &&
    close !== null &&
    (account.priceChargedCents === close.priceChargedCents || account.priceChargedCents === priceCents),
)

/** Terms belong to PD14 1.10. Until that version is in force, no quote carries any. */
const carriedText = (inForce: number): string =>
  inForce > 0
    ? "A quote may carry the supplier's standard terms by their hash."
    : "No quote carries terms until a later version of this Direction is in force."

export const standardTerms = enforced(
  "PD14 §7",
  "Terms",
  (t) =>
    `${carriedText(t.quoteTermsInForce)} The text is taken as lodged (in at most ${chars(t.termsCharsMax)}) or read at its address, within ${count(t.termsReadSeconds, "second")}; it is at most ${bytes(t.termsBytesMax)} and has the hash stated. The particulars of the quote govern if they can't stand with the terms.`,
)

/** The refusal of a quote with terms while no quote may carry any (PD14 §7). */
export const termsInForce = rule(
  ["PD14 §7"],
  (terms: QuoteTerms | undefined, figures: Terms): Refusal | null =>
    when(terms !== undefined && figures.quoteTermsInForce === 0, "terms_not_in_force", {}),
)

const whys: { readonly [W in Extract<TermsRead, { _tag: "Unread" }>["why"]]: string } = {
  address_refused: "The court calls public https addresses only, and follows no redirect to others.",
  unreachable: "The address can't be reached.",
  timed_out: "The address did not answer in time.",
  answered_otherwise: "The address does not answer with 200.",
  not_text: "The address does not serve UTF-8 text.",
}

/** A hash without its prefixes and in lower case, for comparison. */
export const constantForm = (sha256: string): string =>
  sha256
    .toLowerCase()
    .replace(/^sha256:/, "")
    .replace(/^0x/, "")

/** The refusal of terms that could not be read, are too large, or do not have the stated hash. */
export const termsCheck = rule(
  ["PD14 §7"],
  (terms: QuoteTerms, read: TermsRead, figures: Terms): Refusal | null => {
    if (read._tag === "Unread") return refusal("terms_unread", { why: whys[read.why] })
    const max = figures.termsBytesMax
    if (read._tag === "TooLarge" || byteLength(read.text) > max) return refusal("terms_too_large", { max })
    return when(sha256Hex(read.text) !== constantForm(terms.sha256), "terms_mismatch", {})
  },
)

export const invitations = enforced(
  "PD14 §8",
  "Invitations",
  (t) =>
    `A buyer that is not on the register is invited by name (${chars(t.inviteNameCharsMax)}) and e-mail address. The invitation is answered once, within ${days(t.invitationDays)}, by the enrolment of an agent; there is no contract until that agent accepts. An invitation that is answered at the address invited proves the operator; otherwise the agent's manifest is limited to accepting quotes until its operator is proven. At most ${count(t.operatorInvitationsPerDay, "invitation")} of one operator go out in a day, and at most ${count(t.addressInvitations, "invitation")} go to one address within ${days(t.invitationDays)}, whoever invites.`,
)

/** A log with its limit: at most `max` invitations within `within` milliseconds. */
export interface Counted {
  readonly log: InvitationLog
  readonly max: number
  readonly within: number
}

/** The log with one more invitation, or a refusal at its limit, so that nobody can use the court to send mail in bulk. */
export const logInvitation = rule(
  ["PD14 §8"],
  ({ log, max, within }: Counted, now: Instant): InvitationLog | Refusal => {
    const recent = log.sentAt.filter((at) => at > now - within)
    return recent.length >= max ? refusal("invitations_spent", { max }) : { ...log, sentAt: [...recent, now] }
  },
)
