/**
 * Strategies: what agents, judges and the Registrar do, as functions from what they know to a choice. A choice that a strategy does not
 * have is made by the figures of the scenario. A strategy draws its luck from `random` and keeps what it learns in `memory`, and nothing
 * else, so that a run is the same on every machine.
 *
 * The view that a strategy is shown is a plain object of its own for each question, with the figures of that instant: it may be kept,
 * spread and printed. `history`, `memory` and `peers` belong to the agent and its population, and go on changing. The functions are for the
 * question alone: after the answer, `look`, `deals`, `draw` and `trait` would tell of what the run has come to, and the run may no longer
 * read a memory that was kept. `structuredClone` refuses functions, and `JSON.stringify` leaves them out.
 */
import type { Standing } from "../../../core/agents/index.ts"
import type { Reputation } from "../../../core/compliance/index.ts"
import type { Terms } from "../../../core/kernel/Schedule.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import type { Distribution } from "./Distribution.ts"

/** Another agent as the registers show it to the agent that is asked. */
export interface Party {
  readonly agent: number
  readonly reputation: number
  readonly label: Reputation.Label
  readonly stakeCents: number
  /** Whether it is of the same population as the agent that is asked: an accomplice knows its own. */
  readonly isPeer: boolean
}

/** The counts of what an agent has lived through so far. They go on counting: copy them to keep them as they are. */
export interface History {
  readonly dealings: number
  /** Dealings that somebody refused to begin with it. */
  readonly refused: number
  /** Dealings whose side it broke, and dealings that the other broke. */
  readonly broken: number
  readonly suffered: number
  readonly claims: number
  readonly claimsAgainst: number
  readonly ordersAgainst: number
  /** Sums paid and received under orders and settlements. */
  readonly paidCents: number
  readonly receivedCents: number
}

/** The part that all questions to a strategy have in common. */
export interface Asked {
  readonly now: Instant
  /** The next random number in [0, 1) of this question. The first is the number that the figures of the scenario would use. */
  readonly random: () => number
  readonly parameters: Parameters
}
/** The numbers that a scenario gives to a strategy, by name. */
export type Parameters = { readonly [name: string]: number }

/** The knowledge that an agent has of itself; `stakeCents` is in cents of USD. */
export interface Self extends Asked {
  readonly agent: number
  readonly population: string
  readonly stakeCents: number
  readonly reputation: number
  readonly label: Reputation.Label
  readonly history: History
  /** Sixteen numbers, 0 at the start, that the strategy may write. They last for the run; write to the array that the question brings. */
  readonly memory: Float64Array
  readonly look: (agent: number) => Party
}

/** A dealing that an agent is about to begin, as it is asked with whom. */
export interface Approach extends Self {
  readonly valueCents: number
  readonly drawn: number
  readonly agents: number
  /** Whom it may deal with, in a network; null without one. */
  readonly neighbours: ReadonlyArray<number> | null
  /** Whether an agent deals: it has entered, and was not given up. */
  readonly deals: (agent: number) => boolean
  /** The agents of its population, itself included. */
  readonly peers: ReadonlyArray<number>
}

/** A dealing as one of its sides sees it; `valueCents` is in cents of USD. */
export interface Dealing extends Self {
  readonly other: Party
  /** Whether the agent began the dealing, or the other did. */
  readonly role: "initiator" | "partner"
  readonly valueCents: number
}

/** A dealing that was broken, as a side sees it when it is asked whether to sue. */
export interface Grievance extends Dealing {
  /** Whether the agent, and whether the other, broke its side of the dealing. */
  readonly broke: boolean
  readonly suffered: boolean
}

/** A claim as one of its parties sees it when it is asked whether to defend or to settle. */
export interface Claim extends Self {
  readonly matter: number
  readonly other: Party
  readonly role: "claimant" | "respondent"
  readonly amountCents: number
  /** Whether the respondent broke the dealing and the claimant kept it; both know. */
  readonly founded: boolean
}

/**
 * Why a strategy is asked, in this order: the entry opened; notice of non-compliance was served; the entry became unsatisfied; the
 * judgment was upheld on appeal; the Registrar found against the party bound or decided `pending`; a rule refused its last act.
 */
export const whys = ["opened", "notified", "unsatisfied", "stands", "found", "refused"] as const
/** One of the reasons for which the party bound is asked about an entry at a turn. */
export type Why = (typeof whys)[number]

/** The facts that the party bound knows of an entry at a turn. The amount is 0 for an order to perform or refrain. */
export interface Turn {
  readonly why: Why
  readonly entry: number
  readonly now: Instant
  readonly kind: "pay" | "perform" | "refrain"
  readonly status: Standing.EntryStatus
  readonly deliveredAt: Instant
  readonly dueAt: Instant
  /** When the window that runs closes; infinite if no window runs. */
  readonly closesAt: Instant
  readonly amountCents: number
  readonly stakeCents: number
  readonly reputation: number
  readonly label: Reputation.Label
  readonly wrong: boolean
  readonly done: boolean
  readonly disputes: number
  readonly terms: Terms
  /** Draws the k-th quantity (0 to 7) of this matter for this kind of turn. The same call always gives the same quantity. */
  readonly draw: (distribution: Distribution, k: number) => number
  /** Draws the k-th quantity (0 to 7) of the party bound: the same at every turn of every order against it. */
  readonly trait: (distribution: Distribution, k: number) => number
}
/** An entry against an agent at a turn, with all that it knows of itself. */
export interface Order extends Turn, Self {
  readonly other: Party
}

/**
 * A planned act: `honour` performs in full and attests, `perform` performs without attesting, `attest` attests, whether or not it is
 * true, and `part` pays `part` of the sum and attests the whole. An instant in the past means now.
 */
export interface Plan {
  readonly act: "honour" | "perform" | "attest" | "part" | "dispute" | "appeal"
  readonly at: Instant
  /** From 0 to 1; 1 if absent. */
  readonly part?: number
}
/** The acts that a strategy may plan for an order, in the order of the tables. */
export const plannedActs = ["honour", "perform", "attest", "part", "dispute", "appeal"] as const

/** An attestation as the party favoured sees it, with what was really paid. */
export interface Attestation extends Self {
  readonly entry: number
  readonly other: Party
  readonly amountCents: number
  readonly paidCents: number
  readonly done: boolean
  readonly disputes: number
}
/** The reply of the party favoured to an attestation, and how long after it. */
export interface Reply {
  readonly act: "confirm" | "dispute"
  readonly afterHours: number
}

/** The view that the judge has before him. The evidence shows whether the claim is founded. */
export interface Hearing extends Asked {
  readonly matter: number
  readonly claimant: Party
  readonly respondent: Party
  readonly amountCents: number
  readonly founded: boolean
  readonly defended: boolean
}
/** An order. The scenario draws the kind if it is absent; the sum is that of the claim if absent, and Rule 5.3A caps it. */
export interface Ruling {
  readonly kind?: "pay" | "perform" | "refrain"
  readonly amountCents?: number
}
/** A judgment that may be appealed; `wrong` says whether the judge erred. */
export interface Appeal extends Hearing {
  readonly wrong: boolean
}
/** A disputed entry as the Registrar decides it; `pending` has been put off once. */
export interface Disputed extends Hearing {
  readonly status: "disputed" | "pending"
  readonly paidCents: number
  readonly done: boolean
  readonly disputes: number
}

/**
 * The news that an agent learns. `cents` is the gain of the agent: negative if it paid. `refused`: the other refused a dealing that it
 * began. `dealt`: a dealing is over. `settled`, `paid`: a sum went from one to the other. `judged`, `dismissed`: a claim was decided.
 * `unsatisfied`, `superseded`: what an entry became.
 */
export interface News extends Self {
  readonly what: (typeof news)[number]
  readonly other: Party
  readonly role: "initiator" | "partner" | "claimant" | "respondent"
  readonly cents: number
  /** Of a dealing: whether the agent, and whether the other, broke its side. */
  readonly broke: boolean
  readonly suffered: boolean
}
/** The kinds of news that an agent may be told after it was asked. */
export const news = [
  "refused",
  "dealt",
  "settled",
  "judged",
  "dismissed",
  "paid",
  "unsatisfied",
  "superseded",
] as const

/** A strategy. Every member is a choice, asked in this order, and may be left out. */
export interface Strategy {
  /** With whom it deals: the number of an agent, not its own. Asked of the initiator. */
  readonly partner?: (view: Approach) => number
  /** Whether it deals. Asked of the initiator, then of the partner. */
  readonly deal?: (view: Dealing) => boolean
  /** Whether it breaks its side. Asked of both; without a strategy only a partner breaks. */
  readonly break?: (view: Dealing) => boolean
  /** Whether it files a claim, or the cents that it claims. Asked of both, the initiator first; one claim is filed at most. */
  readonly sue?: (view: Grievance) => boolean | number
  readonly defend?: (view: Claim) => boolean
  /** The most that the respondent pays, and the least that the claimant takes, to end the claim; null for no settlement. */
  readonly settle?: (view: Claim) => number | null
  /** How the party bound meets an order, at each turn: its next act, null for no act, `keep` to keep the plan. */
  readonly comply?: (view: Order) => Plan | null | "keep"
  /** The reply of the party favoured to an attestation; null for nothing. */
  readonly answer?: (view: Attestation) => Reply | null
  /** Is told what happened to it, and chooses nothing. */
  readonly learn?: (view: News) => void
  /** The judge: whether the claim succeeds, or with which order. */
  readonly judge?: (view: Hearing) => boolean | Ruling
  /** The court on appeal: whether the judgment is superseded. */
  readonly review?: (view: Appeal) => boolean
  /** The Registrar: what is found in a dispute. `pending` only once in a dispute. */
  readonly find?: (view: Disputed) => "satisfied" | "unsatisfied" | "pending"
}
/** Strategies in TypeScript by the names that scenarios give them. */
export type Strategies = { readonly [name: string]: Strategy }

/** Every question that a strategy may answer; it is asked no other. */
export const choices = [
  "partner",
  "deal",
  "break",
  "sue",
  "defend",
  "settle",
  "comply",
  "answer",
  "learn",
  "judge",
  "review",
  "find",
] as const satisfies ReadonlyArray<keyof Strategy>
/** The name of a question that a run puts to a strategy, which is that of its method. */
export type Choice = (typeof choices)[number]

/** The members that an answer may have if it is an object, by the choice that takes one. */
export const answerMembers = {
  comply: ["act", "at", "part"],
  answer: ["act", "afterHours"],
  judge: ["kind", "amountCents"],
} as const satisfies { readonly [choice in Choice]?: ReadonlyArray<keyof Plan | keyof Reply | keyof Ruling> }

type Members = { readonly [choice in keyof typeof answerMembers]: (typeof answerMembers)[choice][number] }
type MembersOf<Answer> = Answer extends object ? keyof Answer : never
/** Strategies whose answers have no other members: TypeScript itself doesn't look for them in what a function returns. */
type Exact<Given> = {
  readonly [name in keyof Given]: {
    readonly [choice in keyof Given[name]]: choice extends keyof Members
      ? Given[name][choice] extends (...view: never) => infer Answer
        ? Exclude<MembersOf<Answer>, Members[choice]> extends never
          ? unknown
          : { readonly unknownMember: Exclude<MembersOf<Answer>, Members[choice]> }
        : unknown
      : choice extends Choice
        ? unknown
        : never
  }
}

/** Strategies as they are given. TypeScript refuses a choice that there is not, and an answer with a member that its choice does not have. */
export const defineStrategies = <const Given extends Strategies>(strategies: Given & Exact<Given>): Given =>
  strategies

/** A strategy that can't be asked, fails or answers what its choice does not have. The message says which, of whom, and at which choice. */
export class StrategyError extends Error {
  override readonly name = "StrategyError"
}
