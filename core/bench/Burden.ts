/** The burden of proof: which facts of a claim are established, and which of the orders sought they carry (Rule 5.1). */
import { type Said, saidBy, type Verified, whyUnsaid } from "../evidence/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { type Bundle, type OrderSought, proofOfDenied } from "../matters/index.ts"
import { type ProvingText, standingText, standsAsSentences, textOfCourt, textOfParty } from "./Proof.ts"

type RegisteredEvidence = Bundle["claim"]["evidence"][number]

/** Why a fact is established. */
type Ground =
  | { readonly _tag: "Undefended" }
  | { readonly _tag: "Admitted" }
  /** Labels of the evidence in which its words stand, and whose hash the respondent lodged or confirmed in the Register of Dealings. */
  | { readonly _tag: "Registered"; readonly labels: ReadonlyArray<string> }
  /** The id of the quote on which the matter rests: its words stand in the Court's record of it. */
  | { readonly _tag: "Recorded"; readonly quote: string }
  /** Its words stand in what the respondent said by an artifact of this format: the labels, and the key that signed the first of them. */
  | {
      readonly _tag: "Stated"
      readonly labels: ReadonlyArray<string>
      readonly signer: { readonly role: string; readonly key: string }
      readonly format: Verified["format"]
      /** What the check of its authority says of the key. */
      readonly authority: string
    }

/** Why a fact is not established: the plea to it, and where its words were looked for in vain. */
export interface Failure {
  readonly _tag: "Unproved"
  readonly plea: "deny" | "no_knowledge" | "unanswered"
  /** Labels of the evidence that the respondent lodged or confirmed, in which the words do not stand. */
  readonly searched: ReadonlyArray<string>
  /** Labels of the evidence that the respondent neither lodged nor confirmed, in which nobody looked. */
  readonly unregistered: ReadonlyArray<string>
  /** The id of the quote whose record does not have the words; null if the matter rests on none. */
  readonly quote: string | null
  /** Labels of the artifacts by which the respondent said something, but not these words. */
  readonly signed: ReadonlyArray<string>
  /** The artifacts that say nothing against the respondent, each with the reason. */
  readonly unsaid: ReadonlyArray<{ readonly label: string; readonly why: string }>
}

export interface FoundFact {
  readonly n: number
  readonly text: string
  readonly finding: Ground | Failure
}

export const isEstablished = ({ finding }: FoundFact): boolean => finding._tag !== "Unproved"

const standsBy = (piece: RegisteredEvidence, party: string): boolean =>
  piece.lodgedBy.includes(party) || piece.confirmedBy.includes(party)

export { proofOfDenied }

/** What proves a fact that is denied, with what it means that words stand in a text. */
const proofInFull = (t: Terms): string => `${proofOfDenied} ${standingText(t)}`

export const burdenOfProof = enforced(
  "Rule 5.1",
  "The burden of proof",
  (t) =>
    `A party proves the facts on which the orders it seeks rest. A fact is established if the respondent admits it, or if nobody pleaded to the claim. ${proofInFull(t)} Any other fact is not established. An order is made when every fact on which it rests is established and a stated rule, or an authority of grade G2 or above, carries it; otherwise it is dismissed. Costs that rest on no fact of their own follow the event.`,
)

/** What the respondent said by an artifact, as a text that proves against it. */
interface Statement {
  readonly said: Said
  readonly format: Verified["format"]
  readonly text: ProvingText
}

const statementsOf = (verified: Verified, handle: string): ReadonlyArray<Statement> =>
  saidBy(verified, handle).map((said) => ({
    said,
    format: verified.format,
    // The sentences are of a fixed form: a value within one of them, which somebody chose, makes no other.
    text: textOfCourt(said.sentences),
  }))

/**
 * The texts that may prove a fact: the evidence for which the respondent stands by its hash, by label, what it said by artifacts, by
 * label, and the Court's record of the quote. Any other text that proves what it says is added here.
 */
const textsOf = ({ claim, matter, record }: Bundle) => ({
  evidence: new Map<string, ProvingText>(
    claim.evidence
      .filter((piece) => standsBy(piece, matter.respondent.handle))
      .map(({ label, content }) => [label, textOfParty(content)]),
  ),
  statements: new Map(
    claim.evidence.flatMap(({ label, verified }) =>
      verified === null ? [] : [[label, statementsOf(verified, matter.respondent.handle)] as const],
    ),
  ),
  record: record === null ? null : { quote: record.quote, text: textOfCourt(record.sentences) },
})

type Texts = ReturnType<typeof textsOf>

/** The ground on which the words of a fact stand in what the respondent said by the artifacts that it cites; null if there is none. */
const statedIn = (text: string, labels: ReadonlyArray<string>, { statements }: Texts): Ground | null => {
  const proving = labels.flatMap((label) =>
    (statements.get(label) ?? [])
      .filter((statement) => standsAsSentences(text, statement.text))
      .map((statement) => ({ label, ...statement })),
  )
  const [first] = proving
  if (first === undefined) return null
  const { role, key, authority } = first.said
  return {
    _tag: "Stated",
    labels: [...new Set(proving.map(({ label }) => label))],
    signer: { role, key },
    format: first.format,
    authority,
  }
}

/** Where the words of a fact were looked for in vain. */
const explainUnproved = (
  plea: Failure["plea"],
  labels: ReadonlyArray<string>,
  { claim, matter }: Bundle,
  { evidence, statements, record }: Texts,
): Failure => {
  const artifacts = new Map(claim.evidence.map(({ label, verified }) => [label, verified]))
  const saysSomething = (label: string) => (statements.get(label) ?? []).length > 0
  return {
    _tag: "Unproved",
    plea,
    searched: labels.filter((label) => evidence.has(label)),
    unregistered: labels.filter((label) => !evidence.has(label) && !saysSomething(label)),
    quote: record?.quote ?? null,
    signed: labels.filter(saysSomething),
    unsaid: labels.flatMap((label) => {
      const verified = artifacts.get(label) ?? null
      const why = verified === null ? null : whyUnsaid(verified, matter.respondent.handle)
      return why === null ? [] : [{ label, why }]
    }),
  }
}

/**
 * What is found of each fact of the claim, in order. A fact is established if it is admitted, or if nobody pleaded. A fact that is
 * denied, not known or not answered (deemed denied) is established only by its own words in a text that proves it.
 */
export const findFacts = rule(["Rule 5.1", "Rule 4.3"], (bundle: Bundle): ReadonlyArray<FoundFact> => {
  const { claim, defence } = bundle
  if (defence === null)
    return claim.facts.map(({ n, text }) => ({ n, text, finding: { _tag: "Undefended" } }))
  const texts = textsOf(bundle)
  const { evidence, record } = texts
  const pleas = new Map((defence.responses ?? []).map(({ n, plea }) => [n, plea]))
  const findingOf = ({ n, text, evidence: labels = [] }: (typeof claim.facts)[number]): Ground | Failure => {
    const plea = pleas.get(n) ?? "unanswered"
    if (plea === "admit") return { _tag: "Admitted" }
    const given = [...new Set(labels)]
    const proving = given.filter((label) => {
      const proves = evidence.get(label)
      return proves !== undefined && standsAsSentences(text, proves)
    })
    if (proving.length > 0) return { _tag: "Registered", labels: proving }
    if (record !== null && standsAsSentences(text, record.text))
      return { _tag: "Recorded", quote: record.quote }
    return statedIn(text, given, texts) ?? explainUnproved(plea, given, bundle, texts)
  }
  return claim.facts.map((fact) => ({ n: fact.n, text: fact.text, finding: findingOf(fact) }))
})

/** What carries an order in law: a rule that the claim states, or a tender of the claimant that is authority (G2 and above). */
export type Basis =
  | { readonly _tag: "Rule"; readonly proposition: string }
  | { readonly _tag: "Authority"; readonly citation: string }

export const basisOf = rule(["Rule 5.1", "Rule 4.10"], ({ claim, matter }: Bundle): Basis | null => {
  const authority = matter.tenders.find(({ by, outcome }) => by === "claimant" && outcome === "authority")
  if (authority !== undefined) return { _tag: "Authority", citation: authority.citation }
  const [stated] = claim.rules
  if (stated === undefined) return null
  return { _tag: "Rule", proposition: typeof stated === "string" ? stated : stated.proposition }
})

/** Why an order sought is not made. */
type Want = "nothing to rest on" | "facts" | "no rule or authority" | "no sum" | "no other order"

export interface SoughtOrder {
  readonly n: number
  readonly order: OrderSought
  /** The facts on which it rests. */
  readonly facts: ReadonlyArray<FoundFact>
  /** Null if it is made. */
  readonly want: Want | null
}

const wantOf = (order: OrderSought, facts: ReadonlyArray<FoundFact>, basis: Basis | null): Want | null => {
  if (facts.length === 0 && order.kind !== "costs") return "nothing to rest on"
  if (!facts.every(isEstablished)) return "facts"
  if (basis === null) return "no rule or authority"
  return order.kind === "pay" && needPresent(order.amountCents, "the sum of an order to pay") === 0
    ? "no sum"
    : null
}

/**
 * The orders sought, each made or not. One is made when every fact on which it rests is established and a rule or authority
 * carries it. Costs that rest on no fact of their own follow the event: they go with at least one other order.
 */
export const weighOrders = rule(
  ["Rule 5.1"],
  (bundle: Bundle, found: ReadonlyArray<FoundFact>): ReadonlyArray<SoughtOrder> => {
    const basis = basisOf(bundle)
    const byNumber = new Map(found.map((fact) => [fact.n, fact]))
    const weighed = needPresent(bundle.claim.orders, "the orders that a claim seeks").map(
      (order, i): SoughtOrder => {
        const facts = [...new Set(order.restsOn)].map((n) => needPresent(byNumber.get(n), `fact ${n}`))
        return { n: i + 1, order, facts, want: wantOf(order, facts, basis) }
      },
    )
    const follows = ({ order, facts }: SoughtOrder) => order.kind === "costs" && facts.length === 0
    const succeeds = weighed.some((sought) => !follows(sought) && sought.want === null)
    return weighed.map((sought) =>
      follows(sought) && sought.want === null && !succeeds ? { ...sought, want: "no other order" } : sought,
    )
  },
)
