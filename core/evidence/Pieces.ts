/** Which pieces of a paper are examined, and what is said of an artifact that is not. */
import { byteLength } from "../kernel/Hash.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, count, rule } from "../kernel/Section.ts"
import { isArtifact } from "./Artifact.ts"
import type { Examined, Format } from "./Verified.ts"

/** A piece of evidence by its place among the pieces of its paper. */
interface Piece {
  readonly position: number
  readonly content: string
}

/** A piece of evidence that has the form of an artifact and is not examined, and why. */
interface Unread extends Piece {
  readonly why: string
}

/**
 * The pieces of a paper that have the form of an artifact: the first pieces that are not too long are examined. If a piece is beyond a
 * bound, a reader is told that it was not read.
 */
export const piecesToExamine = rule(
  ["Rule 4.11"],
  (
    contents: ReadonlyArray<string>,
    { examinedPieceBytesMax, examinedPiecesMax }: Terms,
  ): { readonly pieces: ReadonlyArray<Piece>; readonly unread: ReadonlyArray<Unread> } => {
    const all = contents
      .map((content, position) => ({ position, content }))
      .filter(({ content }) => isArtifact(content))
    const isLong = ({ content }: Piece) => byteLength(content) > examinedPieceBytesMax
    const short = all.filter((piece) => !isLong(piece))
    const long = `It is longer than ${bytes(examinedPieceBytesMax)}, and was not examined.`
    const many = `It comes after the first ${count(examinedPiecesMax, "piece")} of the paper that are examined.`
    return {
      pieces: short.slice(0, examinedPiecesMax),
      unread: [
        ...all.filter(isLong).map((piece) => ({ ...piece, why: long })),
        ...short.slice(examinedPiecesMax).map((piece) => ({ ...piece, why: many })),
      ],
    }
  },
)

export const unreadAs = (format: Format, why: string): Examined => ({
  format,
  signers: [],
  checks: [{ check: "length", holds: false, why }],
  statement: [],
  documents: [],
})
