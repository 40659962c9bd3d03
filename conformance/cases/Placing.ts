import { Effect } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import { type Case, equal, test } from "../Case.ts"
import { commit, placedPut, start } from "../Changes.ts"
import { followList } from "../Followers.ts"

const list = test("list")
const testShared = test("shared", "shared")

const minute = 60_000

const page = (store: Driver, index: string, prefix: string, after: string | null = null) =>
  Effect.map(store.list({ index, prefix, after, limit: 1000 }), ({ items }) => ({
    ids: items.map(({ ref }) => ref.id),
    last: items.at(-1)?.key ?? after,
  }))

export const placing: ReadonlyArray<Case> = [
  list(
    "placed.clock",
    "placed entries lie in the order of the commits, even if a later commit has an earlier instant and a lower id",
    function* ({ store, own }) {
      const entry = (id: string) => placedPut({ kind: own("kind"), id }, 0, [[own("i"), "a/"]])
      yield* commit(store, { at: start, puts: [entry("5"), entry("7"), entry("6")] })
      const { ids, last } = yield* page(store, own("i"), "a/")
      yield* equal("the entries of one commit, in the order of its puts", ids, ["5", "7", "6"])
      yield* commit(store, { at: start - 10 * minute, puts: [entry("1")] })
      yield* commit(store, { at: start + minute, puts: [entry("9")] })
      yield* commit(store, { at: start - minute, puts: [entry("3")] })
      const later = yield* page(store, own("i"), "a/", last)
      yield* equal("the entries committed after a page was read", later.ids, ["1", "9", "3"])
    },
  ),

  list(
    "placed.keys",
    "a placed entry's key begins with its list and ends with its rest",
    function* ({ store, own }) {
      for (const [id, of] of [
        ["é/1", "a/"],
        ["2", "a/b/"],
        ["3", ""],
        ["a\\'%_/\u{1f600}", "\u{10ffff}/"],
      ] as const) {
        const index = own(`i${id}`)
        const ref = { kind: own("kind"), id }
        yield* commit(store, { puts: [placedPut(ref, 0, [[index, of]])] })
        const { items } = yield* store.list({ index, prefix: of, after: null, limit: 5 })
        const whole = items.map(({ key }) => key.startsWith(of) && key.endsWith(`/${id}`))
        yield* equal(`the key of ${id} in ${of}`, [whole, items.map((item) => item.ref)], [[true], [ref]])
      }
    },
  ),

  list(
    "placed.kept",
    "an entry keeps its place as long as every put of its record names it",
    function* ({ store, own }) {
      const index = own("i")
      const ref = (id: string) => ({ kind: own("kind"), id })
      const in_ = (...lists: ReadonlyArray<string>) => lists.map((of) => [index, of] as const)
      yield* commit(store, { puts: ["1", "2", "3"].map((id) => placedPut(ref(id), 0, in_("a/"))) })
      const before = yield* store.list({ index, prefix: "a/", after: null, limit: 5 })
      // when its record is put again: unchanged, with an entry in another list added, and without that entry
      yield* commit(store, { puts: [placedPut(ref("1"), 1, in_("a/"))] })
      yield* commit(store, { puts: [placedPut(ref("1"), 2, in_("b/", "a/"))] })
      yield* commit(store, { puts: [placedPut(ref("1"), 3, in_("a/"))] })
      const after = yield* store.list({ index, prefix: "a/", after: null, limit: 5 })
      const keys = ({ items }: typeof before) => items.map(({ key }) => key)
      yield* equal("the keys", keys(after), keys(before))
      yield* equal("the other list, which it left", (yield* page(store, index, "b/")).ids, [])
    },
  ),

  list(
    "placed.late",
    "an entry that a record gets later, or gets again, comes after every entry that was there before",
    function* ({ store, own }) {
      const index = own("i")
      const ref = (id: string) => ({ kind: own("kind"), id })
      const put = (id: string, version: number, ...lists: ReadonlyArray<string>) =>
        commit(store, {
          puts: [
            placedPut(
              ref(id),
              version,
              lists.map((of) => [index, of]),
            ),
          ],
        })
      yield* put("1", 0)
      yield* put("2", 0, "b/")
      yield* put("3", 0, "a/")
      yield* put("2", 1, "b/", "a/")
      yield* put("1", 1, "a/")
      yield* put("4", 0, "a/")
      const { ids, last } = yield* page(store, index, "a/")
      yield* equal("the list after entries were added", ids, ["3", "2", "1", "4"])
      // when the last entries are removed one after the other and added again
      yield* put("4", 1)
      yield* put("1", 2)
      yield* put("1", 3, "a/")
      yield* put("4", 2, "a/")
      yield* put("5", 0, "a/")
      yield* equal("the entries after the earlier last key", (yield* page(store, index, "a/", last)).ids, [
        "1",
        "4",
        "5",
      ])
      yield* equal("the other list", (yield* page(store, index, "b/")).ids, ["2"])
    },
  ),

  list(
    "placed.followed",
    "a reader that continues a list from the last key misses no entry that others add meanwhile",
    function* ({ store, own }) {
      yield* followList([store, store, store, store], [store], own)
    },
  ),

  testShared(
    "placed",
    "if writers and readers each have their own opener, a reader of a list misses no entry, and all see one order",
    function* ({ store, own, openAgain }) {
      const [second, third] = [yield* openAgain, yield* openAgain]
      yield* followList([store, second, third, store, second, third], [store, third], own)
    },
  ),
]
