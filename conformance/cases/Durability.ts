import { Effect } from "effect"
import { actOf, allWhole } from "../Acts.ts"
import { type Case, equal, test } from "../Case.ts"
import { changes } from "../Changes.ts"
import { killedAfter } from "../Children.ts"

const durable = test("durable", "durable")

export const durability: ReadonlyArray<Case> = [
  durable(
    "reopened",
    "what was committed is there when the store is closed and opened again",
    ({ place, own }) =>
      Effect.gen(function* () {
        const made = yield* place
        const prefix = own("acts")
        const names = Array.from({ length: 20 }, (_, i) => String(i))
        const write = Effect.flatMap(made.open, (store) =>
          Effect.forEach(names, (name) => store.commit(actOf(prefix, name)), { concurrency: 5 }),
        )
        yield* Effect.scoped(write)
        yield* Effect.scoped(Effect.flatMap(made.open, (store) => allWhole(store, prefix, names)))
        const again = Effect.flatMap(made.open, (store) => store.commit(changes(actOf(prefix, "0"))))
        yield* equal("an act sent again", (yield* Effect.scoped(again))._tag, "Replayed")
      }),
  ),

  durable(
    "killed",
    "a process killed at any moment loses nothing it acknowledged and leaves nothing by halves",
    (kit) =>
      Effect.gen(function* () {
        const place = yield* kit.place
        for (let round = 0; round < 3; round++) {
          const prefix = kit.own(`round ${round}`)
          const acknowledged = yield* killedAfter(kit, place.location, prefix, 40 + kit.random.int(80))
          yield* Effect.scoped(Effect.flatMap(place.open, (store) => allWhole(store, prefix, acknowledged)))
        }
      }),
  ),
]
