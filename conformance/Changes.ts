import { Effect } from "effect"
import { type ChangeSet, type Event, empty, type Put, type Task } from "../core/ChangeSet.ts"
import type { Json } from "../core/Json.ts"
import type { CommitResult, Driver, Journalled, Leased, Ref, StoreUnavailable } from "../core/store/Store.ts"
import type { Instant } from "../core/Time.ts"
import { type Broken, equal, holds, type Kit } from "./Case.ts"

/** The instant of a case's commits where it asks for no other. Nothing in a store may look at another clock. */
export const start: Instant = Date.UTC(2031, 4, 5, 12)

const nothing = empty(start)

/** A change set with these parts and nothing else. */
export const changes = (parts: Partial<ChangeSet>): ChangeSet => ({ ...nothing, ...parts })

/** A record's first or next put, with index entries `[index, key]`, or `[index, key, words]`. */
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

/** A record's first or next put, with entries `[index, list]` in the order of the commits; their rest is the record's id. */
export const placedPut = (
  ref: Ref,
  expected: number,
  lists: ReadonlyArray<readonly [index: string, list: string]>,
): Put => ({ ...put(ref, expected), index: lists.map(([index, list]) => ({ index, list, rest: ref.id })) })

let events = 0
/** An event of a subject; `data` tells it from others. */
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

export const committed = (...numbers: ReadonlyArray<number>): CommitResult => ({ _tag: "Committed", numbers })

export const conflict = (
  parts: Partial<Omit<Extract<CommitResult, { _tag: "Conflict" }>, "_tag">>,
): CommitResult => ({ _tag: "Conflict", stale: [], taken: [], lost: [], ...parts })

/** Commits, and breaks the case where that doesn't succeed. Gives the numbers. */
export const commit = (
  store: Driver,
  parts: Partial<ChangeSet>,
): Effect.Effect<ReadonlyArray<number>, Broken | StoreUnavailable> =>
  Effect.flatMap(store.commit(changes(parts)), (result) =>
    result._tag === "Committed"
      ? Effect.succeed(result.numbers)
      : Effect.as(equal("a commit that nothing stands against", result._tag, "Committed"), []),
  )

/** Commits, and breaks the case unless it ends with this tag. */
export const commitEnds = (store: Driver, parts: Partial<ChangeSet>, tag: CommitResult["_tag"]) =>
  Effect.flatMap(store.commit(changes(parts)), (result) =>
    Effect.as(holds(`a commit that ends in ${tag}`, result._tag === tag, result), result),
  )

/** Every event of a subject (null: of the whole journal) after a cursor, in pages of this size, and the cursor behind the last. */
export const readJournal = (
  store: Driver,
  subject: string | null,
  after: string | null,
  limit = 100,
): Effect.Effect<
  { readonly events: ReadonlyArray<Journalled>; readonly next: string | null },
  StoreUnavailable
> =>
  Effect.gen(function* () {
    const events: Array<Journalled> = []
    let cursor = after
    for (;;) {
      const page = yield* store.journal({ subject, after: cursor, limit })
      events.push(...page.items)
      cursor = page.next
      if (page.items.length === 0) return { events, next: cursor }
    }
  })

/** Every record under an index, in pages of this size. */
export const readList = (store: Driver, index: string, prefix: string, limit: number) =>
  Effect.gen(function* () {
    const keys: Array<string> = []
    let after: string | null = null
    for (;;) {
      const page: Effect.Effect.Success<ReturnType<Driver["list"]>> = yield* store.list({
        index,
        prefix,
        after,
        limit,
      })
      keys.push(...page.items.map(({ key }) => key))
      if (page.next === null) return keys
      after = page.next
    }
  })

type Query = Parameters<Driver["lease"]>[0]
/** Leases tasks of the case's own kind. */
export const take = ({ store, own }: Kit, query: Partial<Query> = {}) =>
  store.lease({ kinds: [own("kind")], worker: "w", now: start, until: start + 1000, limit: 100, ...query })
export const idsOf = (leased: ReadonlyArray<Leased>) => leased.map(({ id }) => id)
/** What settles a leased task. */
export const settle = ({ id, token }: Leased) => ({ id, token })

/** Puts tasks `[name, due after the start]` of the case's own kind. */
export const waiting = ({ store, own }: Kit, tasks: ReadonlyArray<readonly [name: string, due: number]>) =>
  commit(store, { tasks: tasks.map(([name, due]) => task(own(name), own("kind"), start + due, name)) })

/** The one task that a lease must give. */
export const takeOne = (kit: Kit, query: Partial<Query> = {}) =>
  Effect.flatMap(take(kit, query), (leased) => {
    const [only] = leased
    return only !== undefined && leased.length === 1
      ? Effect.succeed(only)
      : Effect.flatMap(equal("how many were leased", leased.length, 1), () =>
          Effect.dieMessage("unreachable"),
        )
  })
