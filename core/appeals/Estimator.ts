/** The port behind which the hearing of an appeal is priced. */
import { Context, Data, type Effect } from "effect"
import type { AppealCourt } from "./Appeal.ts"

/** What an estimator is told. Costs are in cents; null where deciding had no price. */
export interface ToEstimate {
  readonly court: AppealCourt
  readonly matterId: string
  readonly firstInstance: { readonly citation: string; readonly costCents: number | null }
  readonly below: { readonly citation: string; readonly costCents: number | null }
}

export class EstimatorUnavailable extends Data.TaggedError("EstimatorUnavailable")<{
  readonly cause: unknown
}> {}

export interface EstimatorService {
  /** What deciding the appeal is expected to cost, in whole cents; null where that can't be told now. */
  readonly estimate: (appeal: ToEstimate) => Effect.Effect<number | null, EstimatorUnavailable>
}
export class Estimator extends Context.Tag("agent-court/Estimator")<Estimator, EstimatorService>() {}
