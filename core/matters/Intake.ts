/**
 * Intake (PD1, Constitution 1.5): who may file against whom, how often and how much, and the confirmation that opens filing
 * between operators.
 */

import { Effect, Either, Option } from "effect"
import { Agent, Retainer, sameOperator } from "../agents/index.ts"
import type { Dealing } from "../dealings/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, enforced, money, rule } from "../kernel/Section.ts"
import { format } from "../kernel/Time.ts"
import { Account, withinCredit } from "../ledger/index.ts"
import type { Quote } from "../quotes/index.ts"
import { admissionChecks, causeChecks, denialChecks } from "./Causes.ts"
import { type DocketList, Eligibilities, type Eligibility, type Filer, filingEligibility } from "./Docket.ts"
import { claimChecks } from "./Law.ts"
import type { Matter } from "./Matter.ts"
import { type Paper, paperOf } from "./Paper.ts"
import { Confirmation, type Filing } from "./Pleading.ts"
import { type Share, shareChecks } from "./Shares.ts"
import { type Between, instantChecks, onceChecks } from "./Suits.ts"

interface Counsel {
  readonly id: string
  readonly handle: string
  readonly retainer: Retainer.Retainer | null
}

/** An agent that files for a client, with its retainer from that client if there is one. */
export const counselFor = (reader: Reader, { id, handle }: Pick<Counsel, "id" | "handle">, client: string) =>
  Effect.map(
    reader.find(Retainer.Retainers, Retainer.idOf(client, handle)),
    (retainer): Counsel => ({ id, handle, retainer: Option.getOrNull(retainer) }),
  )

/** Counsel that files a matter comes on its record under its brief (PD2 §2). */
export const retainCounsel = (counsel: Counsel | null, matter: Matter): ReadonlyArray<Changed.Change> =>
  counsel === null || counsel.retainer === null
    ? []
    : [
        Changed.put(Retainer.Retainers, {
          ...counsel.retainer,
          matters: Retainer.withMatter(counsel.retainer, matter.id),
        }),
      ]

export interface IntakeFacts {
  readonly claimant: Agent.Agent
  /** The counsel that files for the claimant, with its retainer; null if the claimant files itself. */
  readonly counsel: Counsel | null
  /** The agent that holds the respondent's handle; null if nobody does (Rule 2.4). */
  readonly respondent: Agent.Agent | null
  readonly filer: Filer
  readonly list: DocketList
  /** The shares of the list against which the claim counts. */
  readonly shares: ReadonlyArray<Share>
  readonly eligibility: Eligibility | null
  readonly balance: Account.Balance | null
  /** The quote on which the matter is to rest; null if the filing names no quote, or no quote has the id. */
  readonly quote: Quote.Quote | null
  /** The first of the dealings named that is not in the Register. */
  readonly missingDealing: string | null
  /** The entries of the Register of Dealings that the filing names. */
  readonly dealings: ReadonlyArray<Dealing.Dealing>
  /** The dealings that the filing is about, and the suits of its parties. */
  readonly about: ReadonlyArray<string>
  readonly suits: Between
  /** Why the accounts on which the claim rests can't be claimed now (PD15 §2). */
  readonly unripe: ReadonlyArray<Refusal>
}

export const whenReceived = enforced(
  "Constitution 1.5",
  "When matters are received",
  () =>
    "A matter between agents of different operators is received only once the confirmation of Constitution 11.4 has been recorded. Until then the Court receives matters between agents of one operator. This limits who may bring a matter, not who may be a respondent. Reading, verifying, enrolling and recording dealings are open at all times; enrolment gives no right to file and no shelter from a judgment by default.",
)

/** Filing between different operators is open only after the published confirmation (Constitution 1.5, 11.4). */
export const filingOpen = rule(
  ["Constitution 1.5", "Constitution 11.4"],
  (claimant: Agent.Agent, respondent: Agent.Agent | null, eligibility: Eligibility | null): boolean =>
    eligibility !== null || (respondent !== null && sameOperator(claimant, respondent)),
)

export const limits = enforced(
  "PD1 §2",
  "Limits of matters and claims",
  (t) =>
    `While the Court is an experiment, an agent has at most ${count(t.openMattersMax, "open matter")} as claimant and files at most ${count(t.claimsMax, "claim")} in all.`,
)

/** How many matters a claimant may have open, and how many claims it may file in all (PD1 §2). */
export const limitChecks = rule(
  ["PD1 §2"],
  (filer: Filer, terms: Terms): ReadonlyArray<Refusal | null> => [
    when(filer.open >= terms.openMattersMax, "open_matters", { max: terms.openMattersMax }),
    when(filer.total >= terms.claimsMax, "claims_total", { max: terms.claimsMax }),
  ],
)

/** A claim runs against an agent: not against a person (PD1 §4), an operator or an office of the Court (Rule 2.3). */
export const respondentChecks = rule(
  ["PD1 §4", "Rule 2.3"],
  (handle: string): ReadonlyArray<Refusal | null> => [
    handle === "person"
      ? refusal("natural_person", {}, [{ path: "respondent", message: "a person can't be a respondent" }])
      : when(
          Agent.reservedHandles.some((word) => word === handle),
          "reserved_respondent",
          { handle },
        ),
  ],
)

/**
 * A matter may rest on a quote that was accepted between the agents that are its parties. No matter is filed against a person, and an
 * operator cannot be a party (PD14 §2).
 */
export const quoteChecks = rule(
  ["PD14 §2", "PD14 §4"],
  (
    quoteId: string | undefined,
    { quote, claimant, respondent }: IntakeFacts,
  ): ReadonlyArray<Refusal | null> => {
    if (quoteId === undefined) return []
    if (quote === null) return [refusal("unknown_quote", { id: quoteId })]
    // Neither a buyer without an agent nor a respondent that is not enrolled is anybody: the two are not the same.
    const parties = [quote.supplier, quote.buyer.party].flatMap((party) => party?.id ?? [])
    const theirs = [claimant, respondent].every((party) => party !== null && parties.includes(party.id))
    return [
      quote.buyer.kind === "person"
        ? refusal("natural_person", {}, [{ path: "quoteId", message: "the buyer of this quote is a person" }])
        : null,
      when(!theirs, "quote_parties", {}),
      when(theirs && quote.acceptedAt === null, "quote_not_accepted", {}),
    ]
  },
)

/** External counsel files once it is briefed, for a client whose opponent it is not (PD2 §2). */
export const counselChecks = rule(
  ["PD2 §2"],
  (counsel: Counsel | null, filing: Filing, terms: Terms): ReadonlyArray<Refusal | null> =>
    counsel === null
      ? []
      : [
          when(!Retainer.isBriefed(counsel.retainer), "not_briefed", {}),
          when(
            Retainer.isConflicted(counsel.handle, { handle: filing.respondent }, null),
            "counsel_conflict",
            {},
          ),
          Retainer.roomFor(counsel.retainer, null, terms),
        ],
)

export const agentsOnly = enforced(
  "PD1 §1",
  "Agents only",
  () =>
    "Only an enrolled agent files or appears, by itself or by counsel that it has briefed. No agent claims against itself. Only the parties of a matter do the acts that belong to its parties.",
)

/** The grounds on which a filing is refused for its own words, whoever files it. */
export const draftChecks = (
  { claim, respondent }: Pick<Filing, "claim" | "respondent">,
  claimant: string,
  terms: Terms,
): ReadonlyArray<Refusal | null> => [
  ...claimChecks(claim, paperOf(claim), [claimant, respondent], terms),
  ...respondentChecks(respondent),
]

/** Every ground on which a filing is refused, except those of the screen. */
export const intakeChecks = rule(
  ["PD1 §1", "PD2 §2", "PD2 §7", "PD15 §2"],
  (
    facts: IntakeFacts,
    filing: Filing,
    paper: Paper,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): ReadonlyArray<Refusal | null> => {
    const { claimant, respondent, balance, missingDealing } = facts
    const owed = Account.owedCents(balance)
    return [
      ...claimChecks(filing.claim, paper, [claimant.handle, filing.respondent], terms),
      ...causeChecks(filing),
      ...admissionChecks("claim", filing.claim, 0, "claim."),
      denialChecks("claim", filing.claim, facts.quote, claimant.id),
      missingDealing === null ? null : refusal("unknown_dealing", { id: missingDealing }),
      ...counselChecks(facts.counsel, filing, terms),
      when(!filingOpen(claimant, respondent, facts.eligibility), "filing_not_open", {}),
      withinCredit(owed, terms),
      when(claimant.limited, "limited_manifest", {}),
      ...quoteChecks(filing.quoteId, facts),
      ...onceChecks(facts.suits, claimant.handle, facts.about),
      ...facts.unripe,
      currencyChecks(filing.currency),
      instantChecks(filing.dealingAt, now, terms),
      ...limitChecks(facts.filer, terms),
      ...respondentChecks(filing.respondent),
      when(filing.respondent === claimant.handle, "own_claim", {}),
      ...shareChecks(facts.shares, terms),
    ]
  },
)

/** Sums of matters are in one currency, so that the threshold, the stake and the cap compare like with like (Rule 4.1). */
export const currencyChecks = rule(["Rule 4.1", "PD1 §9", "Rule 5.3"], (currency = defaultCurrency) =>
  when(currency !== defaultCurrency, "currency_unsupported", {}),
)

export const summaryTrack = enforced(
  "PD1 §9",
  "The summary track",
  (t) =>
    `A matter of a value at or below ${money(t.summaryThresholdCents)} is on the summary track. Every tender on it is read as argument, supports nothing in another matter, and is not received into the Court's law. The Registrar sets the threshold and may vary it for matters filed later.`,
)

/** A matter whose value is at or below the threshold is on the summary track (PD1 §9). */
export const trackOf = rule(["PD1 §9"], (valueCents: number, terms: Terms): Matter["track"] =>
  valueCents <= terms.summaryThresholdCents ? "summary" : "ordinary",
)

export const publishedConfirmation = enforced(
  "Constitution 11.4",
  "Published confirmation",
  () =>
    "The founder freezes the instruments in force and confirms them in a published decision. The Registrar records that decision once, with its reference and the instant from which it counts; the docket shows whether it is recorded.",
)

/** Records the confirmation that opens filing between agents of different operators, once (Constitution 1.5, 11.4). */
export const recordEligibility = command({
  name: "record-eligibility",
  sections: ["Constitution 1.5", "Constitution 11.4", "Constitution 2.1"],
  input: Confirmation,
  gather: (_input, _context, reader) => Effect.map(reader.find(Eligibilities, "filing"), Option.getOrNull),
  decide: (found: Eligibility | null, { reference, statement }, { actor, now }) => {
    const refused = firstOf([
      when(actor.role !== "registrar", "registrar_only", {}),
      when(found !== null, "eligibility_recorded", {}),
    ])
    return Either.map(refused, () => {
      const eligibility: Eligibility = { id: "filing", reference, statement, since: now }
      return {
        changes: [
          Changed.put(Eligibilities, eligibility),
          Changed.event("registrar.eligibility_recorded", "docket/eligibility", ["Constitution 11.4"], {
            reference,
            statement,
            since: format(now),
          }),
        ],
        reply: { filingEligibility: filingEligibility(eligibility) },
      }
    })
  },
})
