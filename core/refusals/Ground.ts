/** A ground of refusal, and the classes of grounds in the order in which they answer. */
import type { SectionId } from "../rulebook/Section.ts"

/**
 * What kind of "no" a ground is. The order is the order in which refusals answer when several apply;
 * `http/server/Problem.ts` gives each class its status.
 */
export const classes = [
  "malformed", // the content contradicts itself (a label or number that names nothing)
  "unknown", // nothing has this id, handle or citation
  "forbidden", // the actor lacks the role
  "unpaid", // the ledger is over its credit limit
  "state", // the state of the record does not allow the act
  "content", // a rule refuses what was sent
  "excess", // as much of it was asked as may be for now; later it may be asked again
] as const
export type RefusalClass = (typeof classes)[number]

/** A ground on which the court refuses. */
export interface Ground<F> {
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  /** What was wrong and what to do, from the facts of the case. Never the refused text itself. */
  readonly detail: (facts: F) => string
  /** Of a ground that time removes, the seconds until it may be worth asking again. */
  readonly waitSeconds?: (facts: F) => number
}

/** Rows of the table of a class. */
export const groundOf =
  (kind: RefusalClass) =>
  <F = object>(
    rules: ReadonlyArray<SectionId>,
    title: string,
    detail: (facts: F) => string,
    waitSeconds?: (facts: F) => number,
  ): Ground<F> => ({
    class: kind,
    rules,
    title,
    detail,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  })
