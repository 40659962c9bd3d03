/** A piece of large bytes: base64 that is repeated, the numbers below one (`0,1,2`), or as many members (`"0":0,"1":0`). */
export type Piece =
  | { readonly repeat: string; readonly times: number }
  | { readonly numbersTo: number }
  | { readonly membersTo: number }
/** Bytes as base64, as pieces, or no bytes that are known. */
export type Bytes = null | string | ReadonlyArray<Piece>

/** A vector: what a document is over an artifact, or what is wrong with it. A document that is a text comes as text; pieces are a text too. */
export interface Vector {
  readonly name: string
  readonly document?: unknown
  readonly documentPieces?: ReadonlyArray<Piece>
  readonly artifact?: Bytes
  readonly attested?: ReadonlyArray<Attested>
  readonly evaluation?: Expected
  readonly problems?: ReadonlyArray<Problem>
}
export type Expected = Omit<Evaluation, "outcomes"> & {
  readonly outcomes: ReadonlyArray<{ readonly id: string; readonly outcome: Outcome; readonly fuel: number }>
}

export type Outcome = "met" | "unmet" | "unknown"
export interface Attested {
  readonly check: string
  readonly outcome: "met" | "unmet"
}
export interface Evaluation {
  readonly criteria: string
  readonly artifact: string | null
  readonly verdict: "satisfied" | "partly" | "not_satisfied" | "indeterminate"
  readonly reductionMillionths: number
  readonly outcomes: ReadonlyArray<{
    readonly id: string
    readonly outcome: Outcome
    readonly fuel: number
    readonly why: string
  }>
}
export interface Problem {
  readonly path: string
  readonly code: string
}
/** The functions of an implementation of the criteria. `C` is whatever it makes of a document. */
export interface Implementation<C> {
  readonly read: (
    document: unknown,
  ) => { readonly criteria: C } | { readonly problems: ReadonlyArray<Problem> }
  readonly evaluate: (criteria: C, bytes: Uint8Array | null, attested?: ReadonlyArray<Attested>) => Evaluation
  readonly digest: (document: unknown) => string
}

const pieceBytes = (piece: Piece): Buffer => {
  if ("repeat" in piece) {
    const once = Buffer.from(piece.repeat, "base64")
    return Buffer.alloc(once.length * piece.times, once)
  }
  if ("numbersTo" in piece) return Buffer.from([...Array(piece.numbersTo).keys()].join(","))
  return Buffer.from([...Array(piece.membersTo).keys()].map((index) => `"${index}":0`).join(","))
}

export const piecesBytes = (pieces: ReadonlyArray<Piece>): Uint8Array => Buffer.concat(pieces.map(pieceBytes))

export const bytesOf = (given: Bytes | undefined): Uint8Array | null => {
  if (given === null || given === undefined) return null
  return typeof given === "string" ? Buffer.from(given, "base64") : piecesBytes(given)
}

/** The document of a vector, as it is handed to `read`. */
export const documentOf = ({ document, documentPieces }: Vector): unknown =>
  documentPieces === undefined ? document : piecesBytes(documentPieces)
