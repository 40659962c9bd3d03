import { ParseResult, Schema } from "effect"
import type { IndexEntry } from "../store/ChangeSet.ts"
import { CorruptRecord, UnfitRecord } from "./Defect.ts"
import { fitsOf } from "./Fits.ts"
import type { Json } from "./Json.ts"

/**
 * A kind of record: its schema, its id, and the index entries that are written with it. The type of a record is that of its JSON
 * (instants are numbers, absent values are null), so that reading and writing only validate.
 */
export interface Kind<A> {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  /** The record of a stored body. Throws `CorruptRecord` if the body does not fit the schema. */
  readonly decode: (body: Json) => A
  /** The body of a record. Throws `UnfitRecord` if the record does not fit the schema, since no reader could read it again. */
  readonly encode: (record: A) => Json
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
  const misfit = (error: ParseResult.ParseError) =>
    `${options.name}: ${ParseResult.TreeFormatter.formatErrorSync(error)}`
  return {
    name: options.name,
    schema: options.schema,
    id: options.id,
    index: options.index ?? (() => []),
    decode: (body) => {
      // A body that fits as it stands is a record of the schema, which TypeScript can't see.
      if (fitsOf(options.schema)(body)) return body as A
      const decoded = decodeEither(body)
      if (decoded._tag === "Right") return decoded.right
      throw new CorruptRecord(misfit(decoded.left))
    },
    encode: (record) => {
      // A record's type is its JSON; TypeScript can't see that an interface has no other members.
      if (fitsOf(options.schema)(record)) return record as Json
      const decoded = decodeEither(record)
      if (decoded._tag === "Right") return record as Json
      throw new UnfitRecord(misfit(decoded.left))
    },
  }
}
