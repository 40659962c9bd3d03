/**
 * The law of pleadings, of the call and of periods (Rules 4.1 to 4.5, 4.8 and 4.9, PD1 §3): the words of each section, and beneath
 * them the rules that enforce it.
 */

import { refuseSums } from "../judgments/index.ts"
import { type Side, sides } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, chars, count, days, enforced, hours, rule } from "../kernel/Section.ts"
import { days as daysOf, hours as hoursOf, type Instant } from "../kernel/Time.ts"
import type { Matter, PeriodStep } from "./Matter.ts"
import { acts, hasEnded, isAsked, type MatterAct, type Move } from "./Moves.ts"
import type { Paper } from "./Paper.ts"
import type { Fact, OrderSought, Pleading, Response } from "./Pleading.ts"

export const discontinuanceAndLapse = enforced(
  "Rule 4.8",
  "Discontinuance and lapse",
  (t) =>
    `The claimant may discontinue before the call. A claim of the account of a quote that was defended is discontinued only by both parties: the first asks the other, and the matter goes on until the other discontinues it too. A matter lapses if nobody calls for judgment within ${days(t.callDays)} of the close of pleadings, or of the respondent's default. A matter that was discontinued or has lapsed is at an end and decides nothing.`,
)

export const periods = enforced(
  "Rule 4.9",
  "Periods",
  (t) =>
    `Each step runs in a period of ${hours(t.stepHours)}. A period closes at its last instant: an act at that instant is late. The consequence of a period follows when the period passes, whether or not anybody has looked. The judge may extend or abridge a running period, to at most ${hours(t.periodHoursMax)} in all, with reasons of at most ${chars(t.periodReasonsCharsMax)}.`,
)

const lengthOf = (step: PeriodStep, terms: Terms): number =>
  step === "call" ? daysOf(terms.callDays) : hoursOf(terms.stepHours)

/** The period after a move: a period that runs already runs on. */
const periodAfter = (
  { period }: Matter,
  opens: Move["opens"],
  at: Instant,
  terms: Terms,
): Matter["period"] => {
  if (opens === null || period?.step === opens) return opens === null ? null : period
  return { step: opens, opensAt: at, closesAt: at + lengthOf(opens, terms) }
}

/** Until when the judge has to decide a matter that comes before it at an instant (Rule 5.1A). */
export const judgeUntil = rule(
  ["Rule 5.1A"],
  (at: Instant, { benchDays }: Pick<Terms, "benchDays">): Instant => at + daysOf(benchDays),
)

/** The matter after a move made at an instant, under the figures in force when it was filed (Rule 8.1). */
export const advance = rule(
  ["Rule 4.9", "Rule 8.1"],
  (matter: Matter, { to, opens }: Pick<Move, "to" | "opens">, at: Instant, terms: Terms): Matter =>
    to === "same"
      ? matter
      : {
          ...matter,
          status: to,
          period: periodAfter(matter, opens, at, terms),
          servedAt: to === "served" ? at : matter.servedAt,
          reservedAt: to === "reserved" ? at : matter.reservedAt,
          ...(to === "reserved" ? { judgeUntil: judgeUntil(at, terms) } : {}),
          endedAt: hasEnded(to) ? at : null,
          // An offer that stood before a judgment is not an offer to a matter that is decided anew.
          consent: hasEnded(matter.status) ? null : matter.consent,
        },
)

/** The instant at which a move takes effect: a period passes at its last instant, whether or not anybody has looked. */
export const effectAt = rule(
  ["Rule 4.8", "Rule 4.9"],
  ({ period }: Matter, move: Move, now: Instant): Instant =>
    acts.pass.moves.some((passing) => passing === move)
      ? needPresent(period, "the period that passes").closesAt
      : now,
)

/** The matter after an act. Answers leave the matter where it is while a party is still to answer. */
export const matterAfter = (
  matter: Matter,
  { act: name, writes }: MatterAct,
  made: Move,
  at: Instant,
  terms: Terms,
): Matter => {
  const on = writes?.(matter) ?? matter
  const waits = name === "answers" && sides.some((side) => isAsked(on, side))
  return waits ? on : advance(on, made, at, terms)
}

type Found = ReadonlyArray<Refusal | null>

export const partsOfPleading = enforced(
  "Rule 4.2",
  "Parts of a pleading",
  (t) =>
    `A pleading states facts, numbered from one upwards without a gap; evidence, each piece under a label of its own of at most ${chars(t.evidenceLabelCharsMax)}; the rules relied on; authorities; and argument of at most ${chars(t.argumentCharsMax)}. A number or label that names nothing makes the pleading malformed. Evidence is committed by its hash when it is filed, and examined if it is an artifact that agents sign (Rule 4.11).`,
)

/** The facts of a pleading are numbered 1, 2, 3 … without a gap (Rule 4.2). */
export const factNumbers = rule(["Rule 4.2"], (facts: ReadonlyArray<Fact>, at: string): Refusal | null => {
  const i = facts.findIndex((fact, index) => fact.n !== index + 1)
  const fact = facts[i]
  return fact === undefined
    ? null
    : refusal("fact_numbers", { expected: i + 1, found: fact.n }, [
        { path: `${at}facts[${i}].n`, message: `expected ${i + 1}` },
      ])
})

/** Labels of evidence differ, and every label that a fact gives names a piece of evidence (Rule 4.2). */
export const labels = rule(["Rule 4.2"], ({ facts, evidence }: Pleading, at: string): Found => {
  const known = new Set<string>()
  const twice = evidence.findIndex(({ label }) => known.size === known.add(label).size)
  const named = facts.flatMap((fact, i) =>
    (fact.evidence ?? []).map((label, j) => ({ label, path: `${at}facts[${i}].evidence[${j}]` })),
  )
  const nameless = named.find(({ label }) => !known.has(label))
  const repeated = evidence[twice]
  return [
    nameless === undefined
      ? null
      : refusal("unknown_evidence_label", { label: nameless.label }, [
          { path: nameless.path, message: "no evidence in this pleading has this label" },
        ]),
    repeated === undefined
      ? null
      : refusal("duplicate_evidence_label", { label: repeated.label }, [
          { path: `${at}evidence[${twice}].label`, message: "this label is used before" },
        ]),
  ]
})

/** Orders rest on facts of the claim and run between its parties, and an order to pay names its sum (Rules 2.3, 5.3). */
export const orderChecks = rule(
  ["Rule 2.3", "Rule 4.2", "Rule 5.3"],
  (orders: ReadonlyArray<OrderSought>, facts: number, parties: ReadonlyArray<string>, at: string): Found => [
    ...orders.flatMap((order, i): Found => {
      const path = `${at}orders[${i}]`
      const j = order.restsOn.findIndex((n) => n > facts)
      const n = order.restsOn[j]
      const stranger = (["against", "inFavourOf"] as const).find((end) => !parties.includes(order[end]))
      return [
        n === undefined
          ? null
          : refusal("unknown_fact", { n }, [
              { path: `${path}.restsOn[${j}]`, message: "no fact has this number" },
            ]),
        stranger === undefined
          ? null
          : refusal("not_a_party_named", { handle: order[stranger] }, [
              { path: `${path}.${stranger}`, message: "not a party to this matter" },
            ]),
        when(order.kind === "pay" && order.amountCents === undefined, "amount_wanted", { n: i + 1 }),
        when(order.against === order.inFavourOf, "not_corrective", { n: i + 1 }),
      ]
    }),
    refuseSums(orders, parties, at),
  ],
)

export const defence = enforced(
  "Rule 4.3",
  "The defence",
  () =>
    "The respondent answers the facts of the claim by their numbers: admitted, denied, or not known. A fact that a defence does not answer is taken to be denied. A defence seeks no orders. It may admit orders that the claim seeks, by their numbers, each wholly or in a part of its sum. On the papers an admitted order is made; an admitted fact carries no order (Rule 5.1). The buyer of the quote on which the matter rests may deny, in its claim or its defence, that it received the work. A respondent that is out of time may still plead until the call.",
)

/** Responses answer facts of the other party's paper by their numbers, once each (Rule 4.3). */
export const responseChecks = rule(
  ["Rule 4.3"],
  (responses: ReadonlyArray<Response>, facts: number): Refusal | null => {
    const seen = new Set<number>()
    const bad = responses.flatMap(({ n }, i) => {
      const repeated = seen.has(n)
      seen.add(n)
      if (n > facts) return [{ path: `responses[${i}].n`, message: "no fact has this number" }]
      return repeated ? [{ path: `responses[${i}].n`, message: "this fact is answered already" }] : []
    })
    return bad.length === 0 ? null : refusal("facts_unanswered", {}, bad)
  },
)

export const sizeOfPleadings = enforced(
  "PD1 §3",
  "Size of pleadings",
  (t) =>
    `A pleading is at most ${bytes(t.pleadingBytesMax)}, measured as sent and without its authorities, which are measured apart (Rule 4.10).`,
)

/** Refuses a pleading or tenders that are too large, each measured by itself (PD1 §3, Rule 4.10), and a tendered text that is not attested. */
export const sizeChecks = rule(
  ["PD1 §3", "Rule 4.10"],
  ({ authorities }: Pleading, paper: Paper, terms: Terms, at: string): Found => {
    const unattested = authorities.flatMap((tender, i) =>
      tender.text !== undefined && tender.attested !== true
        ? [{ path: `${at}authorities[${i}].attested`, message: "must be true if text is tendered" }]
        : [],
    )
    const { pleadingBytesMax, tendersMax, tendersBytesMax } = terms
    return [
      when(paper.bodyBytes > pleadingBytesMax, "pleading_too_large", {
        max: pleadingBytesMax,
        found: paper.bodyBytes,
      }),
      when(authorities.length > tendersMax, "too_many_tenders", {
        max: tendersMax,
        found: authorities.length,
      }),
      when(paper.authoritiesBytes > tendersBytesMax, "tenders_too_large", {
        max: tendersBytesMax,
        found: paper.authoritiesBytes,
      }),
      unattested.length === 0 ? null : refusal("unattested_text", {}, unattested),
    ]
  },
)

const common = (pleading: Pleading, paper: Paper, terms: Terms, at: string): Found => [
  factNumbers(pleading.facts, at),
  ...labels(pleading, at),
  ...sizeChecks(pleading, paper, terms, at),
]

export const claim = enforced(
  "Rule 4.1",
  "The claim",
  (t) =>
    `A matter begins with a claim by an enrolled agent. It has a title of ${t.titleCharsMin} to ${chars(t.titleCharsMax)}, and names one respondent, the value in United States dollars, and the instant of the dealing (not before the year ${t.dealingYearMin}, and not in the future). It names at most ${count(t.matterDealingsMax, "entry", "entries")} of the Register of Dealings, and the orders sought, each with the facts on which it rests. An order may name its cause. The cause account is the account of the quote on which the matter rests, and the cause debt is an entry of the Register of Dealings that the order names. Only the claimant may reply, discontinue and call for judgment by default.`,
)

/** A claim: its own facts and orders sought between the two parties (Rule 4.1). */
export const claimChecks = rule(
  ["Rule 4.1", "Rule 4.2"],
  (claim: Pleading, paper: Paper, parties: ReadonlyArray<string>, terms: Terms): Found => [
    ...common(claim, paper, terms, "claim."),
    ...orderChecks(claim.orders ?? [], claim.facts.length, parties, "claim."),
    when((claim.orders ?? []).length === 0, "orders_wanted", {}),
    when(claim.more === true, "more_not_wanted", {}),
  ],
)

export const reply = enforced(
  "Rule 4.4",
  "The reply",
  () =>
    "The claimant may reply to the defence once, within the period; the pleadings close with the reply or with the period.",
)

/** A defence or a reply: it answers `answered` facts of the other party's paper and seeks no orders (Rules 4.3, 4.4). */
export const answerChecks = rule(
  ["Rule 4.3", "Rule 4.4"],
  (pleading: Pleading, paper: Paper, answered: number, terms: Terms): Found => [
    ...common(pleading, paper, terms, ""),
    responseChecks(pleading.responses ?? [], answered),
    when((pleading.orders ?? []).length > 0, "orders_not_wanted", {}),
  ],
)

export const judgmentByDefault = enforced(
  "Rule 4.4A",
  "Judgment by default",
  () =>
    "If the period for the defence has passed without a defence, the claimant may call for judgment by default. Silence admits no fact and no order. PD15 says what it costs in the account of a deal: a delivery that the silent buyer disputed, and a payment that the silent supplier did not contest. Nothing more is deemed.",
)

/** Whether a call made now asks for judgment by default: the period for the defence has passed without one. */
export const isByDefault = rule(
  ["Rule 4.4A"],
  ({ status }: Pick<Matter, "status">): boolean => status === "undefended",
)

export const callForJudgment = enforced(
  "Rule 4.5",
  "The call for judgment",
  () =>
    "Once the pleadings have closed, either party may call for judgment. The call reserves the matter before the judge; nothing more is pleaded, tendered or admitted after it.",
)

export const callMatter = rule(
  ["Rule 4.5"],
  (matter: Matter, by: Side, now: Instant): Matter => ({
    ...matter,
    call: { by, at: now, default: isByDefault(matter) },
  }),
)
