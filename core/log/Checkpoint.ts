/** Checkpoints: the size and the root of a log at one time, as the text of a signed note (C2SP tlog-checkpoint). */

import { byteLength } from "../kernel/Hash.ts"
import { decodeBase64, encodeBase64 } from "./Base64.ts"
import { hashLength } from "./Merkle.ts"
import * as Note from "./Note.ts"

/** The size and the root of a log at one time, which its signature fixes (tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  /** Lines that the log adds, which prove nothing; the court's own checkpoints have no such lines. */
  readonly extensions: ReadonlyArray<string>
}

/** The text that is signed: one line each, with a break at the end. */
export const format = ({ origin, size, root, extensions }: Checkpoint): string =>
  [origin, String(size), encodeBase64(root), ...extensions].map((line) => `${line}\n`).join("")

/** A whole number as the formats of a log write it, without zeros before it; null for another text, and from 2^53. */
export const parseNumber = (text: string): number | null =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/** A hash in base 64; null for another text. */
export const parseHash = (text: string): Uint8Array | null => {
  const bytes = decodeBase64(text)
  return bytes?.length === hashLength ? bytes : null
}

/** Reads the text of a note as a checkpoint; null if the text does not state one. */
export const parse = (text: string): Checkpoint | null => {
  if (!text.endsWith("\n")) return null
  const lines = text.slice(0, -1).split("\n")
  const [origin = "", size = "", root = "", ...extensions] = lines
  const [number, hash] = [parseNumber(size), parseHash(root)]
  if (number === null || hash === null || lines.includes("") || byteLength(origin) > Note.nameLengthMax)
    return null
  return { origin, size: number, root: hash, extensions }
}

/** A checkpoint as a log serves it: the note, and what its text states. */
export interface Signed extends Note.Note {
  readonly checkpoint: Checkpoint
}

/** Reads a text as a signed checkpoint; null if the text is not a signed checkpoint. Whose signatures they are is not checked. */
export const parseSigned = (text: string): Signed | null => {
  const note = Note.parse(text)
  const checkpoint = note === null ? null : parse(note.text)
  return note === null || checkpoint === null ? null : { ...note, checkpoint }
}
