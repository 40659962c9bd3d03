/** Grounds of refusal, and their classes in order of precedence. */
import type { SectionId } from "../Section.ts"

/** The classes of grounds. If several refusals apply, the first class answers. `http/server/Problem.ts` gives each class its status. */
export const classes = [
  "malformed", // the request contradicts itself: a label or a number names nothing
  "unknown", // nothing has this id, handle or citation
  "forbidden", // the actor lacks the role
  "unpaid", // the ledger is over its credit limit
  "state", // the state of the record does not allow the act
  "large", // what is sent has more bytes than a rule allows
  "content", // a rule does not allow the content of the request
  "excess", // the actor has asked for as much as it may for now
] as const
/** The kind of a refusal, from which its HTTP status follows. */
export type RefusalClass = (typeof classes)[number]

/** A ground on which the court refuses. `F` are the facts of the case that its words need. */
export interface Ground<F> {
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  /** The words on what is wrong and what to do, from the facts of the case. They never quote the refused text. */
  readonly detail: (facts: F) => string
  /** The seconds until the same request may succeed, if time alone removes the ground. */
  readonly waitSeconds?: (facts: F) => number | null
}

export const groundOf =
  (kind: RefusalClass) =>
  <F = object>(
    rules: ReadonlyArray<SectionId>,
    title: string,
    detail: (facts: F) => string,
    waitSeconds?: (facts: F) => number | null,
  ): Ground<F> => ({
    class: kind,
    rules,
    title,
    detail,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  })
