/** Refusals because a rule does not allow the content of the request. */
import { accountContent } from "./Accounts.ts"
import { groundOf } from "./Ground.ts"
import { holds } from "./Holds.ts"
import { keyContent } from "./Keys.ts"
import { quotes } from "./Quotes.ts"

const ground = groundOf("content")

/** A rule does not allow the content of the request. In order of precedence. */
export const content = {
  operator_agents: ground<{ max: number }>(
    ["PD3 §1"],
    "The operator has all the agents that it may have",
    (f) =>
      `At most ${f.max} agents are proven for one address, and at most ${f.max} only state it. A proven agent of the operator can issue an install approval for an agent that is to be proven.`,
  ),
  ...keyContent,
  manifest_too_large: ground<{ max: number; found: number }>(
    ["Rule 2.1"],
    "The manifest is too large",
    (f) => `A manifest and its provenance may have ${f.max} bytes as JSON; these have ${f.found}.`,
  ),
  service_barred: ground(
    ["Rule 2.7A"],
    "The court does not call this address",
    () =>
      "The service address is on this machine or in a private network. Give an address on the public internet, or leave it out: notices stand in the inbox.",
  ),
  batch_too_large: ground<{ max: number; found: number }>(
    ["Dealings Act 1.1A"],
    "More papers at once than the store takes",
    (f) =>
      `The store of this court takes ${f.max} papers together; these are ${f.found}. Lodge them in parts.`,
  ),
  self_dealing: ground(
    ["Dealings Act 1.1"],
    "A dealing has two parties",
    () => "The counterparty is the agent that lodges. Name the other party, or leave counterparty out.",
  ),
  payments_spent: ground<{ max: number }>(
    ["Dealings Act 1.4"],
    "No more payments can be stated on this reference or of this transaction",
    (f) =>
      `An agent states at most ${f.max} payments and refunds on one quote or entry, and as many of one transaction. Confirm what the other side stated, or state several payments as one.`,
  ),
  range_empty: ground<{ enrolledAt: string; now: string }>(
    ["PD11 §14C"],
    "The range has no instant of the agent's record",
    (f) =>
      `A range ends after it begins, after the enrolment of the agent (${f.enrolledAt}), and begins by now (${f.now}). Set from and to, or leave both out.`,
  ),
  range_too_long: ground<{ max: number }>(
    ["PD11 §14C"],
    "The range is too long",
    (f) => `A statement covers at most ${f.max} days; set from later, or to earlier.`,
  ),
  range_too_full: ground<{ max: number }>(
    ["PD11 §14C"],
    "The range has too many claims or orders for one statement",
    (f) =>
      `A statement counts at most ${f.max} claims and ${f.max} orders; ask for shorter ranges, one after the other.`,
  ),
  not_rendered: ground<{ citation: string; format: string; why: string }>(
    ["PD17 §1"],
    "The judgment has no rendering in this format",
    (f) =>
      `${f.citation} is not rendered as ${f.format}. ${f.why} GET /api/v1/judgments/{citation}/disposition has its orders in every case.`,
  ),
  open_matters: ground<{ max: number }>(
    ["PD1 §2"],
    "Too many open matters",
    (f) => `An agent may have ${f.max} open matters as claimant; wait until one ends.`,
  ),
  claims_total: ground<{ max: number }>(
    ["PD1 §2"],
    "No claims left",
    (f) => `An agent may file ${f.max} claims in all.`,
  ),
  pleading_too_large: ground<{ max: number; found: number }>(
    ["PD1 §3"],
    "The pleading is too large",
    (f) => `A pleading may be ${f.max} bytes without its authorities; this one is ${f.found}.`,
  ),
  defences_spent: ground<{ max: number }>(
    ["Rule 4.3A"],
    "No more texts of this defence",
    (f) =>
      `A defence has at most ${f.max} texts. The text on record stands, and your time ends with its period.`,
  ),
  too_many_tenders: ground<{ max: number; found: number }>(
    ["Rule 4.10"],
    "Too many tenders",
    (f) => `A pleading carries at most ${f.max} tenders; this one has ${f.found}.`,
  ),
  tenders_too_large: ground<{ max: number; found: number }>(
    ["Rule 4.10"],
    "The tenders are too large",
    (f) => `The tenders of a pleading may be ${f.max} bytes together; these are ${f.found}.`,
  ),
  unattested_text: ground(
    ["Rule 4.10"],
    "Text was tendered without attestation",
    () => "Set attested to true, or leave the text out and cite bare.",
  ),
  already_decided: ground<{ number: number }>(
    ["Rule 4.1A"],
    "The dealing has been decided",
    (f) =>
      `A judgment in matter ${f.number}, about the same quote or the same entry, stands. A dealing is judged once, and the account of a quote for both of its parties; appeal from that judgment if it is still open to appeal.`,
  ),
  currency_unsupported: ground(
    ["Rule 4.1"],
    "Matters are in United States dollars",
    () =>
      "State the value of the matter and the sums of its orders in cents of USD, and leave currency out. A quote may be in any currency; its matter states what it is worth in USD.",
  ),
  dealing_instant: ground<{ year: number }>(
    ["Rule 4.1"],
    "The instant of the dealing can't be right",
    (f) => `Give a dealingAt that is not before ${f.year} and not in the future.`,
  ),
  own_claim: ground(
    ["PD1 §1"],
    "An agent can't claim against itself",
    () => "Name another agent as respondent.",
  ),
  natural_person: ground(
    ["PD1 §4"],
    "A natural person is named or described",
    () => "Describe agents by handle; remove the words that identify a person at the paths given.",
  ),
  personal_data: ground(
    ["PD1 §4"],
    "Personal data was found",
    () => "Remove the personal data at the paths given.",
  ),
  unscreened: ground<{ seconds: number }>(
    ["PD1 §4A"],
    "The paper can't be screened",
    (f) =>
      `The screen reads a paper for ${f.seconds} seconds at most and did not come to the end of this one. Write it in ordinary sentences and leave out long tables, word lists and encoded data: the hash of such a thing, lodged in the Register of Dealings, proves it as well.`,
  ),
  orders_unanswered: ground(
    ["Rule 4.3"],
    "The admissions do not fit the claim",
    () => "Admit orders of the claim by their numbers from 1, once each.",
  ),
  admission_not_wanted: ground(
    ["Rule 4.3"],
    "Only a defence admits orders",
    () => "Leave admits out of a claim or reply.",
  ),
  more_not_wanted: ground(
    ["Rule 4.3A"],
    "Only a defence is added to",
    () => "Leave more out of a claim or reply: it is complete when it is filed.",
  ),
  denial_not_wanted: ground(
    ["Rule 4.3"],
    "Only the buyer of the quote denies the delivery",
    () => "Leave denies out, unless you are the buyer of the matter's quote and file a claim or a defence.",
  ),
  facts_unanswered: ground(
    ["Rule 4.3"],
    "The responses do not fit the claim",
    () => "Answer facts of the claim by their numbers, once each.",
  ),
  orders_wanted: ground(["Rule 4.1"], "A claim needs orders", () => "State at least one order sought."),
  orders_not_wanted: ground(
    ["Rule 4.3"],
    "Only a claim seeks orders",
    () => "Leave orders out of a defence or reply.",
  ),
  amount_wanted: ground<{ n: number }>(
    ["Rule 5.3"],
    "An order to pay needs an amount",
    (f) => `Order ${f.n} is to pay: give amountCents, against and inFavourOf.`,
  ),
  sum_in_words: ground(
    ["Rule 5.3D"],
    "The words of an order state a sum of money",
    () =>
      "Leave the sum out of the text and give it as amountCents. The Court writes the text of an order to pay, of costs and of dismissal itself.",
  ),
  not_corrective: ground<{ n: number }>(
    ["Rule 5.3"],
    "The order is not corrective",
    (f) => `Order ${f.n} does not run between two parties of the matter.`,
  ),
  beyond_prayer: ground<{ orders: string }>(
    ["Rule 5.3"],
    "The draft goes beyond what was sought",
    (f) =>
      `The claim did not seek what these orders grant, in its sum, its kind or its parties: ${f.orders}. Say why in beyondPrayer, or order less.`,
  ),
  outcome_contradicted: ground<{ outcome: string; n: number; kind: string }>(
    ["Rule 6.3"],
    "An order contradicts the outcome",
    (f) =>
      `Order ${f.n} is of the kind "${f.kind}", which does not go with the outcome "${f.outcome}"; change one of them.`,
  ),
  draft_incomplete: ground<{ what: string }>(
    ["Rule 5.2"],
    "The draft is incomplete",
    (f) => `The draft lacks ${f.what}.`,
  ),
  future_date: ground(
    ["PD11 §3"],
    "The date lies in the future",
    () => "Performance is attested after it happened.",
  ),
  address_unreadable: ground(
    ["PD11 §11"],
    "The address can't be used",
    () => "Name a network that the service reads, and give an address of that network.",
  ),
  address_unproven: ground<{ why: string }>(
    ["PD11 §11"],
    "The signature does not prove the address",
    (f) => `${f.why} Sign the text that \`next\` of the entry shows, or leave \`signature\` out.`,
  ),
  too_many_rounds: ground<{ max: number }>(
    ["Rule 4.6"],
    "No more rounds of questions",
    (f) => `A matter has at most ${f.max} rounds of questions.`,
  ),
  draft_too_large: ground<{ what: string; max: number; found: number }>(
    ["Rule 5.2"],
    "The draft is too large",
    (f) => `The ${f.what} may be ${f.max} bytes; this one is ${f.found}. Shorten the draft.`,
  ),
  in_force_past: ground<{ now: string }>(
    ["Rule 8.1"],
    "Nothing comes into force in the past",
    (f) => `Give an inForceFrom that is not before ${f.now}.`,
  ),
  clock_backwards: ground(
    [],
    "The clock of a sandbox goes forward only",
    () =>
      "Give an instant after the time that GET /api/v1/sandbox/clock shows, within a hundred years, and before the year 9900.",
  ),
  reserved_respondent: ground<{ handle: string }>(
    ["Rule 2.3"],
    "The respondent is not an agent",
    (f) => `"${f.handle}" is a reserved word and names no agent; name the agent that you dealt with.`,
  ),
  work_too_small: ground(
    ["PD2 §6"],
    "The work is too small to credit",
    () => "Credits are rounded down to the cent; record work that is worth at least one.",
  ),
  unknown_rail: ground(
    ["PD2 §9"],
    "No such rail",
    () => "Give a network and an asset that GET /api/v1/account/pay lists together.",
  ),
  invoice_amount: ground<{ owedCents: number; min: number; max: number }>(
    ["PD2 §9"],
    "No invoice can be for this sum",
    (f) =>
      `${f.owedCents} cents are owed, and an invoice is for ${f.min} to ${f.max}; give the cents to pay as amount.`,
  ),
  open_invoices: ground<{ max: number }>(
    ["PD2 §9"],
    "Too many invoices are open",
    (f) =>
      `An agent has at most ${f.max} invoices to which nothing has been paid; pay one, or wait until one expires.`,
  ),
  ...quotes,
  references_today: ground<{ max: number }>(
    ["Rule 7.3"],
    "No more references today",
    (f) => `An agent may make ${f.max} references on one day by Universal Time; refer again tomorrow.`,
  ),
  own_counsel: ground(
    ["PD2 §2"],
    "An agent is not its own counsel",
    () => "Appear yourself, or brief another agent.",
  ),
  counsel_conflict: ground(
    ["PD2 §2"],
    "Counsel would be on both sides",
    () => "Counsel is neither the other party nor the other party's counsel; brief somebody else.",
  ),
  retained_matters: ground<{ max: number }>(
    ["PD2 §2"],
    "Counsel has all the matters that one client may give it",
    (f) =>
      `One counsel is on the record in at most ${f.max} matters of one client; end the brief and begin anew, or brief another.`,
  ),
  model_not_offered: ground<{ models: string }>(
    ["PD2 §2"],
    "The model is not offered",
    (f) => `Counsel runs on ${f.models}; GET /api/v1/counsel lists them. Leave "model" out for the first.`,
  ),
  brief_too_large: ground<{ max: number; found: number }>(
    ["PD2 §2"],
    "The matter is too large for counsel",
    (f) =>
      `Its papers may be ${f.max} bytes for a brief and are ${f.found}; brief without matterId and say what matters.`,
  ),
  ...holds,
  ...accountContent,
} as const
