/** What a command or a query reads of a store, and the versions that it comes to rest on. */
import { Effect, Option } from "effect"
import type { KnownBy } from "./Command.ts"
import { CorruptRecord } from "./Defect.ts"
import type { Kind } from "./Kind.ts"
import type { Refusal } from "./Refusal.ts"
import type { Driver, Page, Ref, Stored, StoreUnavailable } from "./store/Store.ts"

/** A record and the serial number that the store gave it, where it has one. */
export interface Numbered<A> {
  readonly record: A
  readonly number: number | null
}

/** Which records of an index, in key order: those whose keys begin with `prefix` and lie after `after`. */
export interface ListQuery {
  readonly index: string
  readonly prefix: string
  readonly after: string | null
  readonly limit: number
}

/**
 * What a command may read. Every record read by id is remembered with its version (absence is version 0), and the commit
 * fails unless all of them still stand. Lists, names, tallies and the journal are not remembered: a rule that rests on them keeps a
 * record for what must not move.
 */
export interface Reader {
  readonly find: <A>(kind: Kind<A>, id: string) => Effect.Effect<Option.Option<A>, StoreUnavailable>
  /** The record with its serial number. */
  readonly findNumbered: <A>(
    kind: Kind<A>,
    id: string,
  ) => Effect.Effect<Option.Option<Numbered<A>>, StoreUnavailable>
  /** The records of several ids, in order, from one snapshot. */
  readonly findAll: <A>(
    kind: Kind<A>,
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<Option.Option<A>>, StoreUnavailable>
  /** The record, or this refusal. */
  readonly need: <A>(
    kind: Kind<A>,
    id: string,
    absent: () => Refusal,
  ) => Effect.Effect<A, StoreUnavailable | Refusal>
  readonly list: <A>(kind: Kind<A>, query: ListQuery) => Effect.Effect<Page<A>, StoreUnavailable>
  /** As `list`, with the serial numbers. */
  readonly listNumbered: <A>(
    kind: Kind<A>,
    query: ListQuery,
  ) => Effect.Effect<Page<Numbered<A>>, StoreUnavailable>
  /** Of a list, what holds every phrase (`Search.phrasesOf`). */
  readonly search: <A>(
    kind: Kind<A>,
    query: ListQuery & { readonly phrases: ReadonlyArray<string> },
  ) => Effect.Effect<Page<A>, StoreUnavailable>
  readonly holder: Driver["holder"]
  readonly tallies: Driver["tallies"]
  readonly blob: Driver["blob"]
  readonly journal: Driver["journal"]
}

/** Versions remembered, by `kind/id`. */
export type Versions = ReadonlyMap<string, { readonly ref: Ref; readonly version: number }>

export const refKey = (ref: Ref): string => `${ref.kind}/${ref.id}`

const decoded = <A>(kind: Kind<A>, stored: Stored): Effect.Effect<A> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(kind.decode(stored.body))
    } catch (error) {
      return Effect.die(
        error instanceof CorruptRecord ? new CorruptRecord(`${refKey(stored.ref)}: ${error.message}`) : error,
      )
    }
  })

/** A reader over a store, and the versions that it has come to rest on, beginning with those of the records by which the actor is known. */
export const make = (
  driver: Driver,
  knownBy: KnownBy = [],
): { readonly reader: Reader; readonly versions: Versions } => {
  const versions = new Map<string, { readonly ref: Ref; readonly version: number }>()
  for (const read of knownBy) versions.set(refKey(read.ref), read)
  const remember = (ref: Ref, stored: Stored | null): void => {
    const key = refKey(ref)
    // The first version read is the one that counts: a later read that differs makes the commit fail, as it must.
    if (!versions.has(key)) versions.set(key, { ref, version: stored?.version ?? 0 })
  }
  const findAll: Reader["findAll"] = (kind, ids) => {
    const refs = ids.map((id) => ({ kind: kind.name, id }))
    return driver.read(refs).pipe(
      Effect.flatMap((found) =>
        Effect.forEach(refs, (ref, i) => {
          const stored = found[i] ?? null
          remember(ref, stored)
          return stored === null ? Effect.succeedNone : Effect.asSome(decoded(kind, stored))
        }),
      ),
    )
  }
  const find: Reader["find"] = (kind, id) => {
    const ref = { kind: kind.name, id }
    return Effect.flatMap(driver.read([ref]), ([found]) => {
      remember(ref, found ?? null)
      return found == null ? Effect.succeedNone : Effect.asSome(decoded(kind, found))
    })
  }
  const numbered = <A>(kind: Kind<A>, stored: Stored): Effect.Effect<Numbered<A>> =>
    Effect.map(decoded(kind, stored), (record) => ({ record, number: stored.number }))
  const numberedPage = <A>(kind: Kind<A>, page: Page<Stored>): Effect.Effect<Page<Numbered<A>>> =>
    Effect.map(
      Effect.forEach(page.items, (item) => numbered(kind, item)),
      (items) => ({ items, next: page.next }),
    )
  const plain = <A>({ items, next }: Page<Numbered<A>>): Page<A> => ({
    items: items.map(({ record }) => record),
    next,
  })
  const listNumbered: Reader["listNumbered"] = (kind, query) =>
    Effect.flatMap(driver.list(query), (page) => numberedPage(kind, page))
  const reader: Reader = {
    find,
    findAll,
    need: (kind, id, absent) =>
      Effect.flatMap(
        find(kind, id),
        Option.match({ onNone: () => Effect.fail(absent()), onSome: Effect.succeed }),
      ),
    list: (kind, query) => Effect.map(listNumbered(kind, query), plain),
    search: (kind, query) =>
      Effect.map(
        Effect.flatMap(driver.search(query), (page) => numberedPage(kind, page)),
        plain,
      ),
    listNumbered,
    findNumbered: (kind, id) => {
      const ref = { kind: kind.name, id }
      return Effect.flatMap(driver.read([ref]), ([found]) => {
        remember(ref, found ?? null)
        return found == null ? Effect.succeedNone : Effect.asSome(numbered(kind, found))
      })
    },
    holder: driver.holder,
    tallies: driver.tallies,
    blob: driver.blob,
    journal: driver.journal,
  }
  return { reader, versions }
}

const pageItems = 200

/** Every record under a prefix of an index, in key order, page by page: only for lists that some rule or office keeps short. */
export const everything = <A>(
  reader: Reader,
  kind: Kind<A>,
  index: string,
  prefix: string,
  after: string | null = null,
): Effect.Effect<ReadonlyArray<A>, StoreUnavailable> =>
  Effect.flatMap(reader.list(kind, { index, prefix, after, limit: pageItems }), ({ items, next }) =>
    next === null
      ? Effect.succeed(items)
      : Effect.map(everything(reader, kind, index, prefix, next), (more) => [...items, ...more]),
  )
