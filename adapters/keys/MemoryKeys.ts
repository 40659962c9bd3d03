/** Keys in memory: new ones for each court, which end with the process. For programs that try a court, and for tests. */
import { randomBytes } from "node:crypto"
import { Layer } from "effect"
import * as ApiKey from "./ApiKey.ts"
import { Keys, type KeysService, keySet, serviceOf } from "./Keys.ts"
import * as SigningKey from "./SigningKey.ts"

/** New keys, with the credentials of the offices: a program that acts for an office over HTTP sends them as a bearer key. */
export interface MemoryKeys {
  readonly keys: KeysService
  readonly registrarKey: string
  readonly judgeKey: string
}

/** New keys that end with the process, with the credentials of the Registrar and of the Judge. */
export const make = (): MemoryKeys => {
  const [registrar, judge] = [ApiKey.fresh(), ApiKey.fresh()]
  const held = keySet({
    registrarSha256: registrar.sha256,
    judgeSha256: judge.sha256,
    notary: SigningKey.fromPem(SigningKey.freshPem()),
    jwks: SigningKey.fromPem(SigningKey.freshPem()),
    log: SigningKey.fromPem(SigningKey.freshPem()),
    payout: SigningKey.payoutKey(randomBytes(32)),
    addresses: randomBytes(32),
    retired: [],
  })
  return {
    keys: serviceOf(
      () => held,
      () => {},
    ),
    registrarKey: registrar.apiKey,
    judgeKey: judge.apiKey,
  }
}

/** New keys, for a program that needs no credential of an office. */
export const layer: Layer.Layer<Keys> = Layer.sync(Keys, () => make().keys)
