/** The client for browsers beside the client of the definitions: what one sends and takes, the other does too. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import answers from "../api/answers.json" with { type: "json" }
import { operations as defined } from "../api/Operations.ts"
import { described } from "./Described.ts"
import { InvalidRequest, UnexpectedAnswer } from "./Failure.ts"
import { operations } from "./Operation.ts"
import { type Shape, ShapeReader } from "./Shape.ts"
import { callablesOf } from "./Shaped.ts"

const shaped = new Map(callablesOf(described).map((one) => [one.name, one]))
const ofShapes = (name: string) => {
  const found = shaped.get(name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}
const outcome = <A>(calling: () => A) => {
  try {
    return { gives: calling() }
  } catch (error) {
    if (error instanceof InvalidRequest || error instanceof UnexpectedAnswer) return { throws: error._tag }
    throw error
  }
}
const outcomeOf = <A, E extends { readonly _tag: string }>(either: Either.Either<A, E>) =>
  Either.match(either, { onLeft: ({ _tag }) => ({ throws: _tag }), onRight: (gives) => ({ gives }) })

const pairs = operations.map((operation) => {
  const { conditions, path } = defined.find(({ id }) => id === operation.name) ?? { path: "" }
  const names = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "a-name"]))
  return { operation, path: names, example: conditions?.example ?? null }
})
const recorded: { readonly [id: string]: unknown } = answers

describe("an operation by plain data", () => {
  it.each(pairs)("PD17 §1 $operation.name has the facts of its definition", ({ operation }) => {
    const { group, name, method, acts, keyed, answerSeconds, cursor, tried } = operation
    const facts = { group, name, method, acts, keyed, answerSeconds, cursor, tried }
    expect(ofShapes(name)).toMatchObject(facts)
    expect(shaped.size).toBe(operations.length)
  })

  it.each(pairs)(
    "PD17 §1 $operation.name sends its example, and a body of nothing, as the definitions do",
    ({ operation, path, example }) => {
      for (const parts of [{ path }, { path, payload: example ?? {} }, {}])
        expect(outcome(() => ofShapes(operation.name).request(parts))).toEqual(
          outcomeOf(operation.request(parts)),
        )
    },
  )

  it.each(pairs.filter(({ example }) => example !== null))(
    "PD17 §1 $operation.name sends no example with a member that is unknown, missing or of another type",
    ({ operation, path, example }) => {
      const whole = { ...example } as Record<string, unknown>
      const others = Object.keys(whole).flatMap((name) => {
        const { [name]: _, ...less } = whole
        return [less, { ...whole, [name]: { not: "it" } }]
      })
      for (const payload of [{ ...whole, unknown: 1 }, ...others]) {
        const parts = { path, payload }
        expect(outcome(() => ofShapes(operation.name).request(parts))).toEqual(
          outcomeOf(operation.request(parts)),
        )
      }
    },
  )

  it.each(pairs.filter(({ operation }) => recorded[operation.name] !== undefined))(
    "PD17 §1 $operation.name takes its recorded answer, and nothing that lacks a member of it",
    ({ operation }) => {
      const answer = recorded[operation.name]
      const texts = [typeof answer === "string" ? answer : JSON.stringify(answer), "{}", "<html>"]
      if (typeof answer === "object" && answer !== null)
        for (const name of Object.keys(answer)) {
          const { [name]: _, ...less } = answer as Record<string, unknown>
          texts.push(JSON.stringify(less), JSON.stringify({ ...answer, later: true }))
        }
      for (const text of texts)
        expect(outcome(() => ofShapes(operation.name).answer(200, text))).toEqual(
          outcomeOf(operation.answer(200, text)),
        )
    },
  )

  it("PD17 §1 is written in one go, however many forms lie in each other", () => {
    // given an instant within a hundred lists, each of which may be null instead
    const at: Shape = { format: "date-time", type: "string" }
    let [shape, value, expected]: [Shape, unknown, unknown] = [at, 0, "1970-01-01T00:00:00.000Z"]
    for (let i = 0; i < 100; i++) {
      shape = { anyOf: [{ type: "null" }, { type: "array", items: shape }] }
      value = [value]
      expected = [expected]
    }
    // then it is written, where two tries of each form would be 2 to the power of 100
    expect(new ShapeReader({}).write(shape, value)).toEqual(expected)
  })
})
