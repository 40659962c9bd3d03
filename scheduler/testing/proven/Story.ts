/** A counterexample as a story: given, when, then. */
import type { Formula, Model } from "./Language.ts"
import type { Checked } from "./Spin.ts"
import { runner, type Values } from "./Walk.ts"

type Trail = NonNullable<Checked["trail"]>

/** The states of a way, the first included; null if a step of it can't be made. */
const statesOf = (model: Model, steps: ReadonlyArray<number>): ReadonlyArray<Values> | null => {
  const { first, after } = runnerOf(model)
  const states: Array<Values> = [first]
  for (const step of steps) {
    const state = after(step, states.at(-1) ?? first)
    if (state === null) return null
    states.push(state)
  }
  return states
}

const runners = new WeakMap<Model, ReturnType<typeof runner>>()
const runnerOf = (model: Model) => {
  const known = runners.get(model) ?? runner(model)
  runners.set(model, known)
  return known
}

/** The steps of a way without what it does not need: without them it leads to the same state. */
export const shortened = (model: Model, steps: ReadonlyArray<number>): ReadonlyArray<number> => {
  const end = statesOf(model, steps)?.at(-1)?.join()
  let left = steps
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = left.length - size; at >= 0; at -= size) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)]
      if (statesOf(model, fewer)?.at(-1)?.join() === end) left = fewer
    }
  return left
}

/** The theorem that the last state of a trail breaks, or the formula that was asked about. */
export const brokenBy = (model: Model, { steps }: Trail, asked: string | null): Formula | null => {
  const { holds, first } = runnerOf(model)
  const last = statesOf(model, steps)?.at(-1) ?? first
  return (
    model.formulas.find((formula) =>
      asked === null ? formula.kind === "always" && !holds(formula, last) : formula.name === asked,
    ) ?? null
  )
}

/** The values of the variables of a formula at the end, by their names. */
const valuesOf = (model: Model, formula: Formula, last: Values): string => {
  const names = [...model.variables.keys()]
  return names
    .flatMap((name, i) => {
      if (!new RegExp(`\\b${name}\\b`).test(formula.text)) return []
      const value = last[i] ?? 0
      const status = [...model.constants].find(
        ([constant, one]) => constant.startsWith(`${name}_`) && one === value,
      )
      return [`${name} is ${status === undefined ? value : status[0].slice(name.length + 1)}`]
    })
    .join(", ")
}

/** The story of a counterexample. `says` is the theorem in plain English. */
export const storyOf = (
  model: Model,
  formula: Formula,
  says: string,
  { steps, cycle }: Trail,
): ReadonlyArray<string> => {
  const stem = shortened(model, cycle === null ? steps : steps.slice(0, cycle))
  const repeated = cycle === null ? [] : steps.slice(cycle)
  const last = statesOf(model, stem)?.at(-1) ?? []
  const words = (n: number): string => model.steps[n]?.words ?? ""
  return [
    "  Given that two agents have had nothing to do with each other,",
    ...stem.map((n, i) => `  ${i === 0 ? "when" : "and"} ${words(n)},`),
    ...(cycle === null
      ? []
      : repeated.length === 0
        ? ["  and nothing more can happen,"]
        : [`  and this goes on for ever: ${[...new Set(repeated)].map(words).join("; ")},`]),
    `  then it is broken that ${says}: ${valuesOf(model, formula, last)}.`,
  ]
}
