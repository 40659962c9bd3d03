import { createHash } from "node:crypto"
import type { Attested, Bytes, Outcome, Piece, Vector } from "../Vector.ts"
import { bytesOf } from "../Vector.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }
export type Fields = { readonly [name: string]: Json }

/** The RFC 8785 form: members by their UTF-16 code units, numbers and texts as JavaScript writes them. */
export const canonical = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}
export const sha256 = (of: string | Uint8Array): string => createHash("sha256").update(of).digest("hex")

export const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64")
export const raw = (...bytes: ReadonlyArray<number>): string => Buffer.from(bytes).toString("base64")
export const times = (text: string, count: number): Piece => ({ repeat: base64(text), times: count })
export const lengthOf = (bytes: Bytes): number => bytesOf(bytes)?.length ?? 0

export const defaultMax = 1000

export const documentOf = (checks: ReadonlyArray<Fields>, bytesMax: number = defaultMax): Fields => ({
  version: "court.criteria/1",
  artifact: { bytesMax },
  checks,
})

/** The result of one check: its outcome and its steps. */
export type Line = readonly [outcome: Outcome, fuel: number]
export interface Whole {
  readonly verdict: "satisfied" | "partly" | "not_satisfied" | "indeterminate"
  readonly off: number
}

export interface Given {
  readonly bytesMax?: number
  readonly attested?: ReadonlyArray<Attested>
  readonly whole?: Whole
  /** A text in place of the document, with the same value. */
  readonly written?: string
}

/** A vector whose checks have these lines. Without `whole`, one required check or several that are met are taken. */
export const vector = (
  name: string,
  checks: ReadonlyArray<Fields>,
  artifact: Bytes,
  lines: ReadonlyArray<Line>,
  { bytesMax, attested, whole, written }: Given = {},
): Vector => {
  const document = documentOf(checks, bytesMax)
  const bytes = bytesOf(artifact)
  const unmet = lines.some(([outcome]) => outcome === "unmet")
  const { verdict, off } = whole ?? {
    verdict: unmet ? "not_satisfied" : "satisfied",
    off: unmet ? 1_000_000 : 0,
  }
  return {
    name,
    document: written ?? document,
    artifact,
    ...(attested === undefined ? {} : { attested }),
    evaluation: {
      criteria: `sha256:${sha256(canonical(document))}`,
      artifact: bytes === null ? null : `sha256:${sha256(bytes)}`,
      verdict,
      reductionMillionths: off,
      outcomes: lines.map(([outcome, fuel], index) => ({ id: String(checks[index]?.id), outcome, fuel })),
    },
  }
}

export const one = (name: string, check: Fields, artifact: Bytes, line: Line, given?: Given): Vector =>
  vector(name, [{ id: "a", ...check }], artifact, [line], given)

/** A vector of a document that is refused at one place. */
export const refused = (name: string, document: unknown, ...paths: ReadonlyArray<string>): Vector => ({
  name,
  document,
  problems: paths.map((path) => ({ path, code: "criteria_refused" })),
})
/** A vector of one check that is refused, in it or at a place in it. */
export const refusedCheck = (name: string, check: Fields, place = ""): Vector =>
  refused(name, documentOf([{ id: "a", ...check }]), `/checks/0${place}`)
