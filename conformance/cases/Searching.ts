import { Effect } from "effect"
import { holdsAll, normal, phrasesOf } from "../../core/store/Search.ts"
import { limits } from "../../core/store/Store.ts"
import { type Case, equal, type Kit, test } from "../Case.ts"
import { changes, commit, put } from "../Changes.ts"

const search = test("search")

type Texts = { readonly [key: string]: string }

/** Puts one record under each key of the index `i`, with the words of its text. */
const fill = ({ store, own }: Kit, texts: Texts) =>
  commit(store, {
    puts: Object.entries(texts).map(([key, text]) =>
      put({ kind: own("text"), id: key }, 0, text, [[own("i"), key, normal(text)]]),
    ),
  })

const find = ({ store, own }: Kit, phrases: ReadonlyArray<string>, prefix = "", index = "i") =>
  Effect.map(
    store.search({ index: own(index), prefix, after: null, limit: limits.pageItems, phrases }),
    ({ items }) => items.map(({ key }) => key),
  )

/** The keys of the texts that hold every phrase, by the definition in `core/store/Search.ts`. */
const keysThatHold = (texts: Texts, phrases: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(texts)
    .filter((key) => holdsAll(normal(texts[key] ?? ""), phrases))
    .sort()

/** Breaks the case unless each query finds exactly the texts that hold all its phrases. */
const agree = (kit: Kit, texts: Texts, queries: ReadonlyArray<string>) =>
  Effect.forEach(
    queries,
    (query) => {
      const phrases = phrasesOf(query)
      return Effect.flatMap(find(kit, phrases), (keys) =>
        equal(`the keys found for ${query}`, keys, keysThatHold(texts, phrases)),
      )
    },
    { discard: true },
  )

const treaties: Texts = {
  "a/1": "Treaties are interpreted in good faith.",
  "a/2": "Good treaties, and the faith that they keep.",
  "b/1": "An interpreter of treaties; a treaty's interpretation.",
  "b/2":
    "pacta sunt servanda: every treaty in force binds the parties and is performed by them in good faith",
  "b/3": "Faith good in.",
}

/** Words that a search with stop words, stemming, operators, or a parser of numbers and addresses would not find. */
const plain: Texts = {
  1: "the and or not near of to a in is",
  2: "running runs ran run",
  3: "3 3d 3rd 1e5 0x1f 007 v2 x 12 500",
  4: "court example org https path user host",
  5: "null true false select from where",
  6: "AND OR NOT NEAR",
}

const scripts: Texts = {
  1: "Règlement du Tribunal – élan, Œuvre, naïve",
  2: "Венская конвенция о праве международных договоров",
  3: "国際司法裁判所規程 と 条約法",
  4: "اتفاقية فيينا لقانون المعاهدات",
  5: "straße STRASSE ﬁnal İstanbul ΣΟΦΟΣ",
  6: "हिन्दी में संधि",
  7: "𝒜𝓁𝓅𝒽𝒶 𐐀𐐁 ０１２",
}

export const searching: ReadonlyArray<Case> = [
  search(
    "words",
    "a search finds the texts that hold all its words, as whole words and in any order",
    function* (kit) {
      yield* fill(kit, treaties)
      yield* agree(kit, treaties, [
        "treaties",
        "treaty",
        "faith good",
        "good faith in",
        "interpret",
        "treaties interpreted faith",
        "binds them",
        "nothing",
        "good nothing",
        "s",
      ])
    },
  ),

  search("phrase", "a phrase is found if its words stand side by side and in its order", function* (kit) {
    yield* fill(kit, treaties)
    yield* agree(kit, treaties, [
      '"in good faith"',
      '"faith good"',
      '"good faith" treaty',
      '"good faith" "every treaty"',
      '"sunt servanda"',
      "treaty-s",
      '"treaties are" "good faith" in',
      '"faith they"',
    ])
  }),

  search(
    "plain",
    "every word counts as it is: there are no stop words, stems, parts of words or operators",
    function* (kit) {
      yield* fill(kit, plain)
      yield* agree(kit, plain, [
        "the",
        "of to",
        '"a in is"',
        "run",
        "running",
        "3",
        "3rd",
        "1e5",
        "0x1f",
        "007",
        "7",
        "v2",
        "x",
        "not",
        "AND",
        '"or not near"',
        "null",
        '"select from"',
        "host",
        "court example",
      ])
    },
  ),

  search("scripts", "words of every script are compared code point by code point", function* (kit) {
    yield* fill(kit, scripts)
    yield* agree(kit, scripts, [
      "reglement élan",
      "œuvre",
      "oeuvre",
      "naive",
      "КОНВЕНЦИЯ",
      '"праве международных"',
      "конвенци",
      "条約法",
      "法条",
      "裁判所",
      "المعاهدات",
      "strasse",
      "straße",
      "final",
      "istanbul",
      "संधि",
      "alpha",
      "012",
      "𐐨𐐩",
    ])
  }),

  search("many", "a phrase is found after thousands of repetitions of a common word", function* (kit) {
    const common = "the other ".repeat(9_000)
    const texts = { 1: `${common}the last`, 2: `the first ${common}`, 3: "the other" }
    yield* fill(kit, texts)
    yield* agree(kit, texts, ['"the last"', '"the first"', '"other the"', '"the other the last"', "first"])
  }),

  search(
    "pages",
    "pages are in the order of the keys, under the prefix and after `after`, and `next` says whether more follow",
    function* (kit) {
      const { store, own } = kit
      yield* fill(kit, treaties)
      const page = (prefix: string, after: string | null, limit: number) =>
        Effect.map(
          store.search({ index: own("i"), prefix, after, limit, phrases: ["good"] }),
          ({ items, next }) => [items.map(({ key }) => key), next] as const,
        )
      for (const [prefix, after, limit, keys, next] of [
        ["", null, 9, ["a/1", "a/2", "b/2", "b/3"], null],
        ["", null, 2, ["a/1", "a/2"], "a/2"],
        ["", "a/2", 2, ["b/2", "b/3"], null],
        ["b/", null, 1, ["b/2"], "b/2"],
        ["b/", "b/2", 1, ["b/3"], null],
        ["a/", "b/1", 9, [], null],
        ["b/", "a/1", 9, ["b/2", "b/3"], null],
      ] as const)
        yield* equal(
          `keys and next of the page under "${prefix}" after "${after}" with a limit of ${limit}`,
          yield* page(prefix, after, limit),
          [[...keys], next],
        )
      const [first] = (yield* store.search({
        index: own("i"),
        prefix: "b/3",
        after: null,
        limit: 1,
        phrases: ["in"],
      })).items
      yield* equal("the record", first ?? null, {
        ref: { kind: own("text"), id: "b/3" },
        version: 1,
        number: null,
        body: treaties["b/3"] ?? "",
        key: "b/3",
      })
    },
  ),

  search(
    "apart",
    "a search finds entries of its own index only, and no entry without words",
    function* (kit) {
      const { store, own } = kit
      yield* commit(store, {
        puts: [
          put({ kind: own("k"), id: "1" }, 0, "words", [
            [own("i"), "1", "one two"],
            [own("j"), "1", "two three"],
            [own("l"), "1"],
          ]),
          put({ kind: own("k"), id: "2" }, 0, "two", [[own("i"), "2"]]),
        ],
      })
      yield* equal("the keys of index i with a word of its own", yield* find(kit, ["two"]), ["1"])
      yield* equal("the keys of index i with a word of index j", yield* find(kit, ["three"]), [])
      yield* equal("the keys of index j with a word of its own", yield* find(kit, ["three"], "", "j"), ["1"])
      yield* equal("the keys of an index without words", yield* find(kit, ["two"], "", "l"), [])
    },
  ),

  search(
    "replaced",
    "a put replaces the words of its record, also under the same key; a conflict does not",
    function* (kit) {
      const { store, own } = kit
      const ref = { kind: own("k"), id: "1" }
      const words = (expected: number, ...entries: ReadonlyArray<readonly [string, string?]>) =>
        commit(store, {
          puts: [
            put(
              ref,
              expected,
              null,
              entries.map(([key, text]) => (text === undefined ? [own("i"), key] : [own("i"), key, text])),
            ),
          ],
        })
      yield* words(0, ["a", "old common"])
      yield* words(1, ["a", "new common"])
      yield* equal("the keys with the old words", yield* find(kit, ["old"]), [])
      yield* equal("the keys with the new words", yield* find(kit, ["new"]), ["a"])
      yield* words(2, ["b", "new common"], ["c", "other"])
      yield* equal("the key with the words after it moved", yield* find(kit, ["common"]), ["b"])
      yield* store.commit(changes({ puts: [put(ref, 1, null, [[own("i"), "b", "stale"]])] }))
      yield* equal("the keys with the words of a conflict", yield* find(kit, ["stale"]), [])
      yield* equal("the keys with the words before the conflict", yield* find(kit, ["new"]), ["b"])
      yield* words(3, ["b"], ["c", "other"])
      yield* equal("the keys after the entry lost its words", yield* find(kit, ["new"]), [])
      yield* equal("the keys with the words of another entry of the record", yield* find(kit, ["other"]), [
        "c",
      ])
      yield* words(4, ["b", "new again"])
      yield* equal("the keys after the entry got words again", yield* find(kit, ["new again"]), ["b"])
      yield* words(5)
      yield* equal("the keys after the record lost its entries", yield* find(kit, ["new"]), [])
    },
  ),

  search(
    "limits",
    `an entry can have words of ${limits.wordsBytes} bytes and a search ${limits.searchPhrases} phrases`,
    function* (kit) {
      const long = Array.from({ length: 16_000 }, (_, i) => `w${i.toString(36)}é`).join(" ")
      const size = Buffer.byteLength(long)
      const text = `${long} ${"x".repeat(limits.wordsBytes - size - 1)}`
      yield* commit(kit.store, {
        puts: [put({ kind: kit.own("k"), id: "1" }, 0, null, [[kit.own("i"), "1", text]])],
      })
      const phrases = long.split(" ").slice(-limits.searchPhrases)
      yield* equal("the keys that hold all phrases", yield* find(kit, phrases), ["1"])
      const oneAbsent = [...phrases.slice(1), "w"]
      yield* equal("the keys that hold all phrases but one", yield* find(kit, oneAbsent), [])
    },
  ),
]
