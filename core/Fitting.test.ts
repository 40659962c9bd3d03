import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { faultsOf, fitting } from "./Fitting.ts"
import { refusal } from "./Refusal.ts"

const Draft = Schema.Struct({
  title: Schema.String,
  facts: Schema.Array(Schema.Struct({ text: Schema.NonEmptyString })),
})

describe("whether what somebody drafted fits", () => {
  it("Rule 5.2 a value that fits comes back as it is", () => {
    const value = { title: "A claim", facts: [{ text: "It was paid." }] }
    expect(fitting(Draft)(value)).toEqual(Either.right(value))
  })

  it("Rule 5.2 every place that does not fit is named, and so is a member that the schema does not know", () => {
    const found = fitting(Draft)({ facts: [{ text: "" }, { text: 7 }], more: true })
    const paths = Either.match(found, {
      onLeft: (faults) => faults.map(({ path }) => path),
      onRight: () => [],
    })
    expect([...paths].sort()).toEqual(["facts.0.text", "facts.1.text", "more", "title"])
  })

  it("Rule 5.2 a refusal becomes one fault for each of its places, or one for the whole where it names none", () => {
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
