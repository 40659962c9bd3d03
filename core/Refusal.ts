/** A refusal: the law says no, on a ground, and of several grounds the first in their order answers. */
import { Data, Either } from "effect"
import { content } from "./refusals/Content.ts"
import { forbidden, unpaid } from "./refusals/Forbidden.ts"
import { classes, type Ground, type RefusalClass } from "./refusals/Ground.ts"
import { excess, state } from "./refusals/State.ts"
import { malformed, unknown } from "./refusals/Unknown.ts"
import type { SectionId } from "./rulebook/Section.ts"

export { classes, type RefusalClass } from "./refusals/Ground.ts"

/** The tables of grounds in the order in which their classes answer. */
export const tables = { malformed, unknown, forbidden, unpaid, state, content, excess } satisfies Record<
  RefusalClass,
  object
>

/** Every ground on which the court refuses: in this order they answer, where several apply. */
export const grounds = { ...malformed, ...unknown, ...forbidden, ...unpaid, ...state, ...content, ...excess }

export type RefusalCode = keyof typeof grounds
type Facts<C extends RefusalCode> = Parameters<(typeof grounds)[C]["detail"]>[0]

/** Grounds whose words need no facts of the case: what a table of moves may name. */
export type PlainCode = { [C in RefusalCode]: object extends Facts<C> ? C : never }[RefusalCode]

/** Where in what was sent, and what is wrong there. */
export interface RefusalPlace {
  readonly path: string
  readonly message: string
}

/** The law says no. Nothing was recorded. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly code: RefusalCode
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<RefusalPlace>
  /** Seconds until it may be worth asking again; null where time changes nothing. */
  readonly waitSeconds: number | null
}> {}

/** A refusal on one ground. `errors` names the places in what was sent, where there are any. */
export const refusal = <C extends RefusalCode>(
  code: C,
  facts: Facts<C>,
  errors: ReadonlyArray<RefusalPlace> = [],
): Refusal => {
  const found = grounds[code] as Ground<Facts<C>>
  return new Refusal({
    code,
    class: found.class,
    rules: found.rules,
    title: found.title,
    detail: found.detail(facts),
    errors,
    waitSeconds: found.waitSeconds?.(facts) ?? null,
  })
}

const order = Object.fromEntries(
  (Object.keys(grounds) as Array<RefusalCode>).map((code, i) => [
    code,
    classes.indexOf(grounds[code].class) * 1000 + i,
  ]),
) as { readonly [C in RefusalCode]: number }

/** Negative where `a` answers before `b`. */
export const precedence = (a: RefusalCode, b: RefusalCode): number => order[a] - order[b]

/** Of the refusals that apply, the one that answers; nothing where none applies. */
export const firstOf = (found: ReadonlyArray<Refusal | null>): Either.Either<void, Refusal> => {
  let first: Refusal | null = null
  for (const r of found) if (r !== null && (first === null || precedence(r.code, first.code) < 0)) first = r
  return first === null ? Either.void : Either.left(first)
}

/** A refusal where the condition holds, for lists given to `firstOf`. */
export const when = <C extends RefusalCode>(holds: boolean, code: C, facts: Facts<C>): Refusal | null =>
  holds ? refusal(code, facts) : null
