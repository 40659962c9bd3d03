/** The court's judge at work in the real loop: it decides, leaves it to the bench, proposes, or drafts what the rules refuse. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { Matter } from "../matters/index.ts"
import { reserved } from "../matters/testing/Opened.ts"
import { clock, judge } from "../testing/Stage.ts"
import { decideMatter, deliverJudgment } from "./Commands.ts"
import { bundleToPropose, proposalKind, propose } from "./Proposal.ts"
import { readProposal } from "./Queries.ts"
import { draft, pay } from "./testing/Cases.ts"
import { before, type Sitting, sitting } from "./testing/Sitting.ts"

/** A court with a reserved matter of `buyer` against `seller`. */
const beforeTheJudge = async () => {
  const court = await reserved()
  const { matterId } = court
  const { reservedAt } = Option.getOrThrow(
    await court.read((reader) => reader.find(Matter.Matters, matterId)),
  )
  return {
    ...court,
    reservedAt: needPresent(reservedAt, "the instant at which it was reserved"),
    decides: (by: Sitting) => court.act(before(decideMatter, by), { matterId }, clock),
    dueKinds: async () => {
      const lease = { kinds: null, worker: "w", now: court.now(), until: court.now() + 1, limit: 99 }
      return (await Effect.runPromise(court.driver.lease(lease))).map(({ kind }) => kind)
    },
  }
}
const making = { by: { judge: "model", version: "house" }, attempt: 1, repaired: false } as const
const left = (matterId: string, refused: string | null = null) => ({ matterId, citation: null, refused })
const good = draft({ orders: [pay(100)], areas: [] })

describe("a matter before the court's judge", () => {
  it("Rule 5.2 given a draft that the rules allow, then it is delivered, and the matter is decided once", async () => {
    const court = await beforeTheJudge()
    const decided = await court.decides(sitting(good))
    expect(decided).toMatchObject({ matterId: court.matterId, citation: "[2026] MC 1", refused: null })
    expect(await court.decides(sitting(good))).toEqual(left(court.matterId))
  })

  it("Rule 5.2 given a judge that drafts nothing, or what the rules refuse, then the matter is left to the bench", async () => {
    const court = await beforeTheJudge()
    expect(await court.decides(sitting(null))).toEqual(left(court.matterId))
    const wrong = sitting(draft({ orders: [pay(100, { against: "nobody" })] }))
    expect(await court.decides(wrong)).toEqual(left(court.matterId, "not_a_party_named"))
    const { citation } = await court.act(deliverJudgment, { id: court.matterId, ...good }, judge)
    expect(citation).toBe("[2026] MC 1")
  })

  it("Rule 5.2 given a judge that proposes, then nothing is decided, and its draft is asked for, kept and read by the bench alone", async () => {
    const court = await beforeTheJudge()
    const { matterId, reservedAt } = court
    const asked = { matterId, reservedAt }
    expect(await court.decides({ ...sitting(null), proposes: true })).toEqual(left(matterId))
    expect(await court.dueKinds()).toContain(proposalKind)
    expect(await court.ask(bundleToPropose, asked, clock)).toMatchObject({
      matter: { id: matterId },
    })
    expect(await court.ask(readProposal, { id: matterId }, judge)).toMatchObject({ draft: null, line: null })
    const proposed = { ...asked, draft: good, line: "Proposed by a model", ...making }
    expect(await court.codeOf(propose, proposed, judge)).toBe("judge_only")
    expect(await court.act(propose, proposed, clock)).toEqual({ matterId, kept: true })
    expect(await court.ask(readProposal, { id: matterId }, judge)).toMatchObject({
      draft: { ratio: good.ratio },
      line: "Proposed by a model",
    })
    expect(await court.askCodeOf(readProposal, { id: matterId }, court.buyer)).toBe("judge_only")
  })

  it("Rule 5.2 given earlier papers, an unknown matter or a decided one, then no proposal is asked for, kept or read", async () => {
    const court = await beforeTheJudge()
    const { matterId, reservedAt } = court
    const earlier = { matterId, reservedAt: reservedAt - 1 }
    expect(await court.ask(bundleToPropose, earlier, clock)).toBeNull()
    const unknown = { matterId: "nothing", reservedAt }
    expect(await court.ask(bundleToPropose, unknown, clock)).toBeNull()
    const proposed = { draft: good, line: "Proposed", ...making }
    for (const of of [earlier, unknown])
      expect(await court.act(propose, { ...of, ...proposed }, clock)).toMatchObject({ kept: false })
    expect(await court.act(propose, { matterId, reservedAt, ...proposed }, clock)).toMatchObject({
      kept: true,
    })
    await court.act(deliverJudgment, { id: matterId, ...good }, judge)
    expect(await court.ask(bundleToPropose, { matterId, reservedAt }, clock)).toBeNull()
    expect(await court.act(propose, { matterId, reservedAt, ...proposed }, clock)).toMatchObject({
      kept: false,
    })
    expect(await court.ask(readProposal, { id: matterId }, judge)).toMatchObject({ draft: null })
  })
})
