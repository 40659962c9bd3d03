/** The port of the evaluator of criteria. A server evaluates beside the thread that serves; every other court does it in its own. */
import { Context, Data, Effect, Schema } from "effect"
import * as Criteria from "../criteria/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { listOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"

const Outcome = Schema.Struct({
  id: Schema.String,
  outcome: Schema.Literal("met", "unmet", "unknown"),
  fuel: Schema.Int,
  why: Schema.String,
})

/** How many checks the criteria of a quote may have (PD14). */
export const checksMax = 32

const evaluationSchema = Schema.Struct({
  criteria: Schema.String,
  artifact: Schema.NullOr(Schema.String),
  verdict: Schema.Literal("satisfied", "partly", "not_satisfied", "indeterminate"),
  reductionMillionths: Schema.Int,
  outcomes: listOf(Outcome, checksMax),
}).annotations({ identifier: "Evaluation" })

export type Evaluation = Named<typeof evaluationSchema.Type>

/** The evaluation of some bytes by criteria, as `agent-court/criteria` writes it. */
export const Evaluation: Schema.Schema<Evaluation> = evaluationSchema

/** The input of an evaluation: a document that was read before, and bytes in base64. */
export interface Delivered {
  readonly document: unknown
  readonly content: string
}

/** The failure if as many deliveries of the agent as may be are being evaluated. */
export class Busy extends Data.TaggedError("Busy")<{ readonly waitSeconds: number }> {}

/** Evaluates a delivery by criteria in bounded work, counted for the agent that asks; fails if too much is under way. */
export interface Service {
  readonly evaluate: (delivered: Delivered, agentId: string) => Effect.Effect<Evaluation, Busy>
}

/** The bytes of a text in base64. Throws if the text isn't base64. */
export const bytesOf = (content: string): Uint8Array =>
  Uint8Array.from(atob(content), (char) => char.charCodeAt(0))

/** The criteria of a document that a quote carries. It was read at lodgement, so that it is a defect if it can't be. */
export const criteriaIn = (document: unknown): Criteria.Criteria => {
  const found = Criteria.read(document)
  return needPresent("criteria" in found ? found.criteria : null, "the criteria of a quote")
}

/** Evaluates bytes by a document that was read at lodgement. */
export const evaluate = ({ document, content }: Delivered): Evaluation =>
  Criteria.evaluate(criteriaIn(document), bytesOf(content))

/** The evaluator of a court. If the program provides no evaluator, the court evaluates in its own thread. */
export class Evaluator extends Context.Reference<Evaluator>()("agent-court/Evaluator", {
  defaultValue: (): Service => ({
    evaluate: (delivered) => Effect.sync(() => evaluate(delivered)),
  }),
}) {}
