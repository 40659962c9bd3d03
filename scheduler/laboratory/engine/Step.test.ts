/** The laboratory's rule and the court's give the same results, whatever happens to an entry. */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../../../core/agents/index.ts"
import {
  type Entry,
  type EntryAct,
  entries,
  type Moved,
  type Part,
  acts as table,
} from "../../../core/compliance/index.ts"
import {
  address,
  attest,
  confirm,
  decide,
  dispute,
  meet,
  open,
  pass,
  prove,
  resume,
  supersede,
  suspend,
  terms,
} from "../../../core/compliance/testing/Given.ts"
import { weigh } from "../../../core/compliance/testing/index.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { blank, load, type State } from "./State.ts"
import { begin, step, stepPassing } from "./Step.ts"
import { foundBy, statedBy } from "./testing/Replayed.ts"

/** The change of a reputation by a move of an entry that stands alone in its judgment. */
const deltaOf = (moved: Moved): number =>
  weigh([moved], { entries: [] }).reduce((sum, { delta }) => sum + delta, 0)

const { deliveredAt } = open
const horizon = 1000
/** Instants before, at and after the edges of windows. Many are whole hours, so that edges are hit. */
const instant = fc.oneof(
  fc.integer({ min: 0, max: horizon }).map((k) => deliveredAt + hours(k)),
  fc.integer({ min: 0, max: hours(horizon) }).map((ms) => deliveredAt + ms),
)
const parts: ReadonlyArray<Part> = ["bound", "favoured", "registrar", "court", "clock", "nobody"]

/** A random act, usually by a party that may do it, with any instant of performance. */
const act: fc.Arbitrary<EntryAct> = fc
  .record({
    stated: instant,
    found: fc.constantFrom("satisfied", "unsatisfied", "pending"),
    bare: fc.boolean(),
  })
  .chain(({ stated, found, bare }) =>
    fc.constantFrom<EntryAct>(
      attest(stated),
      confirm,
      prove(stated),
      address,
      pass,
      dispute("bound"),
      dispute("favoured"),
      decide(found, bare ? null : stated),
      suspend,
      resume,
      supersede,
      meet,
    ),
  )
/** The same act by somebody else. The name in a dispute is that of the party that brings it. */
const by = (act: EntryAct, who: Part): EntryAct =>
  act.act === "dispute" && (who === "bound" || who === "favoured") ? dispute(who) : { ...act, who }
const byAnybody = fc.oneof(
  { weight: 9, arbitrary: act },
  { weight: 1, arbitrary: fc.tuple(act, fc.constantFrom(...parts)).map(([act, who]) => by(act, who)) },
)
const turns = fc.array(fc.tuple(fc.integer({ min: 0, max: hours(100) }), byAnybody), { maxLength: 12 })

/** The part of a state that a record has too. A record does not have the instant at which its last move took effect. */
const kept = ({ at: _, ...state }: State) => state
const stateOf = (entry: Entry.Entry) => {
  const state = blank()
  load(state, entry)
  return kept(state)
}

/** Does an act on a record and on a row. Both must refuse it with one code, or reach one state at one instant with one delta. */
const agree = (entry: Entry.Entry, state: State, act: EntryAct, now: Instant): Entry.Entry => {
  const { standing } = state
  const refused = step(state, act.act, act.who, statedBy(act), foundBy(act, state.status), now, terms)
  return Either.match(entries.transition(entry, act, now, terms), {
    onLeft: ({ code }) => {
      expect(refused).toBe(code)
      expect(kept(state)).toEqual(stateOf(entry))
      return entry
    },
    onRight: (moved) => {
      const { after, at } = moved
      expect(refused).toBeNull()
      expect(kept(state)).toEqual(stateOf(after))
      expect([state.at, state.standing - standing]).toEqual([at, deltaOf(moved)])
      return after
    },
  })
}

const begun = (): State => {
  const state = blank()
  begin(state, deliveredAt, open.hours, terms)
  return state
}

/** The entry and its row after random acts. Before each act, the passing that is due is made, as the court does. */
const played = (given: ReadonlyArray<readonly [number, EntryAct]>, check: boolean) => {
  const state = begun()
  let entry = open
  let now = deliveredAt
  for (const [wait, act] of given) {
    now += wait
    const [passed] = entries.passed(entry, now, terms)
    const stepped = stepPassing(state, now, terms)
    if (check) expect(stepped).toBe(passed !== undefined)
    entry = agree(passed?.after ?? entry, state, act, now)
  }
  return { entry, state, now }
}

describe("the rule of rows and the rule of records", () => {
  it("PD11 §2 open an entry in the same state", () => {
    expect(kept(begun())).toEqual(stateOf(open))
  })

  it("PD11 §3 give the same state or the same refusal for random acts in any order by anybody", () => {
    fc.assert(
      fc.property(turns, (given) => {
        played(given, true)
      }),
      { numRuns: 3000 },
    )
  })

  it("PD11 §3 agree on every act from every state that random acts reach", () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(turns, instant, (given, stated) => {
        const { entry, state, now } = played(given, false)
        const acts = [
          attest(stated),
          confirm,
          prove(stated),
          pass,
          dispute(),
          decide("satisfied", stated),
          decide("unsatisfied"),
          suspend,
          resume,
          supersede,
          meet,
        ]
        for (const act of acts) agree(entry, { ...state }, act, now)
        reached.add(entry.status)
      }),
      { numRuns: 500, seed: 20_261_122 },
    )
    // The property reached every status. The acts above are all acts of the table, except two that rows never have.
    expect([...reached].sort()).toEqual([...Standing.EntryStatus.literals].sort())
    expect(Object.keys(table)).toHaveLength(12)
  })
})
