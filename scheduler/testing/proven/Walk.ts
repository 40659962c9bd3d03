/** Runs the model here: what a step does to a state, and a search that finds the shortest way to a state that breaks a theorem. */
import type { Effect, Formula, Model, Step } from "./Language.ts"

/** The values of the variables, in their order. */
export type Values = ReadonlyArray<number>

/** The conditions and assignments are this model's own text, which JavaScript reads as C does. */
const written = (effects: ReadonlyArray<Effect>): string =>
  effects.map(({ when, set }) => (when === undefined ? `${set};` : `if (${when}) ${set};`)).join("\n")

export interface Runner {
  readonly first: Values
  /** The state after a step; null if the step can't be made. */
  readonly after: (step: number, before: Values) => Values | null
  readonly holds: (formula: Formula, of: Values) => boolean
}

export const runner = ({ constants, variables, steps, formulas }: Model): Runner => {
  const names = [...variables.keys()]
  const known = [...constants].map(([name, value]) => `const ${name} = ${value};`).join("\n")
  const compiled = (body: string) =>
    new Function("state", `${known}\nlet [${names.join(", ")}] = state;\n${body}`)
  const made = steps.map(({ when, does }: Step) =>
    compiled(
      `if (!(${when.map((one) => `(${one})`).join(" && ")})) return null;\n${written(does)}\nreturn [${names.join(", ")}];`,
    ),
  )
  const told = new Map(
    formulas.map(({ name, given, text }) => [
      name,
      compiled(`return !(${given ?? "1 == 1"}) || Boolean(${text});`),
    ]),
  )
  return {
    first: [...variables.values()],
    after: (step, before) => made[step]?.(before) ?? null,
    holds: ({ name }, of) => told.get(name)?.(of) === true,
  }
}

export interface Search {
  readonly states: number
  readonly depth: number
  /** The states that were found and not followed; 0 if every state was seen. */
  readonly left: number
  /** The first theorem of every state that breaks, with the steps to it; null if all hold. */
  readonly found: { readonly formula: Formula; readonly steps: ReadonlyArray<number> } | null
}

export const search = (model: Model, depthMax: number, statesMax = Number.POSITIVE_INFINITY): Search => {
  const { first, after, holds } = runner(model)
  const always = model.formulas.filter(({ kind }) => kind === "always")
  const known = new Set([first.join()])
  const nodes: Array<readonly [parent: number, step: number]> = [[-1, -1]]
  let layer: Array<readonly [n: number, state: Values]> = [[0, first]]
  const way = (n: number): ReadonlyArray<number> => {
    const [parent, step] = nodes[n] ?? [-1, -1]
    return parent < 0 ? [] : [...way(parent), step]
  }
  let depth = 0
  for (; depth < depthMax && layer.length > 0 && known.size < statesMax; depth++) {
    const next: typeof layer = []
    for (const [n, state] of layer)
      for (let step = 0; step < model.steps.length; step++) {
        const reached = after(step, state)
        if (reached === null) continue
        const key = reached.join()
        if (known.has(key)) continue
        known.add(key)
        nodes.push([n, step])
        const broken = always.find((formula) => !holds(formula, reached))
        if (broken !== undefined)
          return {
            states: known.size,
            depth: depth + 1,
            left: next.length,
            found: { formula: broken, steps: way(nodes.length - 1) },
          }
        next.push([nodes.length - 1, reached])
      }
    layer = next
  }
  return { states: known.size, depth, left: layer.length, found: null }
}
