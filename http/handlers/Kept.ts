/**
 * Answers that are given again for a second, unless this process records something about any agent meanwhile; what another process
 * records shows within that second. Requests that come while an answer is made wait for it, because each second would otherwise begin
 * with many readings of the same record.
 */
import { Deferred, Effect, Exit } from "effect"
import * as Moved from "../../adapters/store/Moved.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { Schedule } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Reply } from "../server/Answer.ts"
import type { AnyRequest } from "../server/Handler.ts"

/** The facts that must still hold if an answer is given to a later request. */
interface Basis {
  readonly moves: number
  readonly schedule: Schedule
  readonly asOf: Instant
}

const stillHolds = (basis: Basis, now: Basis): boolean =>
  basis.moves === now.moves &&
  basis.schedule === now.schedule &&
  now.asOf >= basis.asOf &&
  now.asOf - basis.asOf < keptMs

interface Kept<A> {
  readonly basis: Basis
  readonly reply: Reply<A>
  readonly until: number
}

/** An answer that a request makes now; null if that request failed or was interrupted. */
interface UnderWay<A> {
  readonly basis: Basis
  readonly reply: Deferred.Deferred<Reply<A> | null>
}

/** The answers of one court, by the name of what was asked. */
interface Answers<A> {
  readonly kept: Map<string, Kept<A>>
  readonly underWay: Map<string, UnderWay<A>>
}

const keptMs = 1_000
// So many answers of so many bytes: 8 MB at most.
const keptMax = 1_000
const keptBytesMax = 8_192

const keep = <A>({ kept }: Answers<A>, name: string, basis: Basis, reply: Reply<A>): void => {
  if ((reply.rendered?.body.length ?? 0) > keptBytesMax) return
  if (kept.size >= keptMax) kept.clear()
  kept.set(name, { basis, reply, until: performance.now() + keptMs })
}

/** Makes an answer, keeps it, and gives it to the requests that wait for it. */
const makeFor = <A, E, R>(
  answers: Answers<A>,
  name: string,
  basis: Basis,
  make: Effect.Effect<Reply<A>, E, R>,
): Effect.Effect<Reply<A>, E, R> =>
  // An interruption must not come between the two: the others would wait for an answer that nobody makes.
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Deferred.make<Reply<A> | null>(), (reply) => {
      const own = { basis, reply }
      answers.underWay.set(name, own)
      return Effect.onExit(restore(make), (exit) => {
        if (answers.underWay.get(name) === own) answers.underWay.delete(name)
        if (Exit.isSuccess(exit)) keep(answers, name, basis, exit.value)
        return Deferred.succeed(reply, Exit.isSuccess(exit) ? exit.value : null)
      })
    }),
  )

/**
 * Keeps the answers of one operation. A null name, and a reader who was told a position, get an answer that is made anew. If the request
 * that makes an answer fails or is interrupted, each request that waited for it makes its own.
 */
export const keepAnswers = <A>() => {
  const ofCourts = new WeakMap<Moved.Count, Answers<A>>()
  const answersOf = (count: Moved.Count): Answers<A> => {
    const found = ofCourts.get(count) ?? { kept: new Map(), underWay: new Map() }
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
    const answers = answersOf(count)
    const basis = { moves: count(), schedule: yield* (yield* Host).schedule, asOf }
    const kept = answers.kept.get(name)
    if (kept !== undefined && performance.now() < kept.until && stillHolds(kept.basis, basis))
      return kept.reply
    const underWay = answers.underWay.get(name)
    if (underWay === undefined || !stillHolds(underWay.basis, basis))
      return yield* makeFor(answers, name, basis, make)
    return (yield* Deferred.await(underWay.reply)) ?? (yield* make)
  })
}
