/** A mutant store: it commits one command twice if two processes send it at the same time, since each looks for the receipt before it locks. */
import { Effect } from "effect"
import { checkingFirst } from "./OneProcess.ts"

export const { create, destroy, open } = checkingFirst({
  free: ({ receipt, at }, store) =>
    receipt === null
      ? Effect.succeed(false)
      : Effect.map(store.receipt(receipt.id, at), (earlier) => earlier === null),
  isTooLate: ({ _tag }) => _tag === "Replayed" || _tag === "Mismatch",
  force: (set) => Effect.succeed({ ...set, receipt: null }),
})
