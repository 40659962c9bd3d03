/** New, empty stores of the court's own kinds, for tests. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import type { Store } from "../../../core/store/Store.ts"
import type { OpenError } from "../../store/Kind.ts"
import * as Stores from "../Stores.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agent-court-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

/** A new store: in memory, in a file that goes with its scope, or in a database that `database` makes on a server, which need not wait for its disk. */
export const newStore = (
  kind: (typeof Stores.own)[number],
  database: () => Promise<string>,
): Layer.Layer<Store, OpenError> => {
  const open = (at: string) => Stores.kinds[kind].open({ at }, true)
  if (!Stores.kinds[kind].lasts) return open("")
  return Stores.inFiles.includes(kind)
    ? Layer.unwrapScoped(Effect.map(folder, (path) => open(join(path, "court.db"))))
    : Layer.unwrapEffect(Effect.map(Effect.promise(database), open))
}
