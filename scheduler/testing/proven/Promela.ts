/** The model in Promela, the language of the checker SPIN. A process is a person, an office, the chain, or the clock of one machine. */
import type { Effect, Formula, Model, Step } from "./Language.ts"

const effect = ({ when, set }: Effect): string =>
  when === undefined ? `${set};` : `if :: (${when}) -> ${set} :: else fi;`

/** The process of a step. Each clock is fair by itself: no machine waits for ever for the time of another. */
export const processOf = ({ actor, machine }: Step): string =>
  actor === "clock" ? `clock_${machine ?? "finality"}` : actor

export const propertyOf = ({ given, text }: Formula): string =>
  given === undefined ? `[] (${text})` : `[] ((${given}) -> <> (${text}))`

/** Each step prints its number when a trail is replayed; a search does not print. */
const step = ({ words, when, does }: Step, n: number): string =>
  [
    `  /* ${n}: ${words.replaceAll("*/", "* /")} */`,
    `  :: d_step { ${when.map((one) => `(${one})`).join(" && ")} -> printf("STEP ${n}\\n");`,
    ...does.map((one) => `     ${effect(one)}`),
    "     CHECK }",
  ].join("\n")

/**
 * The model, with one theorem or all. `always` theorems are asserted after every step, so that the first breach ends the search;
 * an `eventually` theorem is a formula of linear temporal logic.
 */
export const promelaOf = ({ constants, variables, steps, formulas }: Model): string => {
  const processes = [...new Set(steps.map(processOf))]
  const numbered = steps.map((one, n) => [one, n] as const)
  return [
    "/* Written by `npm run prove` from the tables of moves in core. Do not change it by hand. */",
    ...[...constants].map(([name, value]) => `#define ${name} ${value}`),
    ...[...variables].map(([name, value]) => `byte ${name} = ${value};`),
    ...formulas.flatMap((formula) =>
      formula.kind === "always" ? [`#define T_${formula.name} (${formula.text})`] : [],
    ),
    "#ifdef SAFETY_ONLY",
    `#define CHECK ${formulas.flatMap(({ name, kind }) => (kind === "always" ? [`assert(T_${name});`] : [])).join(" ")}`,
    "#else",
    "#define CHECK skip",
    "#endif",
    ...processes.map((name) =>
      [
        // Whether a theorem has begun to ask changes nothing that may happen.
        ...(name === "scene" ? ["#ifndef SAFETY_ONLY"] : []),
        `active proctype ${name}() {`,
        "end: do",
        ...numbered.flatMap(([one, n]) => (processOf(one) === name ? [step(one, n)] : [])),
        "  od",
        "}",
        ...(name === "scene" ? ["#endif"] : []),
      ].join("\n"),
    ),
    "#ifndef SAFETY_ONLY",
    ...formulas.flatMap((formula) =>
      formula.kind === "eventually" ? [`ltl ${formula.name} { ${propertyOf(formula)} }`] : [],
    ),
    "#endif",
    "",
  ].join("\n")
}
