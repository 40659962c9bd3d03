/** The form of a case of the kit, the things that it is given, and how it states what it expects. */
import { Data, Effect, type Scope } from "effect"
import type { YieldWrap } from "effect/Utils"
import { canonical, type Json } from "../core/kernel/Json.ts"
import type { Instant } from "../core/kernel/Time.ts"
import type { Driver, StoreUnavailable, Supports } from "../core/store/Store.ts"
import { difference, jsonOf } from "./Diff.ts"
import type { Random } from "./Random.ts"

/** The store under test broke a promise of `Driver`. The message says what was checked, what was expected and what came. */
export class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

/** This machine has no means to examine the promise. The message says what is missing. */
export class NotProbed extends Data.TaggedError("NotProbed")<{ readonly message: string }> {}

/** The part of the contract that a case examines: a member of `Driver`, or a promise about all of them. */
export type Section =
  | "read"
  | "list"
  | "search"
  | "holder"
  | "tallies"
  | "blob"
  | "receipt"
  | "journal"
  | "lease"
  | "commit"
  | "limits"
  | "texts"
  | "shared"
  | "durable"

/** A store that one case has for itself, apart from the store that all cases of a run share. */
export interface Place {
  /** The text that any process opens it by. */
  readonly location: string
  readonly open: Effect.Effect<Driver, Broken, Scope.Scope>
}

/** The store as another process of this machine has it open. Every call is a message to that process and back. */
export interface Distant extends Driver {
  /** The same store, whose calls wait in the other process until the clock shows this instant, and begin within microseconds of it. */
  readonly at: (instant: Instant) => Driver
  /** Stops the other process wherever it is (SIGSTOP), until `resume`. Calls made meanwhile wait. */
  readonly pause: Effect.Effect<void>
  readonly resume: Effect.Effect<void>
}

/**
 * The things that a case is given. The store may already hold records: a case uses names of its own and assumes nothing about the others.
 */
export interface Kit {
  readonly store: Driver
  /** Makes a name that no other case and no other run uses in this store. */
  readonly own: (name: string) => string
  /** Opens the same store once more, in this process, until the scope ends. */
  readonly openAgain: Effect.Effect<Driver, Broken, Scope.Scope>
  /** The same store, opened in two other processes. They start when a case first asks for them, and end with the run. */
  readonly elsewhere: Effect.Effect<ReadonlyArray<Distant>, Broken>
  /** The same store in one more process, in which no case ever writes. */
  readonly reader: Effect.Effect<Driver, Broken>
  readonly place: Effect.Effect<Place, Broken, Scope.Scope>
  /** The same effect, which the report names if the case passes its time limit meanwhile. */
  readonly note: <A, E, R>(words: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** After how many milliseconds the store takes the lock of a process that gives no sign; null if its module does not say. */
  readonly lockMs: number | null
  /** The URL of the module that opens the store, for processes that the case starts. */
  readonly module: string
  /** Gives other numbers in each case, and the same ones in every run with the same seed. */
  readonly random: Random
}

/** How a step of a case may fail: the store is broken or unavailable, or nothing here can tell. */
export type Failure = Broken | NotProbed | StoreUnavailable
type Step = Effect.Effect<unknown, Failure, Scope.Scope>
export type Steps = (kit: Kit) => Generator<YieldWrap<Step>, void, unknown>

/** One promise, and the check whether a store keeps it. */
export interface Case {
  /** `<section>.<what>`. Its meaning never changes. */
  readonly id: string
  readonly title: string
  readonly section: Section
  /** The features that the store must say it supports. If it does not, the case is not run, and the report says so. */
  readonly needs: ReadonlyArray<keyof Supports>
  readonly run: (kit: Kit) => Effect.Effect<void, Failure, Scope.Scope>
}

/** Makes a case: `test(section, …needs)(what, title, steps)`. Its id is `section.what`. */
export const test =
  (section: Section, ...needs: ReadonlyArray<keyof Supports>) =>
  (what: string, title: string, steps: Steps): Case => ({
    id: `${section}.${what}`,
    title,
    section,
    needs,
    run: (kit) => Effect.gen(() => steps(kit)),
  })

const show = (value: unknown): string => {
  const text = value === undefined ? "undefined" : jsonOf(value)
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text
}

// Values are compared as JSON, in which the order of an object's members makes no difference.
const comparable = (value: unknown): string => canonical(JSON.parse(jsonOf(value)) as Json) // any text that JSON.parse reads is Json

/** Breaks the case unless both values are the same JSON. */
export const equal = <A>(what: string, actual: A, expected: A): Effect.Effect<void, Broken> => {
  const [came, wanted] = [comparable(actual), comparable(expected)]
  return came === wanted
    ? Effect.void
    : Effect.fail(new Broken({ message: `${what}: ${difference(wanted, came)}` }))
}

/** Breaks the case unless both lists have the same members, in any order. */
export const sameMembers = <A>(
  what: string,
  actual: ReadonlyArray<A>,
  expected: ReadonlyArray<A>,
): Effect.Effect<void, Broken> => {
  const sortAll = (list: ReadonlyArray<A>) => list.map(comparable).sort()
  return equal(what, sortAll(actual), sortAll(expected))
}

/** Breaks the case unless the condition holds; `expected` says in words what was expected. */
export const holds = (expected: string, condition: boolean, seen: unknown): Effect.Effect<void, Broken> =>
  condition ? Effect.void : Effect.fail(new Broken({ message: `expected ${expected}, got ${show(seen)}` }))
