/** The points that the entries of one judgment give and take together (PD11 §10). */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf } from "../testing/Decisions.ts"
import type { Entry } from "./Entry.ts"
import { openedEvent } from "./Journal.ts"
import type { EntryAct } from "./Moves.ts"
import { entries } from "./Record.ts"
import { replay } from "./Replay.ts"
import { reputationOf } from "./Reputation.ts"
import {
  attest,
  confirm,
  creditor,
  debtor,
  decide,
  favoured,
  fresh,
  openedAs,
  pass,
  terms,
} from "./testing/Given.ts"
import { clock, enrolled, item, registrar } from "./testing/Journal.ts"

type Step = readonly [n: number, act: EntryAct, by: Actor, at: number]

const ordered = (n: number): Entry => ({ ...openedAs(`entry-${n}`), n, amountCents: 1 })

/** The entries of one judgment after acts, each recorded with what stood beside it, and what the journal then says. */
const play = (opened: readonly [Entry, ...Entry[]], steps: ReadonlyArray<Step>) => {
  const all = new Map(opened.map((entry) => [entry.n, entry]))
  let standing: Standing.Standing = { ...fresh, counts: { ...fresh.counts, open: opened.length } }
  const first = openedEvent(opened)
  const items = [...enrolled, item(first.type, first.subject, start, first.data, first.rules)]
  for (const [n, act, by, at] of steps) {
    const entry = all.get(n)
    if (entry === undefined) throw new Error(`no order ${n}`)
    const made =
      act.act === "pass"
        ? entries.passed(entry, at, terms)
        : Either.getOrThrow(entries.perform(entry, act, at, terms))
    const beside = { entries: [...all.values()], standings: [standing] }
    const changes = entries.record([made], beside, contextFor(by, at))
    for (const one of eventsOf(changes))
      items.push(item(one.type, one.subject, one.at ?? at, one.data, one.rules))
    standing = putsOf(Standing.Standings, changes).at(-1) ?? standing
    all.set(n, made.at(-1)?.after ?? entry)
  }
  const { faults, reputation } = replay(items)
  return {
    reputation: standing.reputation,
    replayed: reputation.get("debtor"),
    faults,
    entries: [...all.values()],
  }
}

const twelve: readonly [Entry, ...Entry[]] = [
  ordered(1),
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(ordered),
]
const inTime = start + hours(1)
const all = (step: (n: number) => Step) => twelve.map(({ n }) => step(n))

/** Nobody acts: each time passes, and then each notice. */
const missed = [200, 300].flatMap((at) => all((n) => [n, pass, clock, start + hours(at)]))

describe("the entries of one judgment between two parties", () => {
  it("PD11 §10 given twelve orders of a cent, when all are confirmed in time, then the reputation rises by one", () => {
    const found = play(
      twelve,
      all((n) => [n, confirm, creditor, inTime]),
    )
    expect(found).toMatchObject({ reputation: 1, replayed: 1, faults: [] })
    expect(found.entries.map(({ adjustments }) => reputationOf(adjustments))).toEqual(twelve.map(() => 1))
  })

  it("PD11 §10 given twelve orders, when no order is honoured, then the reputation falls by three", () => {
    const found = play(twelve, missed)
    expect(found).toMatchObject({ reputation: -3, replayed: -3, faults: [] })
  })

  it("PD11 §10 given one order honoured and eleven not, then one is given and three are taken, in any order", () => {
    const paid: Step = [7, confirm, creditor, inTime]
    expect(play(twelve, [paid, ...missed.filter(([n]) => n !== 7)])).toMatchObject({
      reputation: -2,
      replayed: -2,
      faults: [],
    })
  })

  it("PD11 §10 given two orders unsatisfied, when one is corrected, then the other still takes its three", () => {
    const corrected: Step = [1, decide("satisfied", inTime, true), registrar, start + hours(400)]
    const two = [ordered(1), ordered(2)] as const
    expect(play([...two], [...missed.filter(([n]) => n < 3), corrected])).toMatchObject({
      reputation: -2,
      replayed: -2,
      faults: [],
    })
  })

  it("PD11 §10 given two parties favoured, then each of them counts", () => {
    const other = { ...favoured, id: "id-of-another", handle: "another" }
    const two = [ordered(1), { ...ordered(2), favoured: other }] as const
    const another: Actor = { role: "agent", id: other.id, handle: other.handle }
    const found = play(
      [...two],
      [
        [1, confirm, creditor, inTime],
        [2, confirm, another, inTime],
      ],
    )
    expect(found).toMatchObject({ reputation: 2, replayed: 2, faults: [] })
  })

  it("PD11 §10 whatever becomes of the entries, the reputation is what the best of them gives and the worst takes", () => {
    const step = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom<EntryAct>(
        attest(start),
        confirm,
        decide("satisfied", start),
        decide("unsatisfied"),
        decide("pending"),
        pass,
      ),
      fc.integer({ min: 0, max: 120 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (given) => {
        const three = [ordered(1), ordered(2), ordered(3)] as const
        let now = start
        const steps: Array<Step> = []
        const states = new Map<number, Entry>(three.map((one) => [one.n, one]))
        for (const [n, act, wait] of given) {
          now += hours(wait)
          const entry = states.get(n) ?? three[0]
          const made =
            act.act === "pass"
              ? Either.right(entries.passed(entry, now, terms))
              : entries.perform(entry, act, now, terms)
          if (Either.isLeft(made) || made.right.length === 0) continue
          states.set(n, made.right.at(-1)?.after ?? entry)
          const by = { attest: debtor, confirm: creditor, decide: registrar, pass: clock }
          steps.push([n, act, by[act.act as keyof typeof by], now])
        }
        const found = play([...three], steps)
        const each = found.entries.map(({ adjustments }) => reputationOf(adjustments))
        const sum = Number(each.includes(1)) - 3 * Number(each.includes(-3))
        expect(found).toMatchObject({ reputation: sum, replayed: sum, faults: [] })
      }),
      { numRuns: 300 },
    )
  })
})
