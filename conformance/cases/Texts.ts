/** Cases for blobs, and for texts that a store could spoil. */
import { Effect } from "effect"
import { limits } from "../../core/store/Store.ts"
import { type Case, equal, test } from "../Case.ts"
import { commit, commitEnds, event, put, start, task } from "../Changes.ts"

const texts = test("texts")

/** Texts that errors of quoting, escaping, collation, normalisation or trimming would change. */
const odd = [
  "'; DROP TABLE records; --",
  "\"double\" and 'single' and `back`",
  "back\\slash \\u0041 \\n",
  "100% of_it?",
  "$1 $x :name @name ?1",
  " leading and trailing ",
  "tab\tnewline\nreturn\r",
  "\u0001\u001f\u007f\u0085",
  "é",
  "e\u0301",
  "ﬁ Å Å K",
  "\u200b\u200d\u202e\ufeff\u2028",
  "שלום مرحبا 你好",
  "😀👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "\ufffe\uffff\u{10ffff}",
  "null",
  "{}",
  "a/b//c/",
  "a NUL \0 and \0\u0001 others\u0000",
  "half a pair: \ud83d and \ude00\ud83d, and the escape \\ud83d",
  "__proto__",
]

export const oddTexts: ReadonlyArray<Case> = [
  texts("names", "kinds, ids, index keys, names and subjects can be any text", function* ({ store, own }) {
    for (const text of odd) {
      const name = own(text)
      const ref = { kind: name, id: name }
      yield* commit(store, {
        puts: [put(ref, 0, text, [[name, `${text}/1`]])],
        claims: [{ claim: name, holder: text }],
        tallies: [{ name, add: 1 }],
        events: [event(name, text)],
        tasks: [task(name, name, start, text)],
        blobs: [{ sha256: name, text }],
        receipt: { id: name, fingerprint: text, reply: text, expiresAt: start + 10 },
      })
      yield* equal("the record", yield* store.read([ref]), [{ ref, version: 1, number: null, body: text }])
      const page = yield* store.list({ index: name, prefix: text, after: null, limit: 5 })
      yield* equal(
        "the key",
        page.items.map(({ key }) => key),
        [`${text}/1`],
      )
      yield* equal("the holder", yield* store.holder(name), text)
      yield* equal("the tally", yield* store.tallies([name]), [1])
      yield* equal("the blob", yield* store.blob(name), text)
      const journal = yield* store.journal({ subject: name, after: null, limit: 5 })
      yield* equal(
        "the event",
        journal.items.map(({ subject, data }) => [subject, data]),
        [[name, text]],
      )
      const lease = { kinds: [name], worker: text, now: start, until: start + 10, limit: 5 }
      const leased = yield* store.lease(lease)
      yield* equal(
        "the task",
        leased.map(({ id, body }) => [id, body]),
        [[name, text]],
      )
      const found = yield* store.receipt(name, start)
      yield* equal("the receipt", [found?.fingerprint, found?.reply], [text, text])
    }
  }),

  texts("apart", "two texts are the same only if all their code points are", function* ({ store, own }) {
    const refs = [...odd, "É", "E", "fi Å Å K"].map((id) => ({ kind: own("kind"), id }))
    yield* commit(store, { puts: refs.map((ref, i) => put(ref, 0, i)) })
    const found = yield* store.read(refs)
    yield* equal(
      "bodies",
      found.map((stored) => stored?.body),
      refs.map((_, i) => i),
    )
  }),

  texts("members", "the members of a body can have any name", function* ({ store, own }) {
    const ref = { kind: own("kind"), id: "1" }
    const body = Object.fromEntries(odd.map((text, i) => [text, { [text]: i }]))
    yield* commit(store, { puts: [put(ref, 0, body)] })
    const [stored] = yield* store.read([ref])
    yield* equal("the body", stored?.body ?? null, body)
  }),
]

const blob = test("blob")

export const blobs: ReadonlyArray<Case> = [
  blob("absent", "a text that was never put is read as null", function* ({ store, own }) {
    yield* equal("the text", yield* store.blob(own("sha")), null)
  }),

  blob("exact", "a text is read exactly as it was put", function* ({ store, own }) {
    const texts = [
      "",
      " \r\n\t line\n",
      "é e\u0301 😀 \u2028 \ufeff",
      '{"a": 1,  "b":"\\u0041"}',
      "\u0001\u007f",
    ]
    yield* commit(store, { blobs: texts.map((text, i) => ({ sha256: own(String(i)), text })) })
    const found = yield* Effect.forEach(texts, (_, i) => store.blob(own(String(i))))
    yield* equal("the texts", found, texts)
  }),

  blob(
    "first-stays",
    "the first text under a hash stays; putting another under it, in the same change set or later, is no conflict",
    function* ({ store, own }) {
      const sha256 = own("sha")
      yield* commit(store, {
        blobs: [
          { sha256, text: "first" },
          { sha256, text: "second" },
        ],
      })
      yield* commit(store, { blobs: [{ sha256, text: "third" }] })
      yield* equal("the text", yield* store.blob(sha256), "first")
    },
  ),

  blob("dropped", "a text that was dropped is read as null, and every other text stays", function* (kit) {
    const { store, own } = kit
    const [gone, other] = [own("gone"), own("other")]
    const texts = [gone, other].map((sha256) => ({ sha256, text: "x".repeat(limits.blobBytes / 2) }))
    for (const one of texts) yield* commit(store, { blobs: [one] })
    yield* commit(store, { drops: [gone] })
    yield* equal("the text", yield* store.blob(gone), null)
    yield* equal("the length of the other text", (yield* store.blob(other))?.length, limits.blobBytes / 2)
    yield* commit(store, { drops: [gone, own("never put")] })
    yield* equal("the text that is dropped twice", yield* store.blob(gone), null)
  }),

  blob(
    "put-again",
    "a text that was dropped may be put again, also in the change set that drops it",
    function* ({ store, own }) {
      const sha256 = own("sha")
      yield* commit(store, { blobs: [{ sha256, text: "first" }] })
      yield* commit(store, { drops: [sha256], blobs: [{ sha256, text: "second" }] })
      yield* equal("the text", yield* store.blob(sha256), "second")
      yield* commit(store, { drops: [sha256] })
      yield* commit(store, { blobs: [{ sha256, text: "third" }] })
      yield* equal("the text after it was dropped and put again", yield* store.blob(sha256), "third")
    },
  ),

  blob("drop-conflict", "a commit that ends in a conflict drops no text", function* ({ store, own }) {
    const sha256 = own("sha")
    yield* commit(store, { blobs: [{ sha256, text: "kept" }] })
    const checks = [{ ref: { kind: own("kind"), id: "1" }, version: 1 }]
    yield* commitEnds(store, { checks, drops: [sha256] }, "Conflict")
    yield* equal("the text", yield* store.blob(sha256), "kept")
  }),
]
