/** The judge on the papers: without a model and without a hearing, it decides by the burden of proof and says which fact failed and why. */

import { Effect, Layer } from "effect"
import {
  type Basis,
  basisOf,
  type Draft,
  type DraftOrder,
  type FoundFact,
  findFacts,
  isEstablished,
  Judge,
  proofOfDenied,
  type SoughtOrder,
  weighOrders,
} from "../../core/bench/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import type { TenderOutcome } from "../../core/law/index.ts"
import type { Bundle } from "../../core/matters/index.ts"
import { natures } from "./Bench.ts"
import { rulingOf } from "./OnAppeal.ts"
import { answers, claimantSays, count, factLines, law, moment, respondentSays, summary } from "./Words.ts"

const issueOf = (bundle: Bundle, sought: SoughtOrder, basis: Basis | null): Draft["issues"][number] => {
  const made = sought.want === null
  const { matter } = bundle
  return {
    question: `Should order ${sought.n} of the claim be made (${summary(sought, matter.currency)})?`,
    losingAnswer: made ? respondentSays(bundle, sought) : claimantSays(bundle, sought),
    reasoning: [factLines(sought.facts), law(basis)].filter((part) => part !== "").join("\n\n"),
    answer:
      sought.want === null
        ? `Yes. ${sought.facts.length === 0 ? "Costs follow the event." : "Every fact on which the order rests is established, and the rule or authority above carries it."}`
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

const establishedOf = (found: ReadonlyArray<FoundFact>): string => {
  const established = found.filter(isEstablished).length
  const [all, none] = [established === found.length, established === 0]
  if (found.length === 1) return `The claim states 1 fact, which is ${all ? "" : "not "}established.`
  const how = all ? "all" : none ? "none" : String(established)
  return `The claim states ${found.length} facts, of which ${how} ${established > 1 ? "are" : "is"} established.`
}

const circumstances = (
  { matter, defence, reply, questions }: Bundle,
  found: ReadonlyArray<FoundFact>,
): string => {
  const { claimant, respondent } = matter
  const own = defence?.facts.length ?? 0
  return [
    `The claimant, ${claimant.handle}, filed its claim on ${moment(matter.filedAt)}, about a dealing of ${moment(matter.dealingAt)}.`,
    matter.servedAt === null ? "" : `The claim was served on ${moment(matter.servedAt)}.`,
    defence === null
      ? `The respondent, ${respondent.handle}, filed no defence${matter.call?.default === true ? ", and default judgment was called for" : ""}.`
      : `The respondent, ${respondent.handle}, filed a defence${reply === null ? "" : ", and the claimant filed a reply"}.`,
    establishedOf(found),
    own === 0
      ? ""
      : `The defence states ${count(own, "fact")} of its own. The judge read ${own === 1 ? "it as an answer" : "them as answers"} to the claim, and the burden of proof stays on the claimant.`,
    questions.length === 0 ? "" : `The judge put ${count(questions.length, "question")} to the parties.`,
    `The judge on the papers is ${natures.papers}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}

const ratio = `The claimant must establish every fact on which an order rests. A fact is established if the respondent admits it, or files no defence. ${proofOfDenied} An order is made if its facts are established and a stated rule, or an authority of grade G2 or above, carries it.`

/** The area of a judgment if nothing that its orders rest on names one. */
const areaDefault = "dealings"

/** The areas of the basis of the claim: of its authority, or of what its first stated rule cites. */
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
      ...(found.some(({ finding }) => finding._tag === "Recorded") ? ["Record of a quote"] : []),
      ...(found.some(({ finding }) => finding._tag === "Stated") ? ["Signed statement"] : []),
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

/** How a judgment treats a tender, by its outcome (Rule 4.10). */
const treatments: { readonly [Outcome in TenderOutcome]: Authority["treatment"] } = {
  authority: "considered",
  argument: "considered",
  mention: "mentioned",
}

/**
 * The authorities of a judgment, each citation once. The authority that carried the orders is applied, other tenders are treated by their
 * outcome, and what a stated rule only cites is cited.
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
