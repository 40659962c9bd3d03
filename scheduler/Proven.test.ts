/** The model of the five tables, and what reads the checker's answers: without the checker, which `npm run prove` runs. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { needPresent } from "../core/kernel/Defect.ts"
import * as Court from "./testing/explored/Court.ts"
import { explore, type Step } from "./testing/explored/Explore.ts"
import { scenes } from "./testing/explored/Scenes.ts"
import { modelOf, readingsOf } from "./testing/proven/Build.ts"
import type { Model } from "./testing/proven/Language.ts"
import { bounds } from "./testing/proven/Links.ts"
import { mutants } from "./testing/proven/Mutants.ts"
import { faultsOf, named, nextIn } from "./testing/proven/Named.ts"
import { pagePath, recordedPath, withTables } from "./testing/proven/Page.ts"
import { promelaOf } from "./testing/proven/Promela.ts"
import type { Reading } from "./testing/proven/Reading.ts"
import { missing, read, stepsOf } from "./testing/proven/Spin.ts"
import { brokenBy, shortened, storyOf } from "./testing/proven/Story.ts"
import { ends, type Machine, machines, rows } from "./testing/proven/Tables.ts"
import { theorems } from "./testing/proven/Theorems.ts"
import { runner, search } from "./testing/proven/Walk.ts"

const model = modelOf(bounds.usual, named)

/** The model from a judgment of 1 in force, secured by a confirmed hold of 2: what comes after is deep in a whole search. */
const secured = (of: Model): Model => {
  const at = (name: string): number => needPresent(of.constants.get(name), name)
  const given = {
    ...{
      quote: at("quote_disputed"),
      matter: at("matter_decided"),
      hold: at("hold_confirmed"),
      entry: at("entry_open"),
    },
    ...{ served: 1, order: 1, owed: 1, standing: 1, finality: 1, running: 1, rest: 2 },
  }
  return { ...of, variables: new Map([...of.variables, ...Object.entries(given)]) }
}

describe("the model of the five tables", () => {
  it("Rule 4.9 given the tables that run, then every row is a step of the model, or comes with another act", () => {
    const readings = readingsOf(bounds.usual, rows)
    const { steps } = modelOf(bounds.usual, named)
    const lost = rows.filter(({ machine, act, sections }) => {
      const of = readings[machine] as Readonly<Record<string, Reading>>
      const own = steps.filter((step) => step.machine === machine && step.act === act)
      return of[act]?.free !== false && !own.some(({ words }) => words.includes(sections.join(", ")))
    })
    expect(rows.length).toBeGreaterThan(60)
    expect(lost).toEqual([])
  })

  it("Rule 4.9 given the tables as they are, when the first states are searched, then every theorem of states holds", () => {
    const { states, depth, found } = search(model, 10)
    expect({ depth, found }).toEqual({ depth: 10, found: null })
    expect(states).toBeGreaterThan(500)
    expect(search(secured(model), 4).found).toBeNull()
  })

  it("Rule 4.7 given a matter that waits for an office, then both parties, or the claimant, can end it", () => {
    for (const status of ["queued", "reserved"])
      expect(
        model.steps.some(
          ({ actor, machine, when, does }) =>
            actor === "claimant" &&
            machine === "matter" &&
            when.some((one) => one.includes(`matter_${status}`)) &&
            does.some(({ set }) => ends.matter.some((end) => set === `matter = matter_${end}`)),
        ),
      ).toBe(true)
  })

  it("Rule 2.6 given each status before an end, then its next names every live act and no dead one", () => {
    const faults = machines.flatMap((machine: Machine) =>
      [...nextIn[machine]].flatMap(([status, acts]) => faultsOf(machine, status, acts)),
    )
    expect(faults).toEqual([])
    expect(faultsOf("matter", "reserved", [])).toContain("names nobody")
    expect(faultsOf("appeal", "hearing", ["judgment", "withdraw"])).toEqual([
      "names withdraw, which its status does not allow",
    ])
  })

  it.each(mutants.filter(({ theorem }) => !["ends", "unblocked"].includes(theorem)))(
    "Rule 4.9 a court that $breaks is found as a breach of $theorem",
    ({ theorem, ...changes }) => {
      const broken = modelOf(bounds.usual, named, changes)
      const found = search(broken, 8).found ?? search(secured(broken), 5).found
      expect(found?.formula.name).toBe(theorem)
    },
  )

  it("Rule 4.9 given every scene of the exploration, then each move of a record in the real court is a row of the model", () => {
    const kinds: Readonly<Record<string, Machine>> = {
      matter: "matter",
      hold: "hold",
      entry: "entry",
      appeal: "appeal",
    }
    const leadsOn = (machine: Machine, from: string): ReadonlyArray<string> =>
      from === "none" && machine === "matter"
        ? ["served", "queued"]
        : rows
            .filter((row) => row.machine === machine && row.from.includes(from))
            .flatMap(({ to }) => (to.length === 0 ? [from] : to))
    const reaches = (machine: Machine, from: string, to: string, left = 3): boolean =>
      from === to || (left > 0 && leadsOn(machine, from).some((next) => reaches(machine, next, to, left - 1)))
    const statusOf = (body: unknown): string =>
      (body as { readonly status?: string } | null)?.status ?? "none"
    let moved = 0
    const ofStep = (_before: unknown, { led }: Step): ReadonlyArray<string> =>
      led._tag !== "Done"
        ? []
        : led.commits.flatMap(({ changed }) =>
            changed.flatMap(({ put, before }) => {
              const machine = kinds[put.ref.kind]
              if (machine === undefined) return []
              moved++
              const [from, to] = [statusOf(before), statusOf(put.body)]
              return reaches(machine, from, to) ? [] : [`${machine} from ${from} to ${to}`]
            }),
          )
    for (const { play, isRead } of scenes) {
      const court = Court.make({}, isRead)
      const { found } = explore(court, play(court), 1, {
        ofState: () => [],
        ofSteps: () => [],
        ofStep,
        ofEnd: () => ({ passings: 0, left: [] }),
      })
      expect(found).toBeNull()
    }
    expect(moved).toBeGreaterThan(50)
  })
})

describe("what the checker finds", () => {
  const queued = needPresent(
    mutants.find(({ breaks }) => breaks.includes("place on the list")),
    "a mutant",
  )

  it("PD1 §5 given a judgment before the service of the claim, then the story is given, when and then", () => {
    const broken = modelOf(bounds.usual, named, queued)
    const { steps } = needPresent(search(broken, 8).found, "a counterexample")
    const trail = { steps, cycle: null }
    const formula = needPresent(brokenBy(broken, trail, null), "a theorem")
    expect(storyOf(broken, formula, "nobody is bound without service", trail)).toEqual([
      "  Given that two agents have had nothing to do with each other,",
      '  when the claimant does "offer" (PD14 §1): the quote is offered,',
      '  and the respondent does "accept" (PD14 §4, PD14 §2): the quote is accepted,',
      '  and the claimant does "close" (PD14 §5, PD14 §6): the quote is closed_by_supplier,',
      '  and the respondent does "countersign" (PD14 §6): the quote is disputed,',
      "  and the claimant files its claim (PD1 §1): the matter is queued,",
      '  and an office of the court does "judgment" (Rule 5.2): 1 of the 2 claimed are ordered, with a stake of 1, and the matter is decided,',
      "  then it is broken that nobody is bound without service: served is 0, spoke is 0, order is 1.",
    ])
  })

  it("Rule 4.9 given a trail that goes round, then the story says what goes on for ever, without the steps that it does not need", () => {
    const words = (part: string): number => model.steps.findIndex((step) => step.words.includes(part))
    const dealt = [
      "quote is offered",
      "quote is accepted",
      "quote is closed_by_supplier",
      "quote is disputed",
    ].map(words)
    const [filed, still] = [words("the matter is served"), words("only time passes")]
    const offer = words('the respondent does "consent"')
    const trail = { steps: [...dealt, filed, offer, offer, still, still], cycle: 8 }
    expect(shortened(model, [...dealt, filed, offer, offer])).toEqual([...dealt, filed, offer])
    const ending = needPresent(brokenBy(model, trail, "ends"), "a theorem")
    const story = storyOf(model, ending, "every matter ends", trail)
    expect(story.slice(6, -1)).toEqual([
      '  and the respondent does "consent" (Rule 4.7): the matter stays as it is,',
      "  and nobody does anything more, and only time passes,",
      "  and this goes on for ever: nobody does anything more, and only time passes,",
    ])
    const stuck = storyOf(model, ending, "every matter ends", { steps: [...dealt, filed, still], cycle: 6 })
    expect(stuck.at(-2)).toBe("  and nothing more can happen,")
  })

  it("Rule 4.9 given what the checker prints, then its trail, its figures and its bounds are read", () => {
    expect(stepsOf("      STEP 3\n  <<<<<START OF CYCLE>>>>>\n STEP 12\nspin: trail ends")).toEqual({
      steps: [3, 12],
      cycle: 1,
    })
    const said =
      "State-vector 9 byte, depth reached 33, errors: 0\n   1.5e+03 states, stored\n  128.5\ttotal actual memory usage\n"
    expect(read(said, false)).toEqual({
      seen: "all",
      states: 1500,
      depth: 33,
      unreached: 0,
      megabytes: 128.5,
    })
    expect(read(said, true).seen).toBe("bound")
    expect(read(`error: max search depth too small\n${said}`, false).seen).toBe("bound")
    expect(read('\tmodel.pml:9, state 4, "x = 1"\n\tmodel.pml:9, state 5, "-end-"\n', false).unreached).toBe(
      1,
    )
  })

  it("Rule 2.6 given a machine without the checker, then the script says what to install", () => {
    expect(missing(() => true)).toBeNull()
    expect(missing((program) => program !== "spin")).toMatch(
      /Missing here: spin\..*apt-get install.*Nothing was checked/,
    )
  })

  it("Rule 4.9 given the model in Promela, then every step, variable and theorem is in it", () => {
    const text = promelaOf(model)
    expect(text.match(/printf\("STEP/g)).toHaveLength(model.steps.length)
    for (const name of model.variables.keys()) expect(text).toContain(`byte ${name} = `)
    expect(text.match(/^ltl /gm)).toHaveLength(2)
    expect(text.match(/^#define T_/gm)).toHaveLength(5)
  })
})

describe("the page of the theorems", () => {
  it("Rule 2.6 given each theorem, then it is a formula of the model, has a mutant, and its figures on the page are those recorded", () => {
    const names = theorems.map(({ name }) => name).sort()
    expect(model.formulas.map(({ name }) => name).sort()).toEqual(names)
    expect([...new Set(mutants.map(({ theorem }) => theorem))].sort()).toEqual(names)
    const page = readFileSync(pagePath, "utf8")
    expect(page).toBe(withTables(page, JSON.parse(readFileSync(recordedPath, "utf8"))))
    expect(page).not.toContain("not run")
  })

  it("Rule 4.9 given a step that its conditions don't allow, then the model does not make it", () => {
    const { first, after } = runner(model)
    const filing = model.steps.findIndex(({ act }) => act === "file")
    expect(after(filing, first)).toBeNull()
  })
})
