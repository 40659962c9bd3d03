/** The court's own stores that are files as modules for the kit, each store in a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { Store } from "../../core/store/Store.ts"

export const inFolder = (kind: Stores.Name) => ({
  create: async () => join(await mkdtemp(join(tmpdir(), "agent-court-")), "court.db"),
  open: (at: string) => Effect.map(Layer.build(Stores.layer({ kind, at })), Context.get(Store)),
  destroy: (file: string) => rm(dirname(file), { recursive: true, force: true }),
})
