/** The facts that the Court has about a citation, and how tenders rise as it comes to know more. */
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { textOf } from "../kernel/Text.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { knowledgeOf, knownOf, sourcesOf } from "./Knowledge.ts"
import { LibraryInstruments } from "./Library.ts"
import type { Tender } from "./Tender.ts"
import {
  article,
  citation,
  heldOf,
  instrument,
  keep,
  passage,
  run,
  source,
  tendered,
  withText,
  words,
} from "./testing/Library.ts"

describe("what the Court holds of a citation", () => {
  it("Rule 4.10A given a citation under which nothing is kept, then nothing is known", () => {
    expect(heldOf([])).toEqual({ exists: false, texts: [] })
    expect(heldOf([keep({ citation: "Another Act" })])).toEqual({ exists: false, texts: [] })
  })

  it("Rule 4.10A the Court knows that a source exists, and its text if that is held", () => {
    expect(heldOf([keep()])).toEqual({ exists: true, texts: [] })
    expect(heldOf(withText(words))).toEqual({ exists: true, texts: [words] })
    expect(heldOf(withText(words), "EXAMPLE act.")).toEqual({ exists: true, texts: [words] })
  })

  it("Rule 4.10A given a place in a source that is not kept itself, then the source is known", () => {
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

  it("Rule 4.10A ten sources of one citation are read at most, the first by id", () => {
    const many = Array.from({ length: 12 }, (_, i) => keep({ id: `source-${String(i).padStart(2, "0")}` }))
    const found = run(sourcesOf(factsOf(...many).reader, citation))
    expect(found.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `source-${String(i).padStart(2, "0")}`),
    )
  })

  it("Rule 4.10A the Court knows its own law, and the reasons of its own judgments", () => {
    const rule = heldOf([], "Rule 4.10", "x")
    expect([rule.exists, rule.texts.length]).toEqual([true, 1])
    const judgment = {
      ...delivered(),
      citation: "[2026] MC 1",
      payloadSha256: textOf({ reasons: words }).sha256,
    }
    const given = [
      Changed.put(Judgment.Judgments, judgment),
      Changed.blob(judgment.payloadSha256, textOf({ reasons: words }).text),
    ]
    expect(heldOf(given, "Buyer v Seller [2026] mc 1")).toEqual({ exists: true, texts: [words] })
    expect(heldOf(given, "[2026] MC 2")).toEqual({ exists: false, texts: [] })
  })

  it("PD17 §3 articles of an instrument are found by the words of the passage, and its head is not", () => {
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

  it("Rule 4.10A a passage of another operator counts; one's own passage and a bare citation do not", () => {
    expect(known([tendered()])).toEqual({ exists: false, texts: [words] })
    expect(known([tendered({ operatorId: "op-1" })]).texts).toEqual([])
    expect(known([tendered({ text: null })]).texts).toEqual([])
    expect(known([tendered({ citation: "Another Act" })]).texts).toEqual([])
    expect(known([...withText("held"), tendered()])).toEqual({ exists: true, texts: ["held", words] })
  })

  it("Rule 4.10A the first fifty tenders are read, and later ones never hide them", () => {
    const many = Array.from({ length: 52 }, (_, i) =>
      tendered({ id: `tender-${i}`, text: `words ${i}`, filedAt: start + i }),
    )
    expect(known(many).texts).toEqual(Array.from({ length: 50 }, (_, i) => `words ${i}`))
  })

  it("Rule 4.10A nothing is looked up for a bare citation", () => {
    const { reader } = factsOf(...withText(words))
    const bare: Tender = { citation, proposition: "Sellers deliver." }
    expect(run(knownOf(reader, [bare, { ...bare, text: passage }], "op-1", bounds))).toEqual([
      { exists: false, texts: [] },
      { exists: true, texts: [words] },
    ])
    expect(run(knowledgeOf(reader, bare, "op-1", bounds)).exists).toBe(true)
  })
})
