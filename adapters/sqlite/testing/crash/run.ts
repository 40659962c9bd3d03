/**
 * A process to be crashed. It commits acts to a store, which it makes if it is missing, and names each act on its standard output by
 * one system call once it is acknowledged. Arguments: the file, the number of acts, the level of `synchronous`.
 */
import { writeSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Effect } from "effect"
import { type ChangeSet, empty } from "../../../../core/store/ChangeSet.ts"
import { LogIndexes } from "../../LogIndex.ts"
import * as SqliteStore from "../../SqliteStore.ts"

const [file = "", count = "0", synchronous = "FULL"] = process.argv.slice(2)
const acts = Number(count)
// Acts that are committed at the same time share a transaction.
const together = 3
// So few that the log is copied several times in a run, and begun anew, while acts are committed.
const copyAtFrames = 8

const act = (name: string): ChangeSet => ({
  ...empty(1000),
  puts: [{ ref: { kind: "act", id: name }, expected: 0, body: "x".repeat(700), index: [] }],
  tallies: [{ name: "acts", add: 1 }],
})

/** Waits for the first copy, whose thread takes longer to begin than all acts. */
const firstCopied = Effect.promise(async () => {
  const log = new LogIndexes(() => {}).open(file)
  while (log.read()?.copied === 0) await setTimeout(5)
})

const program = Effect.gen(function* () {
  const allowUnsafe = synchronous !== "FULL"
  const store = yield* SqliteStore.make({ file, synchronous, allowUnsafe, copyAtFrames })
  for (let first = 0; first < acts; first += together) {
    const names = Array.from({ length: Math.min(together, acts - first) }, (_, i) => `act-${first + i}`)
    const commit = (name: string) =>
      Effect.tap(store.commit(act(name)), () => Effect.sync(() => writeSync(1, `${name}\n`)))
    yield* Effect.forEach(names, commit, { concurrency: "unbounded" })
    if (first === 9) yield* firstCopied
  }
  // It must crash while the store is open.
  process.kill(process.pid, "SIGKILL")
})

await Effect.runPromise(Effect.scoped(program))
