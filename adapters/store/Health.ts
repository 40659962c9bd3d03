/**
 * Known facts about the store: when this process last recorded something, when its last event was, and why it can't be used now. All
 * times but that of the event are of the machine's clock, even if the court has a clock of its own.
 */
import { Cause, Context, Deferred, Effect, Layer } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import { LastEvent } from "../../core/registrar/index.ts"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import { type Driver, limits, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { wordless } from "../host/Failure.ts"

/** Why a store can't be used: the operation that failed, the code of its error, and since when. */
export interface Trouble {
  readonly operation: string
  readonly code: string
  readonly since: Instant
}

/** The state of a store as this process knows it, for probes and for people. */
export interface State {
  /** When this process last recorded something; null if it has not yet. */
  readonly lastCommitAt: Instant | null
  /** The reason why the store can't be used; null if it can. */
  readonly trouble: Trouble | null
}

/** The health of the store, for probes and for people. */
export interface HealthService {
  /**
   * The state of the store now. If the last commit failed or is too long ago, a commit as large as any act is tried first: one at a time, and at most
   * one a second, however many callers ask.
   */
  readonly state: Effect.Effect<State>
  /**
   * The instant of the store's last event by the court's clock, as far as this process knows it: exactly for its own events, and up to
   * two seconds late for those of other processes. Null if the store has no event, or no event was read yet.
   */
  readonly lastEventAt: Effect.Effect<Instant | null>
}
/** The port of the health of the store, which `layer` fills. */
export class Health extends Context.Tag("agent-court/Health")<Health, HealthService>() {}

// For so long after a commit no trial is needed.
const proofMs = 10_000
// The shortest time between two trials.
const trialMs = 1_000
// How long a caller waits for the trial, which goes on without the caller.
const patienceMs = 1_000
// The shortest time between two readings of when the last event was.
const lastEventMs = 1_000
// The shortest time between two lines of the log, and between two lines that say the same of a trouble that lasts.
const lineMs = 1_000
const sameLineMs = 60_000

/** The two clocks by which health is measured: that of the machine, which can be set back, and a monotonic clock. */
export interface Clocks {
  readonly wallMs: () => Instant
  readonly steadyMs: () => number
}

// The trial writes as much as the largest act, in bodies as large as a record may be: a full disk may still take a smaller commit.
const trialTasks = Math.floor(limits.changeSetBytes / limits.recordBytes) - 1
const filler = "x".repeat(limits.recordBytes - 100)
/** The kind of the tasks of a trial commit, which no worker takes. */
export const trialKind = "ready"
/** A task of the trial is never due: this is the last millisecond of the year 9999. */
const never: Instant = 253_402_300_799_999

/** The trial replaces the same tasks each time, which shows that the disk takes any commit, and leaves nothing more behind. */
const trial = (at: Instant) => ({
  ...empty(at),
  tallies: [{ name: "ready", add: 0 }],
  tasks: Array.from({ length: trialTasks }, (_, i) => ({
    id: `ready/${i}`,
    kind: trialKind,
    dueAt: never,
    body: filler,
  })),
})

/** Logs the store's error once, and then once a minute while it lasts; and that the store is back. */
const logOf = (steadyMs: Clocks["steadyMs"]) => {
  // The codes are few, so what is said of a store that stays away is bounded.
  const saidCodes = new Set<string>()
  let saidAt = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return {
    failed: (error: StoreUnavailable): Effect.Effect<void> => {
      const now = steadyMs()
      const { code, words } = reasonOf(error.cause)
      if (now - saidAt < (saidCodes.has(code) ? sameLineMs : lineMs)) {
        unsaid += 1
        return Effect.void
      }
      const more = unsaid === 0 ? "" : ` (${unsaid} more failures since the last line)`
      saidAt = now
      saidCodes.add(code)
      unsaid = 0
      return Effect.logWarning(
        `the store is unavailable: ${error.operation} failed with ${code}: ${words}${more}`,
        wordless(Cause.fail(error)),
      )
    },
    back: ({ operation, code }: Trouble): Effect.Effect<void> => {
      saidAt = Number.NEGATIVE_INFINITY
      saidCodes.clear()
      unsaid = 0
      return Effect.logInfo(`the store is back after ${operation} failed with ${code}`)
    },
  }
}

/** Wraps a driver, and tells its health from the outcomes of its operations. */
export const watchHealth = (
  driver: Driver,
  { wallMs, steadyMs }: Clocks = { wallMs: Date.now, steadyMs: () => performance.now() },
): { readonly driver: Driver; readonly health: HealthService } => {
  const log = logOf(steadyMs)
  let state: State = { lastCommitAt: null, trouble: null }
  let committedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let trying: Deferred.Deferred<void> | null = null

  let eventAt: Instant | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const see = (at: Instant | null): void => {
    if (at !== null) eventAt = Math.max(at, eventAt ?? at)
  }
  /** Reads when the last event was. If that fails, the instant that was known before stands, and a later caller reads it. */
  const look = Effect.ignore(Effect.map(LastEvent.read(driver), ({ at }) => see(at)))
  const lastEventAt = Effect.suspend(() => {
    const now = steadyMs()
    const isFirst = lookedAt === Number.NEGATIVE_INFINITY
    const known = Effect.sync(() => eventAt)
    if (now - lookedAt < lastEventMs) return known
    lookedAt = now
    return Effect.zipRight(isFirst ? look : Effect.forkDaemon(look), known)
  })

  const recordFailure = (error: StoreUnavailable): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { operation, cause } = error
      const since = state.trouble?.since ?? wallMs()
      state = { ...state, trouble: { operation, code: reasonOf(cause).code, since } }
      return log.failed(error)
    })
  const commitAndNote = (changes: ChangeSet) =>
    Effect.suspend(() => {
      const { trouble } = state
      committedAt = steadyMs()
      if (changes.events.length > 0) see(changes.at)
      state = { lastCommitAt: wallMs(), trouble: null }
      return trouble === null ? Effect.void : log.back(trouble)
    })
  const watchFailure = <A>(effect: Effect.Effect<A, StoreUnavailable>) =>
    Effect.tapError(effect, recordFailure)
  const commit: Driver["commit"] = (changes) =>
    Effect.tapBoth(driver.commit(changes), {
      onFailure: recordFailure,
      onSuccess: () => commitAndNote(changes),
    })

  /** Runs a trial if one is needed. All callers that ask during a trial wait for the same one. */
  const tried = Effect.gen(function* () {
    const now = steadyMs()
    const proven = state.trouble === null && now - committedAt < proofMs
    if (proven || (trying === null && now - triedAt < trialMs)) return
    if (trying === null) {
      const ended = yield* Deferred.make<void>()
      trying = ended
      triedAt = now
      const end = Effect.suspend(() => {
        trying = null
        return Deferred.succeed(ended, undefined)
      })
      yield* Effect.forkDaemon(Effect.ensuring(Effect.ignore(commit(trial(wallMs()))), end))
    }
    const answered = yield* Effect.timeoutOption(Deferred.await(trying), patienceMs)
    if (answered._tag === "None" && state.trouble === null)
      state = { ...state, trouble: { operation: "commit", code: "no_answer", since: wallMs() } }
  })
  const current = Effect.suspend(() => Effect.succeed(state))
  return {
    driver: {
      supports: driver.supports,
      read: (refs) => watchFailure(driver.read(refs)),
      list: (query) => watchFailure(driver.list(query)),
      search: (query) => watchFailure(driver.search(query)),
      holder: (claim) => watchFailure(driver.holder(claim)),
      tallies: (names) => watchFailure(driver.tallies(names)),
      blob: (sha256) => watchFailure(driver.blob(sha256)),
      receipt: (id, now) => watchFailure(driver.receipt(id, now)),
      journal: (query) => watchFailure(driver.journal(query)),
      lease: (query) => watchFailure(driver.lease(query)),
      commit,
    },
    health: { state: Effect.zipRight(tried, current), lastEventAt },
  }
}

/** Replaces the store by the same store under watch, and gives its health. */
export const layer: Layer.Layer<Store | Health, never, Store> = Layer.effectContext(
  Effect.map(Store, (driver) => {
    const watched = watchHealth(driver)
    return Context.make(Store, watched.driver).pipe(Context.add(Health, watched.health))
  }),
)

/** The reason of a failure: a code for callers and words for the log. */
export interface Reason {
  /** A code of SQLite, PostgreSQL or the operating system, or the name of the error. It may be shown to callers. */
  readonly code: string
  /** The message of the error. It may name files and hosts, so it is for the log alone. */
  readonly words: string
}

const wordsMax = 300

// Errors are wrapped by the client of the database and by the writing thread.
const depthMax = 5

/** Whether an error has a code of its own, as those of SQLite, PostgreSQL and the operating system do. */
const codeOf = (error: Error): string | null =>
  "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : null

/** The code and the message of the innermost error that has a code, or else of the innermost error. */
export const reasonOf = (cause: unknown): Reason => {
  let found: Error | null = null
  let next = cause
  for (let depth = 0; depth < depthMax && next instanceof Error; depth++) {
    if (found === null || codeOf(found) === null || codeOf(next) !== null) found = next
    next = next.cause
  }
  if (found === null) return { code: "unavailable", words: String(cause).slice(0, wordsMax) }
  return {
    code: codeOf(found) ?? found.name,
    words: found.message.replace(/\s+/g, " ").slice(0, wordsMax),
  }
}
