/** A long text is read whole, or read again, whatever others write between two reads. */
import { describe, expect, it } from "vitest"
import type { Entry, Kv } from "./Kv.ts"
import { at as keyAt } from "./Rows.ts"
import { mutationsOf, pickRows, rowsOf } from "./Values.ts"

const key = keyAt("text", "a")
const [before, after] = ["x".repeat(70_000), "y".repeat(140_000)]

/** The rows of a text that the operation with this stamp has set. */
const entriesOf = (text: string, versionstamp: string): ReadonlyArray<Entry> =>
  mutationsOf({ key, value: text, pieces: 0 }).map(([at, value]) => ({ key: at, value, versionstamp }))

/** A database that holds one text for the first `reads` reads, and another one after them. */
const changing = (reads: number, listed: ReadonlyArray<Entry> = []): Kv => {
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
  const list: Kv["list"] = async function* () {
    yield* listed
  }
  return { getMany, list, atomic: unused, close: unused }
}

describe("a long text", () => {
  it("is read again when its pieces were replaced after its row was read", async () => {
    expect(await rowsOf(changing(1), [key])).toEqual([{ key, value: after, stamp: "2", pieces: 3 }])
  })

  it("is given as it was when it is replaced after all of it was read", async () => {
    expect(await rowsOf(changing(2), [key])).toEqual([{ key, value: before, stamp: "1", pieces: 2 }])
  })

  it("is read again when its pieces were replaced after its row was listed", async () => {
    const listed = changing(0, entriesOf(before, "1").slice(0, 1))
    expect(await pickRows(listed, { prefix: keyAt("text") }, (text) => text)).toEqual([after])
  })
})
