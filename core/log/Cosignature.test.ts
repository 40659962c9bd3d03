import { describe, expect, it } from "vitest"
import * as Checkpoint from "./Checkpoint.ts"
import { portableVerifiers, signatureBy, signCheckpoint, signedAt, withoutSignatures } from "./Cosignature.ts"
import { hashLeaf } from "./Merkle.ts"
import * as Note from "./Note.ts"
import { log, origin, signedBy, signer, witness } from "./testing/Signers.ts"

const root = hashLeaf(Buffer.from("a"))
const one = { size: 1, root }
const w1 = witness("witness.example/w1", 2)

describe("signatures of a checkpoint", () => {
  it("C2SP tlog-cosignature what a log and a witness sign verifies, after it was written and read", () => {
    const signed = signedBy(one, [log, w1])
    const read = Checkpoint.parseSigned(Note.format(signed))
    expect(read).toEqual(signed)
    expect(signatureBy(log.key, signed)).toBe("good")
    expect(signatureBy(w1.key, signed)).toBe("good")
  })

  it("C2SP tlog-cosignature the time of a cosignature is known if it verifies; a log's own signature states no time", () => {
    const signed = signedBy(one, [log, w1], 1_679_315_147)
    expect(signedAt(w1.key, signed)).toBe(1_679_315_147_000)
    expect(signedAt(log.key, signed)).toBeNull()
    expect(signedAt(w1.key, signedBy(one, [log]))).toBeNull()
    const { signatures } = signedBy(one, [w1], 5)
    expect(signedAt(w1.key, { ...signedBy({ ...one, size: 2 }, []), signatures })).toBeNull()
  })

  it("C2SP tlog-cosignature a cosignature by Ed25519 is over two lines and the text", () => {
    const messages: Array<string> = []
    const { text, checkpoint } = signedBy(one, [])
    signCheckpoint(w1.key, withoutSignatures(text, checkpoint), 1_679_315_147, (message) => {
      messages.push(Buffer.from(message).toString())
      return new Uint8Array(64)
    })
    expect(messages).toEqual([`cosignature/v1\ntime 1679315147\n${text}`])
  })

  it("C2SP tlog-cosignature a cosignature by ML-DSA-44 is over its name, time, origin, size and root", () => {
    const key = Note.makeVerifierKey("w", Note.signatureTypes.mlDsa44, new Uint8Array(1312).fill(3))
    const messages: Array<Uint8Array> = []
    const { text, checkpoint } = signedBy({ size: 2 ** 40 + 7, root }, [])
    const signature = signCheckpoint(key, withoutSignatures(text, checkpoint), 5, (message) => {
      messages.push(message)
      return new Uint8Array(2420).fill(9)
    })
    const expected = Buffer.concat([
      Buffer.from("subtree/v1\n\0"),
      Buffer.from([1, 0x77]),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 5]),
      Buffer.from([origin.length]),
      Buffer.from(origin),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from([0, 0, 1, 0, 0, 0, 0, 7]),
      root,
    ])
    expect(Buffer.from(messages[0] ?? []).toString("hex")).toBe(expected.toString("hex"))
    expect(signature.bytes).toHaveLength(8 + 2420)
    const signed = { text, checkpoint, signatures: [signature] }
    expect(signatureBy(key, signed)).toBe("absent")
    const verified: Array<unknown> = []
    const mlDsa44 = (...given: ReadonlyArray<Uint8Array>) =>
      verified.push(given.map(({ length }) => length)) > 0
    expect(signatureBy(key, signed, { ...portableVerifiers, mlDsa44 })).toBe("good")
    expect(verified).toEqual([[2420, expected.length, 1312]])
  })

  it("C2SP signed-note a signature of another key, of another checkpoint or of no form is bad or absent", () => {
    const signed = signedBy(one, [log, w1])
    const other = signedBy({ size: 2, root }, [log, w1])
    const stranger = signer(origin, 9)
    expect(signatureBy(stranger.key, signed)).toBe("absent")
    expect(signatureBy(witness("other.example", 2).key, signed)).toBe("absent")
    for (const { key } of [log, w1]) {
      expect(signatureBy(key, { ...signed, signatures: other.signatures })).toBe("bad")
      for (const bytes of [new Uint8Array(8), new Uint8Array(72).fill(255), new Uint8Array(7)]) {
        const signatures = [...signed.signatures, { name: key.name, id: key.id, bytes }]
        expect(signatureBy(key, { ...signed, signatures }), `${bytes.length} bytes`).toBe("bad")
      }
    }
  })

  it("C2SP tlog-cosignature a time beyond 63 bits is refused, even if it is signed", () => {
    const { text, checkpoint } = signedBy(one, [])
    const time = Buffer.from("8000000000000000", "hex")
    const message = Buffer.from(`cosignature/v1\ntime ${2n ** 63n}\n${text}`)
    const { name, id } = w1.key
    const bytes = Buffer.concat([time, w1.sign(message)])
    expect(signatureBy(w1.key, { text, checkpoint, signatures: [{ name, id, bytes }] })).toBe("bad")
  })

  it("C2SP tlog-cosignature names and origins have at most 255 bytes, so that their lengths fit a byte", () => {
    const long = "é".repeat(128)
    expect(Checkpoint.parseSigned(Note.format(signedBy({ ...one, of: long }, [log])))).toBeNull()
    expect(Checkpoint.parseSigned(Note.format(signedBy(one, [signer(long, 3)])))).toBeNull()
    expect(Checkpoint.parseSigned(Note.format(signedBy({ ...one, of: long.slice(1) }, [log])))).not.toBeNull()
  })

  it("C2SP tlog-checkpoint a note is not a checkpoint if its text isn't, nor is a text that is not a note", () => {
    const note = Note.format(signedBy(one, [log]))
    expect(Checkpoint.parseSigned(note.replace(/\n1\n/, "\n01\n"))).toBeNull()
    expect(Checkpoint.parseSigned(note.trimEnd())).toBeNull()
  })
})
