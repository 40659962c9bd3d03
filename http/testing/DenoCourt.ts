/** A court on Deno with the memory store, for tests that run there. */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Exit, Layer, Scope } from "effect"
import { court } from "../court/Composition.ts"
import { read } from "../court/Config.ts"
import { listen } from "../court/Deno.ts"
import { runCourt } from "../operate/Running.ts"

export const startOnDeno = async () => {
  const data = mkdtempSync(join(tmpdir(), "court-deno-"))
  const config = Either.getOrThrow(read({ COURT_DATA: data, PORT: "0", COURT_STORE: "memory:" }))
  const scope = Effect.runSync(Scope.make())
  const port = await Effect.runPromise(
    Layer.buildWithScope(court(config), scope).pipe(
      Effect.flatMap((context) =>
        Effect.provide(Scope.extend(runCourt(config, listen(config)), scope), context),
      ),
    ),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
