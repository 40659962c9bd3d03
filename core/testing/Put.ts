/** For tests that begin with records: a command that makes the changes of its input. It replaces a record that is there. */

import { Effect, Either, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import { anything } from "./Anything.ts"

/** Records of any shape. */
const anyOf = (name: string) => Kind.make<unknown>({ name, schema: Schema.Unknown, id: String })

export const put = command({
  name: "put",
  sections: [],
  input: anything<ReadonlyArray<Change>>(),
  // A put replaces a record only if the command has read it.
  gather: (changes: ReadonlyArray<Change>, _context, reader) =>
    Effect.forEach(changes, (change) =>
      change._tag === "Put" ? reader.find(anyOf(change.kind), change.id) : Effect.void,
    ),
  decide: (_facts, changes) => Either.right({ changes, reply: null }),
})
