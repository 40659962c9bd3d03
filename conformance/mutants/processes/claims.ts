/** Gives one name to two processes that claim it at once: each looks whether it is free before it has the right to write. */
import { Effect } from "effect"
import { takingNames } from "../Commits.ts"
import { lookingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = lookingFirst({
  free: ({ claims }, store) =>
    Effect.map(
      Effect.forEach(claims, ({ claim }) => store.holder(claim)),
      (holders) => claims.length > 0 && claims.every(({ holder }, i) => (holders[i] ?? holder) === holder),
    ),
  beaten: (result) => result._tag === "Conflict" && result.taken.length > 0,
  force: takingNames,
})
