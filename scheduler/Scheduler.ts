/** The court's scheduler: the work that it knows, its loops, and the deadlines of a clock that is moved by hand. */

import { hostname } from "node:os"
import { Context, Effect, ExecutionStrategy, Layer, Scope } from "effect"
import type { Keys } from "../adapters/keys/Keys.ts"
import type { Carrier } from "../adapters/notices/Carrier.ts"
import { Acceptance, Allowance, Notice, Operator, Service } from "../core/agents/index.ts"
import { Proposal } from "../core/bench/index.ts"
import { type DeadlineNeeds, deadlines } from "../core/Deadlines.ts"
import type * as Court from "../core/kernel/Court.ts"
import { Deadlines, Host } from "../core/kernel/Host.ts"
import { Policy, type Witness } from "../core/log/index.ts"
import { Invitation } from "../core/quotes/index.ts"
import { addresseesOf } from "./Addressees.ts"
import * as Cosigning from "./Cosigning.ts"
import * as Dispatch from "./Dispatch.ts"
import * as Integrator from "./Integrator.ts"
import * as Loop from "./Loop.ts"
import { sendAcceptance, sendDigest, sendInvitation, sendNote } from "./Mail.ts"
import { carryNotice, sendChallenge } from "./Notices.ts"
import * as Observed from "./Observed.ts"
import { proposeDraft } from "./Proposals.ts"
import { type Options, runDue, tick } from "./Tick.ts"
import type { Works } from "./Work.ts"

/** Held by the loop of deadlines and by a clock that is being moved, so that only one of them runs deadlines at a time. */
export class Turn extends Context.Tag("agent-court/Turn")<Turn, Effect.Semaphore>() {}

/** The turn in which deadlines run: one at a time. */
export const turn = Layer.effect(Turn, Effect.makeSemaphore(1))

/** Runs the deadlines of a court whose clock is moved by hand, in turn with the scheduler's own loop. */
export const deadlinesByHand = (worker: string) =>
  Layer.effect(
    Deadlines,
    Effect.gen(function* () {
      const context = yield* Effect.context<DeadlineNeeds>()
      const { withPermits } = yield* Turn
      return {
        runDue: (upTo) =>
          withPermits(1)(runDue<DeadlineNeeds>(deadlines, upTo, { worker })).pipe(Effect.provide(context)),
      }
    }),
  )

/** For a process without a scheduler: no deadline is run. */
export const noDeadlines = Layer.succeed(Deadlines, { runDue: () => Effect.succeed(0) })

/** The services that sending notices needs: the ports of every command, the host, the carrier and the keys. */
export type DeliveryNeeds = Court.Ports | Host | Carrier | Keys

/** Work that sends something out. No rule depends on its result, so it runs outside of the order of deadlines. */
export const deliveries = {
  [Notice.task]: carryNotice,
  [Service.challengeTask]: sendChallenge,
  [Operator.noteTask]: sendNote,
  [Acceptance.task]: sendAcceptance,
  [Allowance.digestTask]: sendDigest,
  [Invitation.task]: sendInvitation,
} as const satisfies Works<DeliveryNeeds>

/** Work that asks a model, which may take minutes. A clock that is moved by hand does not wait for it. */
export const proposals = { [Proposal.proposalKind]: proposeDraft } as const satisfies Works<DeadlineNeeds>

/** All work that a court does when it is due, by its kind. */
export const works: Works<DeadlineNeeds | DeliveryNeeds> = { ...deadlines, ...deliveries, ...proposals }

/** The name of this process among workers: its host and its process id. */
export const workerName = (): string => `${hostname()}/${process.pid}`

/** A draft costs money and takes minutes. Its lease is longer than two answers of the slowest model, so that no other worker asks for it again. */
const proposing = { batch: 4, leaseMs: 15 * 60_000 }

/**
 * One look at deadlines. In a sandbox, whose clock is moved by hand, they run in order and at their own instants, so that the result is
 * the same whether this loop or the move of the clock runs them.
 */
const passDeadlines = (options: Options, sandbox: boolean) =>
  sandbox
    ? Effect.flatMap(
        Effect.flatMap(Host, (host) => host.now),
        (now) => Effect.asVoid(runDue<DeadlineNeeds>(deadlines, now, options)),
      )
    : Effect.asVoid(tick<DeadlineNeeds>(deadlines, options))

/**
 * How the loops look at due tasks. `sandbox`: the clock is moved by hand. `origin`: the name of the court's log if the log has no name yet.
 * `witnesses`: who signs its checkpoints; nobody if left out. `logGoesOn`: whether the log may go on, asked before each look at it.
 */
export type Keeping = {
  readonly sandbox: boolean
  readonly origin: string
  readonly witnesses?: Witness.Witnesses | null
  readonly logGoesOn?: Effect.Effect<boolean>
} & Omit<Loop.Options, "turn">

/**
 * Starts the loops of deadlines and of proposals in the scope, and the integrator of the log: they run what the rules ask of time, and
 * send nothing out.
 */
export const keepTime = ({ sandbox, origin, witnesses = null, logGoesOn, ...loop }: Keeping) =>
  Effect.gen(function* () {
    const turn = yield* Turn
    const worker = workerName()
    yield* Loop.start(
      (stopping) => Observed.look("deadlines", passDeadlines({ worker, stopping }, sandbox)),
      { ...loop, turn },
    )
    yield* Loop.start(
      (stopping) =>
        Observed.look("proposals", tick<DeadlineNeeds>(proposals, { worker, stopping, ...proposing })),
      loop,
    )
    const goesOn = logGoesOn ?? Effect.succeed(true)
    const policy = witnesses === null ? null : Policy.state(witnesses.policy)
    yield* Integrator.start({ origin, policy, goesOn })
    if (witnesses !== null) yield* Cosigning.start(witnesses, goesOn)
  })

/**
 * Starts the scheduler in the scope. When the scope closes, the work under way may finish. Deadlines, deliveries and proposals have a
 * loop each, so that neither a service URL without an answer nor a slow model delays a deadline.
 */
export const start = (options: Keeping) =>
  Effect.gen(function* () {
    const { sandbox: _, origin: __, witnesses: ___, logGoesOn: ____, ...loop } = options
    const loops = yield* Effect.acquireRelease(Scope.make(ExecutionStrategy.parallel), Scope.close)
    const starting = Effect.all([
      keepTime(options),
      Dispatch.start<DeliveryNeeds>(deliveries, addresseesOf, { ...loop, worker: workerName() }),
    ])
    yield* Scope.extend(starting, loops)
  })
