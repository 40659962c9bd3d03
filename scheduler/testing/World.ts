/** The services of a scheduler in a test: a clock that the test sets, fresh seeds, a notary that may not be used, and a captured log. */

import { Effect, Layer, Logger, Ref } from "effect"
import { freshSeed, sha256 } from "../../adapters/host/Hosts.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { Host } from "../../core/kernel/Host.ts"
import { published } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"

export const start: Instant = Date.UTC(2026, 10, 20, 9)

export const clock = (at: Instant = start) => Ref.make(at)

export const host = (time: Ref.Ref<Instant>) =>
  Layer.succeed(Host, {
    now: Ref.get(time),
    seed: freshSeed,
    schedule: Effect.succeed(published),
    sha256,
  })

export const noNotary = nothingSealed

const none = () => Effect.dieMessage("nothing is signed here")
/** The court's keys, of which only the keyed hash may be used. */
export const noKeys = Layer.succeed(Keys, {
  registrarSha256: "",
  judgeSha256: "",
  notary: { publicKey: "", retiredKeys: [] },
  payout: { address: "", publicKey: "", retiredKeys: [] },
  signPayout: () => Promise.reject(new Error("nothing is signed here")),
  jwks: { keys: [] },
  sign: none,
  signEach: none,
  signText: none,
  signNamed: none,
  seal: () => ({ publicKey: "", signature: "" }),
  log: { publicKey: "00".repeat(32) },
  signLog: () => Effect.succeed(new Uint8Array(64)),
  keyedHash: (text) => sha256Hex(`key/${text}`),
})

/** A captured log, for tests that make something fail on purpose and check what is logged. */
interface Logged {
  readonly lines: ReadonlyArray<string>
  readonly layer: Layer.Layer<never>
}

export const logged = (): Logged => {
  const lines: Array<string> = []
  const layer = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void lines.push(line)),
  )
  return { lines, layer }
}
