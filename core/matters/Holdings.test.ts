/** The Court's answers about a citation or a proposition: whether it is held, and how well it was tendered (Rule 4.10). */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { Library, type Tender } from "../law/index.ts"
import { citation, instrument, keep, onFile, tendered, withText, words } from "../law/testing/Library.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { matterIn } from "../testing/Matters.ts"
import { type HoldingsAsked, holdings, statusOf } from "./Holdings.ts"
import { Matters } from "./Matter.ts"

describe("holdings", () => {
  const asked = (given: ReadonlyArray<Change>, input: HoldingsAsked = { citation }) =>
    Either.getOrThrow(factsOf(...given).ask(holdings, input, contextFor({ role: "public" }))).items
  const none = "not held: tender or argue"
  const graded = (
    id: string,
    grade: Tender.Filed["grade"],
    matterId: string,
    ...more: ReadonlyArray<Tender.Filed>
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

  it("PD17 §3 an instrument covers a citation where its articles are held, and not by its facts alone", () => {
    const kept = (articles: number) => [
      keep({ instrument: "example" }),
      Changed.put(Library.LibraryInstruments, instrument({ articles })),
    ]
    expect(asked(kept(1))[0]?.coveredBy).toEqual([citation])
    expect(asked(kept(0))[0]?.coveredBy).toEqual([])
    expect(asked([keep({ instrument: "example" })])[0]?.coveredBy).toEqual([])
    const other = Changed.put(Library.LibraryInstruments, { ...instrument(), id: "other" })
    expect(asked([keep(), other])[0]?.coveredBy).toEqual([])
  })

  it("Rule 5.5 a citation is covered by the Court's own law and judgments", () => {
    const judgment = { ...delivered(), citation: "[2026] MC 1" }
    const cited = (citation: string) =>
      asked([Changed.put(Judgment.Judgments, judgment)], { citation })[0]?.coveredBy
    expect(cited("[2026] mc 1")).toEqual(["[2026] MC 1"])
    expect(cited("[2026] MC 2")).toEqual([])
    expect(cited("rule 4.10")).toEqual(["Rule 4.10"])
  })

  it("Rule 4.10 a citation that is not held has the best grade of its own tenders, not of others in their matters", () => {
    const other = onFile({ id: "t-other", grade: 4 })
    expect(asked(graded("t-a", 1, "m-a", other))[0]?.status).toBe("tendered: G1")
    const three = [...graded("t-a", 1, "m-a"), ...graded("t-b", 3, "m-b"), ...graded("t-c", 2, "m-c")]
    expect(asked(three)[0]?.status).toBe("tendered: G3")
    expect(asked(graded("t-a", 0, "m-a"))[0]?.status).toBe("tendered: G0")
    expect(asked(three, { citation: "Another Act" })[0]?.status).toBe(none)
    expect(asked([tendered()])[0]?.status).toBe(none)
    expect(asked([...three, ...withText(words)])[0]?.status).toBe("held: cite it")
  })

  it("Rule 4.10 the twenty earliest tenders of a citation are read", () => {
    const many = Array.from({ length: 21 }, (_, i) => [
      tendered({ id: `t-${i}`, matterId: `m-${i}`, filedAt: start + i }),
      Changed.put(
        Matters,
        matterIn("served", { id: `m-${i}`, tenders: [onFile({ id: `t-${i}`, grade: i === 20 ? 4 : 1 })] }),
      ),
    ]).flat()
    expect(asked(many)[0]?.status).toBe("tendered: G1")
  })

  it("Rule 4.10 a proposition is answered by the provisions that have its words, twenty at most", () => {
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
