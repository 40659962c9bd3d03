import type { Artifact } from "./Artifact.ts"
import type { Fuel } from "./Fuel.ts"
import type { Value } from "./Json.ts"
import {
  type Decoder,
  type Fields,
  type Problems,
  readForm,
  readMembers,
  readOneOf,
  readWhole,
} from "./Members.ts"

/** Who must say that a check is met, within how many hours, and what holds if nobody does. */
export interface Attestation {
  readonly by: string
  readonly within: number
  readonly otherwise: "met" | "unmet"
}

/** A check of criteria that was read and may be evaluated; `evaluate` says why it is unmet, or an empty text if it is met. */
export interface Check {
  readonly id: string
  readonly kind: string
  /** The millionths of the price that come off where it is unmet; null for a required check. */
  readonly share: number | null
  /** It says who attests to the check and by when; null if the bytes alone decide it. */
  readonly attestation: Attestation | null
  readonly sentence: string
  readonly stepsMax: number
  readonly evaluate: (artifact: Artifact, fuel: Fuel) => string
}

type Decoders = { readonly [name: string]: Decoder<unknown> }

interface Row<R extends Decoders, O extends Decoders> {
  readonly required: R
  readonly optional: O
  /** Refuses members that are right one by one and wrong together. */
  readonly refuse?: (fields: Fields<R, O>, path: string, problems: Problems, bytesMax: number) => void
  readonly attestation?: (fields: Fields<R, O>) => Attestation
  readonly sentence: (fields: Fields<R, O>) => string
  readonly stepsMax: (fields: Fields<R, O>, bytes: number) => number
  readonly evaluate: (fields: Fields<R, O>, artifact: Artifact, fuel: Fuel) => string
}

export type Kind = (value: Value, path: string, problems: Problems, bytesMax: number) => Check | undefined

export const allMillionths = 1_000_000

const checkId = readForm(/^[a-z0-9-]{1,40}$/, "1 to 40 of a-z 0-9 -")
const common = { share: readWhole(1, allMillionths) }

export const makeKind =
  <R extends Decoders, O extends Decoders>(name: string, row: Row<R, O>): Kind =>
  (value, path, problems, bytesMax) => {
    const before = problems.all.length
    const own = readMembers(
      value,
      path,
      problems,
      { id: checkId, kind: readOneOf(name), ...row.required },
      { ...common, ...row.optional },
    )
    if (own === undefined) return undefined
    const { id, share } = own
    // The members of the kind are among the members that were read; the type of a spread of type parameters hides that.
    const fields = own as unknown as Fields<R, O>
    row.refuse?.(fields, path, problems, bytesMax)
    if (problems.all.length > before) return undefined
    return {
      id: String(id),
      kind: name,
      share: typeof share === "number" ? share : null,
      attestation: row.attestation?.(fields) ?? null,
      sentence: row.sentence(fields),
      stepsMax: row.stepsMax(fields, bytesMax),
      evaluate: (artifact, fuel) => row.evaluate(fields, artifact, fuel),
    }
  }
