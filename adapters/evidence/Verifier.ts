/**
 * A verifier of one format: pure, without a clock, randomness, input or output. The documents that it needs are fetched for it.
 * Every verifier holds what an artifact says of its own times against the court's clock.
 */
import type { Verified } from "../../core/evidence/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { format, type Instant, minutes } from "../../core/kernel/Time.ts"
import { instantOf, isCut, sentencesMax } from "./Words.ts"

/** A piece of evidence that may be an artifact: its text, and its JSON if it is JSON. */
export interface Piece {
  readonly text: string
  /** Undefined if the text is not JSON. */
  readonly value: unknown
}

/** A document as it was fetched, or why it is missing. */
export type Document =
  | { readonly url: string; readonly text: string }
  | { readonly url: string; readonly text: null; readonly why: string }

/** The documents that were fetched, by the address that was asked for. */
export type Documents = ReadonlyMap<string, Document>

export type Found = Pick<Verified.Examined, "signers" | "checks" | "statement" | "terms">

export interface Opened {
  /** The addresses of the documents without which it can't be examined. */
  readonly needs: ReadonlyArray<string>
  readonly examine: (documents: Documents, now: Instant) => Found
}

export interface Verifier {
  readonly format: Verified.Format
  /** Whether the format is a draft that moves: a court reads it only if its operator says so. */
  readonly experimental?: true
  /** Null if the piece is of another format. */
  readonly open: (piece: Piece) => Opened | null
}

export const holds = (check: string, why: string): Verified.Check => ({ check, holds: true, why })
export const fails = (check: string, why: string): Verified.Check => ({ check, holds: false, why })
export const checkOf = (check: string, held: boolean, yes: string, no: string): Verified.Check => ({
  check,
  holds: held,
  why: held ? yes : no,
})

/** The documents of this court, under names that no web address has. The composition knows them; they are never fetched. */
export const ownKeySet = "court:jwks"
export const ownNotary = "court:notary"

const ownPrefix = "court:"
export const isOwnDocument = (name: string): boolean => name.startsWith(ownPrefix)

const keyPrefix = "court:key:"
/** The place of the keys that agents have proven under a name, as a JSON list. The court knows them, whatever the name's document says now. */
export const provenKeysOf = (name: string): string => `${keyPrefix}${name}`
/** The name of a place of proven keys; null if it is another place. */
export const nameOfProven = (place: string): string | null =>
  place.startsWith(keyPrefix) ? place.slice(keyPrefix.length) : null

export type Check = Verified.Check
export type ExaminedSigner = Verified.ExaminedSigner
export type Statement = Verified.Statement

/**
 * The sentences of an artifact within their bound. Whatever is cut says so in a check: a reader who sees a part must know that there is
 * more.
 */
export const cutToBounds = (
  all: ReadonlyArray<Verified.Statement>,
): {
  readonly statement: ReadonlyArray<Verified.Statement>
  readonly checks: ReadonlyArray<Verified.Check>
} => {
  const statement = all.slice(0, sentencesMax)
  const cut = statement.filter(({ text }) => isCut(text)).length
  return {
    statement,
    checks: [
      ...(all.length === statement.length
        ? []
        : [fails("whole", `It says ${all.length} sentences. The first ${sentencesMax} are shown.`)]),
      ...(cut === 0
        ? []
        : [
            fails(
              "whole",
              `Texts are cut in ${cut} of its sentences, each where “…” stands. Read the piece itself.`,
            ),
          ]),
    ],
  }
}

/** The checks of a part that may fail without spoiling an artifact keep their names, by which the core knows them (Rule 4.11D). */
const keepsName: ReadonlySet<string> = new Set(["key_published", "not_expired"])

/** The checks of one part of an artifact, each with the part in its name, or in its words if it keeps its name. */
export const placeChecks = (
  place: string,
  checks: ReadonlyArray<Verified.Check>,
): ReadonlyArray<Verified.Check> =>
  checks.map((one) =>
    keepsName.has(one.check)
      ? { ...one, why: `${place}: ${one.why}` }
      : { ...one, check: `${place}: ${one.check}` },
  )

/** How far a signer's clock may be ahead of the court's. */
const skewMs = minutes(bounds.signerAheadMinutes)

/** Whether a time of signing is not after the court's clock; no check if the artifact states no time. */
export const clock = (seconds: unknown, now: Instant): ReadonlyArray<Verified.Check> => {
  if (seconds === undefined) return []
  const at = instantOf(seconds)
  if (at === null) return [fails("clock", "The time of signing that it states is not a time.")]
  return [
    checkOf(
      "clock",
      at <= now + skewMs,
      `It says that it was signed at ${format(at)}, which had passed.`,
      `It says that it was signed at ${format(at)}, which lies ahead of this court's clock.`,
    ),
  ]
}

/** Whether its term has not passed; no check if it has no term. A statement stands when its term has passed. */
export const notExpired = (seconds: unknown, now: Instant): ReadonlyArray<Verified.Check> => {
  if (seconds === undefined || seconds === 0) return []
  const at = instantOf(seconds)
  if (at === null) return [fails("not_expired", "The end of its term that it states is not a time.")]
  return [
    checkOf(
      "not_expired",
      now <= at,
      `Its term ends at ${format(at)}.`,
      `Its term ended at ${format(at)}. Its signer said it all the same.`,
    ),
  ]
}
