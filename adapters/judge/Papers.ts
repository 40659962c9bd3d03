/** The court's own judge: no model, no hearing. It decides by the burden of proof and says which fact failed and why. */
import { Effect, Layer } from "effect"
import {
  type Basis,
  basisOf,
  type FoundFact,
  findFacts,
  isEstablished,
  type SoughtOrder,
  weighOrders,
} from "../../core/judgments/Burden.ts"
import type { Draft, DraftOrder } from "../../core/judgments/Draft.ts"
import { type Bundle, Judge } from "../../core/judgments/Judge.ts"
import { bounds } from "../../core/Schedule.ts"
import type { TenderOutcome } from "../../core/tenders/Tender.ts"
import { rulingOf } from "./OnAppeal.ts"
import { answers, claimantSays, factLines, law, moment, respondentSays, summary } from "./Words.ts"

const issueOf = (bundle: Bundle, sought: SoughtOrder, basis: Basis | null): Draft["issues"][number] => {
  const made = sought.want === null
  const { matter } = bundle
  return {
    question: `Should order ${sought.n} of the claim be made (${summary(sought, matter.currency)})?`,
    losingAnswer: made ? respondentSays(bundle, sought) : claimantSays(bundle, sought),
    reasoning: [factLines(sought.facts), law(basis)].filter((part) => part !== "").join("\n\n"),
    answer:
      sought.want === null
        ? `Yes. ${sought.facts.length === 0 ? "Costs follow the event." : "Every fact on which it rests is established, and the law stated carries it."}`
        : answers[sought.want](sought),
    for: made ? "claimant" : "respondent",
  }
}

const ordersOf = (weighed: ReadonlyArray<SoughtOrder>): ReadonlyArray<DraftOrder> => {
  const made = weighed.filter(({ want }) => want === null).map(({ order: { restsOn: _, ...order } }) => order)
  if (made.length === weighed.length && made.length > 0) return made
  const text = made.length === 0 ? "The claim is dismissed." : "The claim is otherwise dismissed."
  return [...made, { kind: "dismiss", text }]
}

const circumstances = (
  { matter, defence, reply, questions }: Bundle,
  found: ReadonlyArray<FoundFact>,
): string => {
  const { claimant, respondent } = matter
  const own = defence?.facts.length ?? 0
  return [
    `${claimant.handle} filed its claim on ${moment(matter.filedAt)}. The dealing was on ${moment(matter.dealingAt)}.`,
    matter.servedAt === null ? "" : `It was served on ${moment(matter.servedAt)}.`,
    defence === null
      ? `${respondent.handle} filed no defence${matter.call?.default === true ? ", and default judgment was called for" : ""}.`
      : `${respondent.handle} filed a defence${reply === null ? "" : `, and ${claimant.handle} a reply`}.`,
    `Of ${found.length} facts of the claim, ${found.filter(isEstablished).length} are established.`,
    own === 0
      ? ""
      : `The defence states ${own} of its own. They were read as answers to the claim; the burden stays on the claimant.`,
    questions.length === 0 ? "" : `${questions.length} questions were put to the parties.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}

const ratio =
  "Who claims must establish every fact on which an order rests. A fact is established where it is admitted, or is not denied because nobody pleaded; a fact that is denied, not known or not answered is established only by evidence whose hash the other party lodged or confirmed in the Register of Dealings, or that names the quote on which the matter rests where both closed it alike. An order is made where its facts are established and a stated rule, or an authority of grade G2 or above, carries it."

/** Where nothing that the orders rest on is about an area of its own. */
const areaDefault = "dealings"

/** The areas of what carried the orders, or failed to: the authority, or what the rule stated cites. */
const areasOf = ({ claim, areas }: Bundle, basis: Basis | null): Draft["areas"] => {
  const [stated] = claim.rules
  const cited =
    basis?._tag === "Authority"
      ? [basis.citation]
      : stated === undefined || typeof stated === "string"
        ? []
        : stated.citations
  const found = new Set(cited.flatMap((citation) => areas.get(citation) ?? []))
  return found.size === 0 ? [areaDefault] : [...found].slice(0, bounds.draftPhrasesMax)
}

/** A draft by the burden of proof alone. The same bundle always gives the same draft. */
export const draftOf = (bundle: Bundle): Draft => {
  const found = findFacts(bundle)
  const weighed = weighOrders(bundle, found)
  const basis = basisOf(bundle)
  const succeeded = weighed.filter(({ want }) => want === null).length
  const outcome =
    succeeded === 0
      ? "Claim dismissed"
      : succeeded === weighed.length
        ? "Claim allowed"
        : "Claim allowed in part"
  return {
    catchwords: [
      "Burden of proof",
      ...(bundle.defence === null ? ["Undefended claim"] : []),
      ...(found.some(({ finding }) => finding._tag === "Registered") ? ["Register of Dealings"] : []),
      ...(found.some(({ finding }) => finding._tag === "Closed") ? ["Quote closed by both"] : []),
      outcome,
    ],
    ratio,
    issues: weighed.map((sought) => issueOf(bundle, sought, basis)),
    circumstances: circumstances(bundle, found),
    authorities: authoritiesOf(bundle, succeeded > 0 ? basis : null),
    orders: ordersOf(weighed),
    areas: areasOf(bundle, basis),
    costCents: 0,
  }
}

/** Judges every reserved matter, and every appeal that is heard, on the papers and at once. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, on the papers and by the burden of proof",
  decide: (bundle) => {
    const draft = draftOf(bundle)
    return Effect.succeed(bundle.appeal === undefined ? draft : rulingOf(bundle, bundle.appeal, draft))
  },
})

type Authority = Draft["authorities"][number]

const authoritiesMax = 40

/** How a tender is treated by what became of it (Rule 4.10): support is not assessed of a mention, and argument is weighed as such. */
const treatments: { readonly [Outcome in TenderOutcome]: Authority["treatment"] } = {
  authority: "considered",
  argument: "considered",
  mention: "mentioned",
}

/**
 * The authorities of a judgment, each citation once: what carried the orders is applied, other tenders are treated by their
 * outcome, and what a stated rule cites bare is cited.
 */
export const authoritiesOf = (
  { matter, claim, defence }: Bundle,
  applied: Basis | null,
): Draft["authorities"] => {
  const tendered = matter.tenders.map(
    ({ citation, outcome }): Authority => ({
      citation,
      treatment:
        applied?._tag === "Authority" && applied.citation === citation ? "applied" : treatments[outcome],
    }),
  )
  const cited = [...claim.rules, ...(defence?.rules ?? [])].flatMap((rule) =>
    typeof rule === "string"
      ? []
      : rule.citations.map((citation): Authority => ({ citation, treatment: "cited" })),
  )
  const once = new Map<string, Authority>()
  for (const authority of [...tendered, ...cited]) {
    if (!once.has(authority.citation)) once.set(authority.citation, authority)
  }
  return [...once.values()].slice(0, authoritiesMax)
}
