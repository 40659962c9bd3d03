/** The earlier lists that a court keeps: what it tells of them, and how many they are at most. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { type Changing, changesSince, earlierThan } from "./CheckList.ts"

const rowsOf = (names: ReadonlyArray<number>, said: number) => {
  const rows = new Uint8Array(names.length * 11)
  names.forEach((name, row) => {
    rows[9 * names.length + row] = name
    rows[10 * names.length + row] = said
  })
  return rows
}
const nextList = (last: Changing | null, changes: Partial<Changing> = {}): Changing => {
  const salt = changes.salt ?? "monday"
  const rows = rowsOf([1, 2, 3], 0)
  const made = { line: "signed", etag: '"list"', salt, sha256: "a", rows }
  return { ...made, changes: new Map(), earlier: earlierThan(last, salt), ...changes }
}
const told = (list: Changing, since: string) =>
  Either.match(Effect.runSync(Effect.either(changesSince(list, since))), {
    onLeft: ({ code }) => code,
    onRight: ({ body, etag }) => [Buffer.from(body).toString("latin1").split("\n")[1], etag],
  })

describe("the changes since a list", () => {
  it("PD11 §14 given lists that were served, then what changed since each of them is told, and made once", () => {
    const first = nextList(null)
    const second = nextList(first, { sha256: "b", rows: rowsOf([2, 3, 4], 0) })
    const third = nextList(second, { sha256: "c", rows: rowsOf([2, 3, 4, 5], 0) })
    expect(told(third, "a")).toEqual(['{"removed":1,"put":2}', '"a-list"'])
    expect(told(third, "b")).toEqual(['{"removed":0,"put":1}', '"b-list"'])
    expect(told(third, "c")).toEqual(['{"removed":0,"put":0}', '"c-list"'])
    const again = [0, 1].map(() => Effect.runSync(changesSince(third, "a")))
    expect(again[0]).toBe(again[1])
  })

  it("PD11 §14 given a list of which all changed, a list of another day, or a list that nobody served, then the whole is to be read", () => {
    const first = nextList(null)
    const second = nextList(first, { sha256: "b", rows: rowsOf([1, 2, 3], 1) })
    expect(told(second, "a")).toBe("list_too_old")
    expect(told(nextList(first, { sha256: "b", salt: "tuesday" }), "a")).toBe("list_too_old")
    expect(told(second, "z")).toBe("list_too_old")
  })

  it("PD11 §14 given many lists, or large ones, then the latest are kept", () => {
    let list = nextList(null, { sha256: "0" })
    for (let i = 1; i <= 40; i++) list = nextList(list, { sha256: String(i) })
    expect([...list.earlier.keys()]).toEqual(Array.from({ length: 30 }, (_, i) => String(39 - i)))
    let large = nextList(null, { sha256: "0", rows: new Uint8Array(6_000_000) })
    for (let i = 1; i <= 4; i++)
      large = nextList(large, { sha256: String(i), rows: new Uint8Array(6_000_000) })
    expect([...large.earlier.keys()]).toEqual(["3", "2"])
  })
})
