/** Kinds: the types of record. */
import { ParseResult, Schema } from "effect"
import type { IndexEntry } from "./ChangeSet.ts"
import { CorruptRecord } from "./Defect.ts"
import type { Json } from "./Json.ts"

/**
 * A kind of record: its schema, its id, and the index entries that are written with it. The type of a record is that of its JSON
 * (instants are numbers, absent values are null), so that writing needs no encoding and reading only validates.
 */
export interface Kind<A> {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  /** The record of a stored body. Throws `CorruptRecord` if the body does not fit the schema. */
  readonly decode: (body: Json) => A
  readonly id: (record: A) => string
  readonly index: (record: A) => ReadonlyArray<IndexEntry>
}

/** A kind; without `index` its records have no index entries. */
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
