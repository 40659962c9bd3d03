/** Whether what somebody drafted fits: a schema, strictly, and rules; with every place that does not. */
import { Either, ParseResult, type Schema } from "effect"
import type { Refusal } from "./Refusal.ts"

/** What keeps a draft from being used, and where. */
export interface Fault {
  readonly path: string
  readonly message: string
}

const strict = { onExcessProperty: "error", errors: "all" } as const

/** The value that fits a schema, without a property that the schema does not name; or every place that does not fit. */
export const fitting = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = ParseResult.decodeUnknownEither(schema, strict)
  return (value: unknown): Either.Either<A, ReadonlyArray<Fault>> =>
    Either.mapLeft(decode(value), (issue) =>
      ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ path, message }) => ({
        path: path.map(String).join("."),
        message,
      })),
    )
}

/** The refusals that would answer, as faults. */
export const faultsOf = (found: ReadonlyArray<Refusal | null>): ReadonlyArray<Fault> =>
  found.flatMap((refused) => {
    if (refused === null) return []
    return refused.errors.length > 0
      ? refused.errors.map(({ path, message }) => ({ path, message: `${message}. ${refused.detail}` }))
      : [{ path: "", message: refused.detail }]
  })
