/** Cases for the largest change sets, records, names and pages that a store must take. */
import { Effect } from "effect"
import type { Ref } from "../../core/store/ChangeSet.ts"
import { largeLimits, limits } from "../../core/store/Store.ts"
import { type Case, equal, sameMembers, test } from "../Case.ts"
import { changes, commit, event, put, start, task } from "../Changes.ts"

const limit = test("limits")
const large = test("limits", "large")

const count = <A>(n: number, make: (i: number) => A): Array<A> => Array.from({ length: n }, (_, i) => make(i))

const bodyOf = (bytes: number): string => "é".repeat((bytes - 2) >> 1) + "x".repeat((bytes - 2) & 1)

/** A name with this beginning and end that has exactly this many bytes. */
const fillName = (head: string, end: string, bytes: number): string => {
  const left = bytes - Buffer.byteLength(head) - Buffer.byteLength(end)
  return `${head}${"é".repeat(left >> 1)}${"x".repeat(left & 1)}${end}`
}

export const limiting: ReadonlyArray<Case> = [
  limit(
    "operations",
    `a change set of ${limits.operations} operations of any kind is taken`,
    function* ({ store, own }) {
      const n = limits.operations
      const ref = (i: number) => ({ kind: own("kind"), id: String(i) })
      yield* commit(store, { puts: count(n, (i) => put(ref(i), 0, i, [[own("i"), `k/${i}`]])) })
      yield* commit(store, { puts: count(n, (i) => put(ref(i), 1, i, [[own("i"), `l/${i}`]])) })
      yield* commit(store, { claims: count(n, (i) => ({ claim: own(`claim ${i}`), holder: "x" })) })
      yield* commit(store, { releases: count(n, (i) => ({ claim: own(`claim ${i}`), holder: "x" })) })
      yield* commit(store, { events: count(n, (i) => event(own("s"), i)) })
      yield* commit(store, { tasks: count(n, (i) => task(own(`task ${i}`), own("tasks"), start)) })
      const query = { kinds: [own("tasks")], worker: "w", now: start, until: start + 1, limit: 100 }
      const leased = yield* store.lease(query)
      yield* commit(store, { settles: leased.map(({ id, token }) => ({ id, token })) })
      yield* commit(store, { cancels: count(n, (i) => own(`task ${i}`)) })
      yield* commit(store, { blobs: count(n, (i) => ({ sha256: own(`blob ${i}`), text: "x" })) })
      yield* commit(store, { tallies: count(n, (i) => ({ name: own(`tally ${i}`), add: i })) })
      const found = yield* store.read(count(n, ref))
      yield* equal(
        "versions",
        found.map((stored) => stored?.version),
        count(n, () => 2),
      )
      yield* equal("the number of tasks leased", leased.length, n)
    },
  ),

  limit(
    "checks",
    `a change set that rests on ${limits.checks} records is taken, and refused if one of them has changed`,
    function* ({ store, own }) {
      const ref = (i: number) => ({ kind: own("kind"), id: String(i) })
      const resting = count(limits.checks, (i) => ({ ref: ref(i), version: i < limits.operations ? 1 : 0 }))
      const last = ref(limits.checks - 1)
      yield* commit(store, { puts: count(limits.operations, (i) => put(ref(i), 0, i)) })
      yield* commit(store, { checks: resting, events: [event(own("s"), 1)] })
      yield* commit(store, { puts: [put(last, 0, null)] })
      const refused = yield* store.commit(changes({ checks: resting, events: [event(own("s"), 2)] }))
      yield* equal(
        "the stale records of the refused set",
        refused._tag === "Conflict" ? refused.stale : null,
        [last],
      )
      const journal = yield* store.journal({ subject: own("s"), after: null, limit: 10 })
      yield* equal("the number of events", journal.items.length, 1)
    },
  ),

  limit("record", `a record body of ${limits.recordBytes} bytes is taken`, function* ({ store, own }) {
    const ref = { kind: own("kind"), id: "1" }
    const body = bodyOf(limits.recordBytes)
    yield* commit(store, { puts: [put(ref, 0, body, [[own("i"), "k"]])] })
    const [stored] = yield* store.read([ref])
    yield* equal("the length of the body", String(stored?.body).length, body.length)
    yield* equal("whether the body is the same", stored?.body === body, true)
  }),

  limit("blob", `a text of ${limits.blobBytes} bytes is kept`, function* ({ store, own }) {
    const text = "é".repeat(limits.blobBytes / 2)
    yield* commit(store, { blobs: [{ sha256: own("blob"), text }] })
    yield* equal("whether the text is the same", (yield* store.blob(own("blob"))) === text, true)
  }),

  limit("change-set", `a change set of ${limits.changeSetBytes} bytes is taken`, function* ({ store, own }) {
    const refs = count(5, (i) => ({ kind: own("kind"), id: String(i) }))
    const body = bodyOf(limits.recordBytes - 1000)
    const blobBytes = limits.changeSetBytes - 5 * limits.recordBytes
    const text = "x".repeat(Math.min(blobBytes, limits.blobBytes))
    yield* commit(store, {
      puts: refs.map((ref) => put(ref, 0, body)),
      blobs: [{ sha256: own("blob"), text }],
    })
    const found = yield* store.read(refs)
    yield* equal(
      "whether all bodies are the same",
      found.every((stored) => stored?.body === body),
      true,
    )
  }),

  large(
    "large",
    `a change set of ${largeLimits.operations} operations, whose new records have numbers, places and events, is taken as a whole or not at all`,
    function* ({ store, own }) {
      const n = largeLimits.operations / 2
      const ref = (i: number) => ({ kind: own("kind"), id: String(i) })
      const words = "x".repeat(Math.floor(largeLimits.changeSetBytes / n) - 2_000)
      const puts = count(n, (i) => {
        const { index, ...record } = put(ref(i), 0, { i, words }, [[own("i"), String(i).padStart(6, "0")]])
        return { ...record, index: [...index, { index: own("placed"), list: "of/", rest: String(i) }] }
      })
      const events = count(n, (i) => ({ ...event(own("s"), { i }), numbered: ref(i) }))
      const numbers = count(n, (i) => ({ series: own("series"), ref: ref(i) }))
      const whole = { puts, events, numbers }
      const last = ref(n - 1)
      // One record that is there already refuses all the others.
      yield* commit(store, { puts: [put(last, 0, null)] })
      const refused = yield* store.commit(changes(whole))
      yield* equal(
        "the stale records of the refused set",
        refused._tag === "Conflict" ? refused.stale : null,
        [last],
      )
      yield* equal("whether nothing of it is there", (yield* store.read([ref(0)]))[0] ?? null, null)
      const taken = yield* store.commit(
        changes({ ...whole, puts: puts.map((one, i) => (i < n - 1 ? one : { ...one, expected: 1 })) }),
      )
      const drawn = taken._tag === "Committed" ? taken.numbers : []
      yield* equal("the number of numbers", new Set(drawn).size, n)
      const page = { after: null, limit: limits.pageItems }
      const putOf = yield* store.list({ index: own("i"), prefix: "", ...page })
      const placed = yield* store.list({ index: own("placed"), prefix: "of/", ...page })
      const inOrder = count(limits.pageItems, String)
      yield* equal(
        "the records by their keys",
        putOf.items.map((item) => item.ref.id),
        inOrder,
      )
      yield* equal(
        "the records by their places",
        placed.items.map((item) => item.ref.id),
        inOrder,
      )
      yield* equal(
        "the numbers of the records",
        putOf.items.map((item) => item.number),
        drawn.slice(0, limits.pageItems),
      )
      const journal = yield* store.journal({ subject: own("s"), ...page })
      yield* equal(
        "the numbers in the events",
        journal.items.map(({ data }) => Object(data).sequence),
        drawn.slice(0, limits.pageItems),
      )
      const rest = yield* store.journal({ subject: own("s"), after: journal.next, limit: limits.pageItems })
      yield* equal("the number of events after the first page", rest.items.length, n - limits.pageItems)
    },
  ),

  limit("page", `a page can have ${limits.pageItems} items`, function* ({ store, own }) {
    const n = limits.pageItems
    for (let i = 0; i < n; i += 50) {
      const keys = count(50, (k) => String(i + k).padStart(6, "0"))
      yield* commit(store, {
        puts: keys.map((id) => put({ kind: own("kind"), id }, 0, null, [[own("i"), id]])),
      })
      yield* commit(store, { events: keys.map((id) => event(own("s"), id)) })
    }
    const page = yield* store.list({ index: own("i"), prefix: "", after: null, limit: n })
    yield* equal(
      "the number of records in the page, and its `next`",
      [page.items.length, page.next],
      [n, null],
    )
    const journal = yield* store.journal({ subject: own("s"), after: null, limit: n })
    yield* equal("the number of events in the page", journal.items.length, n)
    const refs = page.items.map(({ ref }) => ref)
    yield* equal(
      "whether all records are read at once",
      (yield* store.read(refs)).every((stored) => stored !== null),
      true,
    )
  }),

  limit(
    "names",
    `names of ${limits.nameBytes} bytes and keys of ${limits.keyBytes} bytes are taken, even if they differ only in the last byte`,
    function* ({ store, own }) {
      const long = (name: string, end: string) => fillName(own(name), end, limits.nameBytes)
      const refs = ["a", "b"].map((end) => ({ kind: long("kind", ""), id: long("id", end) }))
      const key = (id: string) => fillName("k/", id.slice(-1), limits.keyBytes)
      const placed = { index: long("placed", ""), list: "of/" }
      const rest = ({ id }: Ref) => fillName("r", id.slice(-1), limits.keyBytes - placed.list.length)
      const putOf = (ref: Ref) => put(ref, 0, ref.id.slice(-1), [[long("i", ""), key(ref.id)]])
      yield* commit(store, {
        puts: refs.map((ref) => {
          const { index, ...record } = putOf(ref)
          return { ...record, index: [...index, { ...placed, rest: rest(ref) }] }
        }),
        claims: refs.map(({ id }) => ({ claim: id, holder: id })),
        numbers: refs.map((ref) => ({ series: long("series", ref.id.slice(-1)), ref })),
        tallies: refs.map(({ id }, i) => ({ name: id, add: i + 1 })),
        tasks: refs.map(({ id, kind }) => task(id, kind, start)),
        events: refs.map(({ id }) => event(id)),
        receipt: { id: long("r", ""), fingerprint: long("f", ""), reply: null, expiresAt: start + 1000 },
      })
      const found = yield* store.read(refs)
      yield* equal(
        "bodies",
        found.map((stored) => stored?.body),
        ["a", "b"],
      )
      const page = yield* store.list({ index: long("i", ""), prefix: "k/", after: key("a"), limit: 5 })
      yield* equal(
        "the second key",
        page.items.map((item) => item.key),
        [key("b")],
      )
      const all = yield* store.list({ index: placed.index, prefix: placed.list, after: null, limit: 5 })
      yield* equal(
        "the records of the list",
        all.items.map(({ ref }) => ref.id.slice(-1)),
        ["a", "b"],
      )
      const leased = yield* store.lease({
        kinds: [long("kind", "")],
        worker: long("worker", ""),
        now: start,
        until: start + 1,
        limit: 5,
      })
      yield* sameMembers(
        "tasks",
        leased.map(({ id }) => id),
        refs.map(({ id }) => id),
      )
      yield* equal(
        "holders",
        yield* Effect.forEach(refs, ({ id }) => store.holder(id)),
        refs.map(({ id }) => id),
      )
      yield* equal("tallies", yield* store.tallies(refs.map(({ id }) => id)), [1, 2])
      const receipt = yield* store.receipt(long("r", ""), start)
      yield* equal("the receipt", receipt?.fingerprint, long("f", ""))
    },
  ),
]
