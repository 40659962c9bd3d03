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
import { type Bundle, type Draft, type DraftOrder, Judge } from "../../core/judgments/Judge.ts"
import { inline, quotation } from "../../core/judgments/Markdown.ts"
import { format as money } from "../../core/Money.ts"
import { format } from "../../core/Time.ts"
import { authoritiesOf } from "./Authorities.ts"

/** How much of what a party wrote is quoted at a time, in characters. */
const quoteChars = 240
/** How many facts are named one by one for an order. */
const factsNamed = 20

const pleas = {
  deny: "the respondent denied it",
  no_knowledge: "the respondent pleaded that it has no knowledge of it",
  unanswered: "the respondent did not answer it, so it is deemed denied",
} as const

const list = (labels: ReadonlyArray<string>): string => {
  const shown = labels.slice(0, 5).map((label) => quotation(label, 60))
  return `${shown.join(", ")}${labels.length > shown.length ? ` and ${labels.length - shown.length} more` : ""}`
}

/** Why a fact is or is not established, in a clause. */
const whyOf = ({ finding }: FoundFact): string => {
  switch (finding._tag) {
    case "Undefended":
      return "established: nobody pleaded, so it is not denied"
    case "Admitted":
      return "established: the respondent admitted it"
    case "Registered":
      return `established: the hash of ${list(finding.labels)} stands in the Register of Dealings, lodged or confirmed by the respondent`
    case "Unproved":
      return finding.labels.length === 0
        ? `not established: ${pleas[finding.plea]}, and no evidence was given for it`
        : `not established: ${pleas[finding.plea]}, and nothing that the respondent lodged or confirmed in the Register of Dealings has the hash of ${list(finding.labels)}`
  }
}

const factLine = (fact: FoundFact): string =>
  `- Fact ${fact.n} (${quotation(fact.text, quoteChars)}) is ${whyOf(fact)}.`

/** Failed facts come first, so that they are named whatever the number. */
const factLines = (facts: ReadonlyArray<FoundFact>): string => {
  const ordered = [...facts.filter((fact) => !isEstablished(fact)), ...facts.filter(isEstablished)]
  const rest = ordered.length - factsNamed
  return [
    ...ordered.slice(0, factsNamed).map(factLine),
    ...(rest > 0 ? [`- ${rest} more facts were examined in the same way.`] : []),
  ].join("\n")
}

const law = (basis: Basis | null): string => {
  if (basis === null) return "The claim states no rule, and nothing that it tenders is authority."
  return basis._tag === "Authority"
    ? `The claim rests on ${inline(basis.citation)}, which is authority (G2 or above).`
    : `The claim states the rule ${quotation(basis.proposition, quoteChars)}.`
}

const numbers = (facts: ReadonlyArray<FoundFact>): string => {
  const failed = facts.filter((fact) => !isEstablished(fact)).map(({ n }) => n)
  return `${failed.length === 1 ? "fact" : "facts"} ${failed.slice(0, factsNamed).join(", ")}`
}

const answers: { readonly [W in NonNullable<SoughtOrder["want"]>]: (sought: SoughtOrder) => string } = {
  "nothing to rest on": () => "No. It rests on no fact, so nothing has been proved for it.",
  facts: ({ facts }) =>
    `No. The claimant had to establish every fact on which it rests, and ${numbers(facts)} failed.`,
  "no rule or authority": () => "No. The facts are established, but no rule or authority carries the order.",
  "no sum": () => "No. An order to pay needs a sum, and none is asked.",
  "no other order": () => "No. Costs follow the event, and no other order is made.",
}

const summary = ({ order }: SoughtOrder, currency: string): string =>
  order.amountCents === undefined ? order.kind : `${order.kind} ${money(order.amountCents, currency)}`

/** What the respondent says against the facts of an order: its pleas, in its words where it gave any. */
const respondentSays = ({ defence }: Bundle, { facts }: SoughtOrder): string => {
  if (defence === null) return "It did not plead and gives no answer."
  const named = new Set(facts.map(({ n }) => n))
  const said = (defence.responses ?? []).filter(({ n, text }) => named.has(n) && (text ?? "").trim() !== "")
  const words = said
    .slice(0, factsNamed)
    .map(({ n, text }) => `To fact ${n} it says ${quotation(text ?? "", quoteChars)}.`)
  const argument = defence.argument?.trim() ? [`It argues ${quotation(defence.argument, quoteChars)}.`] : []
  return [...words, ...argument].join(" ") || "It pleaded, and says nothing on the facts of this order."
}

const claimantSays = ({ claim }: Bundle, { order, facts }: SoughtOrder): string => {
  const rests =
    facts.length === 0
      ? "It names no fact."
      : `It rests the order on ${facts.length === 1 ? "fact" : "facts"} ${facts
          .slice(0, factsNamed)
          .map(({ n }) => n)
          .join(", ")}.`
  const argument = claim.argument?.trim() ? ` It argues ${quotation(claim.argument, quoteChars)}.` : ""
  return `It asks for ${quotation(order.text, quoteChars)}. ${rests}${argument}`
}

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
    `${claimant.handle} filed its claim on ${format(matter.filedAt)}. The dealing was on ${format(matter.dealingAt)}.`,
    matter.servedAt === null ? "" : `It was served on ${format(matter.servedAt)}.`,
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
  "Who claims must establish every fact on which an order rests. A fact is established where it is admitted, or is not denied because nobody pleaded; a fact that is denied, not known or not answered is established only by evidence whose hash the other party lodged or confirmed in the Register of Dealings. An order is made where its facts are established and a stated rule, or an authority of grade G2 or above, carries it."

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
      outcome,
    ],
    ratio,
    issues: weighed.map((sought) => issueOf(bundle, sought, basis)),
    circumstances: circumstances(bundle, found),
    authorities: authoritiesOf(bundle, succeeded > 0 ? basis : null),
    orders: ordersOf(weighed),
    areas: [],
    costCents: 0,
  }
}

/** Judges every reserved matter on the papers, at once. */
export const layer: Layer.Layer<Judge> = Layer.succeed(Judge, {
  line: "Before the Magistrate, on the papers and by the burden of proof",
  decide: (bundle) => Effect.succeed(draftOf(bundle)),
})
