/** The law of disclosure (PD14 §11): who brings the bytes of a delivery before the Court, and to whom they are handed over. */
import { Effect, Option } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, enforced, rule } from "../kernel/Section.ts"
import { Matter, Suits } from "../matters/index.ts"
import { partsOf, type Quote, sizeOf } from "../quotes/index.ts"
import type { Disclosure, Side } from "./Disclosure.ts"
import { alreadyDropped } from "./Kept.ts"

export const disclosure = enforced(
  "PD14 §11",
  "Disclosure",
  (t) =>
    `Either party of a quote that is closed by a hash may disclose to the Court the bytes that have this hash (at most ${bytes(t.artifactBytesMax)}), until a matter on the quote is called for judgment, and at most ${t.disclosuresMax} times. Bytes with another hash are refused. The Court reads them for natural persons as it reads a pleading (PD1 §4), and evaluates them by the criteria of the quote in the same act; both parties are shown what each check finds. The bytes are never public, and are dropped in time (PD14 §13). They are handed to the party that did not disclose them once what is paid and held on the quote comes to its price, or else with the judgment in a matter on the quote; a judge may read them. The journal says that bytes were disclosed and evaluated, by their hashes alone.`,
)

/** The matters on a quote that are undecided, or decided by a judgment that stands. */
export const mattersOn = (reader: Reader, { id, supplier, buyer }: Quote.Quote) =>
  Effect.gen(function* () {
    if (buyer.party === null) return []
    const between = yield* Suits.between(reader, supplier.handle, buyer.party.handle)
    return (yield* reader.findAll(Matter.Matters, Suits.onQuote(between, id))).flatMap(Option.toArray)
  })

/** The facts on which a disclosure rests, beside the moves of the quote. */
export interface DisclosureFacts {
  /** The disclosures that were made before; null if nothing was disclosed. */
  readonly before: Disclosure | null
  /** The matters on the quote that are undecided, or decided by a judgment that stands. */
  readonly matters: ReadonlyArray<Matter.Matter>
}

/** The side as which an actor discloses: the supplier of its own operator has both parts. Null for an outsider. */
export const sideOf = rule(["PD14 §11"], (quote: Quote.Quote, actor: Actor): Side | null => {
  const parts = partsOf(quote, actor)
  if (parts.includes("supplier")) return "supplier"
  return parts.includes("buyer") ? "buyer" : null
})

/** The grounds on which a side discloses no more of a quote, and hands no more attestations in. */
export const actsLeft = rule(
  ["PD14 §11", "PD14 §12"],
  (
    {
      before,
      matters,
    }: { readonly before: Pick<Disclosure, "acts"> | null } & Pick<DisclosureFacts, "matters">,
    side: Side | null,
    { disclosuresMax: max }: Terms,
  ): ReadonlyArray<Refusal | null> => {
    const own = before?.acts.filter(({ by }) => by === side).length ?? 0
    return [
      when(
        matters.some(({ call }) => call !== null),
        "disclosure_closed",
        {},
      ),
      when(own >= max, "disclosures_spent", { max }),
    ]
  },
)

/** Every ground on which a disclosure is refused, beside those of the quote's moves. */
export const disclosureChecks = rule(
  ["PD14 §11"],
  (
    facts: DisclosureFacts,
    content: string,
    side: Side | null,
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => [
    alreadyDropped(facts.before),
    when(sizeOf(content) > terms.artifactBytesMax, "artifact_too_large", { max: terms.artifactBytesMax }),
    ...actsLeft(facts, side, terms),
  ],
)

export interface HandoverFacts {
  readonly quote: Quote.Quote
  /** Null if nothing was disclosed. */
  readonly disclosed: Disclosure | null
  readonly paidAndHeldCents: number
  readonly priceCents: number
  readonly matters: ReadonlyArray<Matter.Matter>
}

/** The refusal to hand the bytes over to an actor; null if it may have them. */
export const notHandedOver = rule(["PD14 §11"], (facts: HandoverFacts, actor: Actor): Refusal | null => {
  const { quote, disclosed, matters, paidAndHeldCents, priceCents } = facts
  const side = sideOf(quote, actor)
  const judges = actor.role === "judge" && matters.length > 0
  if (side === null && !judges) return refusal("not_a_party", {})
  if (disclosed === null) return refusal("unknown_artifact", {})
  const dropped = alreadyDropped(disclosed)
  if (dropped !== null) return dropped
  const has =
    judges ||
    side === "supplier" ||
    disclosed.acts.some(({ by }) => by === side) ||
    paidAndHeldCents >= priceCents ||
    matters.some(({ citation }) => citation !== null)
  return when(!has, "artifact_unpaid", { cents: paidAndHeldCents, priceCents })
})
