/** Commits notes to the SQLite file of the first argument until a commit fails, and prints how many it committed and can still read. */
import { Effect } from "effect"
import { type ChangeSet, empty } from "../../../core/store/ChangeSet.ts"
import * as SqliteStore from "../SqliteStore.ts"

const [file = ""] = process.argv.slice(2)
const note = (n: number): ChangeSet => ({
  ...empty(1000),
  puts: [{ ref: { kind: "note", id: String(n) }, expected: 0, body: "x".repeat(2000), index: [] }],
  tallies: [{ name: "notes", add: 1 }],
})

const program = Effect.gen(function* () {
  const store = yield* SqliteStore.make({ file })
  let committed = 0
  let failed: string | null = null
  while (failed === null) {
    const result = yield* Effect.either(store.commit(note(committed)))
    if (result._tag === "Right") committed += 1
    else failed = result.left._tag
  }
  const [read] = yield* store.tallies(["notes"])
  return { failed, committed, read }
})

console.log(JSON.stringify(await Effect.runPromise(Effect.scoped(program))))
