/** Change sets, commits, reads and leases as cases write them. */
import { Effect } from "effect"
import type { Json } from "../core/kernel/Json.ts"
import type { Instant } from "../core/kernel/Time.ts"
import { type ChangeSet, type Event, empty, type Put, type Ref, type Task } from "../core/store/ChangeSet.ts"
import type {
  CommitResult,
  Driver,
  Indexed,
  Journalled,
  Leased,
  Page,
  StoreUnavailable,
} from "../core/store/Store.ts"
import { type Broken, equal, holds, type Kit } from "./Case.ts"

/** The instant of a case's commits unless it gives another. A store may read no clock of its own. */
export const start: Instant = Date.UTC(2031, 4, 5, 12)

/** An instant that has passed on the clock of every machine. */
export const longAgo: Instant = Date.UTC(2001, 4, 5, 12)

const nothing = empty(start)

export const changes = (parts: Partial<ChangeSet>): ChangeSet => ({ ...nothing, ...parts })

/** A put of a record that expects a version (0: it is new), with index entries `[index, key]` or `[index, key, words]`. */
export const put = (
  ref: Ref,
  expected: number,
  body: Json = null,
  index: ReadonlyArray<readonly [index: string, key: string, words?: string]> = [],
): Put => ({
  ref,
  expected,
  body,
  index: index.map(([index, key, words]) => (words === undefined ? { index, key } : { index, key, words })),
})

/** A put of a record with placed entries `[index, list]`, which lie in the order of the commits. Their `rest` is the record's id. */
export const placedPut = (
  ref: Ref,
  expected: number,
  lists: ReadonlyArray<readonly [index: string, list: string]>,
): Put => ({ ...put(ref, expected), index: lists.map(([index, list]) => ({ index, list, rest: ref.id })) })

let events = 0
export const event = (subject: string, data: Json = null): Event => ({
  id: `event-${++events}`,
  at: start,
  type: "conformance.noted",
  subject,
  rules: [],
  data,
})

export const task = (id: string, kind: string, dueAt: Instant, body: Json = null): Task => ({
  id,
  kind,
  dueAt,
  body,
})

export const committedResult = (...numbers: ReadonlyArray<number>): CommitResult => ({
  _tag: "Committed",
  numbers,
})

export const conflict = (
  parts: Partial<Omit<Extract<CommitResult, { _tag: "Conflict" }>, "_tag">>,
): CommitResult => ({ _tag: "Conflict", stale: [], taken: [], lost: [], ...parts })

/** Commits, and breaks the case unless the commit succeeds. Gives its numbers. */
export const commit = (
  store: Driver,
  parts: Partial<ChangeSet>,
): Effect.Effect<ReadonlyArray<number>, Broken | StoreUnavailable> =>
  Effect.flatMap(store.commit(changes(parts)), (result) =>
    result._tag === "Committed"
      ? Effect.succeed(result.numbers)
      : Effect.as(equal("the result of a commit whose preconditions hold", result._tag, "Committed"), []),
  )

/** Commits, and breaks the case unless the result has this tag. */
export const commitEnds = (store: Driver, parts: Partial<ChangeSet>, tag: CommitResult["_tag"]) =>
  Effect.flatMap(store.commit(changes(parts)), (result) =>
    Effect.as(holds(`a commit that ends as ${tag}`, result._tag === tag, result), result),
  )

/** Breaks the case unless a page of the journal has a cursor to go on from. Without it, a reader would begin the journal again for ever. */
export const cursorOf = ({ items, next }: Page<Journalled>): Effect.Effect<string, Broken> =>
  typeof next === "string"
    ? Effect.succeed(next)
    : Effect.zipRight(
        holds("a cursor as `next` of every page of the journal, even of an empty one", false, {
          items: items.map(({ id }) => id),
          next,
        }),
        Effect.dieMessage("unreachable"),
      )

/** Every event of a subject (null: of the whole journal) after a cursor, read in pages of `limit`, and the cursor after the last. */
export const readJournal = (
  store: Driver,
  subject: string | null,
  after: string | null,
  limit = 100,
): Effect.Effect<
  { readonly events: ReadonlyArray<Journalled>; readonly next: string },
  Broken | StoreUnavailable
> =>
  Effect.gen(function* () {
    const events: Array<Journalled> = []
    let cursor = after
    for (;;) {
      const page = yield* store.journal({ subject, after: cursor, limit })
      const next = yield* cursorOf(page)
      if (page.items.length === 0) return { events, next }
      yield* holds("a later cursor as `next` of a page of the journal that has events", next !== cursor, next)
      events.push(...page.items)
      cursor = next
    }
  })

/** The keys of an index that begin with `prefix`, read in pages of `limit`. */
export const readList = (store: Driver, index: string, prefix: string, limit: number) =>
  Effect.gen(function* () {
    const keys: Array<string> = []
    let after: string | null = null
    for (;;) {
      const page: Page<Indexed> = yield* store.list({ index, prefix, after, limit })
      keys.push(...page.items.map(({ key }) => key))
      if (page.next === null) return keys
      yield* holds("a later key as `next` of a page of a list", page.next !== after, page.next)
      after = page.next
    }
  })

/** Leases until nothing more is due. Breaks the case if the store leases more than `most` tasks: it leases some of them twice. */
export const leaseAll = (
  lease: Effect.Effect<ReadonlyArray<Leased>, StoreUnavailable>,
  most: number,
): Effect.Effect<ReadonlyArray<Leased>, Broken | StoreUnavailable> =>
  Effect.gen(function* () {
    const all: Array<Leased> = []
    for (;;) {
      const leased = yield* lease
      if (leased.length === 0) return all
      all.push(...leased)
      yield* holds(`at most ${most} leased tasks, since no lease has ended`, all.length <= most, all.length)
    }
  })

type Query = Parameters<Driver["lease"]>[0]
export const take = ({ store, own }: Kit, query: Partial<Query> = {}) =>
  store.lease({ kinds: [own("kind")], worker: "w", now: start, until: start + 1000, limit: 100, ...query })
export const idsOf = (leased: ReadonlyArray<Leased>) => leased.map(({ id }) => id)
/** The part of a change set that settles a leased task. */
export const settle = ({ id, token }: Leased) => ({ id, token })

/** Puts tasks of the case's own kind, each due `due` milliseconds after the start. */
export const commitWaiting = (
  { store, own }: Kit,
  tasks: ReadonlyArray<readonly [name: string, due: number]>,
) => commit(store, { tasks: tasks.map(([name, due]) => task(own(name), own("kind"), start + due, name)) })

/** Leases the one task that is due. Breaks the case unless there is exactly one. */
export const takeOne = (kit: Kit, query: Partial<Query> = {}) =>
  Effect.flatMap(take(kit, query), (leased) => {
    const [only] = leased
    return only !== undefined && leased.length === 1
      ? Effect.succeed(only)
      : Effect.flatMap(equal("the number of tasks leased", leased.length, 1), () =>
          Effect.dieMessage("unreachable"),
        )
  })
