/** A mutant store: it gives one name to two processes at the same time, since each checks whether the name is free before it locks. */
import { Effect } from "effect"
import { takingNames } from "../Commits.ts"
import { checkingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = checkingFirst({
  free: ({ claims }, store) =>
    Effect.map(
      Effect.forEach(claims, ({ claim }) => store.holder(claim)),
      (holders) => claims.length > 0 && claims.every(({ holder }, i) => (holders[i] ?? holder) === holder),
    ),
  isTooLate: (result) => result._tag === "Conflict" && result.taken.length > 0,
  force: takingNames,
})
