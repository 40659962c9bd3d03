/** A court's own judge at work in a test: it decides a reserved matter on the papers, under a seal that nobody checks. */

import { Effect } from "effect"
import { Papers } from "../../adapters/judge/index.ts"
import { decideMatter } from "../../core/bench/index.ts"
import * as Consequences from "../../core/Consequences.ts"
import * as Court from "../../core/kernel/Court.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { Notary } from "../../core/kernel/Notary.ts"
import { published } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { type Driver, Store } from "../../core/store/Store.ts"

const seal = Notary.of({
  sign: (payload) =>
    Effect.succeed({
      publicKey: "0".repeat(64),
      signature: "0".repeat(128),
      sha256: sha256Hex(payload),
    }),
})

/** Decides it, and gives the outcome. */
export const decideOnThePapers = (driver: Driver, now: Instant, matterId: string) => {
  const envelope = { actor: { role: "scheduler" }, now, seed: "9".repeat(20), schedule: published } as const
  return Effect.runPromise(
    Court.execute(decideMatter, { matterId }, envelope).pipe(
      Effect.map(({ reply }) => reply),
      Effect.provide(Papers.layer),
      Effect.provideService(Store, driver),
      Effect.provideService(Notary, seal),
      Effect.provide(Consequences.layer),
    ),
  )
}
