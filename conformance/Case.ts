import { Data, Effect, type Scope } from "effect"
import { canonical, type Json } from "../core/Json.ts"
import type { Driver, StoreUnavailable, Supports } from "../core/store/Store.ts"
import type { Random } from "./Random.ts"

/** A promise of `Driver` that the store under test does not keep: what was asked, what was expected and what came. */
export class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

/** The part of the contract that a case examines: a member of `Driver`, or what holds over all of them. */
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

/** A store of a case's own, apart from the one that the whole run shares. */
export interface Place {
  /** The text by which any process opens it. */
  readonly location: string
  /** Opens it until the scope ends. */
  readonly open: Effect.Effect<Driver, Broken, Scope.Scope>
}

/** What a case is given. The store may hold anything already: a case uses names of its own and expects nothing of the rest. */
export interface Kit {
  readonly store: Driver
  /** A name that no other case and no other run uses in this store. */
  readonly own: (name: string) => string
  /** Another opener of the same store, until the scope ends. */
  readonly openAgain: Effect.Effect<Driver, Broken, Scope.Scope>
  /** The same store opened in two processes beside this one. They are started when they are first asked for, and end with the run. */
  readonly elsewhere: Effect.Effect<ReadonlyArray<Driver>, Broken>
  /** A new, empty store, until the scope ends. */
  readonly place: Effect.Effect<Place, Broken, Scope.Scope>
  /** The module that opens the store, for processes that the case starts. */
  readonly module: string
  /** Differs from case to case, and is the same in every run with the same seed. */
  readonly random: Random
}

export type Run = (kit: Kit) => Effect.Effect<void, Broken | StoreUnavailable, Scope.Scope>

/** One promise, and how to find out whether a store keeps it. */
export interface Case {
  /** `<section>.<what>`; it never changes its meaning. */
  readonly id: string
  readonly title: string
  readonly section: Section
  /** What the store must say that it supports; without it the case does not apply, and the report says so. */
  readonly needs: ReadonlyArray<keyof Supports>
  readonly run: Run
}

/** A case; its section is the first part of its id. */
export const test =
  (section: Section, ...needs: ReadonlyArray<keyof Supports>) =>
  (what: string, title: string, run: Run): Case => ({ id: `${section}.${what}`, title, section, needs, run })

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined"
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text
}

// A value is compared as the JSON that it stands for: the order of an object's members is no difference.
const comparable = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value ?? null)) as Json) // any text that JSON.parse reads is Json

/** Breaks the case unless both values are the same JSON. */
export const equal = <A>(what: string, actual: A, expected: A): Effect.Effect<void, Broken> =>
  comparable(actual) === comparable(expected)
    ? Effect.void
    : Effect.fail(new Broken({ message: `${what}: expected ${show(expected)}, got ${show(actual)}` }))

/** Breaks the case unless both lists have the same members, in whatever order. */
export const sameMembers = <A>(
  what: string,
  actual: ReadonlyArray<A>,
  expected: ReadonlyArray<A>,
): Effect.Effect<void, Broken> => {
  const sorted = (list: ReadonlyArray<A>) => list.map(comparable).sort()
  return equal(what, sorted(actual), sorted(expected))
}

/** Breaks the case unless the condition holds. */
export const holds = (what: string, condition: boolean, seen: unknown): Effect.Effect<void, Broken> =>
  condition ? Effect.void : Effect.fail(new Broken({ message: `${what}: got ${show(seen)}` }))
