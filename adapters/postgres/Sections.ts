/**
 * The sections of a commit: the rows that a change set has in each, and the columns as which the commit function reads them. A section is
 * sent as one array of texts, with the cells of its rows one after another. The server reads it in half the time that JSON with names
 * takes.
 */

import {
  type ChangeSet,
  type IndexEntry,
  isPlaced,
  type KeyedEntry,
  type Put,
  refKey,
} from "../../core/store/ChangeSet.ts"
import { keepJson } from "../store/Text.ts"

/** The value of a column. JSON is sent as its text. */
export type Cell = string | number | boolean | null

/** For each record, which of a set's numbers it keeps: the number that is drawn for it last. */
export type Places = ReadonlyMap<string, number>

/**
 * Adds the cells of a row. A set of a thousand entries has ten thousand rows, so that a row has no array of its own: collecting such arrays
 * took a tenth of the time of a batch.
 */
type AddRow = (...cells: ReadonlyArray<Cell>) => void

interface Section {
  /** Names and types of the columns, in the order of the cells. */
  readonly columns: string
  readonly addRows: (set: ChangeSet, row: AddRow, places: Places) => void
}

export const placesOf = ({ numbers }: ChangeSet): Places =>
  new Map(numbers.map(({ ref }, i) => [refKey(ref), i]))

/** The names that one set claims for two holders. Such a claim fails, whoever holds the name. */
const tornClaims = ({ claims }: ChangeSet): ReadonlySet<string> => {
  const holders = new Map<string, string>()
  const names = new Set<string>()
  for (const { claim, holder } of claims) {
    if ((holders.get(claim) ?? holder) !== holder) names.add(claim)
    holders.set(claim, holder)
  }
  return names
}

const isNew = ({ expected }: Put): boolean => expected === 0

/** Whether no entry before this one has the same key. */
const isFirst = (entry: KeyedEntry, at: number, entries: ReadonlyArray<IndexEntry>): boolean =>
  entries.findIndex((it) => !isPlaced(it) && it.index === entry.index && it.key === entry.key) === at

/** The sections in the order of the function's arguments. */
export const sections = {
  receipts: {
    columns: "at bigint, id text, fingerprint text, reply json, expires bigint",
    addRows: ({ at, receipt }, row) => {
      if (receipt !== null)
        row(at, receipt.id, receipt.fingerprint, keepJson(receipt.reply), receipt.expiresAt)
    },
  },
  checks: {
    columns: "kind text, id text, version bigint",
    addRows: ({ checks, puts }, row) => {
      for (const { ref, version } of checks) row(ref.kind, ref.id, version)
      for (const { ref, expected } of puts) row(ref.kind, ref.id, expected)
    },
  },
  added: {
    columns: "kind text, id text, place int, body json",
    addRows: ({ puts }, row, places) => {
      for (const put of puts)
        if (isNew(put)) row(put.ref.kind, put.ref.id, places.get(refKey(put.ref)) ?? null, keepJson(put.body))
    },
  },
  changed: {
    columns: "kind text, id text, expected bigint, place int, body json",
    addRows: ({ puts }, row, places) => {
      for (const put of puts) {
        if (isNew(put)) continue
        const { ref, expected, body } = put
        row(ref.kind, ref.id, expected, places.get(refKey(ref)) ?? null, keepJson(body))
      }
    },
  },
  /** Entries with keys of their own, of changed records. */
  entries: {
    columns: "index text, key text, kind text, id text, words text",
    addRows: ({ puts }, row) => {
      for (const put of puts) {
        if (isNew(put)) continue
        for (const entry of put.index)
          if (!isPlaced(entry)) row(entry.index, entry.key, put.ref.kind, put.ref.id, entry.words ?? null)
      }
    },
  },
  /** The other entries. Without a `list`, `rest` is the whole key. */
  placed: {
    columns: "index text, list text, rest text, kind text, id text, words text, new boolean",
    addRows: ({ puts }, row) => {
      for (const put of puts) {
        const { kind, id } = put.ref
        put.index.forEach((entry, i) => {
          if (isPlaced(entry)) row(entry.index, entry.list, entry.rest, kind, id, null, isNew(put))
          else if (isNew(put) && isFirst(entry, i, put.index))
            row(entry.index, null, entry.key, kind, id, entry.words ?? null, true)
        })
      }
    },
  },
  numbers: {
    columns: "series text",
    addRows: ({ numbers }, row) => {
      for (const { series } of numbers) row(series)
    },
  },
  /** The numbers that are asked for again for their record, each with the place of the last, which the record keeps. */
  repeated: {
    columns: "place int, last int",
    addRows: ({ numbers }, row, places) => {
      // If each record asks once, as in almost every set, there are as many places as numbers.
      if (places.size === numbers.length) return
      numbers.forEach(({ ref }, i) => {
        const last = places.get(refKey(ref)) ?? i
        if (last !== i) row(i, last)
      })
    },
  },
  claims: {
    columns: "name text, holder text, torn boolean",
    addRows: (set, row) => {
      const torn = tornClaims(set)
      for (const { claim, holder } of set.claims) row(claim, holder, torn.has(claim))
    },
  },
  releases: {
    columns: "name text, holder text",
    addRows: ({ releases }, row) => {
      for (const { claim, holder } of releases) row(claim, holder)
    },
  },
  settles: {
    columns: "id text, token text",
    addRows: ({ settles }, row) => {
      for (const { id, token } of settles) row(id, token)
    },
  },
  cancels: {
    columns: "id text",
    addRows: ({ cancels }, row) => {
      for (const id of cancels) row(id)
    },
  },
  tasks: {
    columns: "id text, kind text, due bigint, body json",
    addRows: ({ tasks }, row) => {
      for (const { id, kind, dueAt, body } of tasks) row(id, kind, dueAt, keepJson(body))
    },
  },
  events: {
    columns: "id text, at bigint, type text, subject text, rules json, place int, data text",
    addRows: ({ events }, row, places) => {
      for (const { id, at, type, subject, rules, data, numbered } of events) {
        const place = numbered === undefined ? null : (places.get(refKey(numbered)) ?? null)
        row(id, at, type, subject, keepJson(rules), place, keepJson(data))
      }
    },
  },
  drops: {
    columns: "sha256 text",
    addRows: ({ drops }, row) => {
      for (const sha256 of drops) row(sha256)
    },
  },
  blobs: {
    columns: "sha256 text, text text",
    addRows: ({ blobs }, row) => {
      for (const { sha256, text } of blobs) row(sha256, text)
    },
  },
  tallies: {
    columns: "name text, add bigint",
    addRows: ({ tallies }, row) => {
      for (const { name, add } of tallies) row(name, add)
    },
  },
} satisfies { readonly [name: string]: Section }

/** The parameters of the commit function that take the sections. */
export const parameters = Object.keys(sections)
  .map((name) => `in_${name} text[]`)
  .join(", ")

/**
 * SQL: the rows of a section as a table, in their order. `n` counts them from 0, `s` is the number of the set that a row belongs to, and
 * `o` is the position of its first cell.
 */
export const rows = (name: keyof typeof sections): string => {
  const columns = `s int, ${sections[name].columns}`.split(", ").map((column) => column.split(" "))
  const cells = columns.map(([column, type], i) => {
    const cell = `in_${name}[${i === 0 ? "o" : `o + ${i}`}]`
    return `${type === "text" ? cell : `${cell}::${type}`} as ${column}`
  })
  const width = columns.length
  return `(select o / ${width} as n, ${cells.join(", ")} from generate_series(1, cardinality(in_${name}), ${width}) o)`
}
