/**
 * Whether a store has what the witnesses of its log signed. A folder of data that was copied back whole agrees with itself, so only others
 * can tell that it is old. A court on such a store must not sign on in its log: with the next event it would sign another past.
 */
import { Deferred, Duration, Effect, Schedule } from "effect"
import { type Loss, Policy } from "../../../core/log/index.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import type { Stood } from "./Standing.ts"

/** The folder of the keys, and the name of a log that has not begun. */
interface Place {
  readonly folder: string
  readonly origin: string
}

export interface Past {
  /** The events that the store lacks, a sentence without a full stop for each witness that says so. */
  readonly lines: ReadonlyArray<string>
  readonly isLost: boolean
  readonly loss: Loss
  readonly isAnswered: boolean
}

/**
 * A loss is proved by a checkpoint that the key of the log signed. The word of witnesses alone counts if the others don't make a quorum,
 * since then no checkpoint can be published anyway: so a witness that lies stops nothing which it could not stop by being silent.
 */
const isLost = (policy: Policy.Policy, missing: ReadonlyArray<Stood>): boolean => {
  const saying = new Set(missing.flatMap(({ known }) => known.saidBy))
  const others = new Set(policy.witnesses.filter((one) => !saying.has(one)))
  return missing.some(({ known }) => known.saidBy.length === 0) || !Policy.isQuorum(policy, others)
}

/** Asks the witnesses of a policy once. It ends within seconds, whatever they do. */
export const askPast = (store: Pick<Driver, "read">, place: Place, policy: Policy.Policy) =>
  Effect.gen(function* () {
    // A court without witnesses doesn't load what asks them.
    const { askWitnesses } = yield* Effect.promise(() => import("./Known.ts"))
    const { ownLogOr, standings, wordsOf } = yield* Effect.promise(() => import("./Standing.ts"))
    const { logBefore } = yield* Effect.promise(() => import("./Renewing.ts"))
    const own = ownLogOr(store, () => logBefore(place.origin, place.folder))
    const { known, silent } = yield* askWitnesses(policy, yield* own)
    const stood = yield* standings(store, known)
    const { size } = (yield* own).state
    const missing = stood.filter(({ standing }) => standing !== "kept")
    const kept = missing.some(({ standing }) => standing === "forked") ? null : size
    const largest = Math.max(0, ...missing.map((one) => one.known.size))
    return {
      lines: missing.map((one) => wordsOf(one, size)),
      isLost: missing.length > 0 && isLost(policy, missing),
      loss: { kept, known: largest > size || kept === null ? largest : null },
      isAnswered: silent.length === 0,
    } satisfies Past
  })

const stopped =
  "The log is stopped, so that the court signs no other past: acts are taken, and new checkpoints and proofs wait. Stop the court, and restore the newest copy of its keys and its store. If what is missing is lost for good, start once with serve --new: this log ends, and another follows. See agent-court doctor"
const goingOn =
  "The log goes on, since this is the word of a witness alone, and the others are a quorum. See agent-court doctor"

const againAfter = Duration.minutes(1)

/**
 * Asks the witnesses, beside the start of a court, and asks again each minute the witnesses that gave no answer. It says what the store
 * lacks. The court serves all the same: what a witness says must not keep acts from being taken. Gives whether the log may go on, which
 * waits for the first answers.
 */
export const lookBack = (witnesses: Policy.Policy | null, place: Place) =>
  Effect.gen(function* () {
    if (witnesses === null) return Effect.succeed(true)
    const store = yield* Store
    const asked = yield* Deferred.make<void>()
    const told = new Set<string>()
    let goesOn = true
    const ask = Effect.gen(function* () {
      const past = yield* askPast(store, place, witnesses)
      goesOn = !past.isLost
      for (const line of past.lines.filter((one) => !told.has(one))) {
        told.add(line)
        yield* Effect.logError(`${line}. ${goesOn ? goingOn : stopped}`)
      }
      return past.isAnswered || past.isLost
    })
    yield* ask.pipe(
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning("the witnesses were not asked", cause), false),
      ),
      Effect.tap(Deferred.succeed(asked, undefined)),
      Effect.repeat({ until: (isDone) => isDone, schedule: Schedule.spaced(againAfter) }),
      Effect.forkScoped,
    )
    return Effect.map(Deferred.await(asked), () => goesOn)
  })
