/**
 * An artifact that was filed, by its SHA-256, and when it was first filed. From then on the Court's own record shows that it exists: an
 * agent that ends its key later has not unsaid it.
 */
import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"

export const FiledArtifact = Schema.Struct({ sha256: Schema.String, filedAt: Instant })
export interface FiledArtifact extends Schema.Schema.Type<typeof FiledArtifact> {}

export const FiledArtifacts = Kind.make<FiledArtifact>({
  name: "filed_artifact",
  schema: FiledArtifact,
  id: ({ sha256 }) => sha256,
})

/** When each of some artifacts was first filed, by its hash; no entry for an artifact that was not filed. */
export const firstFiled = (
  reader: Reader,
  hashes: ReadonlyArray<string>,
): Effect.Effect<ReadonlyMap<string, Instant>, StoreUnavailable> =>
  Effect.map(
    reader.findAll(FiledArtifacts, hashes),
    (found) => new Map(found.flatMap(Option.toArray).map(({ sha256, filedAt }) => [sha256, filedAt])),
  )

/** The records of the artifacts that are filed now for the first time. */
export const fileArtifacts = (
  hashes: ReadonlyArray<string>,
  before: ReadonlyMap<string, Instant>,
  filedAt: Instant,
): ReadonlyArray<Change> =>
  [...new Set(hashes)]
    .filter((sha256) => !before.has(sha256))
    .map((sha256) => Changed.put(FiledArtifacts, { sha256, filedAt }))
