/** What the Court knows of a citation, what it answers about it, and what becomes of tenders as it learns. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { sha256Hex } from "../Hash.ts"
import { Judgments } from "../judgments/Judgment.ts"
import { delivered } from "../judgments/testing/Cases.ts"
import {
  type LibraryArticle,
  LibraryArticles,
  type LibraryInstrument,
  LibraryInstruments,
} from "../law/Library.ts"
import { Matters } from "../matters/Matter.ts"
import { textOf } from "../matters/Paper.ts"
import { bounds } from "../Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { matterIn } from "../testing/Matters.ts"
import { filedTenders, tenderedChanges } from "./Filing.ts"
import { filed, nothingKnown } from "./Grading.ts"
import { holdings, statusOf } from "./Holdings.ts"
import { assess, assessed, held, knowledgeOf, knownOf, sourcesOf } from "./Knowledge.ts"
import { type Source, Sources, type Tendered, Tenders } from "./Source.ts"
import type { FiledTender, Tender } from "./Tender.ts"

const citation = "Example Act"
const passage = "it delivers what it promised"
const words = `The seller warrants that ${passage}, on time.`

const source = (changes: Partial<Source> = {}): Source => ({
  id: "source-1",
  citation,
  kind: "library",
  textSha256: null,
  ...changes,
})
const keep = (changes: Partial<Source> = {}) => Changed.put(Sources, source(changes))
const withText = (text: string, changes: Partial<Source> = {}): ReadonlyArray<Change> => [
  keep({ textSha256: sha256Hex(text), ...changes }),
  Changed.blob(sha256Hex(text), text),
]
const tendered = (changes: Partial<Tendered> = {}) =>
  Changed.put(Tenders, {
    id: "tender-9",
    matterId: "matter-9",
    operatorId: "op-9",
    citation,
    text: words,
    filedAt: start,
    ...changes,
  })
const instrument = (changes: Partial<LibraryInstrument["edition"]> = {}): LibraryInstrument => ({
  id: "example",
  title: "Example Act",
  shortTitle: null,
  category: "treaty",
  names: [],
  organisation: null,
  madeOn: null,
  madeAt: null,
  inForceFrom: null,
  officialUrl: null,
  note: null,
  edition: {
    id: "ed-1",
    name: "Edition",
    date: null,
    language: "en",
    source: "this test",
    url: null,
    translator: null,
    note: null,
    articles: 1,
    loadedAt: start,
    ...changes,
  },
})
const article = (changes: Partial<LibraryArticle> = {}) =>
  Changed.put(LibraryArticles, {
    instrumentId: "example",
    edition: "ed-1",
    place: 1,
    article: "1",
    heading: null,
    text: words,
    title: "Example Act",
    retired: false,
    ...changes,
  })

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(effect)
const heldOf = (given: ReadonlyArray<Change>, cited = citation, text = passage) =>
  run(held(factsOf(...given).reader, cited, text, bounds))

describe("what the Court holds of a citation", () => {
  it("Rule 4.10 nothing, where nothing is kept under it", () => {
    expect(heldOf([])).toEqual({ exists: false, texts: [] })
    expect(heldOf([keep({ citation: "Another Act" })])).toEqual({ exists: false, texts: [] })
  })

  it("Rule 4.10 that a source exists, and its text where that is held", () => {
    expect(heldOf([keep()])).toEqual({ exists: true, texts: [] })
    expect(heldOf(withText(words))).toEqual({ exists: true, texts: [words] })
    expect(heldOf(withText(words), "EXAMPLE act.")).toEqual({ exists: true, texts: [words] })
  })

  it("Rule 4.10 the source of a place in it, where the place itself is not kept", () => {
    expect(heldOf(withText(words), "Example Act, s 3")).toEqual({ exists: true, texts: [words] })
    const both = [
      ...withText(words),
      ...withText("section three", { id: "source-2", citation: "Example Act, s 3" }),
    ]
    expect(heldOf(both, "Example Act, s 3").texts).toEqual(["section three"])
    expect(run(sourcesOf(factsOf(...both).reader, "Example Act, s 4"))).toEqual([
      source({ textSha256: sha256Hex(words) }),
    ])
  })

  it("Rule 4.10 ten sources of one citation at most, the earliest by id", () => {
    const many = Array.from({ length: 12 }, (_, i) => keep({ id: `source-${String(i).padStart(2, "0")}` }))
    const found = run(sourcesOf(factsOf(...many).reader, citation))
    expect(found.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `source-${String(i).padStart(2, "0")}`),
    )
  })

  it("Rule 4.10 its own law, and the reasons of its own judgments", () => {
    const rule = heldOf([], "Rule 4.10", "x")
    expect([rule.exists, rule.texts.length]).toEqual([true, 1])
    const judgment = {
      ...delivered(),
      citation: "[2026] MC 1",
      payloadSha256: textOf({ reasons: words }).sha256,
    }
    const given = [
      Changed.put(Judgments, judgment),
      Changed.blob(judgment.payloadSha256, textOf({ reasons: words }).text),
    ]
    expect(heldOf(given, "Buyer v Seller [2026] mc 1")).toEqual({ exists: true, texts: [words] })
    expect(heldOf(given, "[2026] MC 2")).toEqual({ exists: false, texts: [] })
  })

  it("PD17 §3 the articles of an instrument that hold the words of the passage, and not its head", () => {
    const kept = [Changed.put(LibraryInstruments, instrument()), keep({ instrument: "example" })]
    const other = article({ article: "2", place: 2, text: "Other words." })
    const head = article({ article: null, place: 0 })
    expect(heldOf([...kept, article(), other, head])).toEqual({ exists: true, texts: [words] })
    expect(heldOf([...kept, article({ edition: "ed-0" })])).toEqual({ exists: true, texts: [] })
    expect(heldOf([...kept, article()], citation, "…")).toEqual({ exists: true, texts: [] })
    expect(heldOf([keep({ instrument: "example" }), article()])).toEqual({ exists: true, texts: [] })
    const twice = [...kept, keep({ id: "source-2", instrument: "example" }), article()]
    expect(heldOf(twice)).toEqual({ exists: true, texts: [words] })
  })

  it("PD17 §3 ten articles at most are compared with a passage", () => {
    const kept = [Changed.put(LibraryInstruments, instrument()), keep({ instrument: "example" })]
    const many = Array.from({ length: 12 }, (_, i) => article({ article: `${i + 1}`, place: i + 1 }))
    expect(heldOf([...kept, ...many]).texts).toHaveLength(10)
  })
})

describe("what others tendered", () => {
  const known = (given: ReadonlyArray<Change>, operatorId: string | null = "op-1") =>
    run(knowledgeOf(factsOf(...given).reader, { citation, text: passage }, operatorId, bounds))

  it("Rule 4.10 another operator's passage is known, one's own and a bare citation are not", () => {
    expect(known([tendered()])).toEqual({ exists: false, texts: [words] })
    expect(known([tendered({ operatorId: "op-1" })]).texts).toEqual([])
    expect(known([tendered({ text: null })]).texts).toEqual([])
    expect(known([tendered({ citation: "Another Act" })]).texts).toEqual([])
    expect(known([...withText("held"), tendered()])).toEqual({ exists: true, texts: ["held", words] })
  })

  it("Rule 4.10 the first fifty are read, and later ones never hide them", () => {
    const many = Array.from({ length: 52 }, (_, i) =>
      tendered({ id: `tender-${i}`, text: `words ${i}`, filedAt: start + i }),
    )
    expect(known(many).texts).toEqual(Array.from({ length: 50 }, (_, i) => `words ${i}`))
  })

  it("Rule 4.10 nothing is asked for a bare citation", () => {
    const { reader } = factsOf(...withText(words))
    const bare: Tender = { citation, proposition: "Sellers deliver." }
    expect(run(knownOf(reader, [bare, { ...bare, text: passage }], "op-1", bounds))).toEqual([
      nothingKnown,
      { exists: true, texts: [words] },
    ])
    expect(run(knowledgeOf(reader, bare, "op-1", bounds)).exists).toBe(true)
  })
})

const tender: Tender = { citation, proposition: "Sellers deliver.", text: passage, attested: true }
const place = { id: "t-1", by: "claimant", step: "claim", position: 0, summary: false } as const
const onFile = (changes: Partial<FiledTender> = {}): FiledTender => ({
  ...filed(tender, place, nothingKnown),
  ...changes,
})

describe("the tenders of a matter, assessed again", () => {
  const authorities = textOf([tender, { ...tender, citation: "Rule 4.10" }])
  const paper = { bodySha256: "00", authoritiesSha256: authorities.sha256, filedAt: start, filedBy: "buyer" }
  const matter = (tenders: ReadonlyArray<FiledTender>, changes = {}) =>
    matterIn("closed", {
      claim: paper,
      defence: { ...paper, filedBy: "seller" },
      tenders: [...tenders],
      ...changes,
    })
  const learnt = (of: ReturnType<typeof matter>, given: ReadonlyArray<Change> = withText(words)) =>
    run(
      assess(
        factsOf(Changed.blob(authorities.sha256, authorities.text), ...given).reader,
        of,
        contextFor({ role: "scheduler" }),
      ),
    )

  it("Rule 4.10 those that are attested and below G3 may rise, in every paper", () => {
    const second = onFile({ id: "t-2", by: "respondent", step: "defence" })
    const third = onFile({ id: "t-3", step: "reply" })
    const all = matter([onFile(), second, third], { reply: paper })
    expect(learnt(all).map(({ id }) => id)).toEqual(["t-1", "t-2", "t-3"])
    expect(learnt(all)[0]).toEqual({ id: "t-1", tender, known: { exists: true, texts: [words] } })
    expect(learnt(matter([onFile({ attested: false })]))).toEqual([])
    expect(learnt(matter([onFile({ grade: 3 })]))).toEqual([])
    expect(learnt(matter([onFile({ grade: 2 })]))).toHaveLength(1)
  })

  it("Rule 4.10 one whose words are not kept stays as it is", () => {
    expect(learnt(matter([onFile({ position: 7 })]))).toEqual([])
    expect(learnt(matter([onFile({ step: "reply" })]))).toEqual([])
    expect(learnt(matter([onFile()], { claim: { ...paper, authoritiesSha256: null } }))).toEqual([])
  })

  it("Rule 4.10 what others tendered counts for each side by its own operator", () => {
    const second = onFile({ id: "t-2", by: "respondent", step: "defence" })
    const found = learnt(matter([onFile(), second]), [tendered({ operatorId: "op-1" })])
    expect(found.map(({ known }) => known.texts)).toEqual([[], [words]])
  })

  it("Rule 4.10 rise to what is known now, and an admitted one stays admitted", () => {
    const two = matter([onFile(), onFile({ id: "t-2" })])
    const after = assessed(two, [{ id: "t-2", tender, known: { exists: true, texts: [words] } }])
    expect(after.tenders.map(({ grade }) => grade)).toEqual([1, 3])
    expect({ ...after, tenders: [] }).toEqual({ ...two, tenders: [] })
    const admitted = matter([onFile({ admittedAt: start })])
    expect(assessed(admitted, [{ id: "t-1", tender, known: nothingKnown }]).tenders[0]?.grade).toBe(4)
  })
})

describe("the tenders of a pleading, filed", () => {
  const id = (n: number) => `id-${n}`
  const bare: Tender = { citation: "Other Act", proposition: "So." }

  it("Rule 4.10 each has an id of its own, its place and the grade of what is known", () => {
    const on = { by: "claimant", step: "claim", track: "ordinary" } as const
    const [first, second] = filedTenders([tender, bare], [{ exists: true, texts: [words] }], on, id)
    expect(first).toEqual(onFile({ id: "id-1", grade: 3, outcome: "authority" }))
    expect(second).toMatchObject({ id: "id-2", position: 1, citation: "Other Act", grade: 0, flags: [] })
    const summary = filedTenders([tender], [nothingKnown], { ...on, track: "summary" }, id)
    expect(summary[0]).toMatchObject({ flags: ["summary_track"], outcome: "argument" })
  })

  it("PD1 §9 other matters know of them, and of none on the summary track", () => {
    const two = [onFile(), onFile({ id: "t-2", position: 1, citation: "Other Act", by: "respondent" })]
    expect(tenderedChanges(matterIn("served"), two, [tender, bare], start)).toEqual([
      tendered({ id: "t-1", matterId: "m", operatorId: "op-1", text: passage }),
      tendered({ id: "t-2", matterId: "m", operatorId: "op-2", citation: "Other Act", text: null }),
    ])
    expect(tenderedChanges(matterIn("served", { track: "summary" }), two, [tender, bare], start)).toEqual([])
  })
})

describe("holdings", () => {
  const asked = (given: ReadonlyArray<Change>, query: Parameters<typeof holdings>[1] = { citation }) =>
    run(holdings(factsOf(...given).reader, query, bounds))
  const none = "not held: tender or argue"
  const graded = (
    id: string,
    grade: FiledTender["grade"],
    matterId: string,
    ...more: ReadonlyArray<FiledTender>
  ) => [
    tendered({ id, matterId }),
    Changed.put(Matters, matterIn("served", { id: matterId, tenders: [onFile({ id, grade }), ...more] })),
  ]

  it("Rule 4.10 the status says whether to cite, and how well it was tendered", () => {
    expect([statusOf(true, null), statusOf(true, 2), statusOf(false, 0), statusOf(false, null)]).toEqual([
      "held: cite it",
      "held: cite it",
      "tendered: G0",
      none,
    ])
  })

  it("Rule 4.10 a citation is covered by the sources whose text is held, each once", () => {
    expect(asked([])).toEqual([{ citation, status: none, coveredBy: [], proposition: "" }])
    expect(asked([keep()])[0]?.coveredBy).toEqual([])
    const held = [...withText(words), ...withText(words, { id: "source-2" })]
    expect(asked(held, { citation, proposition: "So." })).toEqual([
      { citation, status: "held: cite it", coveredBy: [citation], proposition: "So." },
    ])
  })

  it("PD17 §3 an instrument covers it where its articles are held, and not by its facts alone", () => {
    const kept = (articles: number) => [
      keep({ instrument: "example" }),
      Changed.put(LibraryInstruments, instrument({ articles })),
    ]
    expect(asked(kept(1))[0]?.coveredBy).toEqual([citation])
    expect(asked(kept(0))[0]?.coveredBy).toEqual([])
    expect(asked([keep({ instrument: "example" })])[0]?.coveredBy).toEqual([])
    const other = Changed.put(LibraryInstruments, { ...instrument(), id: "other" })
    expect(asked([keep(), other])[0]?.coveredBy).toEqual([])
  })

  it("Rule 5.5 it is covered by the Court's own law and judgments", () => {
    const judgment = { ...delivered(), citation: "[2026] MC 1" }
    const cited = (citation: string) => asked([Changed.put(Judgments, judgment)], { citation })[0]?.coveredBy
    expect(cited("[2026] mc 1")).toEqual(["[2026] MC 1"])
    expect(cited("[2026] MC 2")).toEqual([])
    expect(cited("rule 4.10")).toEqual(["Rule 4.10"])
  })

  it("Rule 4.10 else the best grade of its tenders answers, and of no other tender in their matters", () => {
    const other = onFile({ id: "t-other", grade: 4 })
    expect(asked(graded("t-a", 1, "m-a", other))[0]?.status).toBe("tendered: G1")
    const three = [...graded("t-a", 1, "m-a"), ...graded("t-b", 3, "m-b"), ...graded("t-c", 2, "m-c")]
    expect(asked(three)[0]?.status).toBe("tendered: G3")
    expect(asked(graded("t-a", 0, "m-a"))[0]?.status).toBe("tendered: G0")
    expect(asked(three, { citation: "Another Act" })[0]?.status).toBe(none)
    expect(asked([tendered()])[0]?.status).toBe(none)
    expect(asked([...three, ...withText(words)])[0]?.status).toBe("held: cite it")
  })

  it("Rule 4.10 twenty tenders of a citation are looked at, the earliest first", () => {
    const many = Array.from({ length: 21 }, (_, i) => [
      tendered({ id: `t-${i}`, matterId: `m-${i}`, filedAt: start + i }),
      Changed.put(
        Matters,
        matterIn("served", { id: `m-${i}`, tenders: [onFile({ id: `t-${i}`, grade: i === 20 ? 4 : 1 })] }),
      ),
    ]).flat()
    expect(asked(many)[0]?.status).toBe("tendered: G1")
  })

  it("Rule 4.10 a proposition is answered by the provisions that carry its words, twenty at most", () => {
    const found = asked([], { proposition: "judgment" })
    expect(found).toHaveLength(20)
    expect(found[0]).toEqual({
      citation: found[0]?.citation,
      status: "held: cite it",
      coveredBy: [found[0]?.citation],
      proposition: "judgment",
    })
    expect(asked([], {})).toEqual([])
  })
})
