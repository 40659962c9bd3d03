/** Runs the kit under vitest: one `it` a case. A test file for a store is one call. */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cases } from "./cases/index.ts"
import * as Model from "./Model.ts"
import * as Session from "./Session.ts"

const seedFromOutside = Number(process.env.CONFORMANCE_SEED ?? Number.NaN)

/**
 * Examines the store of a module, given by its URL. The random parts begin with a new seed each time, which stands in the
 * title and is set by the environment variable `CONFORMANCE_SEED`.
 */
export const conformance = (
  store: string,
  module: URL,
  options: { readonly modelRuns?: number } = {},
): void => {
  const seed = Number.isNaN(seedFromOutside) ? Date.now() % 2 ** 31 : seedFromOutside
  describe(`${store} keeps what a store promises (seed ${seed})`, () => {
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
        // What a store does not claim is no promise of its, and the report says so.
        if (outcome._tag === "not claimed") await annotate(`not claimed: ${outcome.needs.join(", ")}`)
      })
    }

    it("model: answers as the store in memory does, command by command", { timeout: 120_000 }, async () => {
      const difference = await Effect.runPromise(Model.compare(session.store, seed, options.modelRuns ?? 20))
      if (difference !== null) expect.fail(Model.describe(difference))
    })
  })
}
