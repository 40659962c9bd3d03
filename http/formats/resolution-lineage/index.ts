/**
 * A judgment as a record of the resolution lineage that is proposed for x402 (RLP-1): the payload of a `resolution-state`. The state
 * follows from the checks, and a record is never changed: what is final later is a new record, which names the one before.
 */
import type { Ruling } from "../../../core/docket/index.ts"
import { money } from "../../../core/kernel/Section.ts"
import type { Format } from "../Format.ts"

/** The target of every record of a lineage. A verifier refuses a lineage in which it changes. */
const target = "The supplier earned the price of the deal."

/** The target that the judgment leaves: a part of the price if the supplier earned a part. */
const effectiveTarget = ({ owedCents, priceCents }: Ruling.DeterminedDeal): string =>
  owedCents === 0 || owedCents === priceCents
    ? target
    : `The supplier earned ${money(owedCents)} of ${money(priceCents)}, the price of the deal.`

type Outcome = "PASS" | "FAIL" | "UNRESOLVED"

const check = (id: string, requirement: string, outcome: Outcome) => ({
  id,
  requirement,
  required: true,
  outcome,
  evidence: ["judgment"],
})

/** Failure counts before what is open, and what is open before the rest, as the profile derives it. */
const stateOf = (outcomes: ReadonlyArray<Outcome>, isWhole: boolean): string => {
  if (outcomes.includes("FAIL")) return "FAILED"
  if (outcomes.includes("UNRESOLVED")) return "UNRESOLVED"
  return isWhole ? "SURVIVED" : "NARROWED"
}

export const lineage: Format = {
  name: "resolution-lineage",
  title:
    "A judgment as a record of the resolution lineage proposed for x402 (RLP-1), for its resolver to sign",
  specification: "https://github.com/x402-foundation/x402/pull/3291",
  read: "specs/extensions/extension-resolution-lineage.md at commit c17621aa018faf286c1fa29bac2fac1848f7457b of x402-foundation/x402; schema/resolution-state.schema.json at commit de4b9ce3d1078423de724a11b54ef2d86d573d3d of chugarchugarr/resolution-receipt-technocore",
  wellKnown: null,
  names: null,
  given: [
    {
      name: "subject",
      description: "The operation that was paid for, such as x402:operation:sha256:<its digest>.",
      pattern: /^[\x21-\x7e]{1,500}$/,
    },
    {
      name: "previous",
      description: "The hash of the signed record that this one follows: sha256:<64 hexadecimal digits>.",
      pattern: /^(?:sha256:[0-9a-f]{64})?$/,
      otherwise: "",
    },
  ],
  renders: ({ disposition, isFinal, deal }, given, { baseUrl }) => {
    const { citation, finality, payloadSha256 } = disposition
    if (deal === null) return { why: "The judgment does not determine the account of one deal to its end." }
    if (["superseded", "vacated"].includes(finality))
      return { why: `The judgment is ${finality}; ask for that of the judgment in its place.` }
    const earned = deal.owedCents === 0 ? "FAIL" : "PASS"
    const checks = [
      check("determination", "A judgment determines the account of the deal to its end.", "PASS"),
      check("finality", "The judgment is final.", isFinal ? "PASS" : "UNRESOLVED"),
      // Nothing has failed for good while the judgment may change.
      check("earned", "The supplier earned the price, or a part of it.", isFinal ? earned : "UNRESOLVED"),
    ]
    const effective = isFinal ? effectiveTarget(deal) : target
    const outcomes = checks.map(({ outcome }) => outcome)
    return {
      document: {
        subject: given.subject ?? "",
        original_target: target,
        effective_target: effective,
        evidence: {
          judgment: {
            kind: "judgment",
            // Of the words under seal, which are `payload` of the judgment at this address.
            digest: `sha256:${payloadSha256}`,
            uri: `${baseUrl}/api/v1/judgments/${encodeURIComponent(citation)}`,
          },
        },
        checks,
        state: stateOf(outcomes, effective === target),
        ...(given.previous
          ? { previous: given.previous, revision_reason: `The judgment ${citation} is ${finality}.` }
          : { previous: null, revision_reason: null }),
      },
    }
  },
}
