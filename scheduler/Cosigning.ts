/**
 * Has the log's checkpoints signed by its witnesses, and publishes the checkpoints that a quorum signed. It runs beside the integrator, so
 * that a witness that hangs delays checkpoints and nothing else. Any number of processes may run it: what is published only grows, and a
 * witness that another process asked first names the size from which it is asked again.
 */

import { Deferred, Duration, Effect, Schedule } from "effect"
import { digest } from "../adapters/host/Sha256.ts"
import { LogVerifiers } from "../adapters/keys/index.ts"
import { Keys } from "../adapters/keys/Keys.ts"
import { needPresent } from "../core/kernel/Defect.ts"
import { Host } from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import {
  Checkpoint,
  Integration,
  Note,
  Policy,
  Proof,
  proveGrowth,
  Records,
  Witness,
} from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import { type Driver, Store } from "../core/store/Store.ts"
import { readEdge, readLog, signCheckpoint, stateRef } from "./Integrator.ts"
import * as Loop from "./Loop.ts"
import * as Observed from "./Observed.ts"

const { nodeVerifiers } = LogVerifiers

/** How long a round waits for witnesses in all, and how long for the rest of them once a quorum has signed. */
export interface Limits {
  readonly timeoutMs: number
  readonly graceMs: number
}
const limitsDefault: Limits = { timeoutMs: 5000, graceMs: 500 }
const everyMsDefault = 1000
/** How often the publishing of a checkpoint is tried against commits of the integrator. */
const publishTimes = 5

/** The witnesses behind one URL, which answers with the signatures of all its keys, and what is remembered of it. */
interface Asked {
  readonly url: string
  readonly witnesses: ReadonlyArray<Policy.KnownWitness>
  /** The size of the checkpoint that it signed last; null if that isn't known. */
  seen: number | null
  trouble: string | null
}

const askedOf = ({ witnesses }: Policy.Policy): ReadonlyArray<Asked> => {
  const urls = new Set(witnesses.flatMap(({ url }) => url ?? []))
  return [...urls].map((url) => ({
    url,
    witnesses: witnesses.filter((one) => one.url === url),
    seen: null,
    trouble: null,
  }))
}

const checkpointOf = ({ checkpoint }: Records.LogState): Checkpoint.Signed =>
  needPresent(Checkpoint.parseSigned(checkpoint), "the checkpoint of the log")

/** Whether a checkpoint of this size is still to be published, and by this policy. */
const isWanted = (state: Records.LogState, size: number, policy: Policy.Policy): boolean => {
  if (!Policy.isSame(state.policy ?? null, Policy.state(policy))) return false
  if (state.published !== size) return state.published < size
  const logs = [needPresent(Note.parseVerifierKey(state.vkey), "the key of the log")]
  return Proof.checkCheckpoint(checkpointOf(state), { logs, policy, verifiers: nodeVerifiers }) !== "proven"
}

/** The next checkpoint, signed by the log alone; null if nothing is to be published. */
const nextOf = (store: Driver, policy: Policy.Policy) =>
  Effect.gen(function* () {
    const keys = yield* Keys
    const log = yield* readLog(store)
    if (log === null) return null
    const { state, version } = log
    const { origin, vkey, size } = state
    // The integrator complains of a key that is not the log's.
    if (vkey !== Note.formatVerifierKey(Records.keyOf(origin, keys.log.publicKey))) return null
    if (!isWanted(state, size, policy)) return null
    const read = yield* readEdge(store, size, version)
    if (read === null) return null
    const root = Integration.rootOf({ size, cursor: state.cursor, edge: read.edge }, digest)
    const signed = needPresent(
      Checkpoint.parseSigned(yield* signCheckpoint(origin, size, root)),
      "a checkpoint",
    )
    return { state, signed }
  })

/** The answer of a witness, or null if another process has already had the witness sign a later checkpoint of this log. */
type Outcome = Exclude<Witness.Answer, { readonly seen: number }> | null

/** Asks the witnesses behind one URL. If they name another size, they are asked once more from there. */
const ask = (
  store: Driver,
  send: Witness.Witnesses["send"],
  { url, witnesses }: Asked,
  signed: Checkpoint.Signed,
  from: number,
) =>
  Effect.gen(function* () {
    const { size } = signed.checkpoint
    const attempt = (oldSize: number) =>
      Effect.gen(function* () {
        const proof = yield* proveGrowth(Reader.make(store).reader, oldSize, size)
        const sent = yield* send(url, Witness.formatRequest({ oldSize, proof, signed }))
        return Witness.readAnswer(sent, signed, witnesses, nodeVerifiers)
      })
    const first = yield* attempt(from)
    const answer = "seen" in first && first.seen <= size ? yield* attempt(first.seen) : first
    if (!("seen" in answer)) return answer
    const now = yield* readLog(store)
    const isOvertaken = answer.seen > size && now !== null && answer.seen <= now.state.size
    const why =
      answer.seen > size
        ? `it has signed ${answer.seen} events of this log, and the store has ${size}: the store is older than what was witnessed (agent-court doctor)`
        : "it names ever other sizes"
    const outcome: Outcome = isOvertaken ? null : { why }
    return outcome
  })

const signersOf = (outcome: Outcome | undefined) =>
  outcome != null && "signed" in outcome ? [...outcome.signed] : []

/** The outcomes by URL, once all have answered, a quorum has and the rest had their grace, or the time is over. */
const askAll = (
  store: Driver,
  { policy, send }: Witness.Witnesses,
  asked: ReadonlyArray<Asked>,
  { state, signed }: { readonly state: Records.LogState; readonly signed: Checkpoint.Signed },
  { timeoutMs, graceMs }: Limits,
) =>
  Effect.gen(function* () {
    const outcomes = new Map<string, Outcome>()
    const reached = yield* Deferred.make<void>()
    const before = Policy.witnessesOf(policy, checkpointOf(state), nodeVerifiers)
    const fromOf = ({ seen, witnesses }: Asked): number => {
      if (seen !== null) return Math.min(seen, signed.checkpoint.size)
      return before !== "bad" && witnesses.some((one) => before.has(one)) ? state.published : 0
    }
    const signers = () => new Map([...outcomes.values()].flatMap(signersOf))
    const take = (url: string, outcome: Outcome) => {
      outcomes.set(url, outcome)
      return Policy.isQuorum(policy, new Set(signers().keys()))
        ? Deferred.succeed(reached, undefined)
        : Effect.void
    }
    const all = Effect.forEach(
      asked,
      (one) =>
        Effect.flatMap(ask(store, send, one, signed, fromOf(one)), (outcome) => take(one.url, outcome)),
      { concurrency: "unbounded", discard: true },
    )
    const enough = Effect.zipRight(Deferred.await(reached), Effect.sleep(Duration.millis(graceMs)))
    yield* Effect.timeoutOption(Effect.raceFirst(all, enough), Duration.millis(timeoutMs))
    return { outcomes, signers: signers() }
  })

/** Why a URL gave no signature of one of its witnesses; null if it gave all of them. */
const troubleOf = (outcome: NonNullable<Outcome> | undefined, missing: number): string | null => {
  if (outcome === undefined) return "it did not answer in time"
  if ("why" in outcome) return outcome.why
  return missing === 0 ? null : "it answered with no signature that verifies"
}

/** Remembers what came of asking, and logs a line for each URL whose state has changed. */
const remember = (one: Asked, outcome: Outcome | undefined, size: number) => {
  if (outcome === null) return Effect.void
  const signed = new Map(signersOf(outcome))
  const missing = one.witnesses.filter((witness) => !signed.has(witness))
  const trouble = troubleOf(outcome, missing.length)
  if (signed.size > 0) one.seen = size
  if (trouble === one.trouble) return Effect.void
  one.trouble = trouble
  const names = (trouble === null ? one.witnesses : missing).map(({ name }) => name).join(", ")
  return trouble === null
    ? Effect.logInfo(`the witness ${names} signs checkpoints again`)
    : Effect.logWarning(`the witness ${names} is left out: ${trouble}`)
}

/** Publishes a checkpoint, unless one of a larger tree is published. The integrator may have gone on in the meantime. */
const publish = (store: Driver, policy: Policy.Policy, size: number, checkpoint: string) =>
  Effect.gen(function* () {
    const host = yield* Host
    for (let i = 0; i < publishTimes; i++) {
      const log = yield* readLog(store)
      if (log === null || !isWanted(log.state, size, policy)) return false
      const body = Records.LogStates.encode({ ...log.state, published: size, checkpoint })
      const put = { ref: stateRef, expected: log.version, body, index: [] }
      const { _tag } = yield* store.commit({ ...empty(yield* host.now), puts: [put] })
      if (_tag === "Committed") return true
    }
    return false
  })

/** The rounds of one process. Each asks the witnesses to sign the newest tree, and tells whether its checkpoint was published. */
export const make = (witnesses: Witness.Witnesses, limits: Limits = limitsDefault) => {
  const { policy } = witnesses
  const asked = askedOf(policy)
  return Effect.gen(function* () {
    const store = yield* Store
    const next = yield* nextOf(store, policy)
    if (next === null) return false
    const { text, signatures, checkpoint } = next.signed
    const { outcomes, signers } = yield* askAll(store, witnesses, asked, next, limits)
    for (const one of asked) yield* remember(one, outcomes.get(one.url), checkpoint.size)
    if (!Policy.isQuorum(policy, new Set(signers.keys()))) return false
    // The lines stand in the order of the policy, whoever answered first.
    const lines = policy.witnesses.flatMap((witness) => signers.get(witness) ?? [])
    const note = Note.format({ text, signatures: [...signatures, ...lines] })
    return yield* publish(store, policy, checkpoint.size, note)
  })
}

/** Starts the rounds in the scope. `goesOn`: whether the log may go on, asked before each round. */
export const start = (witnesses: Witness.Witnesses, goesOn: Effect.Effect<boolean>) =>
  Observed.look("witnesses", make(witnesses)).pipe(
    Effect.whenEffect(goesOn),
    Effect.catchAllCause(Loop.logFailed),
    Effect.repeat(Schedule.spaced(Duration.millis(everyMsDefault))),
    Effect.forkScoped,
  )
