/** A court's own judge at work in a test: it decides a reserved matter, or an appeal, on the papers, under a seal that nobody checks. */

import { Effect, Layer } from "effect"
import { Papers } from "../../adapters/judge/index.ts"
import { decideAppeal } from "../../core/appeals/index.ts"
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

const servicesOf = (driver: Driver) =>
  Layer.mergeAll(Papers.layer, Consequences.layer, Layer.succeed(Store, driver), Layer.succeed(Notary, seal))
const envelopeAt = (now: Instant) =>
  ({ actor: { role: "scheduler" }, now, seed: "9".repeat(20), schedule: published }) as const

/** Decides it, and gives the outcome. Throws if the rules refuse what the judge drafts, which they never may. */
export const decideOnThePapers = async (driver: Driver, now: Instant, matterId: string) => {
  const deciding = Court.execute(decideMatter, { matterId }, envelopeAt(now))
  const { reply } = await Effect.runPromise(Effect.provide(deciding, servicesOf(driver)))
  if (reply.refused !== null)
    throw new Error(`the rules refused the judgment of ${matterId}: ${reply.refused}`)
  return reply
}

/** Decides an appeal in its hearing, and gives the outcome. */
export const decideAppealOnThePapers = (driver: Driver, now: Instant, appealId: string) =>
  Effect.runPromise(
    Court.execute(decideAppeal, { appealId }, envelopeAt(now)).pipe(
      Effect.map(({ reply }) => reply),
      Effect.provide(servicesOf(driver)),
    ),
  )
