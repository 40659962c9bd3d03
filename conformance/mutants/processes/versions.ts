/** Lets two processes put one version at once: each examines versions before it has the right to write. */
import { Effect } from "effect"
import { expectingPresent } from "../Commits.ts"
import { lookingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = lookingFirst({
  free: ({ puts }, store) =>
    Effect.map(
      store.read(puts.map(({ ref }) => ref)),
      (now) => puts.length > 0 && puts.every(({ expected }, i) => (now[i]?.version ?? 0) === expected),
    ),
  beaten: (result) => result._tag === "Conflict" && result.stale.length > 0,
  force: expectingPresent,
})
