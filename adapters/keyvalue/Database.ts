/** The port of a key-value database, and what is read through it. */
import { given } from "../store/Text.ts"
import type { Draft } from "./Draft.ts"
import { type Key, parseRow } from "./Rows.ts"

/** A row as it was read: its text, and the stamp of the operation that wrote it. Both are null if there is no row. */
export interface Row {
  readonly key: Key
  readonly text: string | null
  readonly stamp: string | null
}

/** A part of a family, in the order of the keys: from a key on, before a key, or backwards. */
export interface Part {
  readonly start?: Key
  readonly end?: Key
  readonly reverse?: true
}

/** What is read of a key-value database. The promises reject if the database fails. */
export interface Readable {
  /** The largest number of rows that are read from one snapshot. */
  readonly together: number
  /** The rows under these keys, in their order. */
  readonly rows: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Row>>
  /** The rows whose keys begin with this family's. About `about` of them will be read. */
  readonly list: (family: Key, about: number, part?: Part) => AsyncIterable<Row>
}

/** A key-value database. */
export interface Database extends Readable {
  /**
   * Runs a work on the rows that it looks at, and writes its draft atomically and durably, if these rows are still the same; otherwise the
   * work is run again. Returns the work's result. The places that works draw have the order in which the works were written.
   */
  readonly submit: <A>(looksAt: ReadonlyArray<Key>, work: (draft: Draft) => A) => Promise<A>
}

/** The value of the row under a key. */
export const valueAt = async <A>(db: Readable, key: Key): Promise<A | null> =>
  parseRow((await db.rows([key]))[0])

/** The last part of a row's key, as it is stored. */
export const lastOf = ({ key }: Row): string => String(key.at(-1))
/** The name or id with which a row's key ends. */
export const nameOf = (row: Row): string => given(lastOf(row))

/** What `pick` makes of rows, up to a number; rows of which it makes null are passed over. */
export const pickRows = async <A>(
  rows: AsyncIterable<Row>,
  most: number,
  pick: (row: Row) => A | null,
): Promise<Array<A>> => {
  const found: Array<A> = []
  for await (const row of rows) {
    const one = pick(row)
    if (one !== null && found.push(one) >= most) break
  }
  return found
}
