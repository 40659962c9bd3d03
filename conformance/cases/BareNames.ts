/**
 * Cases for names as a court or an agent could choose them, without the prefix that other cases give theirs: `constructor` and `__proto__`,
 * which every plain object of JavaScript has as members, names that other languages and formats reserve, and names that look empty. Each
 * case has a new store, since another case could use these names too.
 */
import { Effect } from "effect"
import type { Ref } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { type Case, equal, test } from "../Case.ts"
import { changes, commit, conflict, event, put, start, task } from "../Changes.ts"

const bare = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "toJSON",
  "then",
  "length",
  "null",
  "undefined",
  "NaN",
  "0",
  "",
  " ",
  "\0",
  "\u200b",
  ".",
  "..",
  "/",
  "*",
  "%",
]

const quoteName = (name: string): string => JSON.stringify(name)

const refOf = (name: string): Ref => ({ kind: name, id: name })

/** Everything that a store has under a name, apart from its holder. The values that a store chooses itself are left out. */
const under = (store: Driver, name: string) =>
  Effect.gen(function* () {
    const [record] = yield* store.read([refOf(name)])
    const list = yield* store.list({ index: name, prefix: "", after: null, limit: 5 })
    const journal = yield* store.journal({ subject: name, after: null, limit: 5 })
    const receipt = yield* store.receipt(name, start)
    return {
      record: record === null || record === undefined ? null : [record.ref, record.version, record.body],
      keys: list.items.map(({ key, body }) => [key, body]),
      tally: yield* store.tallies([name]),
      blob: yield* store.blob(name),
      events: journal.items.map(({ subject, data }) => [subject, data]),
      receipt: receipt === null ? null : [receipt.fingerprint, receipt.reply],
    }
  })

const nothing = { record: null, keys: [], tally: [0], blob: null, events: [], receipt: null }

const everythingOf = (name: string) => ({
  record: [refOf(name), 1, { [name]: name }],
  keys: [[name, { [name]: name }]],
  tally: [2],
  blob: name,
  events: [[name, name]],
  receipt: [name, name],
})

const holder = test("holder")
const texts = test("texts")

export const bareNames: ReadonlyArray<Case> = [
  holder(
    "bare",
    "a name that every object has (constructor, __proto__), or that looks empty, can be claimed, held and released as any other",
    function* ({ place }) {
      const store = yield* (yield* place).open
      for (const claim of bare)
        yield* equal(
          `the holder of ${quoteName(claim)}, which nobody has claimed`,
          yield* store.holder(claim),
          null,
        )
      // A holder has such a name too.
      for (const claim of bare) yield* commit(store, { claims: [{ claim, holder: claim }] })
      for (const claim of bare) {
        yield* equal(`the holder of ${quoteName(claim)}`, yield* store.holder(claim), claim)
        const second = yield* store.commit(changes({ claims: [{ claim, holder: "another" }] }))
        yield* equal(`the second claim of ${quoteName(claim)}`, second, conflict({ taken: [claim] }))
      }
      for (const claim of bare) {
        yield* commit(store, { releases: [{ claim, holder: claim }] })
        yield* equal(
          `the holder of ${quoteName(claim)}, which was released`,
          yield* store.holder(claim),
          null,
        )
      }
    },
  ),

  texts(
    "bare",
    "kinds, ids, lists, tallies, blobs, subjects, commands and tasks can have names that every object has (constructor, __proto__), or that look empty",
    function* ({ place }) {
      const store = yield* (yield* place).open
      for (const name of bare)
        yield* equal(`what is under ${quoteName(name)} in a new store`, yield* under(store, name), nothing)
      for (const name of bare) {
        const ref = refOf(name)
        const numbers = yield* commit(store, {
          puts: [put(ref, 0, { [name]: name }, [[name, name]])],
          numbers: [{ series: name, ref }],
          tallies: [
            { name, add: 1 },
            { name, add: 1 },
          ],
          blobs: [{ sha256: name, text: name }],
          events: [event(name, name)],
          tasks: [task(name, name, start, name)],
          receipt: { id: name, fingerprint: name, reply: name, expiresAt: start + 10 },
        })
        const [record] = yield* store.read([ref])
        yield* equal(`the number of the record ${quoteName(name)}`, [record?.number], [numbers[0]])
      }
      for (const name of bare) {
        yield* equal(`what is under ${quoteName(name)}`, yield* under(store, name), everythingOf(name))
        const lease = { kinds: [name], worker: name, now: start, until: start + 10, limit: 5 }
        const leased = yield* store.lease(lease)
        yield* equal(
          `the task ${quoteName(name)}`,
          leased.map(({ id, kind, body }) => [id, kind, body]),
          [[name, name, name]],
        )
        yield* commit(store, { settles: leased.map(({ id, token }) => ({ id, token })) })
      }
    },
  ),
]
