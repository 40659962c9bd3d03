/** A long text is read whole, or read again, whatever others write between two reads. */
import { describe, expect, it } from "vitest"
import type { Entry, Kv } from "./Kv.ts"
import { mutationsOf, readListed, rowsOf } from "./Values.ts"

const key = ["court", "text", "a"]
const [before, after] = ["x".repeat(70_000), "y".repeat(140_000)]

/** The rows of a text that the operation with this stamp has set. */
const entriesOf = (text: string, versionstamp: string): ReadonlyArray<Entry> =>
  mutationsOf({ key, text, storedBytes: 0 }).map(([at, value]) => ({ key: at, value, versionstamp }))

/** A database that holds one text for the first `reads` reads, and another one after them. */
const changing = (reads: number): Kv => {
  let left = reads
  const unused = () => {
    throw new Error("nothing else is asked for")
  }
  const find = (at: Entry["key"]): Entry => {
    const found = left > 0 ? entriesOf(before, "1") : entriesOf(after, "2")
    return (
      found.find((entry) => entry.key.join() === at.join()) ?? { key: at, value: null, versionstamp: null }
    )
  }
  const getMany: Kv["getMany"] = async (keys) => {
    const entries = keys.map(find)
    left--
    return entries
  }
  return { getMany, list: unused, atomic: unused, close: unused }
}

describe("a long text", () => {
  it("is read again when its pieces were replaced after its row was read", async () => {
    expect(await rowsOf(changing(1), [key])).toEqual([{ key, text: after, stamp: "2" }])
  })

  it("is given as it was when it is replaced after all of it was read", async () => {
    expect(await rowsOf(changing(2), [key])).toEqual([{ key, text: before, stamp: "1" }])
  })

  it("is read again when its pieces were replaced after its row was listed", async () => {
    const [row] = entriesOf(before, "1")
    if (row === undefined) throw new Error("a text has a row")
    expect(await readListed(changing(0), row)).toEqual([{ key, text: after, stamp: "2" }])
  })
})
