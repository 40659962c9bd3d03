import { Effect } from "effect"
import { type Case, test } from "../Case.ts"
import { commit } from "../Changes.ts"
import { equal } from "../Expect.ts"

const tallies = test("tallies")

export const tallying: ReadonlyArray<Case> = [
  tallies("sums", "sums come in the order asked, 0 where nothing was added, below 0 too", ({ store, own }) =>
    Effect.gen(function* () {
      const add = (name: string, by: number) => ({ name: own(name), add: by })
      yield* commit(store, { tallies: [add("a", 5), add("b", -7)] })
      yield* commit(store, { tallies: [add("a", -2), add("c", 2 ** 45)] })
      yield* commit(store, { tallies: [add("c", 1)] })
      const names = ["b", "none", "a", "c", "a"].map(own)
      yield* equal("the sums", yield* store.tallies(names), [-7, 0, 3, 2 ** 45 + 1, 3])
      yield* equal("the sums of nothing", yield* store.tallies([]), [])
    }),
  ),

  tallies("twice", "a name that stands twice in a change set is added to twice", ({ store, own }) =>
    Effect.gen(function* () {
      const name = own("a")
      yield* commit(store, {
        tallies: [
          { name, add: 1 },
          { name, add: 1 },
          { name, add: 3 },
        ],
      })
      yield* equal("the sum", yield* store.tallies([name]), [5])
    }),
  ),

  tallies("race", "adding at once never conflicts and loses nothing", ({ store, own }) =>
    Effect.gen(function* () {
      const names = [own("a"), own("b")]
      const add = (order: ReadonlyArray<string>) =>
        commit(store, { tallies: order.map((name) => ({ name, add: 1 })) })
      const all = Array.from({ length: 60 }, (_, i) => add(i % 2 === 0 ? names : [...names].reverse()))
      yield* Effect.all(all, { concurrency: "unbounded", discard: true })
      yield* equal("the sums", yield* store.tallies(names), [60, 60])
    }),
  ),
]
