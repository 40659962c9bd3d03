/** Counsel on the record through the court's own loop: the largest acts fit one commit, and the judge learns nothing about counsel. */
import { describe, expect, it } from "vitest"
import { notarise } from "../dealings/index.ts"
import { hours } from "../kernel/Time.ts"
import { Bundle, callForJudgment, fileDefence, fileMatter, fileReply } from "../matters/index.ts"
import { type ChangeSet, operations } from "../store/ChangeSet.ts"
import { limits } from "../store/Store.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { stage } from "../testing/Stage.ts"
import { briefAgent } from "./BriefAgent.ts"

const canary = "canary-brief"
const brief = (counsel: string, matterId?: string) => ({
  task: "claim" as const,
  instructions: canary,
  counsel,
  ...(matterId === undefined ? {} : { matterId }),
})

/** A court in which `lawyer` acts for `buyer` and `rival` for `seller`, and every change set that it commits. */
const court = async () => {
  const on = stage()
  const sets: Array<ChangeSet> = []
  const { commit } = on.driver
  Object.assign(on.driver, {
    commit: (set: ChangeSet) => {
      sets.push(set)
      return commit(set)
    },
  })
  const [buyer, seller, lawyer, rival] = await Promise.all(
    ["buyer", "seller", "lawyer", "rival"].map((handle) => on.enrolled(handle)),
  )
  if (!buyer || !seller || !lawyer || !rival) throw new Error("nobody enrolled")
  await on.act(briefAgent, brief("lawyer"), buyer)
  return { ...on, sets, buyer, seller, lawyer, rival }
}

const tenders = (from: number) =>
  Array.from({ length: 10 }, (_, i) => ({
    citation: `[2020] ABC ${from + i}`,
    proposition: "Paid work is delivered.",
    text: `Passage ${from + i}, as it stands in the report.`,
    attested: true,
  }))

describe("counsel on the record", () => {
  it("PD2 §2 the largest papers, with counsel on both sides and a lapse in between, each fit one commit", async () => {
    const { act, advance, lawyer, rival, seller, sets } = await court()
    const lodge = { sha256: "ab".repeat(32), kind: "order", counterparty: "seller" } as const
    const largest = async () => {
      const dealings: Array<string> = []
      for (let i = 0; i < 10; i++) dealings.push((await act(notarise, lodge, lawyer)).id)
      return filing({ client: "buyer", dealings, claim: claim({ authorities: tenders(0) }) })
    }
    const again = await largest()
    const first = (await act(fileMatter, again, lawyer)).matter
    await act(fileMatter, await largest(), lawyer)
    await act(fileMatter, await largest(), lawyer)
    // when the first matter has lapsed, so that the next filing records the lapse too
    advance(hours(48 + 24 * 30))
    const { matter } = await act(fileMatter, again, lawyer)
    expect(matter.status).toBe("served")
    await act(briefAgent, brief("rival", matter.id), seller)
    advance(hours(49))
    const defended = await act(
      fileDefence,
      { id: matter.id, ...answering({ authorities: tenders(10) }) },
      rival,
    )
    expect(defended.counsel).toEqual({ claimant: "lawyer", respondent: "rival" })
    advance(hours(49))
    await act(callForJudgment, { id: matter.id }, lawyer)
    expect(first.counsel.claimant).toBe("lawyer")
    const sizes = sets.map(operations)
    expect(Math.max(...sizes)).toBeGreaterThan(32)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.operations)
  })

  it("PD2 §8 the bundle has the papers of the parties and nothing of counsel: not its brief, not its name", async () => {
    const { act, read, lawyer, rival, seller } = await court()
    const { matter } = await act(fileMatter, filing({ client: "buyer" }), lawyer)
    await act(briefAgent, brief("rival", matter.id), seller)
    await act(fileDefence, { id: matter.id, ...answering() }, rival)
    await act(fileReply, { id: matter.id, ...answering({ responses: [] }) }, lawyer)
    await act(callForJudgment, { id: matter.id }, lawyer)
    const bundle = await read((reader) => Bundle.collect(reader, matter.id))
    expect(bundle.matter).toMatchObject({
      counsel: { claimant: null, respondent: null },
      claim: { filedBy: "buyer" },
      defence: { filedBy: "seller" },
      reply: { filedBy: "buyer" },
    })
    expect(JSON.stringify(bundle)).not.toMatch(new RegExp(`${canary}|lawyer|rival|${lawyer.id}|${rival.id}`))
  })
})
