import { Effect, Option } from "effect"
import type { Matter } from "../matters/Matter.ts"
import type { Reader } from "../Reader.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Appeal, Appeals } from "./Appeal.ts"

/** The last appeal in each of these matters, in order; null where there was none. One reading for all of them. */
export const appealsOf = (
  reader: Reader,
  matters: ReadonlyArray<Matter>,
): Effect.Effect<ReadonlyArray<Appeal | null>, StoreUnavailable> => {
  const ids = matters.flatMap(({ review }) => (review?.appealId == null ? [] : [review.appealId]))
  if (ids.length === 0) return Effect.succeed(matters.map(() => null))
  return Effect.map(reader.findAll(Appeals, ids), (found) => {
    const known = new Map(found.flatMap(Option.toArray).map((appeal) => [appeal.id, appeal]))
    return matters.map(({ review }) => known.get(review?.appealId ?? "") ?? null)
  })
}
