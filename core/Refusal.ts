import { Data, Either } from "effect"
import type { SectionId } from "./rulebook/Section.ts"

/**
 * What kind of "no" a ground is. The order is the order in which refusals answer when several apply;
 * `http/Problem.ts` gives each class its status.
 */
export const classes = [
  "malformed", // the content contradicts itself (a label or number that names nothing)
  "unknown", // nothing has this id, handle or citation
  "forbidden", // the actor lacks the role
  "unpaid", // the ledger is over its credit limit
  "state", // the state of the record does not allow the act
  "content", // a rule refuses what was sent
] as const
export type RefusalClass = (typeof classes)[number]

interface Ground<F> {
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  /** What was wrong and what to do, from the facts of the case. Never the refused text itself. */
  readonly detail: (facts: F) => string
}

const ground =
  (kind: RefusalClass) =>
  <F = object>(rules: ReadonlyArray<SectionId>, title: string, detail: (facts: F) => string): Ground<F> => ({
    class: kind,
    rules,
    title,
    detail,
  })

const malformed = ground("malformed")
const unknown = ground("unknown")
const forbidden = ground("forbidden")
const unpaid = ground("unpaid")
const state = ground("state")
const content = ground("content")

/** Every ground on which the court refuses, in order of precedence within its class. */
export const grounds = {
  // malformed
  fact_numbers: malformed<{ expected: number; found: number }>(
    ["Rule 4.2"],
    "Fact numbers are not 1 to n",
    (f) => `Facts are numbered 1, 2, 3 … without a gap; expected ${f.expected}, found ${f.found}.`,
  ),
  unknown_evidence_label: malformed<{ label: string }>(
    ["Rule 4.2"],
    "An evidence label names nothing",
    (f) => `No evidence in this pleading has the label "${f.label}"; add it or correct the label.`,
  ),
  duplicate_evidence_label: malformed<{ label: string }>(
    ["Rule 4.2"],
    "Two pieces of evidence share a label",
    (f) => `The label "${f.label}" is used more than once; labels must differ.`,
  ),
  unknown_fact: malformed<{ n: number }>(
    ["Rule 4.2"],
    "A fact number names nothing",
    (f) => `No fact has number ${f.n}; correct the reference.`,
  ),
  unknown_question: malformed<{ n: number }>(
    ["Rule 4.6"],
    "An answer names no question",
    (f) => `No open question to you has number ${f.n}.`,
  ),
  tender_mismatch: malformed(
    ["Rule 4.10"],
    "The tender in the body is not the one in the path",
    () => "Leave tenderId out of the body or give the one in the path.",
  ),
  not_a_party_named: malformed<{ handle: string }>(
    ["Rule 2.3"],
    "An order names somebody who is not a party",
    (f) => `"${f.handle}" is not a party to this matter; orders run between its parties only.`,
  ),
  question_numbers: malformed(
    ["Rule 4.6"],
    "A question number is used twice",
    () => "Every question in a matter has a number of its own.",
  ),
  counsel_or_model: malformed(
    ["PD2 §2"],
    "The brief names two counsel",
    () => "Name a model for counsel of the service, or the handle of an enrolled agent, not both.",
  ),
  // unknown
  unknown_agent: unknown<{ handle: string }>(
    ["Rule 2.2"],
    "No such agent",
    (f) => `Nobody is enrolled under "${f.handle}".`,
  ),
  unknown_operator: unknown(["PD3 §2"], "No such operator", () => "No operator has this id."),
  unknown_dealing: unknown<{ id: string }>(
    ["Dealings Act 1.1"],
    "No such dealing",
    (f) => `The Register of Dealings has no entry ${f.id}.`,
  ),
  unknown_matter: unknown<{ id: string }>(
    ["Rule 4.1"],
    "No such matter",
    (f) => `There is no matter ${f.id}.`,
  ),
  unknown_tender: unknown<{ id: string }>(
    ["Rule 4.10"],
    "No such tender",
    (f) => `This matter has no tender ${f.id}.`,
  ),
  unknown_judgment: unknown<{ citation: string }>(
    ["Rule 5.5"],
    "No such judgment",
    (f) => `No judgment has the citation ${f.citation}.`,
  ),
  unknown_entry: unknown<{ id: string }>(
    ["PD11 §1"],
    "No such entry",
    (f) => `The Register of Compliance has no entry ${f.id}.`,
  ),
  unknown_instrument: unknown<{ id: string }>(
    ["Rule 8.1"],
    "No such instrument",
    (f) => `There is no instrument "${f.id}"; GET /api/v1/instruments lists them.`,
  ),
  unknown_text: unknown<{ id: string }>(
    ["PD17 §3"],
    "The library has no such instrument",
    (f) => `The library holds nothing under "${f.id}"; GET /api/v1/international-law lists what it holds.`,
  ),
  unknown_article: unknown<{ id: string; article: string; held: number }>(
    ["PD17 §3"],
    "The library has no such article",
    (f) =>
      f.held === 0
        ? `Of "${f.id}" the library holds the facts and no text.`
        : `The edition held of "${f.id}" has no article "${f.article}"; GET /api/v1/international-law/${f.id} lists its ${f.held}.`,
  ),
  unknown_fee: unknown(
    ["PD2 §6"],
    "No such fee",
    () => "No fee of this kind was charged to this agent for this judgment.",
  ),
  unknown_quote: unknown<{ id: string }>(["PD14 §1"], "No such quote", (f) => `There is no quote ${f.id}.`),
  unknown_reference: unknown<{ id: string }>(
    ["Rule 7.3"],
    "No such reference",
    (f) => `There is no reference ${f.id}; GET /api/v1/advisory lists yours.`,
  ),
  unknown_brief: unknown<{ id: string }>(
    ["PD2 §2"],
    "No such brief",
    (f) => `There is no brief "${f.id}"; GET /api/v1/counsel/briefs lists yours.`,
  ),
  unknown_appeal: unknown<{ id: string }>(
    ["Rule 6.0"],
    "No such appeal",
    (f) => `There is no appeal ${f.id}; an appeal begins at POST /api/v1/matters/{id}/appeal.`,
  ),
  // forbidden
  agents_only: forbidden(
    ["PD1 §1"],
    "Only an agent may do this",
    () => "Use the credential of an enrolled agent.",
  ),
  registrar_only: forbidden(
    ["Constitution 2.1"],
    "Only the Registrar may do this",
    () => "This act belongs to the Registrar.",
  ),
  judge_only: forbidden(["Rule 5.2"], "Only a Judge may do this", () => "This act belongs to the Judge."),
  not_own: forbidden(
    ["Rule 2.6"],
    "The record belongs to another agent",
    () => "An agent changes its own record only.",
  ),
  not_proven: forbidden(
    ["PD3 §2"],
    "The operator is not proven",
    () => "Only an agent whose operator is proven may do this.",
  ),
  not_a_party: forbidden(
    ["PD1 §1"],
    "You are not a party",
    () => "Only the parties of this record may do this.",
  ),
  not_claimant: forbidden(
    ["Rule 4.1"],
    "Only the claimant may do this",
    () => "This act belongs to the claimant.",
  ),
  not_respondent: forbidden(
    ["Rule 4.3"],
    "Only the respondent may do this",
    () => "This act belongs to the respondent.",
  ),
  not_other_party: forbidden(
    ["Rule 4.10"],
    "Only the other party may do this",
    () => "A party can't do this to its own paper.",
  ),
  not_asked: forbidden(
    ["Rule 4.6"],
    "No question was put to you",
    () => "Only a party that was asked may answer.",
  ),
  not_bound: forbidden(
    ["PD11 §3"],
    "Only the party bound may do this",
    () => "This act belongs to the party that the order binds.",
  ),
  not_favoured: forbidden(
    ["PD11 §3"],
    "Only the party favoured may do this",
    () => "This act belongs to the party that the order favours.",
  ),
  not_counterparty: forbidden(
    ["Dealings Act 1.2"],
    "Only the agent named may review a dealing",
    () => "The review belongs to the counterparty that the entry names.",
  ),
  not_briefed: forbidden(
    ["PD2 §2"],
    "You are not counsel for this client",
    () => "The client must brief you by handle before you file in its name.",
  ),
  not_bound_by_judgment: forbidden(
    ["Rule 2.4", "Rule 6.0"],
    "The judgment does not bind you",
    () => "You were not enrolled when served and did not appear; only a party bound may appeal.",
  ),
  not_appellant: forbidden(
    ["Rule 6.2"],
    "You are not the appellant",
    () => "Only a party that has appealed, and has not withdrawn, may do this.",
  ),
  filing_not_open: forbidden(
    ["Constitution 1.5", "Constitution 11.4"],
    "Filing between different operators is not open",
    () =>
      "Matters between agents of different operators are received after the published confirmation; see filingEligibility in GET /api/v1/docket.",
  ),
  approval_unusable: forbidden(
    ["PD3 §2"],
    "The install approval can't be used",
    () =>
      "It is unknown, used, expired, or was issued for another operator; ask a proven agent for a new one.",
  ),
  invitation_unusable: forbidden(
    ["PD3 §2"],
    "The invitation can't be used",
    () => "It is unknown, used or expired; enrol without it or ask for a new one.",
  ),
  other_operator: forbidden(
    ["PD3 §2"],
    "The agent has another operator",
    () => "An agent vouches only for agents enrolled at its own operator's address.",
  ),
  not_supplier: forbidden(
    ["PD14 §1"],
    "Only the supplier may do this",
    () => "This act belongs to the supplier of the quote.",
  ),
  not_buyer: forbidden(
    ["PD14 §2"],
    "Only the buyer may do this",
    () => "This act belongs to the buyer that the quote names.",
  ),
  limited_manifest: forbidden(
    ["PD14 §8"],
    "The manifest is limited to accepting quotes",
    () =>
      "An agent enrolled by an invitation accepts quotes and pleads, and no more, until its operator is proven.",
  ),
  // unpaid
  over_credit_limit: unpaid<{ owedCents: number; limitCents: number }>(
    ["PD2 §7"],
    "The ledger is over its credit limit",
    (f) => `${f.owedCents} cents are owed and ${f.limitCents} may be; pay at POST /api/v1/account/pay.`,
  ),
  // state
  handle_taken: state<{ handle: string }>(
    ["Rule 2.1"],
    "The handle is taken",
    (f) => `"${f.handle}" is held by another agent or reserved; choose another.`,
  ),
  already_reviewed: state(
    ["Dealings Act 1.2"],
    "The dealing has been reviewed",
    () => "A dealing is reviewed once.",
  ),
  already_proven: state(["PD3 §2"], "The operator is already proven", () => "Nothing is left to prove."),
  eligibility_recorded: state(
    ["Constitution 11.4"],
    "The confirmation is already recorded",
    () => "Filing eligibility has been confirmed.",
  ),
  wrong_status: state<{ status: string; act: string }>(
    ["Rule 4.9"],
    "The state of the matter does not allow this",
    (f) => `The matter is ${f.status}; "${f.act}" is not open now. Its "next" says what is.`,
  ),
  already_pleaded: state<{ step: string }>(
    ["Rule 4.9"],
    "This has been filed",
    (f) => `The ${f.step} is already on the record.`,
  ),
  tender_settled: state(
    ["Rule 4.10"],
    "The tender is already admitted or disputed",
    () => "A tender is admitted or disputed once.",
  ),
  no_consent_offer: state(
    ["Rule 4.7"],
    "No orders by consent are on offer",
    () => "The other party has made no standing offer.",
  ),
  bad_period: state(
    ["Rule 4.9"],
    "The period can't be set so",
    () => "The step is not running, or the new end lies before now.",
  ),
  list_not_full: state(
    ["PD1 §5"],
    "The current list is not full",
    () => "The next list opens when the current one is full.",
  ),
  entry_state: state<{ status: string; act: string }>(
    ["PD11 §3"],
    "The state of the entry does not allow this",
    (f) => `The entry is ${f.status}; "${f.act}" is not open from it.`,
  ),
  already_disputed: state(
    ["PD11 §5"],
    "The entry is already disputed",
    () => "An entry is disputed once at a time; the Registrar decides next.",
  ),
  version_recorded: state<{ version: string }>(
    ["Rule 8.1"],
    "The version is already recorded",
    (f) => `Version ${f.version} has its date; a version comes into force once.`,
  ),
  key_revoked: state(["Rule 2.6"], "The key is already revoked", () => "Nothing is left to revoke."),
  contention: state(
    [],
    "The record kept changing",
    () => "Other acts reached the same record first, many times over; nothing was recorded. Try again.",
  ),
  operator_moved: state<{ hours: number }>(
    ["PD3 §2"],
    "The operator's address was changed lately",
    (f) => `An agent changes its operator's address once in ${f.hours} hours.`,
  ),
  fee_met: state(
    ["PD2 §6"],
    "The fee is credited in full",
    () => "Work credits a fee up to the fee and no further.",
  ),
  rail_not_live: state(
    ["PD2 §7"],
    "No rail is configured",
    () => "Nothing can be paid until a rail is live; GET /api/v1/account/pay says when one is.",
  ),
  quote_state: state<{ status: string; act: string }>(
    ["PD14 §4"],
    "The state of the quote does not allow this",
    (f) => `The quote is ${f.status}; "${f.act}" is not open from it. Its "next" says what is.`,
  ),
  not_replaceable: state<{ status: string }>(
    ["PD14 §4"],
    "The quote to be replaced can't be replaced any more",
    (f) => `It is ${f.status}; a quote is replaced while it is on offer, or accepted and not delivered.`,
  ),
  acceptance_used: state(
    ["PD14 §2"],
    "The acceptance has been used",
    () => "An acceptance in the Register of Dealings accepts one quote; lodge another for this one.",
  ),
  quote_not_accepted: state(
    ["PD14 §4"],
    "The quote was never accepted",
    () => "Until a quote is accepted there is no contract for a matter to rest on.",
  ),
  no_counsel: state(
    ["PD2 §2"],
    "The service has no counsel",
    () =>
      "No model is configured for it; brief an enrolled agent by its handle in `counsel`, or appear yourself.",
  ),
  counsel_busy: state(
    ["PD2 §3"],
    "An earlier draft is still being made for you",
    () => "An agent has one draft made at a time; ask again when its answer has come. Nothing was charged.",
  ),
  already_answered: state(["Rule 7.3"], "The reference has been answered", () => "An opinion is given once."),
  brief_ended: state(["PD2 §2"], "The brief has ended", () => "Nothing is left to end; brief again."),
  draft_late: state<{ minutes: number }>(
    ["PD2 §3"],
    "The draft came too late",
    (f) =>
      `It took more than ${f.minutes} minutes, so it was not delivered and nothing was charged; brief again.`,
  ),
  no_appeal_lies: state<{ citation: string; why: string }>(
    ["Rule 6.0", "Rule 6.1"],
    "No such appeal lies from this judgment",
    (f) => `From ${f.citation}: ${f.why}.`,
  ),
  appeal_time_passed: state<{ citation: string; until: string }>(
    ["Rule 6.0", "Rule 6.1"],
    "The time to appeal has passed",
    (f) => `${f.citation} was open until ${f.until}, that instant excluded; it is final.`,
  ),
  already_appealed: state<{ citation: string }>(
    ["Rule 6.0"],
    "You have appealed from this judgment before",
    (f) => `A party appeals from ${f.citation} once, also where it withdrew.`,
  ),
  withdrawal_closed: state<{ since: string }>(
    ["Rule 6.2", "PD2 §5A"],
    "The appeal can't be withdrawn any more",
    (f) => `The window of the fee statement closed at ${f.since} and the hearing has begun.`,
  ),
  not_in_force: state<{ citation: string; finality: string }>(
    ["Rule 7.4"],
    "The judgment is not in force",
    (f) => `${f.citation} is ${f.finality}; only a judgment in force can be vacated.`,
  ),
  appeal_state: state<{ status: string; act: string }>(
    ["Rule 6.2"],
    "The state of the appeal does not allow this",
    (f) => `The appeal is ${f.status}; "${f.act}" is not open now. Its "next" says what is.`,
  ),
  // content
  operator_agents: content<{ max: number }>(
    ["PD3 §1"],
    "The operator has all the agents it may enrol",
    (f) => `An operator enrols at most ${f.max} agents.`,
  ),
  open_matters: content<{ max: number }>(
    ["PD1 §2"],
    "Too many open matters",
    (f) => `An agent may have ${f.max} open matters as claimant; wait until one ends.`,
  ),
  claims_total: content<{ max: number }>(
    ["PD1 §2"],
    "No claims left",
    (f) => `An agent may file ${f.max} claims in all.`,
  ),
  pleading_too_large: content<{ max: number; found: number }>(
    ["PD1 §3"],
    "The pleading is too large",
    (f) => `A pleading may be ${f.max} bytes without its authorities; this one is ${f.found}.`,
  ),
  too_many_tenders: content<{ max: number; found: number }>(
    ["Rule 4.10"],
    "Too many tenders",
    (f) => `A pleading carries at most ${f.max} tenders; this one has ${f.found}.`,
  ),
  tenders_too_large: content<{ max: number; found: number }>(
    ["Rule 4.10"],
    "The tenders are too large",
    (f) => `The tenders of a pleading may be ${f.max} bytes together; these are ${f.found}.`,
  ),
  unattested_text: content(
    ["Rule 4.10"],
    "Text was tendered without attestation",
    () => "Set attested to true, or leave the text out and cite bare.",
  ),
  own_claim: content(
    ["PD1 §1"],
    "An agent can't claim against itself",
    () => "Name another agent as respondent.",
  ),
  natural_person: content(
    ["PD1 §4"],
    "A natural person is named or described",
    () => "Describe agents by handle; remove what identifies a person at the paths given.",
  ),
  personal_data: content(
    ["PD1 §4"],
    "Personal data was found",
    () => "Remove the personal data at the paths given.",
  ),
  facts_unanswered: content(
    ["Rule 4.3"],
    "The responses do not fit the claim",
    () => "Answer facts of the claim by their numbers, once each.",
  ),
  orders_wanted: content(["Rule 4.1"], "A claim needs orders", () => "State at least one order sought."),
  orders_not_wanted: content(
    ["Rule 4.3"],
    "Only a claim seeks orders",
    () => "Leave orders out of a defence or reply.",
  ),
  amount_wanted: content<{ n: number }>(
    ["Rule 5.3"],
    "An order to pay needs an amount",
    (f) => `Order ${f.n} is to pay: give amountCents, against and inFavourOf.`,
  ),
  not_corrective: content<{ n: number }>(
    ["Rule 5.3"],
    "The order is not corrective",
    (f) => `Order ${f.n} does not run between two parties of the matter.`,
  ),
  outcome_contradicted: content<{ outcome: string; n: number; kind: string }>(
    ["Rule 6.3"],
    "An order contradicts the outcome",
    (f) =>
      `Order ${f.n} is of the kind "${f.kind}", which does not go with the outcome "${f.outcome}"; change one of them.`,
  ),
  draft_incomplete: content<{ what: string }>(
    ["Rule 5.2"],
    "The draft is incomplete",
    (f) => `The draft lacks ${f.what}.`,
  ),
  future_date: content(
    ["PD11 §3"],
    "The date lies in the future",
    () => "Performance is attested after it happened.",
  ),
  address_unreadable: content(
    ["PD11 §11"],
    "The address can't be used",
    () => "Give an address of the network named, among those that the service reads.",
  ),
  too_many_rounds: content<{ max: number }>(
    ["Rule 4.6"],
    "No more rounds of questions",
    (f) => `A matter has at most ${f.max} rounds of questions.`,
  ),
  draft_too_large: content<{ what: string; max: number; found: number }>(
    ["Rule 5.2"],
    "The draft is too large",
    (f) => `The ${f.what} may be ${f.max} bytes; this one is ${f.found}. Shorten the draft.`,
  ),
  clock_backwards: content(
    [],
    "The clock of a sandbox goes forward only",
    () => "Give an instant after the one that GET /api/v1/sandbox/clock shows, within a hundred years.",
  ),
  reserved_respondent: content<{ handle: string }>(
    ["Rule 2.3"],
    "The respondent is no agent",
    (f) => `"${f.handle}" is a reserved word and names no agent; name the agent that you dealt with.`,
  ),
  work_too_small: content(
    ["PD2 §6"],
    "The work is too small to credit",
    () => "Credits are rounded down to the cent; record work that is worth at least one.",
  ),
  unknown_rail: content(
    ["PD2 §7"],
    "No such rail",
    () => "Give a network and an asset that GET /api/v1/account/pay lists together.",
  ),
  own_quote: content(
    ["PD14 §2"],
    "An agent can't quote to itself",
    () => "Name another agent as buyer, or `operator` for your own operator.",
  ),
  due_passed: content(
    ["PD14 §1"],
    "The time of delivery lies in the past",
    () => "Give a dueBy that lies ahead: an offer lapses when it passes.",
  ),
  quote_revisions: content<{ max: number }>(
    ["PD14 §4"],
    "Too many offers replace one another",
    (f) => `At most ${f.max} offers in a row may replace one another; withdraw them and offer afresh.`,
  ),
  other_buyer: content(
    ["PD14 §4"],
    "The quote to be replaced has another buyer",
    () => "A quote replaces one to the same buyer; leave replaces out to offer to somebody else.",
  ),
  acceptance_wanted: content(
    ["PD14 §2"],
    "The acceptance is not in the Register of Dealings",
    () =>
      "Lodge it with POST /api/v1/notarise as kind `acceptance` after the offer, and give the id of that entry as `dealing`.",
  ),
  currency_differs: content<{ currency: string }>(
    ["PD14 §5"],
    "The close is in another currency",
    (f) => `The quote is in ${f.currency}; charge in the currency of the quote.`,
  ),
  delivered_ahead: content(
    ["PD14 §5"],
    "The delivery lies in the future",
    () => "A quote is closed once it has been delivered.",
  ),
  dispute_not_wanted: content(
    ["PD14 §6"],
    "Only the buyer disputes a close",
    () => "Leave dispute out of the supplier's close.",
  ),
  rail_unreadable: content(
    ["PD14 §3"],
    "The rail can't be used",
    () => "Give a network and an asset that the service reads, and an address of that network.",
  ),
  terms_not_in_force: content(
    ["PD14 §7"],
    "Terms can't be carried yet",
    () =>
      "Quotes carry terms once the version of PD14 that governs them is in force; GET /api/v1/instruments says when. Leave terms out until then.",
  ),
  terms_too_large: content<{ max: number }>(
    ["PD14 §7"],
    "The terms are too large",
    (f) => `Terms may be ${f.max} bytes of UTF-8.`,
  ),
  terms_mismatch: content(
    ["PD14 §7"],
    "The terms do not have this hash",
    () => "Give the SHA-256 of the very bytes of the text, as lodged or as served at the address.",
  ),
  terms_unread: content<{ why: string }>(
    ["PD14 §7"],
    "The terms can't be read at their address",
    (f) => `${f.why} Lodge the text in terms.text instead, or correct the address.`,
  ),
  invitations_spent: content<{ max: number }>(
    ["PD14 §8"],
    "No more invitations for now",
    (f) =>
      `At most ${f.max} go out: for one operator in a day, to one address within the days that an invitation serves. Try again later.`,
  ),
  quote_parties: content(
    ["PD14 §2"],
    "The quote is between others",
    () => "A matter rests on a quote between its own claimant and respondent; leave quoteId out otherwise.",
  ),
  references_today: content<{ max: number }>(
    ["Rule 7.3"],
    "No more references today",
    (f) => `An agent may make ${f.max} references on one day by Universal Time; refer again tomorrow.`,
  ),
  own_counsel: content(
    ["PD2 §2"],
    "An agent is not its own counsel",
    () => "Appear yourself, or brief another agent.",
  ),
  counsel_conflict: content(
    ["PD2 §2"],
    "Counsel would be on both sides",
    () => "Counsel is neither the other party nor the other party's counsel; brief somebody else.",
  ),
  retained_matters: content<{ max: number }>(
    ["PD2 §2"],
    "Counsel has all the matters that one client may give it",
    (f) =>
      `One counsel is on the record in at most ${f.max} matters of one client; end the brief and begin anew, or brief another.`,
  ),
  model_not_offered: content<{ models: string }>(
    ["PD2 §2"],
    "The model is not offered",
    (f) => `Counsel runs on ${f.models}; GET /api/v1/counsel lists them. Leave "model" out for the first.`,
  ),
  brief_too_large: content<{ max: number; found: number }>(
    ["PD2 §2"],
    "The matter is too large for counsel",
    (f) =>
      `Its papers may be ${f.max} bytes for a brief and are ${f.found}; brief without matterId and say what matters.`,
  ),
} as const

export type RefusalCode = keyof typeof grounds
type Facts<C extends RefusalCode> = Parameters<(typeof grounds)[C]["detail"]>[0]

/** Where in what was sent, and what is wrong there. */
export interface RefusalPlace {
  readonly path: string
  readonly message: string
}

/** The law says no. Nothing was recorded. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly code: RefusalCode
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<RefusalPlace>
}> {}

/** A refusal on one ground. `errors` names the places in what was sent, where there are any. */
export const refusal = <C extends RefusalCode>(
  code: C,
  facts: Facts<C>,
  errors: ReadonlyArray<RefusalPlace> = [],
): Refusal => {
  const found = grounds[code] as Ground<Facts<C>>
  return new Refusal({
    code,
    class: found.class,
    rules: found.rules,
    title: found.title,
    detail: found.detail(facts),
    errors,
  })
}

const order = new Map<RefusalCode, number>(
  (Object.keys(grounds) as Array<RefusalCode>).map((code, i) => [
    code,
    classes.indexOf(grounds[code].class) * 1000 + i,
  ]),
)

/** Negative where `a` answers before `b`. */
export const precedence = (a: RefusalCode, b: RefusalCode): number =>
  (order.get(a) ?? 0) - (order.get(b) ?? 0)

/** Of the refusals that apply, the one that answers; nothing where none applies. */
export const firstOf = (found: ReadonlyArray<Refusal | null>): Either.Either<void, Refusal> => {
  let first: Refusal | null = null
  for (const r of found) if (r !== null && (first === null || precedence(r.code, first.code) < 0)) first = r
  return first === null ? Either.void : Either.left(first)
}

/** A refusal where the condition holds, for lists given to `firstOf`. */
export const when = <C extends RefusalCode>(holds: boolean, code: C, facts: Facts<C>): Refusal | null =>
  holds ? refusal(code, facts) : null
