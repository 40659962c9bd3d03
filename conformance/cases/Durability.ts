/** Cases for durable stores: what is committed survives the end of its process. */
import { Effect } from "effect"
import { actOf, allWhole } from "../Acts.ts"
import { type Case, equal, test } from "../Case.ts"
import { changes, commit, longAgo } from "../Changes.ts"
import { killAfter } from "../Children.ts"
import { waitsForDisk } from "../Tracing.ts"

const durable = test("durable", "durable")

export const durability: ReadonlyArray<Case> = [
  durable(
    "reopened",
    "after the store is closed and opened again, every commit is still there",
    function* ({ place, own }) {
      const made = yield* place
      const prefix = own("acts")
      const names = Array.from({ length: 20 }, (_, i) => String(i))
      const write = Effect.flatMap(made.open, (store) =>
        Effect.forEach(names, (name) => store.commit(actOf(prefix, name)), { concurrency: 5 }),
      )
      yield* Effect.scoped(write)
      yield* Effect.scoped(Effect.flatMap(made.open, (store) => allWhole(store, prefix, names)))
      const again = Effect.flatMap(made.open, (store) => store.commit(changes(actOf(prefix, "0"))))
      yield* equal(
        "the result of a commit that is repeated after reopening",
        (yield* Effect.scoped(again))._tag,
        "Replayed",
      )
    },
  ),

  durable(
    "dropped",
    "after the store is closed and opened again, a text that was dropped does not come back",
    function* ({ place, own }) {
      const made = yield* place
      const [gone, kept] = [own("gone"), own("kept")]
      yield* Effect.scoped(
        Effect.flatMap(made.open, (store) =>
          Effect.zipRight(
            commit(store, { blobs: [gone, kept].map((sha256) => ({ sha256, text: sha256 })) }),
            commit(store, { drops: [gone] }),
          ),
        ),
      )
      const found = Effect.flatMap(made.open, (store) => Effect.forEach([gone, kept], store.blob))
      yield* equal("the texts", yield* Effect.scoped(found), [null, kept])
    },
  ),

  durable(
    "receipts",
    "after the store is closed and opened again, a receipt is kept to its last millisecond, whatever the machine's clock shows",
    function* ({ place, own }) {
      const made = yield* place
      const receipt = { id: own("command"), fingerprint: "f", reply: "x", expiresAt: longAgo + 1000 }
      const set = changes({ at: longAgo, receipt })
      yield* Effect.scoped(Effect.flatMap(made.open, (store) => store.commit(set)))
      const found = Effect.flatMap(made.open, (store) => store.receipt(receipt.id, longAgo + 999))
      yield* equal("the receipt's reply", (yield* Effect.scoped(found))?.reply, "x")
      const again = Effect.flatMap(made.open, (store) => store.commit({ ...set, at: longAgo + 999 }))
      yield* equal("the result of the same commit", (yield* Effect.scoped(again))._tag, "Replayed")
    },
  ),

  durable(
    "synced",
    "a commit is acknowledged only after the store has waited for the disk (seen by strace)",
    function* (kit) {
      const place = yield* kit.place
      yield* waitsForDisk(kit, place.location, 3)
    },
  ),

  durable(
    "killed",
    "a process that is killed at any moment loses no acknowledged commit and leaves no commit half done",
    function* (kit) {
      const place = yield* kit.place
      for (let round = 0; round < 3; round++) {
        const prefix = kit.own(`round ${round}`)
        const acknowledged = yield* killAfter(kit, place.location, prefix, 40 + kit.random.int(80))
        yield* Effect.scoped(Effect.flatMap(place.open, (store) => allWhole(store, prefix, acknowledged)))
      }
    },
  ),
]
