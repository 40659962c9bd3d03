/**
 * Refusals: the law says no, on a ground. If several grounds apply, the first one in the order of the tables answers. Drafts are
 * checked here too, since each fault of a draft is a schema error or a refusal.
 */

import { Data, Either, ParseResult, type Schema } from "effect"
import { needPresent } from "./Defect.ts"
import type { Named } from "./Named.ts"
import { content } from "./refusals/Content.ts"
import { forbidden, unpaid } from "./refusals/Forbidden.ts"
import type { Ground, RefusalClass } from "./refusals/Ground.ts"
import { large } from "./refusals/Large.ts"
import { excess, state } from "./refusals/State.ts"
import { malformed, unknown } from "./refusals/Unknown.ts"
import type { SectionId } from "./Section.ts"

export { classes, type RefusalClass } from "./refusals/Ground.ts"

const allTables = {
  malformed,
  unknown,
  forbidden,
  unpaid,
  state,
  large,
  content,
  excess,
} satisfies Record<RefusalClass, object>

type Tables = Named<typeof allTables>

/** The tables of grounds, in the order of precedence of their classes. */
export const tables: Tables = allTables

const allGrounds = {
  ...malformed,
  ...unknown,
  ...forbidden,
  ...unpaid,
  ...state,
  ...large,
  ...content,
  ...excess,
}

type Grounds = Named<typeof allGrounds>

/** Every ground on which the court refuses, in order of precedence. */
export const grounds: Grounds = allGrounds

/** The code of a refusal, which stays the same over versions. */
export type RefusalCode = keyof typeof grounds
type Facts<C extends RefusalCode> = Parameters<(typeof grounds)[C]["detail"]>[0]

/** Codes of grounds whose words need no facts of the case. Only these may stand in a table of moves. */
export type PlainCode = { [C in RefusalCode]: object extends Facts<C> ? C : never }[RefusalCode]

/** A place in a request or a draft, and what is wrong there. An empty path is the whole. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** The answer of a command or a query that the law does not allow. Nothing was recorded. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly code: RefusalCode
  readonly class: RefusalClass
  readonly rules: ReadonlyArray<SectionId>
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<Fault>
  /** Seconds until the same request may succeed; null if time alone changes nothing. */
  readonly waitSeconds: number | null
}> {
  /** The code, the rule and the detail, so that an error that nobody caught says all of them. */
  override get message(): string {
    const cited = this.rules.length === 0 ? "" : ` (${this.rules.join(", ")})`
    return `${this.code}${cited}: ${this.detail}`
  }
}

/** A refusal on one ground, worded from the facts of the case. `errors` names the places in the request that caused it, if any. */
export const refusal = <C extends RefusalCode>(
  code: C,
  facts: Facts<C>,
  errors: ReadonlyArray<Fault> = [],
): Refusal => {
  // TypeScript does not see that the row of code C takes the facts of C.
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

// `Object.keys` gives strings; these are the keys of `grounds`, in their order.
const ranks = new Map((Object.keys(grounds) as Array<RefusalCode>).map((code, i) => [code, i]))
const rankOf = (code: RefusalCode): number => needPresent(ranks.get(code), `the ground ${code}`)

/** The order of two codes: negative if `a` answers before `b`. */
export const precedence = (a: RefusalCode, b: RefusalCode): number => rankOf(a) - rankOf(b)

/** Fails with the refusal that comes first in order of precedence; null entries do not apply. */
export const firstOf = (found: ReadonlyArray<Refusal | null>): Either.Either<void, Refusal> => {
  let first: Refusal | null = null
  for (const r of found) if (r !== null && (first === null || precedence(r.code, first.code) < 0)) first = r
  return first === null ? Either.void : Either.left(first)
}

/** The refusal if the condition holds, otherwise null: an entry of a list for `firstOf`. */
export const when = <C extends RefusalCode>(holds: boolean, code: C, facts: Facts<C>): Refusal | null =>
  holds ? refusal(code, facts) : null

/** The refusal of a step, for `firstOf`; null if the step was not refused. */
export const refusedIn = (found: Either.Either<unknown, Refusal>): Refusal | null =>
  Either.isLeft(found) ? found.left : null

const strict = { onExcessProperty: "error", errors: "all" } as const

/** A strict decoder of drafts: the decoded value, or every fault. A property that the schema does not name is a fault. */
export const strictDecoder = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = ParseResult.decodeUnknownEither(schema, strict)
  return (value: unknown): Either.Either<A, ReadonlyArray<Fault>> =>
    Either.mapLeft(decode(value), (issue) =>
      ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ path, message }) => ({
        path: path.map(String).join("."),
        message,
      })),
    )
}

/** Refusals as faults of a draft: one for each place that a refusal names, or one for the whole. */
export const faultsOf = (found: ReadonlyArray<Refusal | null>): ReadonlyArray<Fault> =>
  found.flatMap((refused) => {
    if (refused === null) return []
    return refused.errors.length > 0
      ? refused.errors.map(({ path, message }) => ({ path, message: `${message}. ${refused.detail}` }))
      : [{ path: "", message: refused.detail }]
  })
