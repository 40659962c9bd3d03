/** What a verifier of one format is: pure, without a clock, randomness, input or output. What it needs from the web is fetched for it. */
import type { Check, Examined, ExaminedSigner, Format, Statement } from "../../core/evidence/index.ts"
import type { Instant } from "../../core/kernel/Time.ts"

/** A piece of evidence that may be an artifact: its text, and its JSON if it is JSON. */
export interface Piece {
  readonly text: string
  /** Undefined if the text is not JSON. */
  readonly value: unknown
}

/** A document as it was fetched, or why there is none. */
export type Document =
  | { readonly url: string; readonly text: string }
  | { readonly url: string; readonly text: null; readonly why: string }

/** The documents that were fetched, by the address that was asked for. */
export type Documents = ReadonlyMap<string, Document>

export type Found = Pick<Examined, "signers" | "checks" | "statement" | "addresses">

/** An artifact whose form was read. */
export interface Opened {
  /** The addresses of the documents without which it can't be examined. */
  readonly needs: ReadonlyArray<string>
  readonly examine: (documents: Documents, now: Instant) => Found
}

export interface Verifier {
  readonly format: Format
  /** Null if the piece is of another format. */
  readonly open: (piece: Piece) => Opened | null
}

export const holds = (check: string, why: string): Check => ({ check, holds: true, why })
export const fails = (check: string, why: string): Check => ({ check, holds: false, why })
/** A check in the words for each outcome. */
export const checkOf = (check: string, held: boolean, yes: string, no: string): Check => ({
  check,
  holds: held,
  why: held ? yes : no,
})

/** The documents of this court, under names that no web address has. The composition knows them; they are never fetched. */
export const ownKeySet = "court:jwks"
export const ownNotary = "court:notary"

export type { Check, ExaminedSigner, Statement }
