/** Puts changes on a store as they are, for tests that begin in the middle of an affair. */
import { Effect, Either } from "effect"
import type { Change } from "../Change.ts"
import { command } from "../Command.ts"

export const put = command({
  name: "put",
  sections: [],
  gather: (_changes: ReadonlyArray<Change>) => Effect.void,
  decide: (_facts, changes) => Either.right({ changes, reply: null }),
})
