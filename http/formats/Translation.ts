/** Criteria of other protocols as documents of `court.criteria/1`: a check that can't be said there is refused by name, and never left out. */
import { read } from "../../core/criteria/index.ts"
import type { Json } from "../../core/kernel/Json.ts"

/** A part of the other document that has no counterpart, with the reason. */
export interface Untold {
  readonly path: string
  readonly why: string
}

/** A document of `court.criteria/1` with what its reader must know of it; or every part that has no counterpart. */
export type Translation =
  | { readonly document: object; readonly digest: string; readonly notes: ReadonlyArray<string> }
  | { readonly refused: ReadonlyArray<Untold> }

export interface Means {
  readonly bytesMax: number
  /** The agent that answers the checks that can't be said, and in how many hours; null to refuse them. */
  readonly attester: { readonly handle: string; readonly within: number } | null
}

/** A check as the document has it, without its id and share. */
export type Said = { readonly kind: string } & { readonly [member: string]: unknown }

/** The checks that say the same as one check of the other document, or the reason why nothing does. */
export type Told = { readonly checks: ReadonlyArray<Said>; readonly note?: string } | { readonly why: string }

export type JsonObject = { readonly [name: string]: Json }
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The check that an agent answers in the place of a check that can't be said; refused if no agent is named. */
export const orAttested = (told: Told, { attester }: Means): Told =>
  "checks" in told || attester === null
    ? told
    : {
        checks: [{ kind: "attested", by: attester.handle, within: attester.within, otherwise: "unmet" }],
        note: `${attester.handle} attests it, since ${told.why}`,
      }

/** One check of the other document, with the share that comes off if it is unmet; null if it is required. */
export interface Translated {
  readonly path: string
  readonly told: Told
  readonly share: number | null
}

const shareOf = (share: number | null) => (share === null ? {} : { share })

/** Puts translated checks together to a document, and reads it as a court would. */
export const documentOf = (
  translated: ReadonlyArray<Translated>,
  artifact: object,
  refused: ReadonlyArray<Untold>,
): Translation => {
  const untold = [
    ...refused,
    ...translated.flatMap(({ path, told }) => ("why" in told ? [{ path, why: told.why }] : [])),
  ]
  if (untold.length > 0) return { refused: untold }
  const checks = translated.flatMap(({ told, share }, i) =>
    "why" in told
      ? []
      : told.checks.map((check, k) => ({
          id: told.checks.length === 1 ? `check-${i}` : `check-${i}-${k}`,
          ...check,
          ...shareOf(share),
        })),
  )
  const document = { version: "court.criteria/1", artifact, checks }
  const found = read(document)
  if ("problems" in found)
    return {
      refused: found.problems.map(({ path, message }) => ({ path: `court.criteria/1${path}`, why: message })),
    }
  const notes = translated.flatMap(({ path, told }) =>
    "checks" in told && told.note !== undefined ? [`${path}: ${told.note}`] : [],
  )
  return { document, digest: found.criteria.digest, notes }
}
