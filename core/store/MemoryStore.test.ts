import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { empty } from "./ChangeSet.ts"
import * as MemoryStore from "./MemoryStore.ts"
import { compareUtf8, SortedMap } from "./SortedMap.ts"

const nothing = empty(1000)
const ref = { kind: "note", id: "1" }

describe("the store in memory", () => {
  it("keeps copies, so that a caller who changes a value afterwards changes nothing in the store", async () => {
    const store = Effect.runSync(MemoryStore.make)
    const body = { text: "kept" }
    Effect.runSync(store.commit({ ...nothing, puts: [{ ref, expected: 0, body, index: [] }] }))
    body.text = "changed"
    expect(Effect.runSync(store.read([ref]))).toEqual([
      { ref, version: 1, number: null, body: { text: "kept" } },
    ])
  })

  it("writes nothing if a precondition fails, and names what failed", () => {
    const store = Effect.runSync(MemoryStore.make)
    Effect.runSync(store.commit({ ...nothing, claims: [{ claim: "handle/a", holder: "1" }] }))
    const result = Effect.runSync(
      store.commit({
        ...nothing,
        checks: [{ ref, version: 3 }],
        claims: [{ claim: "handle/a", holder: "2" }],
        settles: [{ id: "t", token: "none" }],
        tallies: [{ name: "n", add: 1 }],
      }),
    )
    expect(result).toEqual({ _tag: "Conflict", stale: [ref], taken: ["handle/a"], lost: ["t"] })
    expect(Effect.runSync(store.tallies(["n"]))).toEqual([0])
  })
})

describe("the sorted map", () => {
  const text = fc.string({ unit: "binary", maxLength: 6 })

  it("orders texts as their UTF-8 bytes are ordered", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })

  it("reads what a sorted array of the same keys reads, after any sets and deletes", () => {
    const step = fc.tuple(fc.constantFrom("set", "set", "delete"), text)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), text, (steps, from) => {
        const map = new SortedMap<number>()
        const model = new Map<string, number>()
        steps.forEach(([act, key], i) => {
          if (act === "set") model.set(key, i)
          else model.delete(key)
          if (act === "set") map.set(key, i)
          else map.delete(key)
        })
        const expected = [...model].sort(([a], [b]) => compareUtf8(a, b))
        expect([...map.from("")]).toEqual(expected)
        expect([...map.from(from)]).toEqual(expected.filter(([key]) => compareUtf8(key, from) >= 0))
      }),
    )
  })

  it("stays in order over many chunks", () => {
    const map = new SortedMap<number>()
    const keys = Array.from({ length: 20_000 }, (_, i) => String((i * 7919) % 20_000).padStart(5, "0"))
    keys.forEach((key, i) => {
      map.set(key, i)
    })
    for (const key of keys.filter((_, i) => i % 3 === 0)) map.delete(key)
    const left = keys.filter((_, i) => i % 3 !== 0).sort()
    expect([...map.from("")].map(([key]) => key)).toEqual(left)
  })
})
