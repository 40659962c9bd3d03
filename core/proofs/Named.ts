/** How a key is found by what signed requests call it: by its name, or by its thumbprint and the host of its directory. */
import { Effect, Option } from "effect"
import type { Reader } from "../kernel/Reader.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { lookUpUnder } from "./KeyName.ts"
import { keyClaim, nameIndex, type ProvenKey, ProvenKeys } from "./ProvenKey.ts"

/** Whether a key of this name was proven at some time. It tells the holder of an ended key from somebody unknown. */
export const wasProven = (reader: Reader, name: string): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    reader.list(ProvenKeys, {
      index: nameIndex,
      prefix: `${lookUpUnder(name)}/`,
      after: null,
      limit: 1,
    }),
    ({ items }) => items.length > 0,
  )

/** Whether a document of this host named the key when it was proven. */
const isOf = (host: string, { document }: ProvenKey): boolean =>
  document?.url.startsWith(`https://${host}/`) === true

/**
 * The standing proof of the key with this thumbprint (RFC 7638), if a document of this host named the key when it was proven. It is
 * read by its id, so that a commit rests on it.
 */
export const proofOfHost = (
  reader: Reader,
  { thumbprint, host }: { readonly thumbprint: string; readonly host: string },
): Effect.Effect<ProvenKey | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const id = yield* reader.holder(keyClaim(`jwk:${thumbprint}`))
    const found = id === null ? null : Option.getOrNull(yield* reader.find(ProvenKeys, id))
    return found === null || found.endedAt !== null || !isOf(host, found) ? null : found
  })
