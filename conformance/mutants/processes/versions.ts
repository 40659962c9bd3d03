/** A mutant store: it lets two processes put the same version at the same time, since each checks versions before it locks. */
import { Effect } from "effect"
import { expectingPresent } from "../Commits.ts"
import { checkingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = checkingFirst({
  free: ({ puts }, store) =>
    Effect.map(
      store.read(puts.map(({ ref }) => ref)),
      (now) => puts.length > 0 && puts.every(({ expected }, i) => (now[i]?.version ?? 0) === expected),
    ),
  isTooLate: (result) => result._tag === "Conflict" && result.stale.length > 0,
  force: expectingPresent,
})
