/**
 * A court as one caller uses it, on promises: its operations, and the checks of its answers. The operations may be described by schemas or
 * by plain data.
 */
import type { Effect, Stream } from "effect"
import { namesOf } from "../api/Former.ts"
import type { Reads } from "./Checks.ts"
import * as Checks from "./Checks.ts"
import { checkObject, type Read, type Verdict } from "./Clause.ts"
import type { Client } from "./Client.ts"
import { checkingNotices } from "./Notice.ts"
import type { Callable, Parts } from "./Request.ts"
import { type CallOptions, call, checkOptions, type Options, type Page } from "./Transport.ts"

type Promised<F> = F extends (...given: infer Given) => Effect.Effect<infer A, infer _E>
  ? ((...given: Given) => Promise<A>) &
      (F extends { readonly stream: (...given: infer Asked) => Stream.Stream<infer Item, infer _F> }
        ? { readonly all: (...given: Asked) => AsyncIterable<Item> }
        : unknown) &
      (F extends { readonly dryRun: (...given: infer Tried) => Effect.Effect<infer Would, infer _F> }
        ? { readonly dryRun: (...given: Tried) => Promise<Would> }
        : unknown)
  : never

type Operations = {
  readonly [Group in keyof Client]: {
    readonly [Name in keyof Client[Group]]: Promised<Client[Group][Name]>
  }
}

type Groups = Operations[keyof Operations]
type Intersected<U> = (U extends unknown ? (given: U) => void : never) extends (given: infer I) => void
  ? I
  : never
/** Every operation under its own name too, save a name that a group has. */
type Named = Omit<Intersected<Groups>, keyof Operations>

type Checking<F> = F extends (reads: Reads, ...given: infer Given) => infer A ? (...given: Given) => A : never

interface Checked {
  readonly verifyJudgment: Checking<typeof Checks.verifyJudgment>
  readonly verifyCompliance: Checking<typeof Checks.verifyCompliance>
  readonly verifyCompliancePages: (
    ...given: Parameters<Checked["verifyCompliance"]>
  ) => AsyncIterable<Awaited<ReturnType<Checked["verifyCompliance"]>>>
  readonly verifyDisposition: Checking<typeof Checks.verifyDisposition>
  readonly verifyReceipt: Checking<typeof Checks.verifyReceipt>
  /** The proof of the entry of one item of a batch by itself. Null if the item was refused. Nothing is asked of the court. */
  readonly entryReceipt: typeof Checks.entryReceipt
  readonly checkDisputeResolution: (value: unknown) => Promise<Verdict>
  /** Whether a call to a service address is this court's, sent now and to this agent. The court's keys are read if no keys are given. */
  readonly checkNotice: ReturnType<typeof checkingNotices>
}
/** A court as the client has it: its operations by name, and what a party does with their answers. */
export type Court = Named & Operations & Checked

/** All items of a list, page after page as they are asked for. */
async function* itemsOf(options: Options, operation: Callable, cursor: string, parts: Parts) {
  for (let at = parts.urlParams?.[cursor]; ; ) {
    const asked = { ...parts, urlParams: { ...parts.urlParams, [cursor]: at } }
    // The operation takes a cursor, so its answer is a page.
    const { items, entries, nextCursor } = (await call(options, operation, asked)) as Page
    yield* items ?? entries ?? []
    if (nextCursor === null) return
    at = nextCursor
  }
}

const callOf = (options: Options, operation: Callable) => {
  const { cursor, tried } = operation
  const perform = (parts: Parts = {}, callOptions?: CallOptions) =>
    call(options, operation, parts, callOptions)
  const all = (parts: Parts = {}) => itemsOf(options, operation, cursor ?? "cursor", parts)
  /** The trial of an act: its request says so, and nothing is recorded. */
  const dryRun = (parts: Parts = {}, callOptions?: CallOptions) =>
    call(options, operation, { ...parts, urlParams: { dryRun: true } }, callOptions)
  return Object.assign(perform, cursor === null ? {} : { all }, tried ? { dryRun } : {})
}

/** The court of these options. `read` reads a dispute-resolution object. Throws a `TypeError` if the options name no address. */
export const courtOf = (operations: ReadonlyArray<Callable>, options: Options, read: Read): Court => {
  checkOptions(options)
  const groups: Record<string, Record<string, unknown>> = {}
  const named: Record<string, unknown> = {}
  for (const operation of operations) {
    const { group, name } = operation
    const perform = callOf(options, operation)
    groups[group] ??= {}
    for (const known of namesOf(name)) groups[group][known] = named[known] = perform
  }
  // The loop over all operations loses their types; `Named` and `Operations` have them from the same definitions.
  const made = { ...groups, ...named, ...groups } as Named & Operations
  const checks: Checked = {
    verifyJudgment: (citation, keys) => Checks.verifyJudgment(made, citation, keys),
    verifyCompliance: (handle, keys) => Checks.verifyCompliance(made, handle, keys),
    verifyCompliancePages: (handle, keys) => Checks.verifyCompliancePages(made, handle, keys),
    verifyDisposition: (citation, keys) => Checks.verifyDisposition(made, citation, keys),
    entryReceipt: Checks.entryReceipt,
    verifyReceipt: (lodgement, keys) => Checks.verifyReceipt(made, lodgement, keys),
    checkNotice: checkingNotices(made.system.jwks),
    checkDisputeResolution: (value) => checkObject(read, made.agents.readAgent, value, options.baseUrl),
  }
  return Object.assign(made, checks)
}
