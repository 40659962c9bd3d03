/** Under Deno, too, the kit detects stores that break a promise only between processes. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import { cases } from "./cases/index.ts"
import { processMutants } from "./mutants/index.ts"
import * as Session from "./Session.ts"

it.each(processMutants)(
  "$caughtBy catches a store that $breaks",
  { timeout: 60_000 },
  async ({ module, caughtBy }) => {
    const opened = Session.open(new URL(`./mutants/${module}.ts`, import.meta.url).href, { seed: 1 })
    const found = Effect.flatMap(opened, ({ examine }) =>
      Effect.forEach(
        cases.filter(({ id }) => id === caughtBy),
        examine,
      ),
    )
    expect(await Effect.runPromise(Effect.scoped(found))).toMatchObject([{ _tag: "broken" }])
  },
)
