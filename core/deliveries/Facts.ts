/** The facts that the account of a quote takes from its delivery: each disclosure, and the evaluation at an instant. */
import { Effect, Option } from "effect"
import type { Deal } from "../account/index.ts"
import * as Criteria from "../criteria/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { criteriaOf, Evaluator, Quote } from "../quotes/index.ts"
import { AttestedDeliveries } from "./Attested.ts"
import { type Disclosure, Disclosures } from "./Disclosure.ts"
import { attestationsAt, evaluationAt } from "./Evaluated.ts"

const attestationId = (quoteId: string, check: string): string => `${quoteId}/${check}`

/** The checks that an attester answers, or its time does once the bytes are disclosed, or a delivery elsewhere is closed. */
const attestedChecks = (
  quoteId: string,
  { checks }: Criteria.Criteria,
  attestations: Disclosure["attestations"],
  since: Instant | null,
): Deal.Criteria["attested"] =>
  checks.flatMap(({ id, attestation }) => {
    if (attestation === null) return []
    const said = attestations.find(({ check }) => check === id)
    return [
      {
        id,
        by: attestation.by,
        answered: said === undefined ? null : { id: attestationId(quoteId, id), at: said.receivedAt },
        dueAt: since === null ? null : since + hours(attestation.within),
      },
    ]
  })

const disclosuresIn = ({ id, acts, artifact }: Disclosure): ReadonlyArray<Deal.Disclosure> =>
  acts.map(({ by, at }, n) => ({ id: `${id}/${n + 1}`, by, at, sha256: artifact }))

/** The disclosures on a quote up to an instant, and the evaluation as of then. */
export const deliveryFacts = Effect.fnUntraced(function* (reader: Reader, quote: Quote.Quote, at: Instant) {
  const record = Option.getOrNull(yield* reader.find(Disclosures, quote.id))
  const document = yield* criteriaOf(reader, quote)
  const disclosures = record === null ? [] : disclosuresIn(record)
  const { criteriaSha256, delivery } = Quote.owedOf(quote)
  if (document === null || criteriaSha256 === null) return { disclosures, criteria: null }
  const criteria = Evaluator.criteriaIn(document)
  const attested = Option.getOrNull(yield* reader.find(AttestedDeliveries, quote.id))
  const attestations = record?.attestations ?? attested?.attestations ?? []
  const elsewhere = delivery === "elsewhere"
  const since = elsewhere ? (quote.close?.at ?? null) : (record?.disclosedAt ?? null)
  const said = since === null ? [] : attestationsAt(criteria.checks, attestations, since, at)
  const found = record?.evaluation ?? null
  const evaluation =
    found !== null && record !== null
      ? evaluationAt(criteria, { evaluation: found, bytes: record.bytes }, said)
      : elsewhere && since !== null
        ? Criteria.evaluate(criteria, null, said)
        : null
  const facts: Deal.Criteria = {
    sha256: criteriaSha256,
    evaluation,
    attested: attestedChecks(quote.id, criteria, attestations, since),
  }
  return { disclosures, criteria: facts }
})
