/** Makes changes as they are given, for tests that begin in the middle of an affair. A record that is there is replaced. */
import { Effect, Either, Schema } from "effect"
import type { Change } from "../Change.ts"
import { command } from "../Command.ts"
import * as Kind from "../Kind.ts"

/** Records of any shape. */
const anyOf = (name: string) => Kind.make<unknown>({ name, schema: Schema.Unknown, id: String })

export const put = command({
  name: "put",
  sections: [],
  // A put of what was read replaces it.
  gather: (changes: ReadonlyArray<Change>, _context, reader) =>
    Effect.forEach(changes, (change) =>
      change._tag === "Put" ? reader.find(anyOf(change.kind), change.id) : Effect.void,
    ),
  decide: (_facts, changes) => Either.right({ changes, reply: null }),
})
