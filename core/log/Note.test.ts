import { ed25519 } from "@noble/curves/ed25519.js"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Note from "./Note.ts"

const vkey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

describe("signed notes", () => {
  it("C2SP signed-note reads the standard's example, whose signature verifies by its key", () => {
    const read = Note.parse(note)
    const key = Note.parseVerifierKey(vkey)
    const [signature] = read?.signatures ?? []
    expect(read?.text).toBe("This is an example message.\n")
    expect(signature).toMatchObject({ name: "example.com/foo", id: 0x530d903a })
    expect(key).toMatchObject({ name: "example.com/foo", id: 0x530d903a, type: 1 })
    if (read === null || key === null || signature === undefined) throw new Error("unread")
    expect(ed25519.verify(signature.bytes, Buffer.from(read.text), key.publicKey)).toBe(true)
    expect(Note.format(read)).toBe(note)
    expect(Note.formatVerifierKey(key)).toBe(vkey)
  })

  it("C2SP signed-note a text may have empty lines, and the last one ends it", () => {
    const signature = { name: "a", id: 1, bytes: new Uint8Array(64) }
    fc.assert(
      fc.property(fc.array(fc.constantFrom("", "line", "é — x", "\u007f")), (lines) => {
        const text = `first\n${lines.map((line) => `${line}\n`).join("")}`
        const written = { text, signatures: [signature, { ...signature, id: 0xfffffffe }] }
        expect(Note.parse(Note.format(written))).toEqual(written)
      }),
    )
  })

  it.each([
    ["no signature", "text\n\n"],
    ["no empty line", note.replace("\n\n", "\n")],
    ["no newline at the end", note.slice(0, -1)],
    ["a control character", note.replace("This", "Th\tis")],
    ["a carriage return", note.replace("message.\n", "message.\r\n")],
    ["a line that is no signature", `${note}more\n`],
    ["a hyphen for the dash", note.replace("—", "-")],
    ["a plus in the name", note.replace("— example", "— exa+mple")],
    ["a Unicode space in the name", note.replace("— example", "— exa\u0085mple")],
    ["base 64 without its padding", note.replace("aQM=", "aQM")],
    ["base 64 with stray bits", note.replace("aQM=", "aQN=")],
    ["a signature of no bytes", "text\n\n— a AAAAAA==\n"],
    ["too many signatures", `text\n\n${"— a AAAAAAA=\n".repeat(65)}`],
  ])("C2SP signed-note a text with %s is not a note", (_, text) => {
    expect(Note.parse(text)).toBeNull()
  })

  it("C2SP signed-note a note of 64 signatures is read", () => {
    expect(Note.parse(`text\n\n${"— a AAAAAAA=\n".repeat(64)}`)?.signatures).toHaveLength(64)
  })
})

describe("verifier keys", () => {
  it.each([
    ["another id", vkey.replace("530d903a", "530d903b")],
    ["a type that is unknown here", Note.formatVerifierKey(Note.makeVerifierKey("a", 2, new Uint8Array(32)))],
    ["no key", Note.formatVerifierKey(Note.makeVerifierKey("a", 1, new Uint8Array()))],
    ["no bytes", "a+00000000+"],
    ["no base 64", "a+00000000+###"],
    ["a space in the name", vkey.replace("example", "exa mple")],
    ["capital letters in the id", vkey.replace("530d903a", "530D903A")],
  ])("C2SP signed-note a text with %s is not a key", (_, text) => {
    expect(Note.parseVerifierKey(text)).toBeNull()
  })

  it("C2SP signed-note keys of each type are read back", () => {
    for (const [type, length] of [
      [Note.signatureTypes.ed25519, 32],
      [Note.signatureTypes.cosignature, 32],
      [Note.signatureTypes.mlDsa44, 1312],
    ] as const) {
      const key = Note.makeVerifierKey("witness.example/w1", type, new Uint8Array(length).fill(9))
      expect(Note.parseVerifierKey(Note.formatVerifierKey(key))).toEqual(key)
    }
  })
})
