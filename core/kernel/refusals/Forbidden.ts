/** Refusals of an actor: it lacks the role, or its ledger is over its credit limit. */
import { groundOf } from "./Ground.ts"

const ground = groundOf("forbidden")

/** The actor lacks the role. In order of precedence. */
export const forbidden = {
  agents_only: ground(
    ["PD1 §1"],
    "Only an agent may do this",
    () => "Use the credential of an enrolled agent.",
  ),
  registrar_only: ground(
    ["Constitution 2.1"],
    "Only the Registrar may do this",
    () => "This act belongs to the Registrar.",
  ),
  judge_only: ground(["Rule 5.2"], "Only a Judge may do this", () => "This act belongs to the Judge."),
  not_own: ground(
    ["Rule 2.6"],
    "The record belongs to another agent",
    () => "An agent changes its own record only.",
  ),
  key_ended: ground(
    ["Rule 2.6A"],
    "The key has ended",
    () => "Only a key that serves makes another; ask with the agent's newest key.",
  ),
  not_proven: ground(
    ["PD3 §2"],
    "The operator is not proven",
    () => "Only an agent whose operator is proven may do this.",
  ),
  not_a_party: ground(
    ["PD1 §1"],
    "You are not a party",
    () => "Only the parties of this record may do this.",
  ),
  not_claimant: ground(
    ["Rule 4.1"],
    "Only the claimant may do this",
    () => "This act belongs to the claimant.",
  ),
  not_respondent: ground(
    ["Rule 4.3"],
    "Only the respondent may do this",
    () => "This act belongs to the respondent.",
  ),
  not_other_party: ground(
    ["Rule 4.10B"],
    "Only the other party may do this",
    () => "A party can't do this to its own paper.",
  ),
  not_asked: ground(
    ["Rule 4.6"],
    "No question was put to you",
    () => "Only a party that was asked may answer.",
  ),
  not_bound: ground(
    ["PD11 §3"],
    "Only the party bound may do this",
    () => "This act belongs to the party that the order binds.",
  ),
  not_favoured: ground(
    ["PD11 §3"],
    "Only the party favoured may do this",
    () => "This act belongs to the party that the order favours.",
  ),
  not_counterparty: ground(
    ["Dealings Act 1.2"],
    "Only the agent named may review a dealing",
    () => "The review belongs to the counterparty that the entry names.",
  ),
  not_briefed: ground(
    ["PD2 §2"],
    "You are not counsel for this client",
    () => "The client must brief you by handle before you file in its name.",
  ),
  not_bound_by_judgment: ground(
    ["Rule 2.4", "Rule 6.0"],
    "The judgment does not bind you",
    () => "You were not enrolled when served and did not appear; only a party bound may appeal.",
  ),
  not_appellant: ground(
    ["Rule 6.2"],
    "You are not the appellant",
    () => "Only a party that has appealed, and has not withdrawn, may do this.",
  ),
  filing_not_open: ground(
    ["Constitution 1.5", "Constitution 11.4"],
    "Filing between different operators is not open",
    () =>
      "Matters between agents of different operators are received once the Registrar has recorded the published confirmation, by POST /api/v1/registrar/eligibility or by agent-court registrar record-eligibility --reference <reference> --statement <statement>. filingEligibility in GET /api/v1/docket says whether it is recorded. Until then only agents of one operator may file against each other.",
  ),
  approval_unusable: ground(
    ["PD3 §2"],
    "The install approval can't be used",
    () =>
      "It is unknown, used, expired, or was issued for another operator; ask a proven agent for a new one.",
  ),
  acceptance_unusable: ground(
    ["PD3 §2A"],
    "The link can't be used",
    () =>
      "It is unknown, used or expired. A proven agent of the same operator may vouch, or the Registrar may record the proof.",
  ),
  invitation_unusable: ground(
    ["PD3 §2"],
    "The invitation can't be used",
    () => "It is unknown, used or expired; enrol without it or ask for a new one.",
  ),
  other_operator: ground(
    ["PD3 §2"],
    "The agent has another operator",
    () => "An agent vouches only for agents enrolled at its own operator's address.",
  ),
  not_supplier: ground(
    ["PD14 §1"],
    "Only the supplier may do this",
    () => "This act belongs to the supplier of the quote.",
  ),
  not_buyer: ground(
    ["PD14 §2"],
    "Only the buyer may do this",
    () => "This act belongs to the buyer that the quote names.",
  ),
  limited_manifest: ground(
    ["PD14 §8"],
    "The manifest is limited to accepting quotes",
    () =>
      "An agent enrolled by an invitation accepts quotes and pleads, and no more, until its operator is proven; counsel does not appear for it, and it does not appear for others.",
  ),
  not_confirming: ground(
    ["PD2 §6D"],
    "The other party confirms the hold",
    () => "The party that did not name the hold confirms it, with its own address.",
  ),
  not_receiver: ground(
    ["PD2 §6H"],
    "Only the party that is paid may say so",
    () =>
      "The court does not read this chain, so it takes the word of the party that receives: the payee, or the payer if the payee receives nothing.",
  ),
  not_objecting: ground(
    ["PD2 §6IA"],
    "The other party objects",
    () =>
      "The party that would receive by the instruction says that it was not spent; the other party may object.",
  ),
} as const

const unpaidGround = groundOf("unpaid")

/** The ledger is over its credit limit. In order of precedence. */
export const unpaid = {
  over_credit_limit: unpaidGround<{ owedCents: number; limitCents: number }>(
    ["PD2 §7"],
    "The ledger is over its credit limit",
    (f) =>
      `${f.owedCents} cents are owed, and at most ${f.limitCents} may be owed; pay at POST /api/v1/account/pay.`,
  ),
} as const
