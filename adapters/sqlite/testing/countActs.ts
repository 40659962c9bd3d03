/** A process of its own that opens the store of a file, and prints how many acts are counted in it. */
import { Effect } from "effect"
import * as SqliteStore from "../SqliteStore.ts"

const file = process.argv[2] ?? ""
const counted = Effect.scoped(Effect.flatMap(SqliteStore.make({ file }), (store) => store.tallies(["acts"])))
console.log(String((await Effect.runPromise(counted))[0]))
