/** The court's loop: a command gathers, decides and commits, and starts again if its facts have changed; a query only reads. */
import { Cause, Context, Data, Effect, Either, Exit, Option, ParseResult } from "effect"
import { type ChangeSet, operations, type Ref, refKey } from "../store/ChangeSet.ts"
import { type Driver, largeLimits, limits, Store, type StoreUnavailable } from "../store/Store.ts"
import { assemble } from "./Assemble.ts"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import type { Command, CommandContext, Envelope } from "./Command.ts"
import { type Consequences, withConsequences } from "./Consequence.ts"
import { ChangeSetTooLarge, needPresent } from "./Defect.ts"
import { fitsOf } from "./Fits.ts"
import * as Id from "./Id.ts"
import type { Json } from "./Json.ts"
import { Notary, type NotaryUnavailable, type Seal, Seals } from "./Notary.ts"
import type { Query } from "./Query.ts"
import * as Reader from "./Reader.ts"
import { type Refusal, refusal } from "./Refusal.ts"
import { count } from "./Section.ts"
import { signsNothing, trialOf } from "./Trial.ts"

/** How a command ended. `numbers` are the serial numbers that the store gave, in the order of the decision's puts. */
export interface Outcome<R> {
  readonly reply: R
  readonly numbers: ReadonlyArray<number>
  /** True if the answer is that of an earlier commit under the same command id. Nothing was done now. */
  readonly replayed: boolean
}

/** The input of a command does not fit its schema. Nothing was read or done; `issues` names every place that does not fit. */
export class InvalidInput extends Data.TaggedError("InvalidInput")<{
  readonly command: string
  readonly issues: ParseResult.ParseError
}> {
  override get message(): string {
    return `${this.command}: ${this.issues.message}`
  }
}
/** An earlier commit under the same command id had another content. Nothing was done. */
export class CommandMismatch extends Data.TaggedError("CommandMismatch")<{ readonly id: string }> {}
/** The worker no longer holds the lease of a task that the command was to complete. Nothing was done. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly tasks: ReadonlyArray<string> }> {}

/** A record by which the actor is known has changed since it was read. Nothing was done; the caller looks the actor up again. */
export class ActorChanged extends Data.TaggedError("ActorChanged") {}

/** The errors of a command that was not carried out. Nothing was recorded. */
export type ExecuteError =
  | Refusal
  | InvalidInput
  | CommandMismatch
  | LeaseLost
  | ActorChanged
  | NotaryUnavailable
  | StoreUnavailable

/** The ports that every command needs. */
export type Ports = Store | Notary | Consequences

const attempts = 64

/**
 * How long a command waits, in milliseconds, before it starts again. The wait grows with the attempt, and it depends on the seed, so
 * that two commands that collided do not collide again.
 */
const pauseMs = ({ seed }: Envelope, attempt: number): number =>
  ((Number.parseInt(seed.slice(-4), 16) * (attempt + 1)) % 97) * Math.min(attempt, 10) * 0.05

const contextOf = (envelope: Envelope, attempt: number): CommandContext => ({
  actor: envelope.actor,
  now: envelope.now,
  terms: envelope.schedule.at(envelope.now),
  schedule: envelope.schedule,
  // Each attempt has its own ids, so that a retry never repeats an id of an attempt whose outcome is unknown.
  fresh: (name, k = 0) => Id.makeId(envelope.now, envelope.seed, attempt, name, k, envelope.sha256),
  ...(envelope.trial === true ? { trial: true } : {}),
})

const none: ReadonlyArray<Change> = []

/** Signs every text that a decision wants sealed. Gives the puts of the seals. */
const sealAll = (changes: ReadonlyArray<Change>, now: number) => {
  const wanted = changes.filter((change) => change._tag === "Seal")
  if (wanted.length === 0) return Effect.succeed(none)
  return Effect.flatMap(Notary, (notary) =>
    Effect.forEach(wanted, ({ id, payload }) =>
      Effect.map(notary.sign(payload), (signed): Change => {
        const seal: Seal = { id, algorithm: "ed25519", ...signed, sealedAt: now }
        return Changed.put(Seals, seal)
      }),
    ),
  )
}

/** The most operations that a change set of this command may have. */
const operationsMax = ({ supports }: Driver, many = false): number =>
  many && supports.large === true ? largeLimits.operations : limits.operations

type Stale = ReadonlyArray<Ref>

/** The records that were read and have changed since. If there are any, the facts may never have been true at one instant. */
const staleNow = (driver: Driver, versions: Reader.Versions): Effect.Effect<Stale, StoreUnavailable> => {
  const remembered = [...versions.values()]
  if (remembered.length === 0) return Effect.succeed([])
  const refs = remembered.map(({ ref }) => ref)
  return Effect.map(driver.read(refs), (now) =>
    refs.filter((_, i) => (now[i]?.version ?? 0) !== remembered[i]?.version),
  )
}

/** If records that were read have changed, the command starts again, unless the actor must be looked up first. */
const startAgain = (stale: Stale, { knownBy = [] }: Envelope): Effect.Effect<"again", ActorChanged> => {
  const moved = new Set(stale.map(refKey))
  return knownBy.some(({ ref }) => moved.has(refKey(ref)))
    ? Effect.fail(new ActorChanged())
    : Effect.succeed("again")
}

/**
 * The answer of an earlier commit under this command id; null if no commit has this id. Fails with `CommandMismatch` if that commit had
 * another content.
 */
export const replayOf = <R extends Json>(
  driver: Driver,
  { idempotency, now }: Pick<Envelope, "idempotency" | "now">,
) =>
  Effect.gen(function* () {
    if (idempotency === undefined) return null
    const receipt = yield* driver.receipt(idempotency.id, now)
    if (receipt === null) return null
    if (receipt.fingerprint !== idempotency.fingerprint)
      return yield* new CommandMismatch({ id: idempotency.id })
    // The fingerprint shows that this command made the receipt, so the reply has its type.
    return { reply: receipt.reply as R, numbers: receipt.numbers, replayed: true } satisfies Outcome<R>
  })

/** The outcome after a refusal or a defect: an earlier answer, a new attempt if a fact has changed, or the failure itself. */
const afterFailure = Effect.fnUntraced(function* <R extends Json>(
  driver: Driver,
  versions: Reader.Versions,
  envelope: Envelope,
  cause: Cause.Cause<Refusal | StoreUnavailable | NotaryUnavailable>,
) {
  const refused = Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag === "Refusal")
  const earlier = refused ? yield* replayOf<R>(driver, envelope) : null
  if (earlier !== null) return earlier
  // Reads of different instants can show a state that no rule expects, so a defect counts only if every version that was read
  // still holds.
  const stale = refused || Cause.isDie(cause) ? yield* staleNow(driver, versions) : []
  return stale.length > 0 ? yield* startAgain(stale, envelope) : yield* Effect.failCause(cause)
})

/** One attempt at a command: gives its outcome, or "again" if its facts have changed. */
const attemptOnce = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  driver: Driver,
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Envelope,
  attempt: number,
  examined: Effect.Effect<void, Refusal, Needs> | null,
) {
  const { reader, versions } = Reader.make(driver, envelope.knownBy)
  const context = contextOf(envelope, attempt)
  const decided = yield* Effect.exit(
    Effect.flatMap(command.gather(input, context, reader), (facts) => {
      const decision = command.decide(facts, input, context)
      const allowed = examined === null ? decision : Effect.zipLeft(decision, examined)
      return Effect.flatMap(allowed, (made) => withConsequences(made, context, reader))
    }),
  )
  if (Exit.isFailure(decided)) return yield* afterFailure<R>(driver, versions, envelope, decided.cause)
  const decision = decided.value
  const seals = yield* sealAll(decision.changes, envelope.now)
  const set = assemble(decision, seals, versions, envelope, context)
  if (operations(set) > operationsMax(driver, command.many))
    return yield* Effect.die(new ChangeSetTooLarge(`${command.name}: ${operations(set)} operations`))
  if (set.checks.length > limits.checks)
    return yield* Effect.die(new ChangeSetTooLarge(`${command.name}: ${count(set.checks.length, "check")}`))
  const result = yield* driver.commit(set)
  switch (result._tag) {
    case "Committed":
      return { reply: decision.reply, numbers: result.numbers, replayed: false }
    case "Replayed":
      // The store compared the fingerprints, so this command made the receipt and the reply has its type.
      return { reply: result.receipt.reply as R, numbers: result.receipt.numbers, replayed: true }
    case "Mismatch":
      return yield* new CommandMismatch({ id: needPresent(envelope.idempotency, "the name of a command").id })
    case "Conflict":
      if (result.lost.length > 0) return yield* new LeaseLost({ tasks: result.lost })
      return yield* startAgain(result.stale, envelope)
  }
})

/** Observes commands and queries while they run, as a tracer or a counter does. A watcher changes neither a decision nor an answer. */
export interface WatchService {
  /** Wraps the run of a command. The returned effect has the same result as `run`. */
  readonly command: <A extends { readonly replayed: boolean }, E, R>(
    name: string,
    run: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** Wraps the run of a query. The returned effect has the same result as `run`. */
  readonly query: <A, E, R>(name: string, run: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs each time that a command starts again because a record that it read has changed. */
  readonly again: (command: string) => Effect.Effect<void>
}

/** The watch of a court that nobody observes: it does nothing at any of its events. */
export const nobody: WatchService = {
  command: (_name, run) => run,
  query: (_name, run) => run,
  again: () => Effect.void,
}

/** The watcher of a program; `nobody` if no watcher is provided. */
export class Watch extends Context.Reference<Watch>()("agent-court/Watch", {
  defaultValue: (): WatchService => nobody,
}) {}

// A member that the schema does not name is refused, so that a misspelt one never goes unnoticed.
const strict = { onExcessProperty: "error", errors: "all" } as const

const decodeInput = <I, F, R extends Json, Needs>({ name, input }: Command<I, F, R, Needs>, given: I) =>
  Either.mapLeft(
    ParseResult.decodeUnknownEither(input, strict)(given),
    (issue) => new InvalidInput({ command: name, issues: ParseResult.parseError(issue) }),
  )

/** Attempts a command until an attempt gives an outcome. The examination is made at most once, whatever the number of attempts. */
const carryOut = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  given: I,
  envelope: Envelope,
) {
  const input = fitsOf(command.input)(given) ? given : yield* decodeInput(command, given)
  const driver = yield* Store
  const { examine } = command
  let examined: Effect.Effect<void, Refusal, Needs> | null = null
  if (examine !== undefined) {
    const earlier = yield* replayOf<R>(driver, envelope)
    if (earlier !== null) return earlier
    examined = yield* Effect.cached(examine(input, contextOf(envelope, 0)))
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = yield* attemptOnce(driver, command, input, envelope, attempt, examined)
    if (outcome !== "again") return outcome
    yield* Effect.flatMap(Watch, (watch) => watch.again(command.name))
    yield* Effect.sleep(pauseMs(envelope, attempt))
  }
  return yield* Effect.fail(refusal("contention", {}))
})

/**
 * Runs one command to its end: it is recorded as a whole, refused with nothing recorded, or answered from the receipt of an earlier
 * commit. Fails with `InvalidInput` before anything is read if the input does not fit the command's schema. After a conflict the command gathers and decides again; after many conflicts it is refused as `contention`.
 */
export const execute = <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Envelope,
): Effect.Effect<Outcome<R>, ExecuteError, Needs | Ports> =>
  Effect.flatMap(Watch, (watch) => watch.command(command.name, carryOut(command, input, envelope)))

/** The answer that a command would give, and what it would record. */
export interface Preview<R> {
  readonly reply: R
  /** The changes that would be recorded, without seals: the court seals only what it records. */
  readonly changes: ChangeSet
  /** A null for each serial number that the store would give: nobody knows it before. */
  readonly numbers: ReadonlyArray<null>
}

/**
 * Decides one command as `execute` does, with the same refusals in the same order, and records nothing: no receipt, no seal, no number. The
 * reply and the changes are the same as `execute` would give now, with other fresh ids. A watcher observes it as a query.
 */
export const preview = <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Omit<Envelope, "idempotency" | "settles" | "trial">,
): Effect.Effect<Preview<R>, ExecuteError, Exclude<Exclude<Needs | Consequences, Store>, Notary> | Store> =>
  Effect.gen(function* () {
    const kept: Array<ChangeSet> = []
    const trial = trialOf(yield* Store, (set) => kept.push(set))
    const watch = yield* Watch
    const { reply, numbers } = yield* watch
      .query(command.name, carryOut(command, input, { ...envelope, trial: true }))
      .pipe(Effect.provideService(Store, trial), Effect.provideService(Notary, signsNothing))
    const changes = needPresent(kept[0], "the changes of a decision")
    const puts = changes.puts.filter(({ ref }) => ref.kind !== Seals.name)
    return { reply, changes: { ...changes, puts }, numbers: numbers.map(() => null) }
  })

/** Runs one query. The caller gives the actor, the court's time and the schedule, as for a command. Nothing is recorded. */
export const ask = <Input, View, Needs>(
  { name, read }: Query<Input, View, Needs>,
  input: Input,
  { actor, now, schedule }: Pick<Envelope, "actor" | "now" | "schedule">,
): Effect.Effect<View, Refusal | StoreUnavailable, Needs | Store> =>
  Effect.flatMap(Watch, (watch) =>
    watch.query(
      name,
      Effect.flatMap(Store, (driver) =>
        read(input, { actor, now, schedule, terms: schedule.at(now) }, Reader.make(driver).reader),
      ),
    ),
  )
