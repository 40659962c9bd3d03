/** A kind of record: its schema, its id, and the index entries that are written with it. */
import { ParseResult, Schema } from "effect"
import type { IndexEntry } from "./ChangeSet.ts"
import { CorruptRecord } from "./Defect.ts"
import type { Json } from "./Json.ts"

/**
 * A kind of record: its schema, its id, and the index entries that are written with it. A record's type and its JSON are one
 * (instants are numbers, absent values are null), so that writing needs no encoding and reading only checks.
 */
export interface Kind<A> {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  readonly decode: (body: Json) => A
  readonly id: (record: A) => string
  readonly index: (record: A) => ReadonlyArray<IndexEntry>
}

export const make = <A>(options: {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  readonly id: (record: A) => string
  readonly index?: (record: A) => ReadonlyArray<IndexEntry>
}): Kind<A> => {
  const decodeEither = Schema.decodeUnknownEither(options.schema)
  return {
    name: options.name,
    schema: options.schema,
    id: options.id,
    index: options.index ?? (() => []),
    decode: (body) => {
      const decoded = decodeEither(body)
      if (decoded._tag === "Right") return decoded.right
      throw new CorruptRecord(`${options.name}: ${ParseResult.TreeFormatter.formatErrorSync(decoded.left)}`)
    },
  }
}
