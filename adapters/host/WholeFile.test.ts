import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createWhole, replaceWhole, writeWhole } from "./WholeFile.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atomic-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("a file that is written whole", () => {
  it("holds everything that was written, and its length and hash are given", async () => {
    const path = join(folder, "a")
    const written = await writeWhole(path, ["é\n", Buffer.from("b")])
    expect(readFileSync(path, "utf8")).toBe("é\nb")
    expect(written).toEqual({ bytes: 4, sha256: createHash("sha256").update("é\nb").digest("hex") })
  })

  it("is unchanged when writing fails half-way, and nothing is left beside it", async () => {
    const path = join(folder, "a")
    await writeWhole(path, ["before"])
    const broken = function* () {
      yield "half of it"
      throw new Error("the disk is full")
    }
    await expect(writeWhole(path, broken())).rejects.toThrow("the disk is full")
    expect(readFileSync(path, "utf8")).toBe("before")
    expect(readdirSync(folder)).toEqual(["a"])
  })
})

describe("a file that is made once", () => {
  it("is made by the first caller, with the text of that caller alone", () => {
    const path = join(folder, "a")
    expect(createWhole(path, () => "first")).toBe(true)
    expect(createWhole(path, () => "second")).toBe(false)
    expect(readFileSync(path, "utf8")).toBe("first")
  })

  it("is not made by a caller if another one makes it while the caller still makes its text", () => {
    const path = join(folder, "a")
    const slow = () => {
      createWhole(path, () => "first")
      return "second"
    }
    expect(createWhole(path, slow)).toBe(false)
    expect(readFileSync(path, "utf8")).toBe("first")
    expect(readdirSync(folder)).toEqual(["a"])
  })

  it("fails with the cause if it can't be made at all", () => {
    expect(() => createWhole(join(folder, "nowhere", "a"), () => "text")).toThrow(/ENOENT/)
  })
})

describe("a file that is replaced", () => {
  it("takes the place of the file of that name, and removes a leftover that it was given", () => {
    const [path, leftover] = [join(folder, "a"), join(folder, "a.next")]
    replaceWhole(path, "one")
    replaceWhole(leftover, "two")
    replaceWhole(path, "two", leftover)
    expect(readFileSync(path, "utf8")).toBe("two")
    expect(readdirSync(folder)).toEqual(["a"])
  })
})
