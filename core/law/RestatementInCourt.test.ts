/** The restatement as judgments are delivered and as they fall (Rule 5.7). */

import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { deliverJudgment, type Judge } from "../bench/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import type { PageAt } from "../kernel/Query.ts"
import { refusal } from "../kernel/Refusal.ts"
import { hours } from "../kernel/Time.ts"
import { callForJudgment, fileDefence, fileMatter, fileReply, recordEligibility } from "../matters/index.ts"
import { anything } from "../testing/Anything.ts"
import { answering, filing } from "../testing/Matters.ts"
import { judge, registrar, stage } from "../testing/Stage.ts"
import { restatement } from "./Restatement.ts"

const draft = (changes: Partial<Judge.Draft>): Judge.Draft => ({
  catchwords: ["Delivery"],
  ratio: "Work promised by a day is late on the next.",
  issues: [
    {
      question: "Late?",
      losingAnswer: "No.",
      reasoning: "The day had passed.",
      answer: "Yes.",
      for: "claimant",
    },
  ],
  circumstances: "A translation was ordered.",
  authorities: [],
  orders: [{ kind: "declaration", text: "It was late." }],
  areas: ["Time of performance"],
  costCents: null,
  ...changes,
})

/** Sets marks of a judgment, as an appeal or a vacation does. */
const mark = command({
  name: "mark",
  sections: ["Rule 5.6"],
  input: anything<{ readonly citation: string; readonly marks: Partial<Judgment.Judgment["marks"]> }>(),
  gather: (
    { citation }: { readonly citation: string; readonly marks: Partial<Judgment.Judgment["marks"]> },
    _context,
    reader,
  ) => reader.need(Judgment.Judgments, citation, () => refusal("unknown_judgment", { citation })),
  decide: (judgment: Judgment.Judgment, { marks }) =>
    Either.right({
      changes: [Changed.put(Judgment.Judgments, { ...judgment, marks: { ...judgment.marks, ...marks } })],
      reply: {},
    }),
})

const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller", "op-2")
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const decided = async (of: Judge.Draft): Promise<string> => {
    const { matter } = await court.act(fileMatter, filing(), buyer)
    const matterId = matter.id
    await court.act(fileDefence, { id: matterId, ...answering() }, seller)
    await court.act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    await court.act(callForJudgment, { id: matterId }, buyer)
    return (await court.act(deliverJudgment, { id: matterId, ...of }, judge)).citation
  }
  return {
    ...court,
    decided,
    read: (page: PageAt = { after: null, limit: 100 }) =>
      court.read((reader) => restatement(reader, page, court.now())),
  }
}

describe("the restatement of a court", () => {
  it("Rule 5.7 a rule is in the restatement once its judgment is delivered, and says whether it was decided from principle", async () => {
    const { decided, read } = await opened()
    await decided(draft({ areas: [] }))
    expect((await read()).counts).toEqual({ binding: 0, reported: 0, moot: 0 })
    const first = await decided(draft({}))
    const second = await decided(draft({ authorities: [{ citation: first, treatment: "followed" }] }))
    const { counts, areas } = await read()
    expect(counts).toEqual({ binding: 0, reported: 2, moot: 0 })
    expect(areas).toMatchObject([{ area: "time-of-performance", label: "Time of performance" }])
    const rules = areas.flatMap((area) => area.rules)
    expect(
      rules.map(({ citation, fromPrinciple, reportCitation }) => [citation, fromPrinciple, reportCitation]),
    ).toEqual(
      expect.arrayContaining([
        [first, true, "[2026] ACR 1"],
        [second, false, "[2026] ACR 2"],
      ]),
    )
  })

  it("Rule 5.7 the pages of the restatement have every reported judgment once, the latest first", async () => {
    const { decided, read, advance } = await opened()
    const citations: Array<string> = []
    for (let n = 0; n < 3; n++) {
      citations.unshift(await decided(draft({})))
      advance(hours(1))
    }
    const first = await read({ after: null, limit: 2 })
    const second = await read({ after: first.next, limit: 2 })
    const rulesOf = ({ areas }: typeof first) =>
      areas.flatMap(({ rules }) => rules.map(({ citation }) => citation))
    expect([first, second].flatMap(rulesOf)).toEqual(citations)
    expect([first.counts.reported, second.counts.reported, second.next]).toEqual([2, 1, null])
  })

  it("Rule 5.7 a rule whose judgment fell stays in the restatement as moot", async () => {
    const { decided, read, act } = await opened()
    const citation = await decided(draft({}))
    await act(mark, { citation, marks: { vacated: true } }, registrar)
    const { counts, areas } = await read()
    expect(counts).toEqual({ binding: 0, reported: 1, moot: 1 })
    expect(areas[0]?.rules).toMatchObject([{ citation, moot: true, weight: "none" }])
  })
})
