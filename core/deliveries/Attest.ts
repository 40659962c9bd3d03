/** Attestations of a delivery that the Court does not see: `POST /quotes/{id}/attestations`. */

import { Effect, Either, Option, Schema } from "effect"
import type { Criteria } from "../criteria/index.ts"
import { Findings } from "../evidence/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { member } from "../kernel/Json.ts"
import { afterOf } from "../kernel/Machine.ts"
import { firstOf, refusedIn } from "../kernel/Refusal.ts"
import { enforced } from "../kernel/Section.ts"
import type { Matter } from "../matters/index.ts"
import { criteriaOf, Evaluator, hashOfClose, partsOf, type Quote, quotes } from "../quotes/index.ts"
import {
  Attestations,
  addAttestations,
  attestationsSaid,
  type Brought,
  examineAttestations,
  takeAttestations,
} from "./Attestation.ts"
import { AttestedDeliveries, type AttestedDelivery } from "./Attested.ts"
import { actsLeft, mattersOn, sideOf } from "./Law.ts"
import { attestedView } from "./Queries.ts"

/** The body of `POST /quotes/{id}/attestations`: what attesters signed of a delivery whose bytes are elsewhere (PD14 §12). */
export const Attesting = Schema.Struct({
  attestations: member(Attestations.pipe(Schema.minItems(1)), attestationsSaid),
}).annotations({ identifier: "AttestingDelivery" })
const Input = Schema.Struct({ ...ById.fields, ...Attesting.fields })

interface Before {
  readonly quote: Quote.Quote
  /** Null if nothing was handed in. */
  readonly before: AttestedDelivery | null
  /** The matters on the quote that are undecided, or decided by a judgment that stands. */
  readonly matters: ReadonlyArray<Matter.Matter>
  /** The SHA-256 of the close; empty if it was closed in words, of which nobody attests anything. */
  readonly artifact: string
}
interface Facts extends Before {
  readonly criteria: Criteria
  readonly brought: ReadonlyArray<Brought>
  readonly kept: Findings.Kept | null
}

const movesOf = ({ quote, artifact }: Before, { actor, now }: CommandContext) =>
  quotes.perform(quote, { act: "attest", who: partsOf(quote, actor), artifact }, now)

/** Every refusal that needs no verifier. */
const checksOf = (facts: Before, context: CommandContext) => [
  ...actsLeft(facts, sideOf(facts.quote, context.actor), context.terms),
  refusedIn(movesOf(facts, context)),
]

export const attestationElsewhere = enforced(
  "PD14 §12A",
  "Attestations of a delivery elsewhere",
  (t) =>
    `If the quote is delivered elsewhere, the Court sees no bytes: either party hands the attestations in alone, from the close until a matter on the quote is called for judgment, and at most ${t.disclosuresMax} times, and the SHA-256 is that of the close.`,
)

/** Hands in what attesters signed about a delivery elsewhere. */
export const attestDelivery = command({
  name: "attest-delivery",
  sections: ["PD14 §12", "PD14 §12A"],
  input: Input,
  gather: ({ id, attestations }, context, reader) =>
    Effect.gen(function* () {
      const quote = yield* quotes.need(reader, id)
      const before = Option.getOrNull(yield* reader.find(AttestedDeliveries, id))
      const matters = yield* mattersOn(reader, quote)
      const facts: Before = { quote, before, matters, artifact: hashOfClose(quote) ?? "" }
      yield* firstOf(checksOf(facts, context))
      const criteria = Evaluator.criteriaIn(
        needPresent(yield* criteriaOf(reader, quote), "the criteria that are attested"),
      )
      const about = { quote, artifact: facts.artifact, checks: criteria.checks }
      const examined = yield* examineAttestations(reader, attestations, about, context)
      yield* firstOf([refusedIn(takeAttestations(examined.brought, about, context.now))])
      return { ...facts, criteria, ...examined } satisfies Facts
    }),
  decide: (facts: Facts, _input, context) =>
    Either.gen(function* () {
      const { quote, artifact, criteria, before, brought, kept } = facts
      yield* firstOf(checksOf(facts, context))
      const moves = yield* movesOf(facts, context)
      const taken = yield* takeAttestations(
        brought,
        { quote, artifact, checks: criteria.checks },
        context.now,
      )
      const side = needPresent(sideOf(quote, context.actor), "the side that hands in")
      const verifiedSha256 = needPresent(kept, "what was found of the attestations").text.sha256
      const record: AttestedDelivery = {
        id: quote.id,
        artifact,
        attestations: addAttestations(before?.attestations ?? [], taken),
        acts: [...(before?.acts ?? []), { by: side, at: context.now, verifiedSha256 }],
      }
      const data = { artifact: `sha256:${artifact}`, verifiedSha256 }
      return {
        changes: [
          ...quotes.record([moves], null, context, data),
          Changed.put(AttestedDeliveries, record),
          ...Findings.keptChanges(kept),
        ],
        reply: attestedView(record, afterOf(moves), criteria, context.now),
      }
    }),
})
