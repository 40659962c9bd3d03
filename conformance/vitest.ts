/** Runs the kit under vitest, each case as a test. The test file of a store is one call of `conformance`. */
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cases } from "./cases/index.ts"
import * as Limit from "./Limit.ts"
import * as Session from "./Session.ts"

const givenSeed = Number(process.env.CONFORMANCE_SEED ?? Number.NaN)

/**
 * Examines the store of a module, given by its URL. Every run has a new random seed, which its title shows. The environment variable
 * `CONFORMANCE_SEED` sets it. `limitMs` is how long each case may take, a minute if absent. Only the program (`agent-court conformance`) can
 * also end a case that never gives its thread back.
 */
export const conformance = (
  store: string,
  module: URL,
  options: { readonly modelRuns?: number; readonly limitMs?: number } = {},
): void => {
  const { modelRuns = 20, limitMs = Limit.usualMs } = options
  // A case ends itself at its limit and says what it awaited, so vitest waits longer.
  const timeout = limitMs + 30_000
  const seed = Number.isNaN(givenSeed) ? Date.now() % 2 ** 31 : givenSeed
  describe(`${store} keeps the promises of a store (seed ${seed})`, () => {
    const scope = Effect.runSync(Scope.make())
    let session: Session.Session
    beforeAll(async () => {
      session = await Effect.runPromise(
        Session.open(module.href, { seed, limitMs }).pipe(Scope.extend(scope)),
      )
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    for (const test of cases) {
      it(`${test.id}: ${test.title}`, { timeout }, async ({ annotate }) => {
        const outcome = await Effect.runPromise(session.examine(test))
        if (outcome._tag === "broken") expect.fail(outcome.message)
        const notRun = Session.notRun(outcome)
        if (notRun !== null) await annotate(notRun)
      })
    }

    it("model: over random sequences of commands, the store answers as the store in memory does", {
      timeout: 2 * timeout,
    }, async () => {
      for (let i = 0; i < modelRuns; i++) {
        const difference = await Effect.runPromise(session.compare(seed + i))
        if (difference !== null) expect.fail(difference)
      }
    })
  })
}
