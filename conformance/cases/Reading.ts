import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import { type Case, equal, holds, test } from "../Case.ts"
import { commit, put } from "../Changes.ts"

const read = test("read")

const rich: Json = {
  text: "plain",
  nested: { list: [1, [2, [3, {}]], []], "": null },
  numbers: [0, -1, 1.5, -2.25e-7, 1e21, 9007199254740991, -9007199254740991],
  flags: [true, false],
  ["__proto__"]: "a name like another",
}

export const reading: ReadonlyArray<Case> = [
  read("absent", "a record that was never put is read as null", function* ({ store, own }) {
    yield* equal("the records read", yield* store.read([{ kind: own("kind"), id: "1" }]), [null])
    yield* equal("the records of an empty list", yield* store.read([]), [])
  }),

  read("body", "the body of a record is read as the JSON that was put", function* ({ store, own }) {
    for (const body of [rich, null, 0, "", [], {}, false]) {
      const ref = { kind: own("kind"), id: JSON.stringify(body) }
      yield* commit(store, { puts: [put(ref, 0, body)] })
      yield* equal("the record", yield* store.read([ref]), [{ ref, version: 1, number: null, body }])
    }
  }),

  read(
    "order",
    "records come in the order asked and as often as asked, with null for each that does not exist",
    function* ({ store, own }) {
      const kind = own("kind")
      yield* commit(store, { puts: ["a", "b", "c"].map((id) => put({ kind, id }, 0, id)) })
      const asked = ["c", "none", "a", "c", "b"]
      const found = yield* store.read(asked.map((id) => ({ kind, id })))
      yield* equal(
        "bodies",
        found.map((stored) => stored?.body ?? null),
        ["c", null, "a", "c", "b"],
      )
    },
  ),

  read(
    "kinds-apart",
    "kind and id name a record as two texts: `a/b` and `c` is another record than `a` and `b/c`",
    function* ({ store, own }) {
      const refs = [
        { kind: own("a"), id: "b/c" },
        { kind: `${own("a")}/b`, id: "c" },
        { kind: own("a"), id: "b" },
        { kind: own("b"), id: "b" },
      ]
      yield* commit(store, { puts: refs.map((ref, i) => put(ref, 0, i)) })
      const found = yield* store.read(refs)
      yield* equal(
        "bodies",
        found.map((stored) => stored?.body ?? null),
        [0, 1, 2, 3],
      )
    },
  ),

  read(
    "copies",
    "if a caller changes an object that it gave to the store or got from it, the store does not change",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const body = { text: "kept", list: [1] }
      yield* commit(store, { puts: [put(ref, 0, body)] })
      body.text = "changed"
      for (const stored of yield* store.read([ref])) {
        const received: Json = stored?.body ?? null
        if (received !== null && typeof received === "object") Object.assign(received, { text: "changed" })
      }
      const [stored] = yield* store.read([ref])
      yield* equal("the body", stored?.body ?? null, { text: "kept", list: [1] })
    },
  ),

  read(
    "snapshot",
    "several records are read from one snapshot while others write them together",
    function* ({ store, own }) {
      const refs = Array.from({ length: 5 }, (_, i) => ({ kind: own("kind"), id: String(i) }))
      yield* commit(store, { puts: refs.map((ref) => put(ref, 0, 0)) })
      const write = Effect.forEach(
        Array.from({ length: 60 }, (_, i) => i + 1),
        (n) => Effect.zipLeft(commit(store, { puts: refs.map((ref) => put(ref, n, n)) }), Effect.yieldNow()),
        { discard: true },
      )
      const look = Effect.gen(function* () {
        for (let i = 0; i < 60; i++) {
          const versions = (yield* store.read(refs)).map((stored) => stored?.version)
          yield* holds(
            "records of one snapshot, all with the same version",
            new Set(versions).size === 1,
            versions,
          )
        }
      })
      yield* Effect.all([write, look, look, look], { concurrency: "unbounded", discard: true })
    },
  ),
]
