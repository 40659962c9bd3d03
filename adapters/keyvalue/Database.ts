/** The port of a key-value database. */
import type { Draft } from "./Draft.ts"
import type { Key } from "./Rows.ts"

/** A row as it was read: its text, and the stamp of the operation that wrote it. Both are null if there is no row. */
export interface Row {
  readonly key: Key
  readonly text: string | null
  readonly stamp: string | null
}

/** What is read of a key-value database. The promises reject if the database fails. */
export interface Readable {
  /** The largest number of rows that are read from one snapshot. */
  readonly together: number
  /** The rows under these keys, in their order. */
  readonly rows: (keys: ReadonlyArray<Key>) => Promise<ReadonlyArray<Row>>
  /** The rows whose keys begin with this family's, in the order of their keys, from a key on. About `about` of them will be read. */
  readonly list: (family: Key, about: number, from?: Key) => AsyncIterable<Row>
}

/** A key-value database. */
export interface Database extends Readable {
  /**
   * Runs a work on the rows that it looks at, and writes its draft atomically and durably, if these rows are still the same; otherwise the
   * work is run again. Returns the work's result. The places that works draw have the order in which the works were written.
   */
  readonly submit: <A>(looksAt: ReadonlyArray<Key>, work: (draft: Draft) => A) => Promise<A>
}
