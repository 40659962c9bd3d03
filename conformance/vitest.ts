/** Runs the kit under vitest, each case as a test. The test file of a store is one call of `conformance`. */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cases } from "./cases/index.ts"
import * as Model from "./Model.ts"
import * as Session from "./Session.ts"

const givenSeed = Number(process.env.CONFORMANCE_SEED ?? Number.NaN)

/**
 * Examines the store of a module, given by its URL. Every run has a new random seed, which its title shows. The environment variable
 * `CONFORMANCE_SEED` sets it.
 */
export const conformance = (
  store: string,
  module: URL,
  options: { readonly modelRuns?: number } = {},
): void => {
  const seed = Number.isNaN(givenSeed) ? Date.now() % 2 ** 31 : givenSeed
  describe(`${store} keeps the promises of a store (seed ${seed})`, () => {
    const scope = Effect.runSync(Scope.make())
    let session: Session.Session
    beforeAll(async () => {
      session = await Effect.runPromise(Session.open(module.href, seed).pipe(Scope.extend(scope)))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    for (const test of cases) {
      it(`${test.id}: ${test.title}`, { timeout: 90_000 }, async ({ annotate }) => {
        const outcome = await Effect.runPromise(session.examine(test))
        if (outcome._tag === "broken") expect.fail(outcome.message)
        if (outcome._tag === "not claimed")
          await annotate(`not run: the store says that it is not ${outcome.needs.join(" or ")}`)
      })
    }

    it("model: over random sequences of commands, the store answers as the store in memory does", {
      timeout: 120_000,
    }, async () => {
      const difference = await Effect.runPromise(Model.compare(session.store, seed, options.modelRuns ?? 20))
      if (difference !== null) expect.fail(Model.describe(difference))
    })
  })
}
