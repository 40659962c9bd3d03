import { Effect } from "effect"
import { type Case, test } from "../Case.ts"
import { commit } from "../Changes.ts"
import { equal } from "../Expect.ts"

const blob = test("blob")

export const blobs: ReadonlyArray<Case> = [
  blob("absent", "a text that was never kept is null", ({ store, own }) =>
    Effect.flatMap(store.blob(own("sha")), (found) => equal("the text", found, null)),
  ),

  blob("exact", "a text comes back as it was, to the last byte", ({ store, own }) =>
    Effect.gen(function* () {
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
  ),

  blob(
    "first-stays",
    "a text that is there stays; keeping it again, in one set or another, is no conflict",
    ({ store, own }) =>
      Effect.gen(function* () {
        const sha256 = own("sha")
        yield* commit(store, {
          blobs: [
            { sha256, text: "first" },
            { sha256, text: "second" },
          ],
        })
        yield* commit(store, { blobs: [{ sha256, text: "third" }] })
        yield* equal("the text", yield* store.blob(sha256), "first")
      }),
  ),
]
