import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { put } from "./Change.ts"
import { CorruptRecord, UnfitRecord } from "./Defect.ts"
import * as Kind from "./Kind.ts"

const Pebble = Schema.Struct({ id: Schema.String, grams: Schema.Int, found: Schema.NullOr(Schema.String) })
const Pebbles = Kind.make<typeof Pebble.Type>({ name: "pebble", schema: Pebble, id: ({ id }) => id })

describe("kinds of record", () => {
  it("PD17 §1 a record is written as it is and reads back as itself", () => {
    const pebble = { id: "p", grams: 3, found: null }
    const change = put(Pebbles, pebble)
    expect(change).toMatchObject({ _tag: "Put", kind: "pebble", id: "p", index: [], series: null })
    expect(change._tag === "Put" && Pebbles.decode(change.body)).toEqual(pebble)
  })

  it("PD17 §1 a record that could have several forms is written and read by its schema", () => {
    const Form = Schema.Union(Schema.Struct({ id: Schema.String }), Pebble)
    const forms = Kind.make<typeof Form.Type>({ name: "form", schema: Form, id: ({ id }) => id })
    const pebble = { id: "p", grams: 3, found: null }
    expect(forms.encode(pebble)).toEqual(pebble)
    // The schema takes the first form that fits, and leaves out what that form does not name.
    expect(forms.decode(pebble)).toEqual({ id: "p" })
  })

  it.each([[{ id: "p", grams: 1.5, found: null }], [{ id: "p", grams: 1 }], [null], ["p"]])(
    "PD17 §1 a stored %j that is not such a record is a defect that names the kind",
    (body) => {
      expect(() => Pebbles.decode(body)).toThrow(CorruptRecord)
      expect(() => Pebbles.decode(body)).toThrow(/^pebble: /)
    },
  )

  it("PD17 §1 a record that could not be read again is a defect that names the kind and the place, and is never written", () => {
    const unfit = { id: "p", grams: 1.5, found: null }
    expect(() => put(Pebbles, unfit)).toThrow(UnfitRecord)
    expect(() => put(Pebbles, unfit)).toThrow(/^pebble: [\s\S]*grams/)
  })
})
