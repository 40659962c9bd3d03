/** The sentences of the papers judge: findings, pleas and answers. The parties' words appear only as quotations. */

import {
  type Basis,
  dateOf,
  type Failure,
  type FoundFact,
  inline,
  isEstablished,
  quotation,
  type SoughtOrder,
} from "../../core/bench/index.ts"
import { format as money } from "../../core/kernel/Money.ts"
import { format, type Instant } from "../../core/kernel/Time.ts"
import type { Bundle } from "../../core/matters/index.ts"

/** How much of what a party wrote is quoted at a time, in characters. */
const quoteChars = 240
/** The words of a check say whose each key is, sentence by sentence. */
const authorityChars = 900
/** Of how many artifacts the reasons say why they prove nothing. */
const unsaidNamed = 5
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

/** The sentence with a full stop, unless it ends with a quotation that has its own. */
export const endSentence = (sentence: string): string =>
  /[.!?…]”$/u.test(sentence) ? sentence : `${sentence}.`

/** `1 fact`, `12 facts`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

/** `20 November 2026, 09:00 UTC`. */
export const moment = (at: Instant): string => `${dateOf(at)}, ${format(at).slice(11, 16)} UTC`

/** What each format is called. */
const artifacts: { readonly [F in Extract<FoundFact["finding"], { _tag: "Stated" }>["format"]]: string } = {
  x402_offer: "an x402 offer",
  x402_receipt: "an x402 receipt",
  ap2: "a set of AP2 mandates",
  a2a_card: "an agent card",
  court_receipt: "a receipt of a court",
  judgment: "a judgment",
  http_message: "an HTTP message",
  jws: "a signed text (JWS)",
}

/** Where the words of a fact were looked for in vain, and which evidence was not read, in clauses. */
const soughtIn = ({ searched, unregistered, quote, signed, unsaid }: Failure): string => {
  const places = [
    ...(searched.length === 0
      ? []
      : [`${list(searched)}, which the respondent lodged or confirmed in the Register of Dealings`]),
    ...(quote === null ? [] : [`the Court's record of quote ${quote}`]),
    ...(signed.length === 0 ? [] : [`what the respondent said by the signed ${list(signed)}`]),
  ]
  const clauses = [
    ...(places.length === 0
      ? []
      : [`these words were not found, as whole sentences, in ${places.join(", or in ")}`]),
    ...(unregistered.length === 0
      ? []
      : [
          `the respondent neither lodged nor confirmed the hash of ${list(unregistered)} in the Register of Dealings`,
        ]),
    ...unsaid
      .slice(0, unsaidNamed)
      .map(
        ({ label, why }) =>
          `${quotation(label, 60)} is an artifact that says nothing against the respondent: ${quotation(why, quoteChars)}`,
      ),
  ]
  return clauses.length === 0 ? "no evidence was given for it" : clauses.join(", and ")
}

/** Why a fact is or is not established, in a clause. */
const whyOf = ({ finding }: FoundFact): string => {
  switch (finding._tag) {
    case "Undefended":
      return "established: the respondent filed no defence, so nobody denies it"
    case "Admitted":
      return "established: the respondent admitted it"
    case "Registered":
      return `established: these words stand in ${list(finding.labels)}, which the respondent lodged or confirmed in the Register of Dealings`
    case "Recorded":
      return `established: these words stand in the Court's record of quote ${finding.quote}`
    case "Stated":
      return `established: these words stand in ${list(finding.labels)}, ${artifacts[finding.format]} that the respondent signed as ${finding.signer.role} with the key ${quotation(finding.signer.key, quoteChars)}. Every check of what was said holds. ${endSentence(`Whose key it is: ${quotation(finding.authority, authorityChars)}`)} It shows that the respondent said so, which counts against it`
    case "Unproved":
      return `not established: ${pleas[finding.plea]}, and ${soughtIn(finding)}`
  }
}

const factLine = (fact: FoundFact): string =>
  endSentence(`- Fact ${fact.n} (${quotation(fact.text, quoteChars)}) is ${whyOf(fact)}`)

/** A line for each of the first facts. Failed facts come first, so that they are named even among many. */
export const factLines = (facts: ReadonlyArray<FoundFact>): string => {
  const ordered = [...facts.filter((fact) => !isEstablished(fact)), ...facts.filter(isEstablished)]
  const rest = ordered.length - factsNamed
  return [
    ...ordered.slice(0, factsNamed).map(factLine),
    ...(rest > 0 ? [`- ${rest} more facts were examined in the same way.`] : []),
  ].join("\n")
}

/** The basis of an order in law, in a sentence. */
export const law = (basis: Basis | null): string => {
  if (basis === null) return "The claim states no rule and tenders no authority of grade G2 or above."
  return basis._tag === "Authority"
    ? `The claim rests on ${inline(basis.citation)}, an authority of grade G2 or above.`
    : endSentence(`The claim states the rule ${quotation(basis.proposition, quoteChars)}`)
}

/** `fact 1`, `facts 1 and 2`, `facts 1, 2, 3 and 9 more`. */
const numberFacts = (facts: ReadonlyArray<FoundFact>): string => {
  const named = facts.slice(0, factsNamed).map(({ n }) => String(n))
  const rest = facts.length - named.length
  const all = rest > 0 ? [...named, `${rest} more`] : named
  const last = all.length > 1 ? ` and ${all.at(-1)}` : ""
  return `${facts.length === 1 ? "fact" : "facts"} ${all.slice(0, last === "" ? 1 : -1).join(", ")}${last}`
}

/** The final answer for an order that is not made. */
export const answers: { readonly [W in NonNullable<SoughtOrder["want"]>]: (sought: SoughtOrder) => string } =
  {
    "nothing to rest on": () => "No. The order rests on no fact, so nothing has been proved for it.",
    facts: ({ facts }) =>
      `No. The claimant has to establish every fact on which the order rests, and did not establish ${numberFacts(facts.filter((fact) => !isEstablished(fact)))}.`,
    "no rule or authority": () =>
      "No. The facts are established, but no rule or authority carries the order.",
    "no sum": () => "No. An order to pay needs a sum, and the claim asks for none.",
    "no other order": () => "No. Costs follow the event, and no other order is made.",
  }

/** `pay USD 200.00`, `costs of USD 20.00`, `declaration`. */
export const summary = ({ order: { kind, amountCents } }: SoughtOrder, currency: string): string =>
  amountCents === undefined ? kind : `${kind} ${kind === "pay" ? "" : "of "}${money(amountCents, currency)}`

const argumentLines = (argument: string | undefined): ReadonlyArray<string> =>
  argument === undefined || argument.trim() === ""
    ? []
    : [endSentence(`It argues ${quotation(argument, quoteChars)}`)]

/** What the respondent says against the facts of an order, in its own words if it gave any. */
export const respondentSays = ({ defence }: Bundle, { facts }: SoughtOrder): string => {
  if (defence === null) return "It filed no defence."
  const named = new Set(facts.map(({ n }) => n))
  const said = (defence.responses ?? []).filter(({ n, text }) => named.has(n) && (text ?? "").trim() !== "")
  const words = said
    .slice(0, factsNamed)
    .map(({ n, text }) => endSentence(`To fact ${n} it says ${quotation(text ?? "", quoteChars)}`))
  const argument = argumentLines(defence.argument)
  return (
    [...words, ...argument].join(" ") ||
    "It filed a defence, which says nothing more about the facts of this order."
  )
}

/** What the claimant says for an order that is not made. */
export const claimantSays = ({ claim }: Bundle, { order, facts }: SoughtOrder): string => {
  const rests =
    facts.length === 0 ? "It names no fact for the order." : `It rests the order on ${numberFacts(facts)}.`
  const asked = endSentence(`It asks for ${quotation(order.text, quoteChars)}`)
  return [asked, rests, ...argumentLines(claim.argument)].join(" ")
}
