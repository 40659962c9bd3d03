/** The view that a strategy is shown: the parts that it may keep, spread and print, and the parts that go on changing. */
import { inspect } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { run } from "./Run.ts"
import { type Choice, choices, type Self, type Strategy } from "./Strategy.ts"
import { all, busy, withOffices } from "./testing/Busy.ts"

/** A view that was kept, and what JSON said of it when the strategy was asked. */
interface Kept {
  readonly choice: Choice
  readonly view: object
  readonly said: string
}
/** The part of a view that is of its moment: all but the members that last. */
const momentOf = (view: object): string => JSON.stringify({ ...view, history: 0, memory: 0, peers: 0 })

/** The strategy with each of its choices noted before it is made. */
const noting = (strategy: Strategy, note: (choice: Choice, view: object) => void): Strategy => {
  const noted = choices.map((choice) => {
    const make = strategy[choice] as (view: object) => unknown // each takes a view of its own
    return [
      choice,
      (view: object) => {
        note(choice, view)
        return make(view)
      },
    ]
  })
  return Object.fromEntries(noted)
}

describe("what a strategy is shown", () => {
  const kept: Array<Kept> = []
  beforeAll(() => {
    // given a run in which every view is kept
    const mine = noting(busy, (choice, view) => kept.push({ choice, view, said: momentOf(view) }))
    run(all(withOffices), { strategies: { mine } })
  })

  it("is an object of its own for each question, with the figures of that instant also after the run", () => {
    expect(new Set(kept.map(({ choice }) => choice)).size).toBe(choices.length)
    expect(new Set(kept.map(({ view }) => view)).size).toBe(kept.length)
    expect(kept.filter(({ view, said }) => momentOf(view) !== said)).toEqual([])
  })

  it.each(choices)("can be spread and printed at %s, since its members are its own", (choice) => {
    const { view } = needPresent(
      kept.find((one) => one.choice === choice),
      choice,
    )
    expect(Object.getPrototypeOf(view)).toBe(Object.prototype)
    const own = Object.getOwnPropertyDescriptors(view)
    expect(Object.values(own).every((member) => "value" in member)).toBe(true)
    expect(Object.keys({ ...view })).toEqual(expect.arrayContaining(["now", "random", "parameters"]))
    expect(inspect(view)).toContain("now: ")
  })

  it.each(choices)("is copied by structuredClone at %s only without its functions", (choice) => {
    const { view } = needPresent(
      kept.find((one) => one.choice === choice),
      choice,
    )
    const members = Object.entries(view)
    expect(() => structuredClone(view)).toThrow("could not be cloned")
    const figures = Object.fromEntries(members.filter(([, member]) => typeof member !== "function"))
    expect(structuredClone(figures)).toEqual(figures)
    expect(Object.keys(JSON.parse(JSON.stringify(view)))).toEqual(Object.keys(figures))
  })

  it("has the history and the memory of the agent itself, which go on changing", () => {
    const seen: Array<Pick<Self, "agent" | "history" | "memory">> = []
    const mine: Strategy = {
      learn: ({ what, agent, history, memory }) => {
        if (what !== "dealt") return
        memory[0] = (memory[0] ?? 0) + 1
        seen.push({ agent, history, memory })
      },
    }
    const { memory } = run(all({}), { strategies: { mine } })
    const [first] = seen
    const told = seen.filter(({ agent }) => agent === first?.agent)
    expect(told.length).toBeGreaterThan(1)
    expect(told.every((one) => one.history === first?.history)).toBe(true)
    expect(first?.history.dealings).toBe(told.length)
    expect(first?.memory[0]).toBe(told.length)
    expect(memory?.[16 * (first?.agent ?? 0)]).toBe(told.length)
  })

  it("looks at the registers as they are then, also after the answer", () => {
    const looks: Array<Self["look"]> = []
    const mine: Strategy = { ...busy, deal: ({ look }) => looks.push(look) > 0 }
    const { agents } = run(all({}), { strategies: { mine } })
    const [look] = looks
    const found = Array.from({ length: agents.length }, (_, agent) => look?.(agent).reputation)
    expect(new Set(found).size).toBeGreaterThan(1)
    expect(found).toEqual(Array.from(agents.reputation))
  })

  it("has random numbers of its own question, in whatever order questions draw", () => {
    const drawn = (late: boolean): ReadonlyArray<number> => {
      const waiting: Array<() => number> = []
      const numbers: Array<number> = []
      const mine: Strategy = {
        break: ({ random }) => {
          if (late) waiting.push(random)
          else numbers.push(random(), random())
          return false
        },
      }
      run(all({}), { strategies: { mine } })
      return late ? waiting.flatMap((random) => [random(), random()]) : numbers
    }
    // when the numbers are drawn at each question, and when all are drawn after the run
    const numbers = drawn(false)
    expect(new Set(numbers).size).toBeGreaterThan(100)
    expect(drawn(true)).toEqual(numbers)
  })
})
