/** The proven keys by which requests are signed. They are looked up like credentials, and remembered as long. */
import { Effect, Either } from "effect"
import {
  type Algorithm,
  type Check,
  checkerOf,
  sha256OfBase,
} from "../../adapters/keys/httpSignature/Verify.ts"
import { Keys } from "../../core/agents/index.ts"
import type { KnownBy } from "../../core/kernel/Reader.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { ProvenKey } from "../../core/proofs/index.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Caller } from "./Caller.ts"
import { Faulted } from "./Problem.ts"
import type { Read } from "./SignedRequest.ts"

export type Named = Pick<Read, "keyid" | "directory">

/** A key that stands, with what checks signatures by it. */
export interface Key {
  readonly proof: ProvenKey.ProvenKey
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

const readKey = (driver: Driver, { keyid, directory }: Named) =>
  Effect.gen(function* () {
    const { reader, versions } = Reader.make(driver)
    const proof =
      directory === null
        ? yield* ProvenKey.standingProof(reader, keyid)
        : yield* ProvenKey.proofOfHost(reader, { thumbprint: keyid, host: directory })
    if (proof === null)
      return directory === null && (yield* ProvenKey.wasProven(reader, keyid)) ? "ended" : "unknown"
    // A key that stands signs nothing if the Registrar has ended the keys of its agent (Rule 2.6).
    if (!(yield* Keys.signsFor(reader, proof.agentId))) return "ended"
    const checker = proof.jwk && checkerOf(proof.jwk)
    return { proof, checker, knownBy: [...versions.values()], remembered: false }
  })

/** A key that was read before; null if the store has changed its proof or the keyring of its agent since. */
const readAgain = (driver: Driver, known: Key): Effect.Effect<Key | null, StoreUnavailable> =>
  Effect.map(driver.read(known.knownBy.map(({ ref }) => ref)), (found) =>
    known.knownBy.every(({ version }, i) => found[i]?.version === version)
      ? { ...known, remembered: false }
      : null,
  )

/** Finds keys, and remembers them for five seconds. `clockMs` is a monotonic clock in milliseconds. */
export const rememberKeys = (clockMs: () => number = () => performance.now()): LookUp => {
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
      const read = Effect.suspend(() => readKey(driver, named))
      const again = known === undefined ? Effect.succeed(null) : readAgain(driver, known.key)
      return Effect.tap(
        Effect.flatMap(
          again,
          (key): Effect.Effect<Looked, StoreUnavailable> => (key === null ? read : Effect.succeed(key)),
        ),
        (looked) => keep(name, looked),
      )
    })
}

/** The caller whose key has signed a request. Fails if the key is unknown, has ended, or has not signed this. */
export const signers = (baseUrl: string) => {
  const keys = rememberKeys()
  const callerBy = (key: Looked, { alg, base, signature, digest }: Read): Either.Either<Caller, Faulted> => {
    if (key === "unknown") return Either.left(new Faulted({ code: "unknown_keyid" }))
    if (key === "ended") return Either.left(new Faulted({ code: "signing_key_ended" }))
    const { checker, knownBy, remembered, proof } = key
    if (checker === null || (alg !== null && alg !== checker.algorithm))
      return Either.left(new Faulted({ code: "signature_algorithm_refused" }))
    if (!checker.check(base, signature)) {
      const errors = [{ path: "@target-uri", message: `begins with ${baseUrl} at this court` }]
      return Either.left(new Faulted({ code: "signature_wrong", errors }))
    }
    const actor = { role: "agent", id: proof.agentId, handle: proof.handle } as const
    const signed = { baseSha256: sha256OfBase(base), digest }
    return Either.right({ actor, owner: `agent/${proof.agentId}`, secret: null, signed, knownBy, remembered })
  }
  return (read: Read, look: "anew" | "lately") =>
    Effect.flatMap(Store, (driver) => Effect.flatMap(keys(driver, read, look), (key) => callerBy(key, read)))
}
