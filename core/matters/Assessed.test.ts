/** How the tenders of a matter rise as the Court comes to know more. */
import { describe, expect, it } from "vitest"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { textOf } from "../kernel/Text.ts"
import { Grading, type Tender } from "../law/index.ts"
import { onFile, run, tender, tendered, withText, words } from "../law/testing/Library.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { matterIn } from "../testing/Matters.ts"
import { assess, assessTenders } from "./Tenders.ts"

describe("the tenders of a matter, assessed again", () => {
  const authorities = textOf([tender, { ...tender, citation: "Rule 4.10" }])
  const paper = { bodySha256: "00", authoritiesSha256: authorities.sha256, filedAt: start, filedBy: "buyer" }
  const matter = (tenders: ReadonlyArray<Tender.Filed>, changes = {}) =>
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

  it("Rule 4.10A tenders that are attested and below G3 may rise, in every paper", () => {
    const second = onFile({ id: "t-2", by: "respondent", step: "defence" })
    const third = onFile({ id: "t-3", step: "reply" })
    const all = matter([onFile(), second, third], { reply: paper })
    expect(learnt(all).map(({ id }) => id)).toEqual(["t-1", "t-2", "t-3"])
    expect(learnt(all)[0]).toEqual({ id: "t-1", tender, known: { exists: true, texts: [words] } })
    expect(learnt(matter([onFile({ attested: false })]))).toEqual([])
    expect(learnt(matter([onFile({ grade: 3 })]))).toEqual([])
    expect(learnt(matter([onFile({ grade: 2 })]))).toHaveLength(1)
  })

  it("Rule 4.10A a tender whose words are not kept stays as it is", () => {
    expect(learnt(matter([onFile({ position: 7 })]))).toEqual([])
    expect(learnt(matter([onFile({ step: "reply" })]))).toEqual([])
    expect(learnt(matter([onFile()], { claim: { ...paper, authoritiesSha256: null } }))).toEqual([])
  })

  it("Rule 4.10A for each side the tenders of operators other than its own count", () => {
    const second = onFile({ id: "t-2", by: "respondent", step: "defence" })
    const found = learnt(matter([onFile(), second]), [tendered({ operatorId: "op-1" })])
    expect(found.map(({ known }) => known.texts)).toEqual([[], [words]])
  })

  it("Rule 4.10A tenders rise to what is known now, and an admitted one stays at G4", () => {
    const two = matter([onFile(), onFile({ id: "t-2" })])
    const after = assessTenders(two, [{ id: "t-2", tender, known: { exists: true, texts: [words] } }])
    expect(after.tenders.map(({ grade }) => grade)).toEqual([1, 3])
    expect({ ...after, tenders: [] }).toEqual({ ...two, tenders: [] })
    const admitted = matter([onFile({ admittedAt: start })])
    expect(
      assessTenders(admitted, [{ id: "t-1", tender, known: Grading.nothingKnown }]).tenders[0]?.grade,
    ).toBe(4)
  })
})
