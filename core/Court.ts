/** The only loop in the system: gather, decide, commit; and again from the start where the state moved in between. */
import { Cause, Data, Effect, Exit, Option } from "effect"
import type { Change } from "./Change.ts"
import type { ChangeSet, Put } from "./ChangeSet.ts"
import type { Command, CommandContext, Decision, Envelope } from "./Command.ts"
import * as Id from "./Id.ts"
import type { Json } from "./Json.ts"
import { present } from "./Missing.ts"
import { Notary, type NotaryUnavailable, type Seal, Seals } from "./Notary.ts"
import * as Reader from "./Reader.ts"
import { type Refusal, refusal } from "./Refusal.ts"
import { type Driver, limits, type Ref, Store, type StoreUnavailable } from "./store/Store.ts"
import { Watch } from "./Watch.ts"

/** How a command ended. `numbers` are the serial numbers that the store gave, in the order of the decision's puts. */
export interface Outcome<R> {
  readonly reply: R
  readonly numbers: ReadonlyArray<number>
  /** An earlier commit under the same command id had answered already; nothing was done now. */
  readonly replayed: boolean
}

/** The same command id came with another content. */
export class CommandMismatch extends Data.TaggedError("CommandMismatch")<{ readonly id: string }> {}
/** A task that the command was to complete is no longer leased to its worker. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly tasks: ReadonlyArray<string> }> {}

/** A record by which the actor is known has changed since it was read: who acts is to be looked up again. Nothing was done. */
export class ActorChanged extends Data.TaggedError("ActorChanged") {}

export type ExecuteError =
  | Refusal
  | CommandMismatch
  | LeaseLost
  | ActorChanged
  | NotaryUnavailable
  | StoreUnavailable

/** A change set is larger than every store must take. Bounds on input keep this from happening; if it does, it is our fault. */
export class ChangeSetTooLarge extends Error {
  override readonly name = "ChangeSetTooLarge"
}

/** A decision puts one record or one task twice, so that the first would be lost in silence. It is a defect of a rule. */
export class DecidedTwice extends Error {
  override readonly name = "DecidedTwice"
}

const attempts = 64

const contextOf = (envelope: Envelope, attempt: number): CommandContext => ({
  actor: envelope.actor,
  now: envelope.now,
  terms: envelope.schedule.at(envelope.now),
  schedule: envelope.schedule,
  // Each attempt has its own ids: a retry never repeats an id of an attempt whose outcome is unknown.
  fresh: (name, k = 0) => Id.named(envelope.now, envelope.seed, attempt, name, k),
})

/** A list of a change set while it is being filled. */
type Filling<A> = A extends ReadonlyArray<infer Item> ? Array<Item> : never

/** The change set of a decision: its changes, the versions that it rests on, its receipt and the tasks it settles. */
export const assemble = (
  decision: Decision<Json>,
  seals: ReadonlyArray<Change>,
  versions: Reader.Versions,
  envelope: Envelope,
  context: CommandContext,
): ChangeSet => {
  const puts = new Map<string, Put>()
  const numbers: Filling<ChangeSet["numbers"]> = []
  const claims: Filling<ChangeSet["claims"]> = []
  const releases: Filling<ChangeSet["releases"]> = []
  const events: Filling<ChangeSet["events"]> = []
  const tasks: Filling<ChangeSet["tasks"]> = []
  const cancels: Filling<ChangeSet["cancels"]> = []
  const blobs: Filling<ChangeSet["blobs"]> = []
  const tallies: Filling<ChangeSet["tallies"]> = []
  const add = (change: Change): void => {
    switch (change._tag) {
      case "Put": {
        const ref = { kind: change.kind, id: change.id }
        const key = Reader.refKey(ref)
        if (puts.has(key) && !change.latest) throw new DecidedTwice(`one decision puts record ${key} twice`)
        const expected = versions.get(key)?.version ?? 0
        puts.set(key, { ref, expected, body: change.body, index: change.index })
        if (change.series !== null) numbers.push({ series: change.series, ref })
        break
      }
      case "Claim":
        claims.push({ claim: change.claim, holder: change.holder })
        break
      case "Release":
        releases.push({ claim: change.claim, holder: change.holder })
        break
      case "Event": {
        const { type, subject, rules, data, numbered } = change
        const id = context.fresh("event", events.length)
        const event = { id, at: change.at ?? envelope.now, type, subject, rules, data }
        events.push(numbered === null ? event : { ...event, numbered })
        break
      }
      case "Task":
        if (tasks.some(({ id }) => id === change.id))
          throw new DecidedTwice(`one decision puts task ${change.id} twice`)
        tasks.push({ id: change.id, kind: change.kind, dueAt: change.dueAt, body: change.body })
        break
      case "Cancel":
        cancels.push(change.id)
        break
      case "Blob":
        blobs.push({ sha256: change.sha256, text: change.text })
        break
      case "Tally":
        tallies.push({ name: change.name, add: change.add })
        break
      case "Seal":
        // Its seal was made before, and comes as a put.
        break
    }
  }
  decision.changes.forEach(add)
  seals.forEach(add)
  const checks: Filling<ChangeSet["checks"]> = []
  for (const [key, check] of versions) if (!puts.has(key)) checks.push(check)
  const { idempotency } = envelope
  return {
    at: envelope.now,
    checks,
    puts: [...puts.values()],
    claims,
    releases,
    events,
    tasks,
    cancels,
    settles: envelope.settles ?? [],
    blobs,
    tallies,
    numbers,
    receipt: idempotency === undefined ? null : { ...idempotency, reply: decision.reply },
  }
}

/** How many operations a change set counts for against `limits.operations`. */
export const operations = (set: ChangeSet): number =>
  set.checks.length +
  set.puts.length +
  set.claims.length +
  set.releases.length +
  set.events.length +
  set.tasks.length +
  set.cancels.length +
  set.settles.length +
  set.blobs.length +
  set.tallies.length

const none: ReadonlyArray<Change> = []

const sealAll = (changes: ReadonlyArray<Change>, now: number) => {
  const wanted = changes.filter((change) => change._tag === "Seal")
  if (wanted.length === 0) return Effect.succeed(none)
  return Effect.flatMap(Notary, (notary) =>
    Effect.forEach(wanted, ({ id, payload }) =>
      Effect.map(notary.sign(payload), (signed): Change => {
        const seal: Seal = { id, algorithm: "ed25519", ...signed, sealedAt: now }
        return { _tag: "Put", kind: Seals.name, id, body: seal, index: [], series: null, latest: false }
      }),
    ),
  )
}

/** The versions that a refusal rested on and that have moved on: what was read was never true at one instant. */
const movedOn = (driver: Driver, versions: Reader.Versions): Effect.Effect<Stale, StoreUnavailable> => {
  const remembered = [...versions.values()]
  if (remembered.length === 0) return Effect.succeed([])
  const refs = remembered.map(({ ref }) => ref)
  return Effect.map(driver.read(refs), (now) =>
    refs.filter((_, i) => (now[i]?.version ?? 0) !== remembered[i]?.version),
  )
}

type Stale = ReadonlyArray<Ref>

/** What follows when versions have moved on: again from the reading, unless who acts must be looked up first. */
const afresh = (stale: Stale, { knownBy = [] }: Envelope): Effect.Effect<"again", ActorChanged> => {
  const moved = new Set(stale.map(Reader.refKey))
  return knownBy.some(({ ref }) => moved.has(Reader.refKey(ref)))
    ? Effect.fail(new ActorChanged())
    : Effect.succeed("again")
}

const attemptOnce = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  driver: Driver,
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Envelope,
  attempt: number,
  examined: Effect.Effect<void, Refusal, Needs>,
) {
  const { reader, versions } = Reader.make(driver, envelope.knownBy)
  const context = contextOf(envelope, attempt)
  const decided = yield* Effect.flatMap(command.gather(input, context, reader), (facts) =>
    command.decide(facts, input, context),
  ).pipe(Effect.zipLeft(examined), Effect.exit)
  if (Exit.isFailure(decided)) {
    const { cause } = decided
    const refused = Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag === "Refusal")
    const earlier = refused ? yield* replayOf<R>(driver, envelope) : null
    if (earlier !== null) return earlier
    // Reads of different instants can show a state that no rule expects, so a defect counts only if every version that was read
    // still holds.
    const stale = refused || Cause.isDie(cause) ? yield* movedOn(driver, versions) : []
    return stale.length > 0 ? yield* afresh(stale, envelope) : yield* Effect.failCause(cause)
  }
  const decision = decided.value
  const seals = yield* sealAll(decision.changes, envelope.now)
  const set = assemble(decision, seals, versions, envelope, context)
  if (operations(set) > limits.operations) {
    return yield* Effect.die(new ChangeSetTooLarge(`${command.name}: ${operations(set)} operations`))
  }
  const result = yield* driver.commit(set)
  switch (result._tag) {
    case "Committed":
      return { reply: decision.reply, numbers: result.numbers, replayed: false }
    case "Replayed":
      return { reply: result.receipt.reply as R, numbers: result.receipt.numbers, replayed: true }
    case "Mismatch":
      return yield* new CommandMismatch({ id: present(envelope.idempotency, "the name of a command").id })
    case "Conflict":
      if (result.lost.length > 0) return yield* new LeaseLost({ tasks: result.lost })
      return yield* afresh(result.stale, envelope)
  }
})

/** What an earlier commit under this command id answered, where there was one. */
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
    return { reply: receipt.reply as R, numbers: receipt.numbers, replayed: true } satisfies Outcome<R>
  })

export { ask } from "./Query.ts"
export { Watch, type WatchService } from "./Watch.ts"

/** Tries a command until an attempt ends it; a conflict starts again from the reading. */
const carryOut = Effect.fnUntraced(function* <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Envelope,
) {
  const driver = yield* Store
  const { examine } = command
  let examined: Effect.Effect<void, Refusal, Needs> = Effect.void
  if (examine !== undefined) {
    const earlier = yield* replayOf<R>(driver, envelope)
    if (earlier !== null) return earlier
    examined = yield* Effect.cached(examine(input, contextOf(envelope, 0)))
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = yield* attemptOnce(driver, command, input, envelope, attempt, examined)
    if (outcome !== "again") return outcome
    yield* Effect.flatMap(Watch, (watch) => watch.again(command.name))
    // Those that collided part ways: the wait grows with the attempt and differs by command.
    yield* Effect.sleep(
      ((Number.parseInt(envelope.seed.slice(-4), 16) * (attempt + 1)) % 97) * Math.min(attempt, 10) * 0.05,
    )
  }
  return yield* Effect.fail(refusal("contention", {}))
})

/**
 * Runs one command to its end: recorded as a whole, refused with nothing recorded, or answered from the receipt of an
 * earlier run. A conflict starts again from the reading; after many in a row the act is refused as `contention`.
 */
export const execute = <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  input: I,
  envelope: Envelope,
): Effect.Effect<Outcome<R>, ExecuteError, Needs | Notary | Store> =>
  Effect.flatMap(Watch, (watch) => watch.command(command.name, carryOut(command, input, envelope)))
