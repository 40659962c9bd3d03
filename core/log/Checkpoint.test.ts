import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Checkpoint from "./Checkpoint.ts"

const text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"

describe("checkpoints", () => {
  it("C2SP tlog-checkpoint reads the standard's example", () => {
    const read = Checkpoint.parse(text)
    expect(read).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163, extensions: [] })
    expect(read === null ? null : Checkpoint.format(read)).toBe(text)
  })

  it("C2SP tlog-checkpoint what is written is read back", () => {
    const line = fc.string({ minLength: 1 }).filter((text) => !text.includes("\n"))
    fc.assert(
      fc.property(
        fc.record({
          origin: line,
          size: fc.maxSafeNat(),
          root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
          extensions: fc.array(line),
        }),
        (checkpoint) => {
          expect(Checkpoint.parse(Checkpoint.format(checkpoint))).toEqual(checkpoint)
        },
      ),
    )
  })

  it.each([
    ["no newline at the end", text.slice(0, -1)],
    ["two lines", "origin\n1\n"],
    ["an empty origin", text.replace(/^.*/, "")],
    ["a size with a zero before it", text.replace("2085", "02085")],
    ["a size with a sign", text.replace("2085", "+2085")],
    ["a size beyond whole numbers", text.replace("20852163", "9007199254740992")],
    ["a root of another length", text.replace("CsUYapGG", "")],
    ["a root that is no base 64", text.replace("CsUYap", "CsU.ap")],
    ["an empty extension", `${text}\n`],
  ])("C2SP tlog-checkpoint a text with %s is not a checkpoint", (_, wrong) => {
    expect(Checkpoint.parse(wrong)).toBeNull()
  })
})
