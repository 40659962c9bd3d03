/** The reader of a command or a query: typed reads of a store, which remember the versions that were read. */
import { Effect, Option } from "effect"
import { type Ref, refKey } from "../store/ChangeSet.ts"
import type { Driver, Indexed, Page, Stored, StoreUnavailable } from "../store/Store.ts"
import { CorruptRecord } from "./Defect.ts"
import type { Kind } from "./Kind.ts"
import type { Refusal } from "./Refusal.ts"

/** A record with its serial number; null if the store gave it no number. */
export interface Numbered<A> {
  readonly record: A
  readonly number: number | null
}

/** A page of an index, with the key of its last record; null if the page has no record. If `next` is not null, the two are the same. */
export interface Listed<A> extends Page<A> {
  readonly last: string | null
}

/** A query of an index: the records whose keys begin with `prefix` and come after `after`, in key order. */
interface ListQuery {
  readonly index: string
  readonly prefix: string
  readonly after: string | null
  readonly limit: number
}

/**
 * The reads that a command may make. The reader remembers each record that is read by id with its version (0 if it is absent), and the
 * commit fails if one of them has changed. It remembers the records of `listChecked` as well, but no other list, no name, no tally and not
 * the journal: a rule that depends on these also reads a record that changes with them.
 */
export interface Reader {
  readonly find: <A>(kind: Kind<A>, id: string) => Effect.Effect<Option.Option<A>, StoreUnavailable>
  readonly findNumbered: <A>(
    kind: Kind<A>,
    id: string,
  ) => Effect.Effect<Option.Option<Numbered<A>>, StoreUnavailable>
  /** The records of several ids, in the order of the ids, from one snapshot. */
  readonly findAll: <A>(
    kind: Kind<A>,
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<Option.Option<A>>, StoreUnavailable>
  readonly findAllNumbered: <A>(
    kind: Kind<A>,
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<Option.Option<Numbered<A>>>, StoreUnavailable>
  /** One record of each of three kinds, from one snapshot. */
  readonly findThree: <A, B, C>(
    one: readonly [kind: Kind<A>, id: string],
    other: readonly [kind: Kind<B>, id: string],
    third: readonly [kind: Kind<C>, id: string],
  ) => Effect.Effect<readonly [Option.Option<A>, Option.Option<B>, Option.Option<C>], StoreUnavailable>
  /** The record; refused with `absent` if no record has this id. */
  readonly need: <A>(
    kind: Kind<A>,
    id: string,
    absent: () => Refusal,
  ) => Effect.Effect<A, StoreUnavailable | Refusal>
  readonly list: <A>(kind: Kind<A>, query: ListQuery) => Effect.Effect<Listed<A>, StoreUnavailable>
  /**
   * As `list`, but each record that it gives is remembered as if it had been read by id. A record that enters the list later is not: a rule
   * that depends on this also reads a record that changes with it.
   */
  readonly listChecked: <A>(kind: Kind<A>, query: ListQuery) => Effect.Effect<Listed<A>, StoreUnavailable>
  readonly listNumbered: <A>(
    kind: Kind<A>,
    query: ListQuery,
  ) => Effect.Effect<Listed<Numbered<A>>, StoreUnavailable>
  /** As `list`, but only records whose words hold every phrase (see `Search.phrasesOf`). */
  readonly search: <A>(
    kind: Kind<A>,
    query: ListQuery & { readonly phrases: ReadonlyArray<string> },
  ) => Effect.Effect<Listed<A>, StoreUnavailable>
  readonly supports: Driver["supports"]
  readonly holder: Driver["holder"]
  readonly tallies: Driver["tallies"]
  readonly blob: Driver["blob"]
  readonly journal: Driver["journal"]
}

/** The records by which an actor is known, such as its credential, at the versions that were read. */
export type KnownBy = ReadonlyArray<{ readonly ref: Ref; readonly version: number }>

export type Versions = ReadonlyMap<string, { readonly ref: Ref; readonly version: number }>

/** The record of a stored body. A body that does not fit its kind is a defect, which names the record. */
const decodeStored = <A>(kind: Kind<A>, stored: Stored): A => {
  try {
    return kind.decode(stored.body)
  } catch (error) {
    if (!(error instanceof CorruptRecord)) throw error
    throw new CorruptRecord(`${refKey(stored.ref)}: ${error.message}`)
  }
}

const decodeFound = <A>(kind: Kind<A>, found: Stored | null): Option.Option<A> =>
  found === null ? Option.none() : Option.some(decodeStored(kind, found))

const numberedOf = <A>(kind: Kind<A>, stored: Stored): Numbered<A> => ({
  record: decodeStored(kind, stored),
  number: stored.number,
})

const pageOf = <A>({ items, next }: Page<Indexed>, decode: (item: Indexed) => A): Listed<A> => ({
  items: items.map(decode),
  next,
  last: items.at(-1)?.key ?? null,
})

/** A reader of a store, with the versions that it remembers. These begin with the records by which the actor is known. */
export const make = (
  driver: Driver,
  knownBy: KnownBy = [],
): { readonly reader: Reader; readonly versions: Versions } => {
  const versions = new Map<string, { readonly ref: Ref; readonly version: number }>()
  for (const read of knownBy) versions.set(refKey(read.ref), read)
  const remember = (ref: Ref, found: Stored | null | undefined): Stored | null => {
    const stored = found ?? null
    const key = refKey(ref)
    // The first version that was read counts. If a later read differs, the commit fails, as it must.
    if (!versions.has(key)) versions.set(key, { ref, version: stored?.version ?? 0 })
    return stored
  }
  // An error that a function throws inside of `map` is a defect of the effect, so that a read needs no further effect to decode.
  const find: Reader["find"] = (kind, id) => {
    const ref = { kind: kind.name, id }
    return Effect.map(driver.read([ref]), ([found]) => decodeFound(kind, remember(ref, found)))
  }
  const readAllOf = <A, B>(kind: Kind<A>, ids: ReadonlyArray<string>, give: (stored: Stored | null) => B) => {
    const refs = ids.map((id) => ({ kind: kind.name, id }))
    return Effect.map(driver.read(refs), (found) =>
      refs.map((ref, i) => remember(ref, found[i])).map((stored) => give(stored)),
    )
  }
  const numberedFound = <A>(kind: Kind<A>, stored: Stored | null): Option.Option<Numbered<A>> =>
    stored === null ? Option.none() : Option.some(numberedOf(kind, stored))
  const reader: Reader = {
    find,
    findAll: (kind, ids) => readAllOf(kind, ids, (stored) => decodeFound(kind, stored)),
    findAllNumbered: (kind, ids) => readAllOf(kind, ids, (stored) => numberedFound(kind, stored)),
    findThree: (one, other, third) => {
      const refs = [one, other, third].map(([{ name }, id]) => ({ kind: name, id }))
      return Effect.map(driver.read(refs), (found) => {
        const [a = null, b = null, c = null] = refs.map((ref, i) => remember(ref, found[i]))
        return [decodeFound(one[0], a), decodeFound(other[0], b), decodeFound(third[0], c)]
      })
    },
    need: (kind, id, absent) =>
      Effect.flatMap(find(kind, id), (found) =>
        Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(absent()),
      ),
    list: (kind, query) =>
      Effect.map(driver.list(query), (page) => pageOf(page, (item) => decodeStored(kind, item))),
    search: (kind, query) =>
      Effect.map(driver.search(query), (page) => pageOf(page, (item) => decodeStored(kind, item))),
    listChecked: (kind, query) =>
      Effect.map(driver.list(query), (page) =>
        pageOf(page, (item) => {
          remember(item.ref, item)
          return decodeStored(kind, item)
        }),
      ),
    listNumbered: (kind, query) =>
      Effect.map(driver.list(query), (page) => pageOf(page, (item) => numberedOf(kind, item))),
    findNumbered: (kind, id) => {
      const ref = { kind: kind.name, id }
      return Effect.map(driver.read([ref]), ([found]) => numberedFound(kind, remember(ref, found)))
    },
    supports: driver.supports,
    holder: driver.holder,
    tallies: driver.tallies,
    blob: driver.blob,
    journal: driver.journal,
  }
  return { reader, versions }
}

const pageItems = 200

const readPages = <A>(
  list: Reader["list"],
  kind: Kind<A>,
  index: string,
  prefix: string,
  after: string | null,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> =>
  Effect.flatMap(list(kind, { index, prefix, after, limit: pageItems }), ({ items, next }) =>
    next === null
      ? Effect.succeed(items)
      : Effect.map(readPages(list, kind, index, prefix, next), (more) => [...items, ...more]),
  )

/** Every record under a prefix of an index, in key order. Only for lists that a rule keeps short. */
export const readAll = <A>(
  reader: Reader,
  kind: Kind<A>,
  index: string,
  prefix: string,
  after: string | null = null,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> => readPages(reader.list, kind, index, prefix, after)

/** As `readAll`, but each record is remembered as if it had been read by id: the commit fails if one of them has changed. */
export const readAllChecked = <A>(
  reader: Reader,
  kind: Kind<A>,
  index: string,
  prefix: string,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> =>
  readPages(reader.listChecked, kind, index, prefix, null)
