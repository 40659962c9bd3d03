/** A mutant store: the cursor after an empty page is the end of the journal a moment later, so it skips what another process wrote meanwhile. */
import { Effect } from "effect"
import type { Driver } from "../../../core/store/Store.ts"
import { spoilStore } from "./OneProcess.ts"

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))
const momentMs = 3

/** Without a turn for other fibers, so that nothing of this process falls between the two looks. */
const lookTwice = (store: Driver, query: Parameters<Driver["journal"]>[0]) => {
  const page = Effect.runSync(store.journal(query))
  if (page.items.length > 0) return page
  Atomics.wait(nobodyWakes, 0, 0, momentMs)
  const { next } = Effect.runSync(store.journal({ subject: null, after: page.next, limit: 1000 }))
  return { ...page, next }
}

export const { create, destroy, open } = spoilStore(
  () => null,
  (store) => ({ ...store, journal: (query) => Effect.sync(() => lookTwice(store, query)) }),
)
