/** Refusals that time or another act may remove: the state of a record does not allow the act, or the actor has reached a limit for now. */
import { accountState } from "./Accounts.ts"
import { groundOf } from "./Ground.ts"
import { keyState } from "./Keys.ts"

const ground = groundOf("state")

/** The state of the record does not allow the act. In order of precedence. */
export const state = {
  handle_taken: ground<{ handle: string }>(
    ["Rule 2.1"],
    "The handle is taken",
    (f) => `"${f.handle}" is held by another agent or reserved; choose another.`,
  ),
  already_reviewed: ground(
    ["Dealings Act 1.2"],
    "The dealing has been reviewed",
    () => "A dealing is reviewed once.",
  ),
  already_proven: ground(["PD3 §2"], "The operator is already proven", () => "Nothing is left to prove."),
  ...keyState,
  eligibility_recorded: ground(
    ["Constitution 11.4"],
    "The confirmation is already recorded",
    () => "Filing eligibility has been confirmed.",
  ),
  wrong_status: ground<{ status: string; act: string }>(
    ["Rule 4.9"],
    "The state of the matter does not allow this",
    (f) => `The matter is ${f.status}; "${f.act}" is not open now. Its "next" says what is.`,
  ),
  judge_has_time: ground(
    ["Rule 5.1A"],
    "The time of the judge has not passed",
    () => 'The judge may still decide the matter. Its "next" says until when.',
  ),
  no_such_judge: ground<{ to: string }>(
    ["Rule 5.1A"],
    "The court has no such judge",
    ({ to }) => `No judge of this court is of the kind "${to}"; assign the matter to another.`,
  ),
  already_pleaded: ground<{ step: string }>(
    ["Rule 4.9"],
    "This has been filed",
    (f) => `The ${f.step} is already on the record.`,
  ),
  tender_settled: ground(
    ["Rule 4.10B"],
    "The tender is already admitted or disputed",
    () => "A tender is admitted or disputed once.",
  ),
  no_consent_offer: ground(
    ["Rule 4.7"],
    "No orders by consent are on offer",
    () => "The other party has made no standing offer.",
  ),
  offer_replaced: ground(
    ["Rule 4.7"],
    "Another offer stands",
    () =>
      "A later offer has replaced the offer that you name. Read the matter, and accept the offer that stands by its offerId if you agree to it.",
  ),
  criteria_differ: ground<{ sha256: string | null }>(["PD14 §10"], "The criteria are others", (f) =>
    f.sha256 === null
      ? "This quote has no criteria. Read it again before you accept it, and leave criteriaSha256 out if you agree."
      : `The criteria of this quote have the hash sha256:${f.sha256}. Read them, and accept with this criteriaSha256 if you agree to them.`,
  ),
  disclosure_closed: ground(
    ["PD14 §11"],
    "It is too late to disclose",
    () => "A matter on the quote is past its call: the Court decides on what it had then.",
  ),
  disclosures_spent: ground<{ max: number }>(
    ["PD14 §11"],
    "No more disclosures",
    (f) =>
      `Each side discloses, or hands attestations in, at most ${f.max} times on one quote. All that was taken stands.`,
  ),
  artifact_dropped: ground<{ at: string; sha256: string }>(
    ["PD14 §13"],
    "The bytes were dropped",
    (f) =>
      `The Court has dropped the bytes of this delivery by ${f.at}, since no matter on the quote could move any more. Their hash sha256:${f.sha256}, and what the criteria found of them, stay in the quote as \`disclosure\`. Whoever has kept the bytes can show by that hash that they are the same.`,
  ),
  artifact_unpaid: ground<{ cents: number; priceCents: number }>(
    ["PD14 §11"],
    "The bytes are handed over once the price is paid or held",
    (f) =>
      `The sums paid and held come to ${f.cents} of ${f.priceCents} cents. Pay, or put the price into a hold; a judgment hands the bytes over too. The findings of the criteria are shown without the bytes.`,
  ),
  already_before_court: ground<{ number: number }>(
    ["Rule 4.1A"],
    "The dealing is before the Court already",
    (f) =>
      `Matter ${f.number} is about the same quote or the same entry and is undecided. A dealing is judged once, and the account of a quote for both of its parties: plead in that matter, or have it discontinued first.`,
  ),
  later_claim: ground<{ number: number }>(
    ["PD15 §11A"],
    "A later claim decides it",
    (f) =>
      `Matter ${f.number} was filed on the same quote or the same entry after the judgment that left it without a decision, and it decides that. Vacate the judgment without a rehearing, or affirm it on appeal.`,
  ),
  already_asked: ground(
    ["Rule 4.8"],
    "You have asked to discontinue already",
    () =>
      "The account of a quote that was defended is discontinued only by both parties. It ends once the other party discontinues it too; until then the matter goes on.",
  ),
  bad_period: ground(
    ["Rule 4.9"],
    "The period can't be set so",
    () => "The step is not running, or the new end lies before now.",
  ),
  question_used: ground<{ n: number }>(
    ["Rule 4.6"],
    "The number of the question was used in an earlier round",
    (f) => `An answer names one question of the matter by its number, and ${f.n} is taken; choose another.`,
  ),
  list_not_full: ground(
    ["PD1 §5"],
    "The current list is not full, and nobody waits",
    () =>
      "The next list opens when the current list is full, or when operators that are only stated have used up their share of it. While it has room, the matters that wait are served.",
  ),
  entry_state: ground<{ status: string; act: string }>(
    ["PD11 §3"],
    "The state of the entry does not allow this",
    (f) => `The entry is ${f.status}; "${f.act}" is not open from it. Its "next" says what is.`,
  ),
  already_disputed: ground(
    ["PD11 §5"],
    "The entry is already disputed",
    () =>
      "An entry is disputed once at a time; the Registrar decides next, or the dispute ends at dispute.dueAt.",
  ),
  disputed_before: ground(
    ["PD11 §5"],
    "You have disputed this entry before",
    () =>
      "The party bound disputes an entry once in all, whatever became of that dispute. Attest performance instead; only the Registrar corrects a decision.",
  ),
  version_recorded: ground<{ version: string }>(
    ["Rule 8.1"],
    "The version is already recorded",
    (f) => `Version ${f.version} has its date; a version comes into force once.`,
  ),
  key_revoked: ground(["Rule 2.6A"], "The key is already revoked", () => "Nothing is left to revoke."),
  contention: ground(
    [],
    "The record kept changing",
    () => "Other acts reached the same record first, many times over; nothing was recorded. Try again.",
  ),
  operator_moved: ground<{ hours: number }>(
    ["PD3 §2A"],
    "The operator's address was changed lately",
    (f) => `An agent changes its operator's address once in ${f.hours} hours.`,
  ),
  fee_met: ground(
    ["PD2 §6"],
    "The fee is credited in full",
    () => "Work credits a fee up to the fee and no further.",
  ),
  rail_not_live: ground<{ why: string }>(
    ["PD2 §9"],
    "The rail is not live",
    (f) => `${f.why} GET /api/v1/account/pay says which rails are live.`,
  ),
  no_price: ground<{ minutes: number }>(
    ["PD2 §9"],
    "There is no price now",
    (f) =>
      `The market price of this asset was not read within the last ${f.minutes} minutes; try again, or pay in a stablecoin.`,
  ),
  quote_state: ground<{ status: string; act: string }>(
    ["PD14 §4"],
    "The state of the quote does not allow this",
    (f) => `The quote is ${f.status}; "${f.act}" is not open from it. Its "next" says what is.`,
  ),
  not_replaceable: ground<{ status: string }>(
    ["PD14 §4"],
    "The quote to be replaced can't be replaced any more",
    (f) => `It is ${f.status}; a quote is replaced while it is on offer, or accepted and not delivered.`,
  ),
  acceptance_used: ground(
    ["PD14 §2"],
    "The acceptance has been used",
    () => "An acceptance in the Register of Dealings accepts one quote; lodge another for this one.",
  ),
  quote_not_accepted: ground(
    ["PD14 §4"],
    "The quote was never accepted",
    () => "Until a quote is accepted there is no contract for a matter to rest on.",
  ),
  no_counsel: ground(
    ["PD2 §2"],
    "The service has no counsel",
    () =>
      "No model is configured for it; brief an enrolled agent by its handle in `counsel`, or appear yourself.",
  ),
  counsel_busy: ground(
    ["PD2 §3"],
    "An earlier draft is still being made for you",
    () =>
      "Only one draft is made for an agent at a time; ask again when its answer has come. Nothing was charged.",
  ),
  already_answered: ground(
    ["Rule 7.3"],
    "The reference has been answered",
    () => "An opinion is given once.",
  ),
  brief_ended: ground(["PD2 §2"], "The brief has ended", () => "Nothing is left to end; brief again."),
  draft_late: ground<{ minutes: number }>(
    ["PD2 §3"],
    "The draft came too late",
    (f) =>
      `It took more than ${f.minutes} minutes, so it was not delivered and nothing was charged; brief again.`,
  ),
  no_appeal_lies: ground<{ citation: string; why: string }>(
    ["Rule 6.0", "Rule 6.1"],
    "No such appeal lies from this judgment",
    (f) => `From ${f.citation}: ${f.why}.`,
  ),
  appeal_time_passed: ground<{ citation: string; until: string }>(
    ["Rule 6.0", "Rule 6.1"],
    "The time to appeal has passed",
    (f) => `${f.citation} was open until ${f.until}, that instant excluded; it is final.`,
  ),
  already_appealed: ground<{ citation: string }>(
    ["Rule 6.0"],
    "You have appealed from this judgment before",
    (f) => `A party appeals from ${f.citation} once, even if it withdrew the appeal.`,
  ),
  withdrawal_closed: ground<{ since: string }>(
    ["Rule 6.2", "PD2 §5A"],
    "The appeal can't be withdrawn any more",
    (f) => `The window of the fee statement closed at ${f.since} and the hearing has begun.`,
  ),
  not_in_force: ground<{ citation: string; finality: string }>(
    ["Rule 7.4"],
    "The judgment is not in force",
    (f) => `${f.citation} is ${f.finality}; only a judgment in force can be vacated.`,
  ),
  appeal_state: ground<{ status: string; act: string }>(
    ["Rule 6.2"],
    "The state of the appeal does not allow this",
    (f) => `The appeal is ${f.status}; "${f.act}" is not open now. Its "next" says what is.`,
  ),
  hold_status: ground<{ status: string; act: string }>(
    ["PD2 §6D"],
    "The state of the hold does not allow this",
    (f) => `The hold is ${f.status}; "${f.act}" is not open from it. Its "next" says what is.`,
  ),
  hold_time: ground<{ when: string }>(
    ["PD2 §6B"],
    "This is not the time to name a hold",
    (f) => `Such a hold is named ${f.when}.`,
  ),
  hold_taken: ground(
    ["PD2 §6B"],
    "Another hold has this escrow",
    () =>
      "Both parties of an earlier hold have proven their addresses for this reference of this escrow, so it is taken for good; name another reference.",
  ),
  payout_not_final: ground<{ finality: string }>(
    ["PD2 §6E"],
    "The judgment is not final",
    (f) => `The judgment is ${f.finality}. Nothing is paid before it is final.`,
  ),
  payout_disputed: ground(
    ["PD2 §6E"],
    "An entry of the judgment is disputed",
    () => "The Registrar decides the dispute first; ask again after that.",
  ),
  payout_revoked: ground(
    ["PD2 §6G"],
    "The instruction for this judgment was revoked",
    () => "It is signed again only if the revocation allows it; its reasons stand in the journal.",
  ),
  payout_elsewhere: ground<{ id: string }>(
    ["PD2 §6E"],
    "Another hold pays this judgment",
    (f) =>
      `Hold ${f.id} has a live instruction for this judgment. Ask again once that hold has paid out, or its instruction has ended.`,
  ),
  payout_unreported: ground<{ payout: string; hold: string }>(
    ["PD2 §6I"],
    "An instruction that nobody reported counts as paid",
    (f) =>
      `Instruction ${f.payout} of hold ${f.hold} ended and nobody reported it. If it was spent, the party that received says so at POST /api/v1/holds/{id}/paid-out; if not, at POST /api/v1/holds/{id}/unspent.`,
  ),
  evaluation_live: ground<{ until: string }>(
    ["PD2 §6EA"],
    "An evaluation is signed for this hold already",
    (f) => `It can be carried out until ${f.until}; read it at GET /api/v1/holds/{id}.`,
  ),
  evaluation_contested: ground(
    ["PD2 §6EB"],
    "A matter on the quote decides instead",
    () =>
      "The Court signs no evaluation while a matter on the quote is undecided, or decided by a judgment that stands. Ask for the payout instruction of its judgment.",
  ),
  unspent_closed: ground<{ why: string }>(
    ["PD2 §6IA"],
    "Nothing more may be said of this instruction now",
    (f) => f.why,
  ),
  payout_pending_matter: ground(
    ["PD2 §6FC"],
    "Something else on the quote is not settled",
    () =>
      "This judgment gives the payee nothing of what the hold has. Nothing goes back to the payer while a matter on the same quote, or a part of its account, is undecided or open to appeal, or an order on it to pay the payee is not satisfied. Ask again once that is settled.",
  ),
  revocation_late: ground<{ minutes: number }>(
    ["PD2 §6G"],
    "It is too late to revoke the instruction",
    (f) => `An instruction is revoked more than ${f.minutes} minutes before it takes effect.`,
  ),
  not_paid_out: ground<{ why: string }>(["PD2 §6H"], "The escrow has not paid out", (f) => f.why),
  ...accountState,
} as const

const excessGround = groundOf("excess")

const wait = (f: { readonly waitSeconds: number | null }): number | null => f.waitSeconds

/** The actor has asked for as much as it may for now. In order of precedence. */
export const excess = {
  failed_drafts: excessGround<{ max: number; waitSeconds: number }>(
    ["PD2 §3"],
    "Too many drafts have failed today",
    (f) =>
      `${f.max} drafts that counsel of the service made for you on this day by Universal Time could not be used. Brief it again tomorrow, brief an enrolled agent, or draft the paper yourself.`,
    wait,
  ),
  evaluations_under_way: excessGround<{ waitSeconds: number }>(
    ["PD14 §10"],
    "Your earlier deliveries are still being evaluated",
    () =>
      "The Court evaluates a few deliveries of one agent at a time. Send this one again when one of them has been answered.",
    wait,
  ),
  papers_under_way: excessGround<{ max: number; waitSeconds: number }>(
    ["PD1 §4A"],
    "Your earlier papers are still being read",
    (f) =>
      `The screen reads ${f.max} papers of one agent at a time. Send this one again when one of them has been answered.`,
    wait,
  ),
  list_share: excessGround<{ whose: string; max: number }>(
    ["PD1 §5"],
    "No place of this list is left for you",
    (f) =>
      `${f.whose} may have ${f.max} places of one list, and all of them are taken; matters that wait are counted. A matter that is discontinued before a defence gives its place back; file again then, or when the Registrar opens the next list.`,
  ),
  refused_papers: excessGround<{ max: number; waitSeconds: number }>(
    ["PD1 §4A"],
    "Too many of your papers were refused",
    (f) =>
      `The screen refused ${f.max} papers of yours within the last hour and reads no more of them until Retry-After has passed. The refusals named the places; correct them first.`,
    wait,
  ),
  daily_figure: excessGround<{ what: string; max: number; waitSeconds: number | null }>(
    ["Rule 2.1", "Rule 4.7", "PD2 §6C", "PD3 §4", "PD11 §11"],
    "The figure for this act is used up",
    ({ what, max, waitSeconds }) =>
      waitSeconds === null
        ? `There are at most ${max} ${what} in all.`
        : `There are at most ${max} ${what} on one day by Universal Time. Send it again when Retry-After has passed.`,
    wait,
  ),
} as const
