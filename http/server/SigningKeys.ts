/** The proven keys by which requests are signed. They are looked up like credentials, and remembered as long. */
import { Effect, Option } from "effect"
import {
  type Algorithm,
  type Check,
  checkerOf,
  sha256OfBase,
} from "../../adapters/keys/httpSignature/Verify.ts"
import { signsFor } from "../../core/agents/index.ts"
import type { KnownBy } from "../../core/kernel/Reader.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { type ProvenKey, ProvenKeys, proofOfHost, standingProof, wasProven } from "../../core/proofs/index.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { Faulted } from "./Problem.ts"
import type { Read } from "./SignedRequest.ts"

/** How a request names its key. */
export type Named = Pick<Read, "keyid" | "directory">

/** A key that stands, with what checks signatures by it. */
export interface Key {
  readonly proof: ProvenKey
  /** Null if the court reads no signatures by such a key, as by an address of a chain. */
  readonly checker: { readonly algorithm: Algorithm; readonly check: Check } | null
  readonly knownBy: KnownBy
  /** Whether it was read for an earlier request, so that only a commit shows whether it has ended since. */
  readonly remembered: boolean
}

export type Looked = Key | "unknown" | "ended"

/** Looks a key up: from the store (`anew`), or as it was read within the last five seconds (`lately`), which only acts may use. */
export type LookUp = (
  driver: Driver,
  named: Named,
  look: "anew" | "lately",
) => Effect.Effect<Looked, StoreUnavailable>

const keptMs = 5_000
const keptMax = 10_000

const readKey = (driver: Driver, { keyid, directory }: Named, known: Key | null) =>
  Effect.gen(function* () {
    const { reader, versions } = Reader.make(driver)
    const keyOf = (proof: ProvenKey): Key => ({
      proof,
      // The key of a proof never changes.
      checker: known?.proof.id === proof.id ? known.checker : proof.jwk && checkerOf(proof.jwk),
      knownBy: [...versions.values()],
      remembered: false,
    })
    /** A key that stands signs nothing if the Registrar has ended the keys of its agent (Rule 2.6). */
    const standing = (proof: ProvenKey) =>
      Effect.map(signsFor(reader, proof.agentId), (signs) => (signs ? keyOf(proof) : "ended"))
    if (known !== null) {
      // A known key that stands needs no look at its name.
      const again = Option.getOrNull(yield* reader.find(ProvenKeys, known.proof.id))
      if (again !== null && again.endedAt === null) return yield* standing(again)
    }
    const found =
      directory === null
        ? yield* standingProof(reader, keyid)
        : yield* proofOfHost(reader, { thumbprint: keyid, host: directory })
    if (found !== null) return yield* standing(found)
    return directory === null && (yield* wasProven(reader, keyid)) ? "ended" : "unknown"
  })

/** Finds keys, and remembers them for five seconds. `clockMs` is a monotonic clock in milliseconds. */
export const knownKeys = (clockMs: () => number = () => performance.now()): LookUp => {
  const kept = new Map<string, { readonly key: Key; readonly until: number }>()
  const keep = (name: string, looked: Looked): void => {
    kept.delete(name)
    // Guessed names take no memory.
    if (typeof looked === "string") return
    if (kept.size >= keptMax) kept.clear()
    kept.set(name, { key: { ...looked, remembered: true }, until: clockMs() + keptMs })
  }
  return (driver, named, look) =>
    Effect.suspend((): Effect.Effect<Looked, StoreUnavailable> => {
      const name = `${named.directory ?? ""} ${named.keyid}`
      const known = kept.get(name)
      if (look === "lately" && known !== undefined && clockMs() < known.until)
        return Effect.succeed(known.key)
      return Effect.tap(readKey(driver, named, known?.key ?? null), (looked) => keep(name, looked))
    })
}

/** The caller whose key has signed a request. Fails if the key is unknown, has ended, or has not signed this. */
export const signers = (baseUrl: string) => {
  const keys = knownKeys()
  return Effect.fnUntraced(function* (read: Read, look: "anew" | "lately") {
    const key = yield* keys(yield* Store, read, look)
    if (key === "unknown") return yield* new Faulted({ code: "unknown_keyid" })
    if (key === "ended") return yield* new Faulted({ code: "signing_key_ended" })
    const { checker, knownBy, remembered, proof } = key
    if (checker === null || (read.alg !== null && read.alg !== checker.algorithm))
      return yield* new Faulted({ code: "signature_algorithm_refused" })
    if (!checker.check(read.base, read.signature)) {
      const errors = [{ path: "@target-uri", message: `begins with ${baseUrl} at this court` }]
      return yield* new Faulted({ code: "signature_wrong", errors })
    }
    const actor = { role: "agent", id: proof.agentId, handle: proof.handle } as const
    const signed = { baseSha256: sha256OfBase(read.base), digest: read.digest }
    return { actor, owner: `agent/${proof.agentId}`, secret: null, signed, knownBy, remembered }
  })
}
