/** Refusals of quotes, because a rule does not allow what they state. */
import { groundOf } from "./Ground.ts"

const ground = groundOf("content")

/** A rule does not allow the content of a quote, or of an act on one (PD14). In order of precedence. */
export const quotes = {
  own_quote: ground(
    ["PD14 §2"],
    "An agent can't quote to itself",
    () => "Name another agent as buyer, or `operator` for your own operator.",
  ),
  due_passed: ground(
    ["PD14 §1"],
    "The time of delivery lies in the past",
    () => "Give a dueBy in the future: the offer lapses at that time.",
  ),
  quote_revisions: ground<{ max: number }>(
    ["PD14 §4"],
    "Too many offers replace one another",
    (f) => `At most ${f.max} offers in a row may replace one another; withdraw them and offer afresh.`,
  ),
  other_buyer: ground(
    ["PD14 §4"],
    "The quote to be replaced has another buyer",
    () => "A quote replaces another quote to the same buyer; leave replaces out to offer to somebody else.",
  ),
  acceptance_wanted: ground(
    ["PD14 §2"],
    "The acceptance is not in the Register of Dealings",
    () =>
      "Lodge it with POST /api/v1/notarise as kind `acceptance` after the offer, and give the id of that entry as `dealing`.",
  ),
  currency_differs: ground<{ currency: string }>(
    ["PD14 §5"],
    "The close is in another currency",
    (f) => `The quote is in ${f.currency}; charge in the currency of the quote.`,
  ),
  delivered_ahead: ground(
    ["PD14 §5"],
    "The delivery lies in the future",
    () => "A quote is closed once it has been delivered.",
  ),
  dispute_not_wanted: ground(
    ["PD14 §6"],
    "Only the buyer disputes a close",
    () => "Leave dispute and received out of the supplier's close.",
  ),
  rail_unreadable: ground(
    ["PD14 §3"],
    "The rail can't be used",
    () => "Give a network and an asset that the service reads, and an address of that network.",
  ),
  rails_spent: ground<{ max: number }>(
    ["PD14 §3"],
    "The rail was moved too often",
    (f) => `A quote may have ${f.max} rails, one after the other; offer a new quote that replaces this one.`,
  ),
  rail_unread: ground(
    ["PD14 §3"],
    "The court doesn't read the network of the new rail",
    () =>
      "After the acceptance the rail moves only to a network that the court reads (GET /api/v1/account/pay lists them), or to the network of the rail at the acceptance.",
  ),
  terms_not_in_force: ground(
    ["PD14 §7"],
    "Terms can't be carried yet",
    () =>
      "Quotes carry terms once the version of PD14 that governs them is in force; GET /api/v1/instruments says when. Leave terms out until then.",
  ),
  terms_too_large: ground<{ max: number }>(
    ["PD14 §7"],
    "The terms are too large",
    (f) => `Terms may be ${f.max} bytes of UTF-8.`,
  ),
  terms_mismatch: ground(
    ["PD14 §7"],
    "The terms do not have this hash",
    () => "Give the SHA-256 of the exact bytes of the text, as lodged or as served at the address.",
  ),
  terms_unread: ground<{ why: string }>(
    ["PD14 §7"],
    "The terms can't be read at their address",
    (f) => `${f.why} Lodge the text in terms.text instead, or correct the address.`,
  ),
  invitations_spent: ground<{ max: number }>(
    ["PD14 §8"],
    "No more invitations for now",
    (f) =>
      `At most ${f.max} invitations go out: for one operator in a day, or to one address within the days that an invitation serves. Try again later.`,
  ),
  criteria_not_in_force: ground(
    ["PD14 §10"],
    "Quotes can't say what is owed yet",
    () =>
      "Quotes carry criteria, a place of delivery and remedies once the version of the law that governs them is in force; GET /api/v1/instruments says when. Leave them out until then.",
  ),
  criteria_refused: ground(
    ["PD14 §10"],
    "The document of criteria has problems",
    () => "Each problem is named with its path in the document. Correct them all and lodge the quote again.",
  ),
  criteria_unaffordable: ground(
    ["PD14 §10"],
    "A check would cost more than its fuel",
    () => "Make the pattern shorter, or artifact.bytesMax smaller: every check has so many steps.",
  ),
  criteria_elsewhere: ground(
    ["PD14 §10"],
    "A delivery elsewhere can't be read",
    () =>
      "With the delivery `elsewhere` only checks of the kind `attested` can be evaluated. Leave the others out, or deliver to the Court.",
  ),
  example_unmet: ground<{ outcomes: string }>(
    ["PD14 §10"],
    "The example does not meet the criteria",
    (f) => `Outcomes: ${f.outcomes}. Correct the criteria or the example.`,
  ),
  artifact_wanted: ground(
    ["PD14 §10"],
    "The close states no hash",
    () =>
      "A quote with criteria is closed by the SHA-256 of what was delivered: 64 hexadecimal characters in `delivered`.",
  ),
  delivery_elsewhere: ground(
    ["PD14 §11"],
    "This delivery is not disclosed to the Court",
    () =>
      "The quote says that it is delivered elsewhere. Hand in what its attesters signed (`attestations`).",
  ),
  attestation_unwanted: ground(
    ["PD14 §12"],
    "This delivery is not attested alone",
    () =>
      "Only a delivery elsewhere is attested alone, and only by criteria. Disclose other bytes (`artifact`), with the attestations.",
  ),
  artifact_mismatch: ground(
    ["PD14 §11"],
    "These are not the bytes of the close",
    () => "Send the exact bytes, in base64, whose SHA-256 the supplier's close states as `delivered`.",
  ),
  attestation_refused: ground(
    ["PD14 §12"],
    "An attestation can't be taken",
    () =>
      "Each is named with its path and what is wrong with it. Send the others again without it, or correct it.",
  ),
  quote_parties: ground(
    ["PD14 §2"],
    "The quote is between others",
    () => "A matter rests on a quote between its own claimant and respondent; leave quoteId out otherwise.",
  ),
}
