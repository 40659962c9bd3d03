/**
 * The language of the model: guarded steps over small numbers. Conditions and assignments are written in what C, Promela and JavaScript
 * have in common, so that one text is printed for the checker and run here.
 */
import type { Machine } from "./Tables.ts"

/** Whoever makes a step. `others`: another record or an enrolment. `scene`: the question that a theorem asks begins. */
export const actors = ["claimant", "respondent", "office", "others", "chain", "clock", "scene"] as const
export type Actor = (typeof actors)[number]

/** An assignment `x = e`, made if the condition holds. */
export interface Effect {
  readonly when?: string
  readonly set: string
}

export interface Step {
  readonly actor: Actor
  /** The machine whose act it is: its clock runs apart from the other clocks. */
  readonly machine: Machine | null
  readonly act: string
  /** The step as a story tells it. */
  readonly words: string
  /** All must hold. */
  readonly when: ReadonlyArray<string>
  /** Done in order, at once. */
  readonly does: ReadonlyArray<Effect>
}

/** A theorem as the model has it: of every state, or of every endless run. */
export interface Formula {
  readonly name: string
  readonly kind: "always" | "eventually"
  /** `always`: what holds in every state. `eventually`: once `given` holds, `text` comes to hold. */
  readonly given?: string
  readonly text: string
}

export interface Model {
  readonly constants: ReadonlyMap<string, number>
  /** The variables with their first values. */
  readonly variables: ReadonlyMap<string, number>
  readonly steps: ReadonlyArray<Step>
  readonly formulas: ReadonlyArray<Formula>
}

export const all = (...conditions: ReadonlyArray<string>): string =>
  conditions.map((one) => `(${one})`).join(" && ")
export const any = (...conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "0 == 1" : conditions.map((one) => `(${one})`).join(" || ")

/** Whether a machine is in one of these statuses. */
export const isIn = (machine: string, statuses: ReadonlyArray<string>): string =>
  any(...statuses.map((status) => `${machine} == ${machine}_${status}`))

export const set = (text: string, when?: string): Effect =>
  when === undefined ? { set: text } : { when, set: text }
/** The same effects, under one more condition. The condition is asked anew before each. */
export const under = (when: string, effects: ReadonlyArray<Effect>): ReadonlyArray<Effect> =>
  effects.map((one) => ({ set: one.set, when: one.when === undefined ? when : all(when, one.when) }))
