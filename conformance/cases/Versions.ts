/** Cases for versions of records, and for histories of concurrent clients. */
import { Effect } from "effect"
import type { Ref } from "../../core/store/ChangeSet.ts"
import { Broken, type Case, equal, sameMembers, test } from "../Case.ts"
import { changes, commit, committedResult, conflict, put } from "../Changes.ts"
import { violation } from "../linearizability/History.ts"

const versions = test("commit")

export const versioning: ReadonlyArray<Case> = [
  versions(
    "version.counts",
    "the first put gives version 1, and each later put raises the version by one",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      for (const version of [1, 2, 3, 4]) {
        yield* commit(store, { puts: [put(ref, version - 1, version)] })
        const [stored] = yield* store.read([ref])
        yield* equal("the record", stored, { ref, version, number: null, body: version })
      }
    },
  ),

  versions(
    "version.expected",
    "a put that expects another version than the current one is stale and writes nothing",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const absent = { kind: own("kind"), id: "2" }
      yield* commit(store, { puts: [put(ref, 0, "a")] })
      yield* commit(store, { puts: [put(ref, 1, "b")] })
      for (const [of, expected] of [
        [ref, 0],
        [ref, 1],
        [ref, 3],
        [absent, 1],
      ] as const) {
        const result = yield* store.commit(changes({ puts: [put(of, expected, "c")] }))
        yield* equal(
          `the result of a put of record ${of.id} that expects version ${expected}`,
          result,
          conflict({ stale: [of] }),
        )
      }
      const [stored, other] = yield* store.read([ref, absent])
      yield* equal("the records", [stored?.body, stored?.version, other ?? null], ["b", 2, null])
    },
  ),

  versions(
    "version.check",
    "a check holds only for the current version, and 0 means that the record does not exist, and writes nothing",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const absent = { kind: own("kind"), id: "2" }
      yield* commit(store, { puts: [put(ref, 0), put({ kind: own("kind"), id: "3" }, 0)] })
      yield* commit(store, { puts: [put(ref, 1)] })
      for (const [of, version, fits] of [
        [ref, 2, true],
        [ref, 0, false],
        [ref, 1, false],
        [ref, 3, false],
        [absent, 0, true],
        [absent, 1, false],
      ] as const) {
        const result = yield* store.commit(changes({ checks: [{ ref: of, version }] }))
        yield* equal(
          `the result of a check of record ${of.id} for version ${version}`,
          result,
          fits ? committedResult() : conflict({ stale: [of] }),
        )
      }
      const [stored] = yield* store.read([ref])
      yield* equal("the version", stored?.version, 2)
    },
  ),

  versions(
    "version.all-named",
    "a conflict names every stale record of checks and puts once",
    function* ({ store, own }) {
      const ref = (id: string) => ({ kind: own("kind"), id })
      yield* commit(store, { puts: ["a", "b", "c", "d"].map((id) => put(ref(id), 0)) })
      const result = yield* store.commit(
        changes({
          checks: [
            { ref: ref("a"), version: 0 },
            { ref: ref("b"), version: 1 },
            { ref: ref("none"), version: 4 },
          ],
          puts: [put(ref("c"), 0), put(ref("d"), 1), put(ref("new"), 0), put(ref("never"), 2)],
        }),
      )
      const stale = result._tag === "Conflict" ? result.stale : []
      yield* sameMembers("stale", stale, [ref("a"), ref("none"), ref("c"), ref("never")])
    },
  ),

  versions(
    "version.race",
    "if many put the same version at the same time, exactly one succeeds, and no update is lost",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      yield* commit(store, { puts: [put(ref, 0, 0)] })
      const increment = Effect.gen(function* () {
        for (;;) {
          const [stored] = yield* store.read([ref])
          const [version, sum] = [stored?.version ?? 0, Number(stored?.body ?? 0)]
          const result = yield* store.commit(changes({ puts: [put(ref, version, sum + 1)] }))
          if (result._tag === "Committed") return
        }
      })
      yield* Effect.replicateEffect(increment, 12, { concurrency: "unbounded", discard: true })
      const [stored] = yield* store.read([ref])
      yield* equal("the sum and the version", [stored?.body, stored?.version], [12, 13])
    },
  ),

  versions(
    "version.check-race",
    "of two commits that each check what the other puts, only one succeeds (no write skew)",
    function* ({ store, own }) {
      // Two records say who is on duty. Each writer leaves only if the other is still on duty.
      for (let round = 0; round < 20; round++) {
        const [a, b] = [
          { kind: own("duty"), id: `a${round}` },
          { kind: own("duty"), id: `b${round}` },
        ] as const
        yield* commit(store, { puts: [put(a, 0, "on"), put(b, 0, "on")] })
        const leave = (mine: Ref, theirs: Ref) =>
          store.commit(changes({ checks: [{ ref: theirs, version: 1 }], puts: [put(mine, 1, "off")] }))
        const results = yield* Effect.all([leave(a, b), leave(b, a)], { concurrency: "unbounded" })
        const left = results.filter(({ _tag }) => _tag === "Committed").length
        yield* equal("the number of writers that left", left, 1)
      }
    },
  ),
]

export const histories: ReadonlyArray<Case> = [
  test("commit")(
    "linearizable",
    "the answers to concurrent clients are linearizable: some order of the acts explains them all",
    function* ({ store, own, openAgain, random }) {
      const others = store.supports.shared ? [yield* openAgain, yield* openAgain] : []
      const message = yield* violation([store, ...others], own("h"), random.int(2 ** 31), 40)
      if (message !== null) yield* new Broken({ message })
    },
  ),
]
