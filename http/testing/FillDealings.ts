/** Lodges dealings directly in a store, without HTTP: `node FillDealings.ts <SQLite file> <count>`. */

import { createHash, randomBytes } from "node:crypto"
import { Effect, Either, Layer } from "effect"
import * as Hosts from "../../adapters/host/Hosts.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { notarise } from "../../core/dealings/index.ts"
import type { Change } from "../../core/kernel/Change.ts"
import { command } from "../../core/kernel/Command.ts"
import * as Host from "../../core/kernel/Host.ts"
import { anything } from "../../core/testing/Anything.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"

const perCommit = 20
const [file = "", count = "1000000"] = process.argv.slice(2)

const lodgements = command({
  name: "lodgements",
  sections: [],
  input: anything<number>(),
  gather: (_from: number) => Effect.void,
  decide: (_facts, from, context) =>
    Either.map(
      Either.all(
        Array.from({ length: perCommit }, (_, i) => {
          const sha256 = createHash("sha256").update(randomBytes(16)).digest("hex")
          const entry = { sha256, kind: "delivery" as const, label: `dealing ${from + i}`, valueCents: 100 }
          return notarise.decide(null, entry, { ...context, fresh: (name) => context.fresh(name, i) })
        }),
      ),
      (decisions): { readonly changes: ReadonlyArray<Change>; readonly reply: null } => ({
        changes: decisions.flatMap(({ changes }) => changes),
        reply: null,
      }),
    ),
})

const program = Effect.forEach(
  Array.from({ length: Math.ceil(Number(count) / perCommit) }, (_, i) => i * perCommit),
  (from) =>
    Host.perform(lodgements, from, {
      actor: { role: "agent", id: `agent-${from % 997}`, handle: `agent-${from % 997}` },
    }),
  { concurrency: 128, discard: true },
)

const world = Layer.mergeAll(Layer.provideMerge(Hosts.live, SqliteStore.layer({ file })), nothingSealed)
await Effect.runPromise(Effect.provide(program, world))
