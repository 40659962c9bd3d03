import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "./Hash.ts"
import { derive, makeId, Uuid } from "./Id.ts"

const seed = fc.stringMatching(/^[0-9a-f]{20}$/)
const instant = fc.integer({ min: 0, max: 2 ** 47 })

describe("ids", () => {
  it("Rule 2.1 every id is a UUID of version 7 that begins with its instant", () => {
    fc.assert(
      fc.property(instant, seed, fc.nat(65_535), (at, drawn, n) => {
        const id = derive(at, drawn, n)
        expect(Schema.is(Uuid)(id)).toBe(true)
        expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at)
      }),
    )
  })

  it("Rule 2.1 the ids of one command differ, and a later instant sorts later", () => {
    fc.assert(
      fc.property(instant, seed, seed, (at, one, other) => {
        const ids = Array.from({ length: 300 }, (_, n) => derive(at, one, n))
        expect(new Set(ids).size).toBe(300)
        expect(derive(at, one, 65_535) < derive(at + 1, other, 0)).toBe(true)
      }),
    )
  })

  it("Rule 2.1 given a host that hashes the seed, then a fresh id is made of the host's hash, which has the values of the core's", () => {
    fc.assert(
      fc.property(instant, seed, fc.string(), fc.nat(), (at, drawn, name, k) => {
        const id = makeId(at, drawn, 0, name, k)
        expect(makeId(at, drawn, 0, name, k, sha256Hex)).toBe(id)
        expect(makeId(at, drawn, 0, name, k, (text) => sha256Hex(`${text}, otherwise`))).not.toBe(id)
      }),
    )
  })
})
