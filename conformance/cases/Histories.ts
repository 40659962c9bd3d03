import { Effect } from "effect"
import { type Case, test } from "../Case.ts"
import { equal } from "../Expect.ts"
import { violation } from "../linearizability/History.ts"

const many = 40

export const histories: ReadonlyArray<Case> = [
  test("commit")(
    "linearizable",
    "whatever several ask at once, one order explains every answer",
    ({ store, own, openAgain, random }) =>
      Effect.gen(function* () {
        const others = store.supports.shared ? [yield* openAgain, yield* openAgain] : []
        const found = yield* violation([store, ...others], own("h"), random.int(2 ** 31), many)
        yield* equal("a history without an order", found, null)
      }),
  ),
]
