/** For tests that begin with a proven key: its record and its names, without the challenge. */
import { Effect } from "effect"
import { empty } from "../../store/ChangeSet.ts"
import type { Driver } from "../../store/Store.ts"
import { keyClaim, nameClaim, type ProvenKey, ProvenKeys } from "../ProvenKey.ts"

export const proofOf = (changes: Partial<ProvenKey> = {}): ProvenKey => ({
  id: "proof",
  agentId: "agent",
  handle: "seller",
  method: "did_key",
  name: "did:key:z6Mk#z6Mk",
  fingerprint: "jwk:thumbprint",
  jwk: null,
  address: null,
  document: null,
  provenAt: 0,
  endedAt: null,
  ...changes,
})

/** Puts a proof into a store, with its names if it stands; frees them if it has ended. */
export const putProof = (driver: Driver, proof: ProvenKey) =>
  Effect.gen(function* () {
    const ref = { kind: ProvenKeys.name, id: proof.id }
    const [stored] = yield* driver.read([ref])
    const names = [keyClaim(proof.fingerprint), nameClaim(proof.name)].map((claim) => ({
      claim,
      holder: proof.id,
    }))
    yield* driver.commit({
      ...empty(proof.endedAt ?? proof.provenAt),
      puts: [
        {
          ref,
          expected: stored?.version ?? 0,
          body: ProvenKeys.encode(proof),
          index: ProvenKeys.index(proof),
        },
      ],
      ...(proof.endedAt === null ? { claims: names } : { releases: names }),
    })
  })
