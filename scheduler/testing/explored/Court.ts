/** The court of an exploration: it does one act, or runs one due task, in any state, and gives the state that follows. */

import { Cause, Context, Effect, Either, Exit, Option } from "effect"
import { atOnce } from "../../../adapters/evidence/testing/AtOnce.ts"
import { Bench } from "../../../adapters/judge/index.ts"
import { Carrier } from "../../../adapters/notices/Carrier.ts"
import { Estimator } from "../../../core/appeals/index.ts"
import { Judge } from "../../../core/bench/index.ts"
import { deadlines } from "../../../core/Deadlines.ts"
import { Verified } from "../../../core/evidence/index.ts"
import { Escrow, records as holdRecords, Payout } from "../../../core/holds/index.ts"
import type { Actor } from "../../../core/kernel/Actor.ts"
import type { ExecuteError, Outcome } from "../../../core/kernel/Court.ts"
import * as Host from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Query } from "../../../core/kernel/Query.ts"
import * as Reader from "../../../core/kernel/Reader.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import type { Accounts } from "../../../core/matters/index.ts"
import type { Task } from "../../../core/store/ChangeSet.ts"
import { recordKey } from "../../../core/store/Commit.ts"
import { Store } from "../../../core/store/Store.ts"
import type { Works } from "../../Work.ts"
import { bench, outside, papers } from "../seeded/Outside.ts"
import type { Commit, Watched } from "../seeded/Watched.ts"
import type { Broken, Needs } from "../seeded/World.ts"
import {
  type Forked,
  isUntouched,
  make as makeStore,
  type Reads,
  rowOf,
  type Snapshot,
  token,
  type Written,
} from "./ForkedStore.ts"
import { addressOf } from "./HoldActs.ts"
import { sums } from "./Tried.ts"
import { viewOf } from "./View.ts"

const units = (cents: number): string => String(BigInt(cents) * 10_000n)

/**
 * The instructions by which an escrow has paid, in order: each that took effect, was not revoked before, and found its sum in the escrow.
 * An instruction for a part leaves the rest for later ones.
 */
const paidBy = (state: Snapshot, holdRef: string, now: number) => {
  const { all } = viewOf(state)
  const ids = all(holdRecords.Holds).flatMap((hold) => (hold.holdRef === holdRef ? [hold.id] : []))
  const effective = all(Payout.Payouts)
    .filter(({ holdId, effectiveAt }) => ids.includes(holdId) && effectiveAt < now)
    .filter(({ effectiveAt, revoked }) => revoked === null || revoked.revokedAt > effectiveAt)
    .sort((a, b) => a.effectiveAt - b.effectiveAt)
  let leftCents: number = sums.whole
  const paid = effective.filter(({ amountToPayeeCents, amountToPayerCents }) => {
    const cents = amountToPayeeCents + amountToPayerCents
    if (cents > leftCents) return false
    leftCents -= cents
    return true
  })
  return { paid, leftCents }
}

/** The last payment of an escrow; null if it has paid nothing. */
const paidFrom = (state: Snapshot, holdRef: string, now: number): Escrow.Payment | null => {
  const { paid, leftCents } = paidBy(state, holdRef, now)
  const last = paid.at(-1)
  if (last === undefined) return null
  const [toPayeeUnits, toPayerUnits] = [units(last.amountToPayeeCents), units(last.amountToPayerCents)]
  return {
    txid: `0x${last.digest.slice(2, 66)}`,
    height: 100,
    blockHash: "block",
    at: last.effectiveAt + 1,
    transfers: [
      { index: 0, to: "payee", units: toPayeeUnits },
      { index: 1, to: "payer", units: toPayerUnits },
    ],
    toPayeeUnits,
    toPayerUnits,
    movedUnits: units(last.amountToPayeeCents + last.amountToPayerCents),
    holds: leftCents > 0,
    confirmations: 1_000,
  }
}

const chainOf = (state: () => Snapshot, now: () => number): typeof Escrow.Escrows.Service => ({
  read: ({ holdRef }) =>
    Effect.sync(() => ({
      at: now(),
      state: "funded" as const,
      payer: addressOf({ handle: "seller" }),
      payee: addressOf({ handle: "buyer" }),
      asset: null,
      amountUnits: units(paidBy(state(), holdRef, now()).leftCents || sums.whole),
      expiresAt: null,
      releasers: [],
    })),
  payment: ({ holdRef }) => Effect.sync(() => paidFrom(state(), holdRef, now()) ?? "unpaid"),
})

/** An act that somebody may try: who, what in words, and what `next` would call it on which record. */
export interface Tried {
  /** The same for the same act with the same content. */
  readonly key: string
  readonly actor: Actor
  /** The act as a story tells it: "the seller disputes entry 1". */
  readonly words: string
  /** The record that it is on, and the name that `next` of that record has for it; null if `next` names no such act. */
  readonly on: { readonly id: string; readonly act: string } | null
  readonly perform: Effect.Effect<Outcome<Json>, ExecuteError, Needs>
}

export interface Committed extends Commit {
  readonly after: Snapshot
}

/** The result of an act or a task: a state and its commits, or the code of a refusal. */
export type Led =
  | { readonly _tag: "Done"; readonly state: Snapshot; readonly commits: ReadonlyArray<Committed> }
  | { readonly _tag: "Refused"; readonly code: string }
  | { readonly _tag: "Broken"; readonly what: string }

export interface Court {
  readonly act: (state: Snapshot, tried: Tried) => Led
  /** Runs the task that is due first, at its own instant. */
  readonly run: (state: Snapshot, task: Task) => Led
  /** The answer to a query; null if it is refused. */
  readonly ask: <I, V>(
    state: Snapshot,
    query: Query<I, V, Payout.Signer | Accounts.Accounts>,
    input: I,
    actor: Actor,
  ) => V | null
  readonly rule: NonNullable<Broken["rule"]>
  /** How often an act was refused because all that it had read was as when it was refused before. */
  readonly spared: () => number
}

const carried = () => Effect.dieMessage("notices are carried nowhere")
const carrier = Carrier.of({ toService: carried, challenge: carried, mail: carried })
const nothing = new Map<string, never>()

/** The state as the invariants of the seeds read it. */
export const watchedOf = (state: Snapshot): Watched => {
  const view = viewOf(state)
  return {
    as: () => {
      throw new Error("nothing is written through what is watched")
    },
    look: () => {},
    take: () => [],
    records: nothing,
    tasks: state.tasks,
    claims: state.claims,
    tallies: state.tallies,
    // Texts are shared by all states.
    blobs: Object.assign(new Set<string>(), { has: () => true }),
    receipts: nothing,
    all: view.all,
    find: view.find,
  }
}

const committed = ({ set, before, after }: Written): Committed => ({
  after,
  by: "explored",
  set,
  changed: set.puts.map((put) => {
    const row = rowOf(before, recordKey(put.ref))
    return { put, before: row?.body ?? null, version: row?.version ?? 0 }
  }),
  numbers: [],
})

const rememberedMax = 6

/** `isRead`: the court reads the chain of the escrows. */
export const make = (broken: Broken = {}, isRead = false): Court => {
  const store: Forked = makeStore()
  let now: Instant = 0
  let spared = 0
  const seed = () => store.state().commits.toString(16).padStart(8, "0").padEnd(20, "7")
  const host = Host.Host.of({
    now: Effect.sync(() => now),
    seed: Effect.sync(seed),
    schedule: Effect.succeed(published),
  })
  const services = outside.pipe(
    Context.add(Verified.Verifiers, Verified.Verifiers.of(atOnce)),
    Context.add(
      Escrow.Escrows,
      Escrow.Escrows.of(isRead ? chainOf(store.state, () => now) : Escrow.noReaders),
    ),
    Context.add(Judge.Judge, Judge.Judge.of(Bench.inTurn([papers, bench]))),
    Context.add(Estimator, Estimator.of({ estimate: () => Effect.succeed(100) })),
    Context.add(Host.Host, host),
    Context.add(Carrier, carrier),
    Context.add(Store, store.driver),
  )
  const works: Works<Needs> = (broken.works ?? ((all) => all))(deadlines)
  const refused = new Map<string, Array<{ readonly at: Instant; readonly reads: Reads; readonly led: Led }>>()

  const ledBy = (exit: Exit.Exit<unknown, unknown>): Led => {
    if (Exit.isSuccess(exit)) {
      const after = store.state()
      const state = { ...after, at: now }
      return { _tag: "Done", state, commits: store.commits().map(committed) }
    }
    const failure = Option.getOrNull(Cause.failureOption(exit.cause))
    if (failure === null) return { _tag: "Broken", what: Cause.pretty(exit.cause) }
    const { _tag, code } = failure as { readonly _tag: string; readonly code?: string }
    return _tag === "Refusal"
      ? { _tag: "Refused", code: code ?? "" }
      : { _tag: "Broken", what: `${_tag}: ${String(failure)}` }
  }

  return {
    rule: broken.rule ?? ((command) => command),
    spared: () => spared,
    act: (state, { key, perform }) => {
      const before = refused.get(key) ?? []
      const same = before.find(({ at, reads }) => at === state.at && isUntouched(reads, state))
      if (same !== undefined) {
        spared++
        return same.led
      }
      now = state.at
      const reads = store.begin(state)
      const led = ledBy(Effect.runSyncExit(Effect.provide(perform, services)))
      if (led._tag === "Refused")
        refused.set(key, [{ at: now, reads, led }, ...before].slice(0, rememberedMax))
      return led
    },
    run: (state, { id, kind, dueAt, body }) => {
      now = Math.max(state.at, dueAt)
      store.begin(state)
      const work = works[kind]
      if (work === undefined) return { _tag: "Broken", what: `nobody runs tasks of kind ${kind}` }
      const task = { id, kind, dueAt, body, token }
      return ledBy(Effect.runSyncExit(Effect.provide(work({ task, at: now }), services)))
    },
    ask: (state, query, input, actor) => {
      store.begin(state)
      const context = { actor, now: state.at, schedule: published, terms: published.at(state.at) }
      const read = query.read(input, context, Reader.make(store.driver).reader)
      return Either.getOrNull(Effect.runSync(Effect.either(Effect.provide(read, services))))
    },
  }
}
