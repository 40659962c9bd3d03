/** Appeals on the memory store: judgments, entries, ledger and journal agree after any acts in any order. */
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Conduct } from "../bench/index.ts"
import { checkCompliance, registersAt, replay } from "../compliance/index.ts"
import { Judgment, listJudgments, replayedItem, replayJudgments } from "../judgments/index.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { clock, judge, registrar, stage } from "../testing/Stage.ts"
import { appeal } from "./Begin.ts"
import { passAppealDeadline } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { isPending } from "./Moves.ts"
import { estimateAppeal } from "./Price.ts"
import {
  type Court,
  decided,
  fire,
  isRegister,
  once,
  ruling,
  slowSteps,
  stateOf,
  steps,
} from "./testing/Play.ts"

/** Checks what must be true of the court after every act. */
const check = async (court: Court) => {
  const { matter, filer, appeal: last, entries, judgments, ledger, balances, charged } = await stateOf(court)
  const inForce = matter.review?.inForce ?? []
  const pending = last !== null && isPending(last)
  expect(entries.length).toBeGreaterThanOrEqual(2)
  // An entry is suspended exactly while its judgment is under appeal, and superseded when that judgment is not in force.
  for (const entry of entries) {
    expect(entry.suspendedSince !== null).toBe(pending && entry.citation === inForce[0])
    expect(entry.status === "superseded").toBe(entry.citation !== inForce[0])
    expect(entry.finality).toEqual(
      entry.status === "superseded"
        ? { status: expect.stringMatching(/superseded|vacated/), until: null }
        : judgments.find(({ citation }) => citation === entry.citation)?.finality.status === "final"
          ? expect.anything()
          : judgments.find(({ citation }) => citation === entry.citation)?.finality,
    )
  }
  // The judgments in force are one chain with the finality of its last; every other judgment is replaced, vacated or a remittal.
  const at = (citation: string) => judgments.find((one) => one.citation === citation)
  const statuses = inForce.map((citation) => {
    const judgment = at(citation)
    return judgment === undefined ? "missing" : Judgment.finalityAt(judgment.finality, court.now())
  })
  expect(new Set(statuses).size).toBeLessThanOrEqual(1)
  expect(statuses.includes("under appeal")).toBe(pending)
  for (const judgment of judgments.filter(({ citation }) => !inForce.includes(citation))) {
    const { finality, marks, orders: made } = judgment
    const isRemittal = made.some(({ kind }) => kind === "remit")
    expect(isRemittal || marks.vacated || marks.supersededBy !== null).toBe(true)
    if (!isRemittal) expect(["superseded", "vacated"]).toContain(finality.status)
  }
  // Findings of conduct stand and fall with their judgment; a reputation is the sum of them and of the entries.
  for (const { conduct, finality } of judgments) {
    const fell = finality.status === "superseded" || finality.status === "vacated"
    for (const { reversedAt } of conduct) expect(reversedAt !== null).toBe(fell)
  }
  const found = judgments.flatMap(Conduct.unreversedConduct)
  const reputationOf = (handle: string) =>
    [
      ...found.filter((one) => one.handle === handle),
      ...entries
        .filter(({ bound }) => bound.handle === handle)
        .flatMap(({ adjustments }) => adjustments.filter(({ reversedAt }) => reversedAt === null)),
    ].reduce((total, { delta }) => total + delta, 0)
  // The count of the claimant's open matters has the matters that are still to be decided.
  expect(filer.open).toBe(matter.endedAt === null ? 1 : 0)
  expect(matter.status).toBe(matter.endedAt === null ? "reserved" : "decided")
  // The balance is the sum of the entries, and the fee of an appeal is charged once.
  const sum = ledger.reduce(
    (cents, entry) => cents + (entry.kind === "charge" ? entry.cents : -entry.cents),
    0,
  )
  expect(balances.reduce((cents, balance) => cents + balance.chargedCents - balance.creditedCents, 0)).toBe(
    sum,
  )
  expect(new Set(ledger.map(({ subject }) => subject)).size).toBe(ledger.length)
  // Every charge of this court is one of its only matter, and is counted there.
  const charges = ledger.reduce((cents, entry) => cents + (entry.kind === "charge" ? entry.cents : 0), 0)
  expect(charged.reduce((cents, one) => cents + one.cents, 0)).toBe(charges)
  // The registers as stored are the registers that the public journal gives.
  // The items go through JSON, as they do for a reader of the journal. The cast names what the journal holds.
  const items = JSON.parse(JSON.stringify(await court.events())) as Parameters<typeof replay>[0]
  const folded = replay(items)
  expect(folded.faults).toEqual([])
  const delivered = replayJudgments(items)
  expect(delivered.faults).toEqual([])
  const listed = await court.ask(listJudgments, { page: { after: null, limit: 100 } }, { role: "public" })
  expect(listed.items).toHaveLength(judgments.length)
  for (const { catchwords: _, areas: __, ...item } of listed.items) {
    const told = delivered.judgments.get(item.citation)
    expect(told && replayedItem(told, court.now())).toEqual(item)
  }
  const registers = registersAt(folded, court.now())
  for (const handle of ["buyer", "seller"]) {
    const served = await court.ask(
      checkCompliance,
      { handle, page: { after: null, limit: 100 } },
      { role: "public" },
    )
    const { label, reputation, counts } = served
    expect(reputation).toBe(reputationOf(handle))
    expect(registers.get(handle)).toEqual({ label, reputation, counts })
  }
  expect(new Map(entries.map(({ id, status }) => [id, status]))).toEqual(
    new Map([...folded.entries.values()].map(({ id, status }) => [id, status])),
  )
}

describe("appeals in any order", () => {
  it("PD11 §7 judgments, entries, ledger and journal agree after every act, by anybody at any time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(steps(8), slowSteps(3)), async (taken) => {
        const court = await decided()
        for (const one of taken) {
          court.advance(one.wait)
          await once(court, one)
          await check(court)
        }
      }),
      { numRuns: 30 },
    )
  })

  it("Rule 6.2 acts on an appeal get the same answers whether or not a scheduler runs", async () => {
    await fc.assert(
      fc.asyncProperty(steps(8), async (taken) => {
        const [quick, idle] = [await decided(), await decided()]
        const onAppeal = taken.filter(({ act }) => !isRegister(act))
        for (const one of onAppeal) {
          quick.advance(one.wait)
          idle.advance(one.wait)
          await fire(quick)
          expect(await once(idle, one)).toBe(await once(quick, one))
        }
        await fire(quick)
        await fire(idle)
        const [a, b] = [await stateOf(quick), await stateOf(idle)]
        expect(a.matter.review?.inForce).toEqual(b.matter.review?.inForce)
        expect(a.appeal?.status).toBe(b.appeal?.status)
        expect(a.appeal?.hearingAt).toBe(b.appeal?.hearingAt)
        expect(a.judgments.map(({ finality }) => finality)).toEqual(
          b.judgments.map(({ finality }) => finality),
        )
        expect(a.ledger.map(({ cents, subject }) => [cents, subject])).toEqual(
          b.ledger.map(({ cents, subject }) => [cents, subject]),
        )
      }),
      { numRuns: 30 },
    )
  })

  it("Rule 6.3 of two judgments that remit a matter at once, one is delivered and the other refused", async () => {
    // given an appeal in its hearing
    const court = await decided()
    const { matterId } = court
    const { appealId: id } = await court.act(
      appeal,
      { id: matterId, grounds: ["It is wrong."] },
      court.seller,
    )
    const reasons = "As others cost."
    await court.act(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons }, registrar)
    court.advance(hours(2))
    await court.act(passAppealDeadline, { appealId: id }, clock)
    // when one is delivered after the other has read the appeal and before it reads the matter
    const deliver = { id, ...ruling("remitted") }
    let first = true
    const read: typeof court.driver.read = (refs) => {
      const between = first && refs.some(({ kind }) => kind === Matter.Matters.name)
      if (between) first = false
      const found = court.driver.read(refs)
      return between ? Effect.zipRight(Effect.orDie(court.run(deliverAppeal, deliver, judge)), found) : found
    }
    const late = stage(published, { driver: { ...court.driver, read }, now: court.now() })
    // then the other is refused, as it would be later
    expect(await late.codeOf(deliverAppeal, deliver, judge)).toBe("appeal_state")
    expect((await stateOf(court)).appeal?.outcome).toBe("remitted")
  })

  it("Rule 6.0 of two notices that race, each is received once, and there is one appeal", async () => {
    const court = await decided()
    const by = (who: "buyer" | "seller") =>
      court.codeOf(appeal, { id: court.matterId, grounds: ["It is wrong."] }, court[who])
    const codes = await Promise.all([by("seller"), by("buyer"), by("seller")])
    expect(codes.toSorted()).toEqual(["already_appealed", null, null])
    const { appeal: one } = await stateOf(court)
    expect(one?.appellants.map(({ side }) => side).toSorted()).toEqual(["claimant", "respondent"])
  })
})
