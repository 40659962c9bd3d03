/** The delivery that a quote says is owed (PD14 §10): criteria that both evaluate alike, the place of delivery, and the reductions. */
import { Effect } from "effect"
import * as Criteria from "../criteria/index.ts"
import type { Change } from "../kernel/Change.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, count, enforced, rule } from "../kernel/Section.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { type Busy, type Delivered, type Evaluation, Evaluator } from "./Evaluator.ts"
import { hashIn, type QuoteRequest } from "./Input.ts"
import { type Owed, owedOf, type Quote } from "./Quote.ts"

type Said = Pick<QuoteRequest, "criteria" | "example" | "delivery" | "remedies" | "metered">

const inForceText = (inForce: number): string =>
  inForce > 0
    ? "A quote may say what is owed: by criteria, by the place of the delivery, and by remedies."
    : "No quote says what is owed by criteria or remedies until a later version of this Direction is in force."

export const whatIsOwed = enforced(
  "PD14 §10",
  "What is owed",
  (t) =>
    `${inForceText(t.quoteCriteriaInForce)} Criteria are a document in the language of criteria that the Court publishes, which anybody can evaluate with the same result. The quote is bound to their SHA-256: its acceptance names it, and an acceptance that names another hash, or any hash where the quote has no criteria, is refused. The supplier may bring an example (of at most ${bytes(t.exampleBytesMax)}), which leaves no check unmet and is not kept. Work that is delivered elsewhere is not disclosed to the Court, and its criteria have only checks that somebody attests. A quote with criteria is closed by the SHA-256 of what was delivered.`,
)

export const remediesOfAQuote = enforced(
  "PD14 §10A",
  "Remedies",
  (t) =>
    `Remedies say, in millionths of the price (at most ${count(t.remedyMillionthsMax, "millionth")}), what comes off for each whole hour by which the delivery is late and at most, and what is owed where nobody can tell whether the delivery is as agreed.`,
)

/** The refusal of what an offer says is owed while no quote may say it. */
export const checkOwedInForce = rule(
  ["PD14 §10", "PD14 §10A"],
  ({ criteria, delivery, remedies, metered }: Said, { quoteCriteriaInForce }: Terms): Refusal | null =>
    when(
      quoteCriteriaInForce === 0 &&
        [criteria, delivery, remedies, metered].some((said) => said !== undefined),
      "criteria_not_in_force",
      {},
    ),
)

/** The problems of a document, with their places in the body. */
const problemsOf = (document: unknown): Refusal | null => {
  const found = Criteria.read(document)
  if ("criteria" in found) return null
  const faults = found.problems.map(({ path, message }) => ({ path: `criteria${path}`, message }))
  const code = found.problems.every((problem) => problem.code === "criteria_unaffordable")
    ? "criteria_unaffordable"
    : "criteria_refused"
  return refusal(code, {}, faults)
}

/** The checks of a document that was read that no attester answers, by their places. */
const readChecks = (document: unknown) => {
  const found = Criteria.read(document)
  const checks = "criteria" in found ? found.criteria.checks : []
  return checks.flatMap(({ kind }, i) =>
    kind === "attested"
      ? []
      : [{ path: `criteria/checks/${i}`, message: "is no check of the kind attested" }],
  )
}

/** The refusals of criteria that are not valid, or that read bytes that the Court never sees, and of an example that is too large. */
export const criteriaChecks = rule(
  ["PD14 §10"],
  ({ criteria, delivery, example }: Said, terms: Terms): ReadonlyArray<Refusal | null> => {
    const read = criteria === undefined || delivery !== "elsewhere" ? [] : readChecks(criteria)
    const max = terms.exampleBytesMax
    return [
      criteria === undefined ? null : problemsOf(criteria),
      read.length === 0 ? null : refusal("criteria_elsewhere", {}, read),
      when(example !== undefined && sizeOf(example) > max, "example_too_large", { max }),
    ]
  },
)

/** The number of bytes that a text in base64 stands for. */
export const sizeOf = (content: string): number => (content.length / 4) * 3 - (content.split("=").length - 1)

/** The refusal of an example that leaves a check unmet, with each outcome by the id of its check. */
export const exampleUnmet = rule(["PD14 §10"], ({ outcomes }: Evaluation): Refusal | null => {
  const unmet = outcomes.filter(({ outcome }) => outcome === "unmet")
  if (unmet.length === 0) return null
  const said = outcomes.map(({ id, outcome }) => `${id} ${outcome}`).join(", ")
  return refusal(
    "example_unmet",
    { outcomes: said },
    unmet.map(({ id, why }) => ({ path: "example", message: `${id}: ${why}` })),
  )
})

/** Evaluates bytes when the evaluator has room for the agent. Refused `evaluations_under_way`. */
export const evaluate = (delivered: Delivered, agentId: string): Effect.Effect<Evaluation, Refusal> =>
  Effect.flatMap(Evaluator, (evaluator) => evaluator.evaluate(delivered, agentId)).pipe(
    Effect.mapError(({ waitSeconds }: Busy) => refusal("evaluations_under_way", { waitSeconds })),
  )

/** The delivery that an offer says is owed, as the quote keeps it; null if the offer says nothing of it. */
export const readOwed = ({ criteria, delivery, remedies, metered }: Said): Owed | null =>
  [criteria, delivery, remedies, metered].every((said) => said === undefined)
    ? null
    : {
        criteriaSha256: criteria === undefined ? null : textOf(criteria).sha256,
        delivery: delivery ?? "court",
        remedies:
          remedies === undefined
            ? null
            : {
                lateMillionthsPerHour: remedies.lateMillionthsPerHour ?? null,
                lateMillionthsMax: remedies.lateMillionthsMax ?? null,
                otherwiseMillionths: remedies.otherwiseMillionths ?? null,
              },
        ...(metered === undefined ? {} : { metered: { ...metered, attester: metered.attester ?? null } }),
      }

/** The change that keeps the document of the criteria under its hash. */
export const criteriaBlob = ({ criteria }: Said): ReadonlyArray<Change> =>
  criteria === undefined ? [] : [blobOf(textOf(criteria))]

/** The refusal of an acceptance that names other criteria than the quote has. */
export const otherCriteria = rule(["PD14 §10"], (quote: Quote, named: string | null): Refusal | null => {
  const { criteriaSha256 } = owedOf(quote)
  return when(named !== criteriaSha256, "criteria_differ", { sha256: criteriaSha256 })
})

/** The refusal of a close in words of a quote with criteria. */
export const refuseUnhashed = rule(["PD14 §10"], (quote: Quote, delivered: string): Refusal | null =>
  when(owedOf(quote).criteriaSha256 !== null && hashIn(delivered) === null, "artifact_wanted", {}),
)

/** The SHA-256 by which the supplier closed a quote; null if it closed it in words, or not yet. */
export const hashOfClose = ({ close }: Quote): string | null =>
  close === null ? null : hashIn(close.delivered)

/** The refusal of bytes that this quote does not take: it is delivered elsewhere, or its close has another hash. */
export const undisclosable = rule(["PD14 §11"], (quote: Quote, artifact: string): Refusal | null =>
  owedOf(quote).delivery === "elsewhere"
    ? refusal("delivery_elsewhere", {})
    : when(hashOfClose(quote) !== artifact, "artifact_mismatch", {}),
)

/** The refusal of attestations alone: they come with the bytes of a delivery to the Court, and without criteria they answer nothing. */
export const unattestable = rule(["PD14 §12"], (quote: Quote): Refusal | null => {
  const { criteriaSha256, delivery } = owedOf(quote)
  return when(criteriaSha256 === null || delivery !== "elsewhere", "attestation_unwanted", {})
})

/** Whether the bytes of a close by hash can still be disclosed for the first time. */
export const awaitsDisclosure = rule(
  ["PD14 §11"],
  (quote: Quote): boolean =>
    quote.disclosedAt === undefined &&
    owedOf(quote).metered === undefined &&
    owedOf(quote).delivery === "court" &&
    hashOfClose(quote) !== null,
)
