/** Ids: UUIDs that begin with their instant, and how a command makes fresh ones from its seed. */
import { Schema } from "effect"
import { type HashText, sha256Hex } from "./Hash.ts"
import type { Instant } from "./Time.ts"

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A UUID of version 7 (RFC 9562), in lower case. */
export const Uuid = Schema.String.pipe(Schema.pattern(uuidPattern)).annotations({
  identifier: "Uuid",
  message: () => "must be an id as the court gives them, a UUID of version 7 in lower case",
  jsonSchema: { type: "string", format: "uuid" },
})

/**
 * An id, a handle or a citation as a caller gives it. Its form is not checked, since a record that nothing has is refused as unknown.
 */
export const GivenName = Schema.NonEmptyString.pipe(Schema.maxLength(200))
export const ById = Schema.Struct({ id: GivenName })

/** 20 hexadecimal characters (80 random bits) that the host draws for one attempt at one command. */
export type Seed = string

/**
 * The id made of these parts: the instant in the first 48 bits, `n` in the last 16, the seed between them. The same parts always give
 * the same id, so a command needs no random source.
 */
export const derive = (at: Instant, seed: Seed, n: number): string => {
  const time = at.toString(16).padStart(12, "0")
  const variant = (8 + (Number.parseInt(seed.slice(3, 4), 16) & 3)).toString(16)
  const tail = seed.slice(7, 15) + n.toString(16).padStart(4, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${seed.slice(0, 3)}-${variant}${seed.slice(4, 7)}-${tail}`
}

/**
 * A fresh id for a command: the instant in the first 48 bits, then a hash of the seed, the attempt, the name and the number `k`. The
 * same parts always give the same id, and nobody can predict it without the seed.
 */
export const makeId = (
  at: Instant,
  seed: Seed,
  attempt: number,
  name: string,
  k: number,
  sha256: HashText = sha256Hex,
): string => {
  const hash = sha256(`${seed}/${attempt}/${name}/${k}`)
  return derive(at, hash.slice(0, 20), Number.parseInt(hash.slice(20, 24), 16))
}
