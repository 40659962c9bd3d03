/** Appeals through the court's own loop: the work of the judge and the estimator, and what parties read during an appeal. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { deliverJudgment, Judge } from "../bench/index.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import { before, type Sitting, sitting } from "../bench/testing/Sitting.ts"
import type { Command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import { days, hours } from "../kernel/Time.ts"
import { allLedgerEntries } from "../ledger/testing/Entries.ts"
import { callForJudgment, fileMatter, Matter, recordEligibility } from "../matters/index.ts"
import { filing } from "../testing/Matters.ts"
import { clock, judge, registrar, stage } from "../testing/Stage.ts"
import { judgeKind } from "./Appeal.ts"
import { appeal } from "./Begin.ts"
import { decideAppeal, passAppealDeadline } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { Estimator, estimateAppeal, priceAppeal } from "./Price.ts"
import { readAppeal, readFee } from "./Queries.ts"
import { decidedBy } from "./testing/Play.ts"
import { withdrawAppeal } from "./Withdraw.ts"

/** The command, provided with an estimator that gives these cents, or no estimate. */
const pricing = <I, F, R extends Json>(of: Command<I, F, R, Estimator>, cents: number | null) => {
  const estimator = Estimator.of({ estimate: () => Effect.succeed(cents) })
  const priced: Command<I, F, R> = {
    name: of.name,
    sections: of.sections,
    input: of.input,
    gather: (input, context, reader) =>
      Effect.provideService(of.gather(input, context, reader), Estimator, estimator),
    decide: of.decide,
  }
  return priced
}

const affirmed: Judge.AppealDraft = {
  ...draft({ orders: [{ kind: "dismiss", text: "The appeal is dismissed." }], areas: [] }),
  outcome: "affirmed",
}

/** A matter of `buyer` against `seller` in which the seller has appealed. */
const appealed = async (argument?: string) => {
  const court = await decidedBy(draft({ orders: [pay(100)], areas: [] }))
  const { seller, matterId } = court
  const words = { grounds: ["It is wrong."], ...(argument === undefined ? {} : { argument }) }
  await court.act(appeal, { id: matterId, ...words }, seller)
  const { review } = Option.getOrThrow(await court.read((reader) => reader.find(Matter.Matters, matterId)))
  const id = needPresent(review?.appealId, "the appeal")
  return {
    ...court,
    id,
    fee: () => court.ask(readFee, { id: matterId }, seller),
    decides: (by: Sitting, actor = clock) => court.act(before(decideAppeal, by), { appealId: id }, actor),
    due: async () => {
      const lease = { kinds: null, worker: "w", now: court.now(), until: court.now() + 1, limit: 99 }
      return (await Effect.runPromise(court.driver.lease(lease))).map(({ kind }) => kind)
    },
  }
}
const heard = async (argument?: string) => {
  const court = await appealed(argument)
  await court.act(
    estimateAppeal,
    { id: court.id, estimatedAppealCostCents: 100, reasons: "As such cases cost." },
    registrar,
  )
  court.advance(hours(49))
  await court.act(passAppealDeadline, { appealId: court.id }, clock)
  return court
}
const left = (matterId: string, refused: string | null = null) => ({ matterId, citation: null, refused })

describe("an appeal before the court's judge", () => {
  it("Rule 6.2 given a hearing that was due before its deadline fires, when the other party joins, then the judge is asked", async () => {
    const court = await appealed()
    const estimate = { estimatedAppealCostCents: 100, reasons: "As such cases cost." }
    await court.act(estimateAppeal, { id: court.id, ...estimate }, registrar)
    court.advance(hours(49))
    await court.act(appeal, { id: court.matterId, grounds: ["So is what it says of me."] }, court.buyer)
    expect(await court.due()).toContain(judgeKind)
  })

  it("Rule 6.3 given a ruling that the rules allow, then it is delivered under the name of the court above", async () => {
    const court = await heard("The day was an estimate.")
    expect(await court.due()).toContain(judgeKind)
    let seen: unknown = null
    const looking = Judge.Judge.of({
      line: "Before the Magistrate",
      decide: (bundle) => {
        seen = bundle.appeal
        return Effect.succeed(affirmed)
      },
    })
    expect(await court.decides(looking)).toMatchObject({ citation: "[2026] UC 1", refused: null })
    expect(seen).toMatchObject({
      court: "Upper Court",
      appellants: [{ handle: "seller", grounds: ["It is wrong."], argument: "The day was an estimate." }],
      below: [{ citation: "[2026] MC 1" }],
    })
    // when the judge is asked again
    expect(await court.decides(sitting(affirmed))).toEqual(left(court.matterId))
  })

  it("Rule 6.3 given no ruling, a draft without an outcome, a judge that only proposes, or a ruling that the rules refuse, then the appeal is left to the bench", async () => {
    const court = await heard()
    expect(await court.decides(sitting(null))).toEqual(left(court.matterId))
    expect(await court.decides(sitting(draft()))).toEqual(left(court.matterId))
    expect(await court.decides({ ...sitting(affirmed), proposes: true })).toEqual(left(court.matterId))
    const contradicted = { ...affirmed, orders: [pay(1)] }
    expect(await court.decides(sitting(contradicted))).toEqual(left(court.matterId, "outcome_contradicted"))
  })

  it("Rule 6.3 only the scheduler and the Judge may have the court's judge asked", async () => {
    const court = await heard()
    for (const actor of [registrar, court.buyer])
      await expect(court.decides(sitting(affirmed), actor)).rejects.toThrow()
    expect(await court.decides(sitting(null), judge)).toEqual(left(court.matterId))
  })

  it("Rule 6.3 an appeal that is not in its hearing yet is not put before the judge", async () => {
    const court = await appealed()
    expect(await court.decides(sitting(affirmed))).toEqual(left(court.matterId))
  })
})

describe("the fee of an appeal as its parties read it", () => {
  it("Rule 6.2 given no statement yet, then the note says until when one is awaited; given no statement in time, then it says that there is no fee", async () => {
    const court = await appealed()
    expect((await court.fee()).note).toMatch(/^No fee is stated yet.* Unless one is stated before 2026/)
    court.advance(days(14))
    expect((await court.fee()).note).toBe(
      "The hearing has begun. Nobody priced the appeal in time, so it has no fee.",
    )
    await court.act(passAppealDeadline, { appealId: court.id }, clock)
    expect(await court.inbox(court.buyer.id)).toContain("appeal.hearing")
  })

  it("Rule 6.2 given a statement, then the note says until when a withdrawal is free, and on whom the fee falls afterwards", async () => {
    const court = await appealed()
    await court.act(pricing(priceAppeal, 100), { appealId: court.id }, clock)
    expect((await court.fee()).note).toMatch(/^The appellant may withdraw without a fee/)
    expect((await court.fee()).statement).not.toBeNull()
    // when the estimator is asked again
    await court.act(pricing(priceAppeal, 900), { appealId: court.id }, clock)
    expect((await court.fee()).statement).toMatchObject({ totalCents: 130 })
    court.advance(hours(49))
    expect((await court.fee()).note).toBe(
      "The hearing has begun. The fee falls on the party that loses the appeal.",
    )
  })

  it("Rule 6.2 given an appeal that has ended, then the note says how it ended", async () => {
    const court = await appealed()
    await court.act(withdrawAppeal, { id: court.matterId }, court.seller)
    expect((await court.fee()).note).toBe("The appeal is withdrawn.")
    expect(await court.ask(readAppeal, { id: court.id }, court.buyer)).toMatchObject({
      status: "withdrawn",
      appellants: [{ argument: null }],
    })
  })

  it("Rule 6.2 given a matter without an appeal, then there is no fee to read", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    await court.enrolled("seller")
    const { matter } = await court.act(fileMatter, filing({ dealingAt: court.now() }), buyer)
    expect(await court.askCodeOf(readFee, { id: matter.id }, buyer)).toBe("unknown_appeal")
  })
})

describe("an appeal from a judgment by default", () => {
  it("Rule 2.4 given a respondent that is not enrolled, then nobody bears the fee if the claimant wins", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
    const given = filing({ respondent: "absent", dealingAt: court.now() })
    const sought = { kind: "pay", text: "Pay back the price.", amountCents: 4_000, restsOn: [1, 2] } as const
    const claim = { ...given.claim, orders: [{ ...sought, against: "absent", inFavourOf: "buyer" }] }
    const { matter } = await court.act(fileMatter, { ...given, claim }, buyer)
    const matterId = matter.id
    court.advance(hours(49))
    await court.act(callForJudgment, { id: matterId }, buyer)
    const byDefault = draft({ orders: [pay(100, { against: "absent" })], areas: [] })
    await court.act(deliverJudgment, { id: matterId, ...byDefault }, judge)
    await court.act(appeal, { id: matterId, grounds: ["It declares too little."] }, buyer)
    const { review } = Option.getOrThrow(await court.read((reader) => reader.find(Matter.Matters, matterId)))
    const id = needPresent(review?.appealId, "the appeal")
    await court.act(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons: "So." }, registrar)
    court.advance(hours(49))
    const varied: Judge.AppealDraft = {
      ...draft({ orders: [{ kind: "declaration", text: "More is owed." }], areas: [] }),
      outcome: "varied",
    }
    await court.act(deliverAppeal, { id, ...varied }, judge)
    expect(await court.ask(readAppeal, { id }, buyer)).toMatchObject({
      outcome: "varied",
      feeBorneBy: "absent",
    })
    const entries = await court.read(allLedgerEntries)
    expect(entries.filter(({ reason }) => reason === "appeal_fee")).toEqual([])
  })
})
