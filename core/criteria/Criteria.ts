/** Reads a document of criteria, with every problem that it has. */
import { plainKinds } from "./Checks.ts"
import { readDocument } from "./Document.ts"
import { isList, isObject, type Value } from "./Json.ts"
import { jsonKinds } from "./JsonChecks.ts"
import type { Check, Kind } from "./Kind.ts"
import {
  type Decoder,
  type Problem,
  Problems,
  readMembers,
  readOneOf,
  readText,
  readWhole,
} from "./Members.ts"

/** The version of the language, which never changes its meaning. */
export const version = "court.criteria/1"
const bytesMost = 262_144
const checksMax = 32

/** The criteria of a document, read and checked: what a delivery must be, and what each unmet check takes off the price. */
export interface Criteria {
  /** `sha256:` and the hash of the document in its RFC 8785 form. */
  readonly digest: string
  readonly bytesMax: number
  /** The media type that is meant; nothing is checked by it. */
  readonly mediaType: string | null
  readonly checks: ReadonlyArray<Check>
}

const kinds: ReadonlyMap<string, Kind> = new Map(Object.entries({ ...plainKinds, ...jsonKinds }))

const artifactMembers = { bytesMax: readWhole(1, bytesMost) }
const artifactOptions = { mediaType: readText(0, 100) }
const artifact: Decoder<{ readonly bytesMax: number; readonly mediaType?: string | undefined }> = (
  value,
  path,
  problems,
) => readMembers(value, path, problems, artifactMembers, artifactOptions)

/** The limit that costs are counted by, where it can be read. */
const findBytesMax = (value: Value): number => {
  const stated = isObject(value) ? value.get("artifact") : undefined
  const read = isObject(stated)
    ? readWhole(1, bytesMost)(stated.get("bytesMax") ?? null, "", new Problems())
    : undefined
  return read ?? 1
}

const readCheck = (value: Value, path: string, problems: Problems, bytesMax: number): Check | undefined => {
  if (!isObject(value)) return problems.refuse(path, "must be an object")
  const stated = value.get("kind")
  const kind = typeof stated === "string" ? kinds.get(stated) : undefined
  return kind === undefined
    ? problems.refuse(`${path}/kind`, `must be one of ${[...kinds.keys()].join(", ")}`)
    : kind(value, path, problems, bytesMax)
}

const refuseRepeatedIds = (checks: ReadonlyArray<Value>, path: string, problems: Problems): void => {
  const seen = new Set<Value>()
  for (const [i, check] of checks.entries()) {
    const id = isObject(check) ? check.get("id") : undefined
    if (typeof id !== "string") continue
    if (seen.has(id)) problems.refuse(`${path}/${i}/id`, "is the id of a check before it: use another")
    seen.add(id)
  }
}

const checksWithin =
  (bytesMax: number): Decoder<ReadonlyArray<Check>> =>
  (value, path, problems) => {
    if (!isList(value) || value.length < 1 || value.length > checksMax)
      return problems.refuse(path, `must be a list of 1 to ${checksMax} checks`)
    refuseRepeatedIds(value, path, problems)
    return value.flatMap((one, i) => readCheck(one, `${path}/${i}`, problems, bytesMax) ?? [])
  }

/** The criteria that a document states, or every problem that it has. It may be a JSON value, or text as a string or as bytes. */
export const read = (
  document: unknown,
): { readonly criteria: Criteria } | { readonly problems: ReadonlyArray<Problem> } => {
  const given = readDocument(document)
  if (given instanceof Problems) return { problems: given.all }
  const problems = new Problems()
  const members = { version: readOneOf(version), artifact, checks: checksWithin(findBytesMax(given.value)) }
  const fields = readMembers(given.value, "", problems, members, {})
  if (fields === undefined) return { problems: problems.all }
  const { bytesMax, mediaType = null } = fields.artifact
  return { criteria: { digest: given.digest, bytesMax, mediaType, checks: fields.checks } }
}

/** A check in a sentence, with the most that it can cost. */
export interface Explained {
  readonly id: string
  readonly kind: string
  readonly sentence: string
  /** The steps that it takes at most over `bytesMax` bytes. */
  readonly stepsMax: number
  /** The millionths of the price that come off if it is unmet; null if the whole price comes off. */
  readonly share: number | null
}

/** Every check of criteria in a sentence, in their order. */
export const explain = ({ checks }: Criteria): ReadonlyArray<Explained> =>
  checks.map(({ id, kind, sentence, stepsMax, share }) => ({ id, kind, sentence, stepsMax, share }))
