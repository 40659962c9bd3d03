/** Cases for stores that several openers use at once. */
import { Effect } from "effect"
import { actOf, allWhole } from "../Acts.ts"
import { type Case, equal, holds, test } from "../Case.ts"
import {
  changes,
  commit,
  commitEnds,
  conflict,
  event,
  idsOf,
  leaseAll,
  put,
  readJournal,
  start,
  task,
} from "../Changes.ts"
import { killAfter } from "../Children.ts"
import { checkFollowers } from "../Followers.ts"

const testShared = test("shared", "shared")

export const sharing: ReadonlyArray<Case> = [
  testShared(
    "seen",
    "what one opener commits, another can read at once",
    function* ({ store, own, openAgain }) {
      const other = yield* openAgain
      const ref = { kind: own("kind"), id: "1" }
      yield* commit(store, {
        puts: [put(ref, 0, "x", [[own("i"), "k"]])],
        claims: [{ claim: own("name"), holder: "us" }],
        tallies: [{ name: own("t"), add: 2 }],
        blobs: [{ sha256: own("b"), text: "text" }],
        events: [event(own("s"))],
        receipt: { id: own("r"), fingerprint: "f", reply: "x", expiresAt: start + 10 },
      })
      yield* equal("the record", yield* other.read([ref]), [{ ref, version: 1, number: null, body: "x" }])
      const page = yield* other.list({ index: own("i"), prefix: "", after: null, limit: 5 })
      yield* equal(
        "the list",
        page.items.map(({ key }) => key),
        ["k"],
      )
      yield* equal("the holder", yield* other.holder(own("name")), "us")
      yield* equal("the tally", yield* other.tallies([own("t")]), [2])
      yield* equal("the blob", yield* other.blob(own("b")), "text")
      yield* equal("the journal", (yield* readJournal(other, own("s"), null)).events.length, 1)
      yield* equal("the receipt", (yield* other.receipt(own("r"), start))?.reply, "x")
      yield* commit(store, { drops: [own("b")] })
      yield* equal("the blob after it was dropped", yield* other.blob(own("b")), null)
    },
  ),

  testShared(
    "conflict",
    "versions, names, leases and receipts of one opener count for the others",
    function* ({ store, own, openAgain }) {
      const other = yield* openAgain
      const ref = { kind: own("kind"), id: "1" }
      const receipt = { id: own("r"), fingerprint: "f", reply: "x", expiresAt: start + 10 }
      yield* commit(store, {
        puts: [put(ref, 0)],
        claims: [{ claim: own("name"), holder: "us" }],
        tasks: [task(own("task"), own("tasks"), start)],
        receipt,
      })
      const query = { kinds: [own("tasks")], worker: "w", now: start, until: start + 1000, limit: 5 }
      const [leased] = yield* store.lease(query)
      yield* equal("tasks that another opener leases", yield* other.lease(query), [])
      const set = changes({
        puts: [put(ref, 0)],
        claims: [{ claim: own("name"), holder: "them" }],
        settles: [{ id: own("task"), token: "none" }],
      })
      const expected = conflict({ stale: [ref], taken: [own("name")], lost: [own("task")] })
      yield* equal("the result of a commit whose preconditions all fail", yield* other.commit(set), expected)
      yield* commitEnds(other, { receipt }, "Replayed")
      yield* commit(other, { settles: [{ id: own("task"), token: leased?.token ?? "" }] })
    },
  ),

  testShared(
    "races",
    "if several openers write at the same time, one of them gets a name, no update is lost and no number is given twice",
    function* ({ store, own, openAgain }) {
      const openers = [store, yield* openAgain, yield* openAgain]
      const counter = { kind: own("kind"), id: "counter" }
      yield* commit(store, { puts: [put(counter, 0, 0)] })
      const worker = (w: number) =>
        Effect.gen(function* () {
          const mine = openers[w % openers.length] ?? store
          const numbers: Array<number> = []
          for (let i = 0; i < 6; i++) {
            const ref = { kind: own("kind"), id: `${w}/${i}` }
            const tallies = [{ name: own("tally"), add: 1 }]
            numbers.push(
              ...(yield* commit(mine, {
                puts: [put(ref, 0)],
                tallies,
                numbers: [{ series: own("s"), ref }],
              })),
            )
            for (let done = false; !done; ) {
              const [stored] = yield* mine.read([counter])
              const next = put(counter, stored?.version ?? 0, Number(stored?.body ?? 0) + 1)
              done = (yield* mine.commit(changes({ puts: [next] })))._tag === "Committed"
            }
          }
          const claimed = yield* mine.commit(changes({ claims: [{ claim: own("name"), holder: String(w) }] }))
          return { numbers, won: claimed._tag === "Committed" ? [String(w)] : [] }
        })
      const workers = Array.from({ length: 6 }, (_, w) => worker(w))
      const ends = yield* Effect.all(workers, { concurrency: "unbounded" })
      yield* equal(
        "the opener that claimed the name, compared with its holder",
        ends.flatMap(({ won }) => won),
        [(yield* store.holder(own("name"))) ?? "nobody"],
      )
      yield* equal(
        "the number of different serial numbers",
        new Set(ends.flatMap(({ numbers }) => numbers)).size,
        36,
      )
      const [stored] = yield* store.read([counter])
      yield* equal("the counter", [stored?.body, stored?.version], [36, 37])
      yield* equal("the tally", yield* store.tallies([own("tally")]), [36])
    },
  ),

  testShared(
    "leases",
    "workers with an opener each never get the same task, and together get all tasks",
    function* ({ store, own, openAgain }) {
      const openers = [store, yield* openAgain, yield* openAgain]
      for (let i = 0; i < 3; i++)
        yield* commit(store, {
          tasks: Array.from({ length: 40 }, (_, n) => task(own(`${i}/${n}`), own("tasks"), start - n)),
        })
      const query = { kinds: [own("tasks")], now: start, until: start + 1000, limit: 7 }
      const worker = (w: number) => {
        const mine = openers[w % openers.length] ?? store
        return Effect.map(leaseAll(mine.lease({ ...query, worker: String(w) }), 120), idsOf)
      }
      const shares = yield* Effect.all(
        Array.from({ length: 6 }, (_, w) => worker(w)),
        { concurrency: "unbounded" },
      )
      const all = shares.flat()
      yield* equal(
        "the number of tasks leased, and of different tasks among them",
        [all.length, new Set(all).size],
        [120, 120],
      )
    },
  ),

  testShared(
    "journal",
    "if readers and writers each have their own opener, the readers miss no event, and all see one order",
    function* ({ store, own, openAgain }) {
      const [second, third] = [yield* openAgain, yield* openAgain]
      yield* checkFollowers([store, second, third, store, second, third], [store, third], own)
    },
  ),

  testShared(
    "snapshot",
    "records that one opener writes together are read together by another",
    function* ({ store, own, openAgain }) {
      const other = yield* openAgain
      const refs = Array.from({ length: 4 }, (_, i) => ({ kind: own("kind"), id: String(i) }))
      const write = Effect.forEach(
        Array.from({ length: 60 }, (_, n) => n),
        (n) => commit(store, { puts: refs.map((ref) => put(ref, n)) }),
        { discard: true },
      )
      const look = Effect.gen(function* () {
        for (let i = 0; i < 60; i++) {
          const versions = (yield* other.read(refs)).map((stored) => stored?.version ?? 0)
          yield* holds(
            "records of one snapshot, all with the same version",
            new Set(versions).size === 1,
            versions,
          )
          yield* Effect.yieldNow()
        }
      })
      yield* Effect.all([write, look, look], { concurrency: "unbounded", discard: true })
    },
  ),

  testShared(
    "processes",
    "if two processes write at the same time and one is killed, every acknowledged commit of both is there, whole",
    function* (kit) {
      const place = yield* kit.place
      const store = yield* place.open
      const prefix = kit.own("acts")
      const mine = Effect.forEach(
        Array.from({ length: 150 }, (_, i) => `mine/${i}`),
        (name) => Effect.as(Effect.zipRight(Effect.sleep(2), commit(store, actOf(prefix, name))), name),
        { concurrency: 3 },
      )
      const both = [mine, killAfter(kit, place.location, prefix, 100)] as const
      const acknowledged = yield* Effect.all(both, { concurrency: "unbounded" })
      yield* allWhole(store, prefix, acknowledged.flat())
    },
  ),
]
