/** The burden of proof: which facts of a claim are established, and which of the orders sought they carry (Rule 5.1). */
import { present } from "../Defect.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { isClosedByBoth } from "../quotes/Quote.ts"
import { enforced, rule } from "../rulebook/Section.ts"
import type { Bundle, RegisteredEvidence } from "./Judge.ts"

/** Why a fact is established. */
export type Ground =
  | { readonly _tag: "Undefended" }
  | { readonly _tag: "Admitted" }
  /** Labels of the evidence whose hash the respondent lodged or confirmed in the Register of Dealings. */
  | { readonly _tag: "Registered"; readonly labels: ReadonlyArray<string> }
  /** Labels of the evidence that names the quote on which the matter rests, which both sides closed alike. */
  | { readonly _tag: "Closed"; readonly quote: string; readonly labels: ReadonlyArray<string> }

/** Why a fact is not established: the plea to it, and the evidence that does not prove it. */
export type Failure = {
  readonly _tag: "Unproved"
  readonly plea: "deny" | "no_knowledge" | "unanswered"
  /** Labels of the evidence given. The respondent neither lodged nor confirmed any of it. */
  readonly labels: ReadonlyArray<string>
}

export interface FoundFact {
  readonly n: number
  readonly text: string
  readonly finding: Ground | Failure
}

export const isEstablished = ({ finding }: FoundFact): boolean => finding._tag !== "Unproved"

const provedBy = (piece: RegisteredEvidence, against: string): boolean =>
  piece.lodgedBy.includes(against) || piece.confirmedBy.includes(against)

export const burdenOfProof = enforced(
  "Rule 5.1",
  "The burden of proof",
  () =>
    "A party proves the facts on which the orders it seeks rest. A fact that is admitted, or that nobody has answered because nobody pleaded, is established. A fact that is denied or not known is established by evidence whose hash stands in the Register of Dealings, lodged by the party against which it is used or confirmed by it on review, or by the quote on which the matter rests, where both sides closed it alike (PD14 §6). An order is made when every fact on which it rests is established and a stated rule, or an authority of grade G2 or above, carries it; otherwise it is dismissed. Costs that rest on no fact of their own follow the event.",
)

/**
 * The quote that proves what rests on it: the one on which the matter rests, closed by both sides alike (PD14 §6). Evidence
 * names it by its id as the whole of its content. A quote that the passing of time alone settled proves nothing.
 */
export const provingQuote = rule(["Rule 5.1", "PD14 §6"], ({ quote }: Bundle): string | null =>
  quote !== null && isClosedByBoth(quote) ? quote.id : null,
)

/**
 * What is found of each fact of the claim, in order. A fact is established where it is admitted, or where nobody pleaded. One that is
 * denied, not known or not answered (deemed denied) is established only by evidence whose hash stands in the Register of Dealings,
 * lodged or confirmed by the party that it is against, or by a quote that both sides closed.
 */
export const findFacts = rule(["Rule 5.1", "Rule 4.3"], (bundle: Bundle): ReadonlyArray<FoundFact> => {
  const { claim, defence } = bundle
  const against = bundle.matter.respondent.handle
  const closed = provingQuote(bundle)
  const pleas = new Map((defence?.responses ?? []).map(({ n, plea }) => [n, plea]))
  const evidence = new Map(claim.evidence.map((piece) => [piece.label, piece]))
  return claim.facts.map(({ n, text, evidence: labels = [] }): FoundFact => {
    if (defence === null) return { n, text, finding: { _tag: "Undefended" } }
    const plea = pleas.get(n) ?? "unanswered"
    if (plea === "admit") return { n, text, finding: { _tag: "Admitted" } }
    const proving = labels.filter((label) => {
      const piece = evidence.get(label)
      return piece !== undefined && provedBy(piece, against)
    })
    if (proving.length > 0) return { n, text, finding: { _tag: "Registered", labels: proving } }
    const naming = labels.filter((label) => evidence.get(label)?.content.trim() === closed)
    return {
      n,
      text,
      finding:
        closed !== null && naming.length > 0
          ? { _tag: "Closed", quote: closed, labels: naming }
          : { _tag: "Unproved", plea, labels },
    }
  })
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
export type Want = "nothing to rest on" | "facts" | "no rule or authority" | "no sum" | "no other order"

export interface SoughtOrder {
  readonly n: number
  readonly order: OrderSought
  /** The facts on which it rests. */
  readonly facts: ReadonlyArray<FoundFact>
  /** Null where it is made. */
  readonly want: Want | null
}

const wantOf = (order: OrderSought, facts: ReadonlyArray<FoundFact>, basis: Basis | null): Want | null => {
  if (facts.length === 0 && order.kind !== "costs") return "nothing to rest on"
  if (!facts.every(isEstablished)) return "facts"
  if (basis === null) return "no rule or authority"
  return order.kind === "pay" && present(order.amountCents, "the sum of an order to pay") === 0
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
    const weighed = present(bundle.claim.orders, "the orders that a claim seeks").map(
      (order, i): SoughtOrder => {
        const facts = [...new Set(order.restsOn)].map((n) => present(byNumber.get(n), `fact ${n}`))
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
