import { Effect, Either, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { product } from "../testing/Sources.ts"
import {
  faultsOf,
  firstOf,
  grounds,
  precedence,
  type RefusalCode,
  refusal,
  strictDecoder,
  tables,
  when,
} from "./Refusal.ts"
import { classes } from "./refusals/Ground.ts"

const codes = Object.keys(grounds) as ReadonlyArray<RefusalCode>
/** Facts for every ground. Each ground reads the facts that it knows; the cast makes them fit the type of any ground. */
const facts = {
  handle: "h",
  id: "i",
  n: 1,
  max: 2,
  found: 3,
  label: "l",
  status: "s",
  act: "a",
  why: "what was found differs from what was stated.",
} as never
const anyRefusal = fc.constantFrom(...codes).map((code) => refusal(code, facts))

describe("the table of refusals", () => {
  it("classes stand in the order of the interface: 400, 404, 403, 402, 409, 413, 422", () => {
    expect(classes).toEqual([
      "malformed",
      "unknown",
      "forbidden",
      "unpaid",
      "state",
      "large",
      "content",
      "excess",
    ])
  })

  it("has the tables of the classes one after the other, and no code stands in two of them", () => {
    expect(Object.keys(tables)).toEqual([...classes])
    expect(codes).toEqual(Object.values(tables).flatMap((table) => Object.keys(table)))
  })

  it("has its rows in the order of their precedence", () => {
    const ranks = codes.map((code) => classes.indexOf(grounds[code].class))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    for (const [i, code] of codes.entries())
      for (const [j, other] of codes.entries())
        expect(Math.sign(precedence(code, other))).toBe(Math.sign(i - j))
  })

  it("of several refusals that apply, in any order, the one with the earliest row is the answer", () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyRefusal), { maxLength: 12 }), (found) => {
        const first = codes.find((code) => found.some((one) => one?.code === code))
        const answered = firstOf(found)
        expect(Either.isLeft(answered) ? answered.left.code : undefined).toBe(first)
      }),
    )
  })

  it("a condition that does not hold refuses nothing", () => {
    expect(when(false, "already_reviewed", {})).toBeNull()
    expect(when(true, "already_reviewed", {})?.code).toBe("already_reviewed")
  })

  it.each(codes)("%s has a title, a detail for a reader, and its provision", (code) => {
    const made = refusal(code, facts)
    expect(made.title).toMatch(/^[A-Z][^.]*$/)
    expect(made.detail).toMatch(/\.$/)
    expect(made.detail.length).toBeGreaterThan(made.title.length / 2)
    // no instrument says anything about how busy a record is, or about the time of the sandbox clock
    expect(made.rules.length > 0 || code === "contention" || code === "clock_backwards").toBe(true)
  })

  it.each(codes)("%s as an error says its code, its rules and its detail", async (code) => {
    const made = refusal(code, facts)
    const thrown: unknown = await Effect.runPromise(made).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Error)
    // given an error that nobody caught, then its message has what a person needs to go on
    const { message } = thrown as Error
    expect(message.startsWith(code)).toBe(true)
    for (const rule of made.rules) expect(message).toContain(rule)
    expect(message.endsWith(`: ${made.detail}`)).toBe(true)
  })

  it("every ground is used, and its code is made of words in lower case with underscores", () => {
    const used = product.filter(({ path }) => path !== "core/kernel/Refusal.ts").map(({ text }) => text)
    expect(codes.filter((code) => !used.some((text) => text.includes(`"${code}"`)))).toEqual([])
    expect(codes.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([])
  })
})

const Draft = Schema.Struct({
  title: Schema.String,
  facts: Schema.Array(Schema.Struct({ text: Schema.NonEmptyString })),
})

describe("a draft and its schema", () => {
  it("Rule 5.2 a value that fits comes back as it is", () => {
    const value = { title: "A claim", facts: [{ text: "It was paid." }] }
    expect(strictDecoder(Draft)(value)).toEqual(Either.right(value))
  })

  it("Rule 5.2 every place that does not fit is named, and so is a member that the schema does not have", () => {
    const found = strictDecoder(Draft)({ facts: [{ text: "" }, { text: 7 }], more: true })
    const paths = Either.match(found, {
      onLeft: (faults) => faults.map(({ path }) => path),
      onRight: () => [],
    })
    expect([...paths].sort()).toEqual(["facts.0.text", "facts.1.text", "more", "title"])
  })

  it("Rule 5.2 a refusal becomes one fault for each place that it names, or one for the whole if it names no place", () => {
    const places = [
      { path: "orders[0]", message: "rests on no fact" },
      { path: "orders[1]", message: "rests on fact 9, which is not there" },
    ]
    const placed = refusal("orders_wanted", {}, places)
    const plain = refusal("agents_only", {})
    expect(faultsOf([null, placed, null, plain])).toEqual([
      { path: "orders[0]", message: `rests on no fact. ${placed.detail}` },
      { path: "orders[1]", message: `rests on fact 9, which is not there. ${placed.detail}` },
      { path: "", message: plain.detail },
    ])
  })
})
