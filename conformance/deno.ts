/** Runs the kit under `deno test`, each case as a test. The test file of a store is one call of `conformance`. */
import { Effect, Exit, Scope } from "effect"
import { cases } from "./cases/index.ts"
import * as Limit from "./Limit.ts"
import * as Session from "./Session.ts"

/** The part of Deno that this file uses, so that the file also compiles without Deno's types. */
interface DenoTests {
  readonly test: (definition: {
    readonly name: string
    readonly fn: () => Promise<void>
    readonly sanitizeOps: boolean
    readonly sanitizeResources: boolean
  }) => void
}

const deno: DenoTests | undefined = Reflect.get(globalThis, "Deno")

/** Examines the store of a module, given by its URL. `limitMs` is how long each case may take. */
export const conformance = (
  store: string,
  module: URL,
  { seed = Date.now() % 2 ** 31, modelRuns = 20, limitMs = Limit.usualMs } = {},
): void => {
  if (deno === undefined) throw new Error("this runner needs Deno; on Node use vitest.ts or run.ts")
  const scope = Effect.runSync(Scope.make())
  const session = Effect.cached(Session.open(module.href, { seed, limitMs }).pipe(Scope.extend(scope))).pipe(
    Effect.runSync,
  )
  // The store stays open from the first test to the last, so Deno's checks for resources that a test leaves open don't apply.
  const test = (name: string, fn: () => Promise<void>) =>
    deno.test({ name: `${store}: ${name}`, fn, sanitizeOps: false, sanitizeResources: false })
  for (const examined of cases) {
    test(`${examined.id}: ${examined.title}`, async () => {
      const outcome = await Effect.runPromise(Effect.flatMap(session, ({ examine }) => examine(examined)))
      if (outcome._tag === "broken") throw new Error(outcome.message)
      const notRun = Session.notRun(outcome)
      if (notRun !== null) console.log(notRun)
    })
  }
  test("model: over random sequences of commands, the store answers as the store in memory does", async () => {
    for (let i = 0; i < modelRuns; i++) {
      const difference = await Effect.runPromise(Effect.flatMap(session, ({ compare }) => compare(seed + i)))
      if (difference !== null) throw new Error(difference)
    }
  })
  test("the store closes", () => Effect.runPromise(Scope.close(scope, Exit.void)))
}
