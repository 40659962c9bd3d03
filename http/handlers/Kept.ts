/**
 * Answers that are given again for a second, unless this process records something about any agent meanwhile; what another process
 * records shows within that second.
 */
import { Effect } from "effect"
import * as Moved from "../../adapters/store/Moved.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { Schedule } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Reply } from "../server/Answer.ts"
import type { AnyRequest } from "../server/Handler.ts"

/** An answer with what must still be so if it is given again. */
interface Kept<A> {
  readonly reply: Reply<A>
  readonly moves: number
  readonly schedule: Schedule
  readonly asOf: Instant
  readonly until: number
}

const keptMs = 1_000
// So many answers of so many bytes: 8 MB at most.
const keptMax = 1_000
const keptBytesMax = 8_192

/** Keeps the answers of one operation. A null name, and a reader who was told a position, get an answer that is made anew. */
export const keepAnswers = <A>() => {
  const ofCourts = new WeakMap<Moved.Count, Map<string, Kept<A>>>()
  const keptBy = (count: Moved.Count) => {
    const found = ofCourts.get(count) ?? new Map<string, Kept<A>>()
    ofCourts.set(count, found)
    return found
  }
  return Effect.fnUntraced(function* <E, R>(
    name: string | null,
    { now: asOf, header }: Pick<AnyRequest, "now" | "header">,
    make: Effect.Effect<Reply<A>, E, R>,
  ) {
    const count = yield* Moved.Moved
    if (count === null || name === null || header("court-read-position") !== undefined) return yield* make
    const answers = keptBy(count)
    const moves = count()
    const schedule = yield* (yield* Host).schedule
    const kept = answers.get(name)
    if (
      kept !== undefined &&
      kept.moves === moves &&
      kept.schedule === schedule &&
      performance.now() < kept.until &&
      asOf >= kept.asOf &&
      asOf - kept.asOf < keptMs
    )
      return kept.reply
    const reply = yield* make
    if ((reply.rendered?.body.length ?? 0) > keptBytesMax) return reply
    if (answers.size >= keptMax) answers.clear()
    answers.set(name, { reply, moves, schedule, asOf, until: performance.now() + keptMs })
    return reply
  })
}
