/** Records one command for two processes that send it at once: each looks for its receipt before it has the right to write. */
import { Effect } from "effect"
import { lookingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = lookingFirst({
  free: ({ receipt, at }, store) =>
    receipt === null
      ? Effect.succeed(false)
      : Effect.map(store.receipt(receipt.id, at), (earlier) => earlier === null),
  beaten: ({ _tag }) => _tag === "Replayed" || _tag === "Mismatch",
  force: (set) => Effect.succeed({ ...set, receipt: null }),
})
