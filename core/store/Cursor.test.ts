import { describe, expect, it } from "vitest"
import { compareCursors } from "./Store.ts"

describe("the order of cursors", () => {
  it.each([
    ["9", "10", -1],
    ["10", "9", 1],
    ["10", "10", 0],
    ["007", "7", 0],
    ["12-9", "12-10", -1],
    ["99-1", "100-0", -1],
    ["100-7", "99-8", 1],
    ["5", "5-1", -1],
    ["5-1", "5", 1],
    ["31", "32", -1],
    ["none", "0", 0],
    ["90071992547409931", "90071992547409932", -1],
  ])("given %s and %s, then the numbers in them decide", (a, b, sign) => {
    expect(Math.sign(compareCursors(a, b))).toBe(sign)
  })
})
