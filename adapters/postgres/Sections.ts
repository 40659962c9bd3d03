/**
 * The sections of a commit: the rows that a change set has in each, and the columns as which the commit function reads them. A section is
 * sent as one array of texts, with the cells of its rows one after another. The server reads it in half the time that JSON with names
 * takes.
 */

import { type ChangeSet, type IndexEntry, isPlaced, type Put, refKey } from "../../core/store/ChangeSet.ts"
import { keepJson } from "../store/Text.ts"

/** The value of a column. JSON is sent as its text. */
export type Cell = string | number | boolean | null

interface Section {
  /** Names and types of the columns, in the order of the cells. */
  readonly columns: string
  readonly rowsOf: (set: ChangeSet) => ReadonlyArray<ReadonlyArray<Cell>>
}

/** For each record, which of the set's numbers it keeps: the number that is drawn for it last. */
const placesOf = ({ numbers }: ChangeSet): ReadonlyMap<string, number> =>
  new Map(numbers.map(({ ref }, i) => [refKey(ref), i]))

/** The names that one set claims for two holders. Such a claim fails, whoever holds the name. */
const tornOf = ({ claims }: ChangeSet): ReadonlySet<string> => {
  const holders = new Map<string, string>()
  const names = new Set<string>()
  for (const { claim, holder } of claims) {
    if ((holders.get(claim) ?? holder) !== holder) names.add(claim)
    holders.set(claim, holder)
  }
  return names
}

const isNew = ({ expected }: Put): boolean => expected === 0
const isKnown = (put: Put): boolean => !isNew(put)

/** Whether no entry before this one has the same key. */
const isFirst = (entry: IndexEntry, at: number, entries: ReadonlyArray<IndexEntry>): boolean =>
  isPlaced(entry) ||
  entries.findIndex((it) => !isPlaced(it) && it.index === entry.index && it.key === entry.key) === at

/** The puts of a set for which `wanted` holds, each with the place of its number. */
const recordsOf = (set: ChangeSet, wanted: (put: Put) => boolean) => {
  const places = placesOf(set)
  return set.puts.filter(wanted).map(({ ref, expected, body }) => ({
    ref,
    expected,
    place: places.get(refKey(ref)) ?? null,
    body: keepJson(body),
  }))
}

/** The sections in the order of the function's arguments. */
export const sections = {
  receipts: {
    columns: "at bigint, id text, fingerprint text, reply json, expires bigint",
    rowsOf: ({ at, receipt }) =>
      receipt === null
        ? []
        : [[at, receipt.id, receipt.fingerprint, keepJson(receipt.reply), receipt.expiresAt]],
  },
  checks: {
    columns: "kind text, id text, version bigint",
    rowsOf: ({ checks, puts }) => [
      ...checks.map(({ ref, version }) => [ref.kind, ref.id, version]),
      ...puts.map(({ ref, expected }) => [ref.kind, ref.id, expected]),
    ],
  },
  added: {
    columns: "kind text, id text, place int, body json",
    rowsOf: (set) => recordsOf(set, isNew).map(({ ref, place, body }) => [ref.kind, ref.id, place, body]),
  },
  changed: {
    columns: "kind text, id text, expected bigint, place int, body json",
    rowsOf: (set) =>
      recordsOf(set, isKnown).map(({ ref, expected, place, body }) => [
        ref.kind,
        ref.id,
        expected,
        place,
        body,
      ]),
  },
  /** Entries with keys of their own, of changed records. */
  entries: {
    columns: "index text, key text, kind text, id text, words text",
    rowsOf: ({ puts }) =>
      puts
        .filter(isKnown)
        .flatMap(({ ref, index }) =>
          index.flatMap((entry) =>
            isPlaced(entry) ? [] : [[entry.index, entry.key, ref.kind, ref.id, entry.words ?? null]],
          ),
        ),
  },
  /** The other entries. Without a `list`, `rest` is the whole key. */
  placed: {
    columns: "index text, list text, rest text, kind text, id text, words text, new boolean",
    rowsOf: ({ puts }) =>
      puts.flatMap(({ ref: { kind, id }, expected, index }) =>
        index.filter(isFirst).flatMap((entry) => {
          if (isPlaced(entry)) return [[entry.index, entry.list, entry.rest, kind, id, null, expected === 0]]
          return expected === 0 ? [[entry.index, null, entry.key, kind, id, entry.words ?? null, true]] : []
        }),
      ),
  },
  numbers: {
    columns: "series text",
    rowsOf: ({ numbers }) => numbers.map(({ series }) => [series]),
  },
  /** The numbers that are asked for again for their record, each with the place of the last, which the record keeps. */
  repeated: {
    columns: "place int, last int",
    rowsOf: (set) => {
      const places = placesOf(set)
      return set.numbers.flatMap(({ ref }, i) => {
        const last = places.get(refKey(ref)) ?? i
        return last === i ? [] : [[i, last]]
      })
    },
  },
  claims: {
    columns: "name text, holder text, torn boolean",
    rowsOf: (set) => {
      const torn = tornOf(set)
      return set.claims.map(({ claim, holder }) => [claim, holder, torn.has(claim)])
    },
  },
  releases: {
    columns: "name text, holder text",
    rowsOf: ({ releases }) => releases.map(({ claim, holder }) => [claim, holder]),
  },
  settles: {
    columns: "id text, token text",
    rowsOf: ({ settles }) => settles.map(({ id, token }) => [id, token]),
  },
  cancels: { columns: "id text", rowsOf: ({ cancels }) => cancels.map((id) => [id]) },
  tasks: {
    columns: "id text, kind text, due bigint, body json",
    rowsOf: ({ tasks }) => tasks.map(({ id, kind, dueAt, body }) => [id, kind, dueAt, keepJson(body)]),
  },
  events: {
    columns: "id text, at bigint, type text, subject text, rules json, place int, data text",
    rowsOf: (set) => {
      const places = placesOf(set)
      return set.events.map(({ id, at, type, subject, rules, data, numbered }) => [
        id,
        at,
        type,
        subject,
        keepJson(rules),
        numbered === undefined ? null : (places.get(refKey(numbered)) ?? null),
        keepJson(data),
      ])
    },
  },
  drops: { columns: "sha256 text", rowsOf: ({ drops }) => drops.map((sha256) => [sha256]) },
  blobs: {
    columns: "sha256 text, text text",
    rowsOf: ({ blobs }) => blobs.map(({ sha256, text }) => [sha256, text]),
  },
  tallies: {
    columns: "name text, add bigint",
    rowsOf: ({ tallies }) => tallies.map(({ name, add }) => [name, add]),
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
