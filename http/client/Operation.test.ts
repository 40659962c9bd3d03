import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { operations } from "./Operation.ts"

const answer = (name: string, text: string) => {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return Either.getOrNull(found.answer(200, text))
}

describe("an answer", () => {
  it("in the text form of an operation is given as that text", () => {
    expect(answer("internationalLawInstrument", "# A treaty\n")).toBe("# A treaty\n")
    expect(answer("internationalLawInstrument", '{"id": 5}')).toBeNull()
    expect(answer("rules", "# Rules of Court\n")).toBe("# Rules of Court\n")
  })

  it("that is not JSON is refused if the operation has no text form", () => {
    expect(answer("restatement", "# Restatement\n")).toBeNull()
  })
})
