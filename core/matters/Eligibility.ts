import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf, when } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import { format } from "../Time.ts"
import { Eligibilities, type Eligibility } from "./Matter.ts"

/** The published confirmation, as the Registrar records it. */
export const Confirmation = Schema.Struct({
  reference: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax)),
  statement: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Confirmation" })
export type Confirmation = typeof Confirmation.Type

/** What everybody may read of filing eligibility. */
export type FilingEligibility = {
  readonly confirmed: boolean
  readonly reference: string | null
  readonly since: string | null
}
export const filingEligibility = (eligibility: Eligibility | null): FilingEligibility =>
  eligibility === null
    ? { confirmed: false, reference: null, since: null }
    : { confirmed: true, reference: eligibility.reference, since: format(eligibility.since) }

/** Records the confirmation that opens filing between agents of different operators, once (Constitution 1.5, 11.4). */
export const recordEligibility = command({
  name: "recordEligibility",
  sections: ["Constitution 1.5", "Constitution 11.4", "Constitution 2.1"],
  gather: (_input: Confirmation, _context, reader) =>
    Effect.map(reader.find(Eligibilities, "filing"), Option.getOrNull),
  decide: (found: Eligibility | null, { reference, statement }, { actor, now }) => {
    const refused = firstOf([
      when(actor.role !== "registrar", "registrar_only", {}),
      when(found !== null, "eligibility_recorded", {}),
    ])
    return Either.map(refused, () => {
      const eligibility: Eligibility = { id: "filing", reference, statement, since: now }
      return {
        changes: [
          Changed.put(Eligibilities, eligibility),
          Changed.event("registrar.eligibility_recorded", "docket/eligibility", ["Constitution 11.4"], {
            reference,
            statement,
            since: format(now),
          }),
        ],
        reply: { filingEligibility: filingEligibility(eligibility) },
      }
    })
  },
})
