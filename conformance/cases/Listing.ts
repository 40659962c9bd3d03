import { Effect } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import { type Case, equal, type Kit, test } from "../Case.ts"
import { commit, put, readList } from "../Changes.ts"

const list = test("list")

const fill = ({ store, own }: Kit, index: string, keys: ReadonlyArray<string>) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(keys.length / 60) }, (_, i) => keys.slice(i * 60, i * 60 + 60)),
    (some) =>
      commit(store, {
        puts: some.map((key) => put({ kind: own(index), id: key }, 0, key, [[own(index), key]])),
      }),
    { discard: true },
  )

const keysOf = (store: Driver, index: string, prefix: string, after: string | null = null, limit = 1000) =>
  Effect.map(store.list({ index, prefix, after, limit }), ({ items }) => items.map(({ key }) => key))

const byBytes = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

// Keys that a collation, a wildcard or an order by UTF-16 would confuse with one another.
const neighbours = [
  ..."A a á Á ä z Z ß é e\u0301 - _ % \\ ' \" ~ ! / 0 9 10 2".split(" "),
  ..."\u07ff \u0800 \ud7ff \ue000 \uffee \uffff \u{10000} \u{1f600} \u{10ffff}".split(" "),
  ..."a/ a/1 a/2 a0 a! a~ a\u{10ffff} a\u{10ffff}b b a% a%b a_ a_b ab aab aB a\\ a\\b a' a'b".split(" "),
]

export const listing: ReadonlyArray<Case> = [
  list("empty", "an index without entries gives an empty page", function* ({ store, own }) {
    const page = yield* store.list({ index: own("i"), prefix: "", after: null, limit: 10 })
    yield* equal("the page", page, { items: [], next: null })
  }),

  list("record", "an item is the record as it is now, together with its key", function* ({ store, own }) {
    const ref = { kind: own("kind"), id: "1" }
    const numbers = [{ series: own("series"), ref }]
    const [number = 0] = yield* commit(store, { puts: [put(ref, 0, "old", [[own("i"), "k/1"]])], numbers })
    yield* commit(store, { puts: [put(ref, 1, "new", [[own("i"), "k/1"]])] })
    const page = yield* store.list({ index: own("i"), prefix: "k/", after: null, limit: 10 })
    yield* equal("the page", page, {
      items: [{ ref, version: 2, number, body: "new", key: "k/1" }],
      next: null,
    })
  }),

  list("order", "keys are in the order of their UTF-8 bytes", function* (kit) {
    yield* fill(kit, "i", kit.random.shuffle(neighbours))
    yield* equal("keys", yield* keysOf(kit.store, kit.own("i"), ""), byBytes(neighbours))
  }),

  list("prefix", "a list under a prefix has exactly the keys that begin with it", function* (kit) {
    yield* fill(kit, "i", kit.random.shuffle(neighbours))
    const prefixes = [
      "a",
      "a/",
      "a%",
      "a_",
      "a\\",
      "a'",
      "A",
      "á",
      "e",
      "\ud7ff",
      "\uffff",
      "\u{10ffff}",
      "a\u{10ffff}",
      "none",
      "a/1",
    ]
    for (const prefix of prefixes) {
      const expected = byBytes(neighbours.filter((key) => key.startsWith(prefix)))
      yield* equal(`keys under ${prefix}`, yield* keysOf(kit.store, kit.own("i"), prefix), expected)
    }
  }),

  list(
    "after",
    "a page begins after the key `after`, even if that key does not exist, and has only keys under the prefix",
    function* (kit) {
      const index = kit.own("i")
      yield* fill(kit, "i", ["a/1", "a/3", "b/1", "b/2", "b/4", "c/1"])
      for (const [prefix, after, expected] of [
        ["b/", "b/1", ["b/2", "b/4"]],
        ["b/", "b/3", ["b/4"]],
        ["b/", "b/4", []],
        ["b/", "a/1", ["b/1", "b/2", "b/4"]],
        ["b/", "b/", ["b/1", "b/2", "b/4"]],
        ["b/", "c/1", []],
        ["", "b/2", ["b/4", "c/1"]],
        ["", "", ["a/1", "a/3", "b/1", "b/2", "b/4", "c/1"]],
      ] as const) {
        yield* equal(
          `the keys under "${prefix}" after "${after}"`,
          yield* keysOf(kit.store, index, prefix, after),
          [...expected],
        )
      }
    },
  ),

  list(
    "next",
    "`next` is the last key of the page if more keys follow, and null if no key follows",
    function* (kit) {
      yield* fill(kit, "i", ["a/1", "a/2", "a/3", "b/1"])
      for (const [after, limit, next] of [
        [null, 2, "a/2"],
        [null, 3, null],
        [null, 4, null],
        ["a/1", 2, null],
        ["a/1", 1, "a/2"],
        ["a/3", 1, null],
      ] as const) {
        const page = yield* kit.store.list({ index: kit.own("i"), prefix: "a/", after, limit })
        yield* equal(`next of the page after ${after} with a limit of ${limit}`, page.next, next)
      }
    },
  ),

  list("pages", "pages of any size give every key once and in order, also in a long list", function* (kit) {
    const keys = Array.from({ length: 1300 }, (_, i) => `k/${String((i * 7919) % 1300).padStart(4, "0")}`)
    yield* fill(kit, "i", keys)
    for (const limit of [1000, 137, 1299, 1300])
      yield* equal(
        `the keys in pages of ${limit}`,
        yield* readList(kit.store, kit.own("i"), "k/", limit),
        byBytes(keys),
      )
  }),

  list(
    "moving",
    "if entries are added or removed between two pages, the second page repeats no key and leaves none out",
    function* (kit) {
      const index = kit.own("i")
      yield* fill(kit, "i", ["k/1", "k/2", "k/3", "k/4"])
      const first = yield* kit.store.list({ index, prefix: "k/", after: null, limit: 2 })
      const ref = (id: string) => ({ kind: kit.own("i"), id })
      const gone = put(ref("k/2"), 1, null, [])
      yield* commit(kit.store, {
        puts: [
          gone,
          put(ref("k/25"), 0, null, [[index, "k/25"]]),
          put(ref("k/0"), 0, null, [[index, "k/0"]]),
          put(ref("k/05"), 0, null, [[index, "k/05"]]),
        ],
      })
      yield* equal("the keys of the second page", yield* keysOf(kit.store, index, "k/", first.next), [
        "k/25",
        "k/3",
        "k/4",
      ])
    },
  ),

  list(
    "replaced",
    "a put replaces all index entries of its record, and those of no other record",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const other = put({ kind: own("kind"), id: "2" }, 0, null, [
        [own("x"), "a/2"],
        [own("y"), "q/2"],
      ])
      yield* commit(store, {
        puts: [
          put(ref, 0, null, [
            [own("x"), "a/1"],
            [own("x"), "b/1"],
            [own("y"), "q/1"],
          ]),
          other,
        ],
      })
      const seen = Effect.all([
        keysOf(store, own("x"), ""),
        keysOf(store, own("y"), ""),
        keysOf(store, own("z"), ""),
      ])
      yield* equal("the keys at first", yield* seen, [["a/1", "a/2", "b/1"], ["q/1", "q/2"], []])
      yield* commit(store, {
        puts: [
          put(ref, 1, null, [
            [own("x"), "b/1"],
            [own("x"), "c/1"],
            [own("z"), "z/1"],
          ]),
        ],
      })
      yield* equal("the keys after a put with other entries", yield* seen, [
        ["a/2", "b/1", "c/1"],
        ["q/2"],
        ["z/1"],
      ])
      yield* commit(store, { puts: [put(ref, 2, null, [])] })
      yield* equal("the keys after a put without entries", yield* seen, [["a/2"], ["q/2"], []])
      yield* commit(store, { puts: [put(ref, 3, null, [[own("x"), "a/1"]])] })
      yield* equal("the keys after a put with an earlier entry", yield* seen, [["a/1", "a/2"], ["q/2"], []])
    },
  ),
]
