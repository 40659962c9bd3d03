import { describe, expect, it } from "vitest"
import { addComments, Dictionary, type Known, wordsIn } from "./Declarations.ts"

const known = (words: string | null, ms = false): Known => ({ words, ms })
const dictionary = (...all: ReadonlyArray<Record<string, Known>>) => {
  const made = new Dictionary()
  for (const one of all) made.add(new Map(Object.entries(one)))
  return made
}
const none = new Dictionary()

const declared = `export declare const offer: Command<{
    readonly price: number;
    readonly dueBy: number;
    readonly buyer: {
        readonly handle: string;
    } | null;
}, {
    readonly id: string;
}>;`

describe("the comments of declarations", () => {
  it("stand at each member of which the module knows what it is, in every literal with the same members", () => {
    const own = dictionary(
      { price: known("The price, in cents"), dueBy: known("When it is due.", true), buyer: known(null) },
      { handle: known("Who buys.") },
    )
    expect(addComments(declared, own, none)).toBe(`export declare const offer: Command<{
    /** The price, in cents. */
    readonly price: number;
    /** When it is due. Milliseconds since 1970-01-01T00:00:00Z. */
    readonly dueBy: number;
    readonly buyer: {
        /** Who buys. */
        readonly handle: string;
    } | null;
}, {
    readonly id: string;
}>;`)
  })

  it("say of an instant in an answer that it is RFC 3339", () => {
    const text = "export type A = {\n    readonly at: string | null;\n};"
    expect(addComments(text, dictionary({ at: known(null, true) }), none)).toContain(
      "    /** RFC 3339, UTC, with milliseconds. */\n    readonly at",
    )
  })

  it("come from another module only for literals with more than two members", () => {
    const any = dictionary(
      { id: known("The id of a matter.") },
      { price: known("Theirs."), dueBy: known(null), buyer: known(null) },
    )
    const found = addComments(declared, none, any)
    expect(found).toContain("Theirs.")
    expect(found).not.toContain("The id of a matter.")
  })

  it("are left out if two sources differ, and never replace what stands there", () => {
    const differing = dictionary({ id: known("One.") }, { id: known("Another.") })
    expect(addComments(declared, differing, none)).toBe(declared)
    const own = "export type A = {\n    /** Its own. */\n    readonly id: string;\n};"
    expect(addComments(own, dictionary({ id: known("Another.") }), none)).toBe(own)
    expect(wordsIn(own.split("\n"))).toEqual([new Map([["id", known("Its own.")]])])
  })

  it("can't end the comment that they stand in", () => {
    const text = "export type A = {\n    readonly id: string;\n};"
    expect(addComments(text, dictionary({ id: known("Ends */ here.") }), none)).toContain("Ends *\\/ here.")
  })
})
