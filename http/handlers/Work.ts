/**
 * The commands and queries of the core, by name. An operation performs the command or query of the same name, unless its handler is written
 * by hand.
 */
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Predicate } from "effect"
import * as court from "../../core/index.ts"
import { bind, type Endpoint } from "../server/Endpoint.ts"
import type { AnyDoes, Handlers } from "../server/Handler.ts"

type Areas = typeof court
type NameIn<Area> = Area extends unknown ? keyof Area : never
type Work = {
  readonly [Name in NameIn<Areas[keyof Areas]>]: {
    readonly [Area in keyof Areas]: Name extends keyof Areas[Area] ? Areas[Area][Name] : never
  }[keyof Areas]
}

/** The names of the operations of a group that no command or query of the core has, or only a command or query that does not fit. */
type Unmet<G extends HttpApiGroup.HttpApiGroup.Any> = {
  [Name in keyof Handlers<G>]: Name extends keyof Work
    ? Work[Name] extends Handlers<G>[Name]
      ? never
      : Name
    : Name
}[keyof Handlers<G>]

/** The handlers of a group that are written by hand: each operation that makes a secret or a document has one, and others may have one. */
export type ByHand<G extends HttpApiGroup.HttpApiGroup.Any> = Pick<Handlers<G>, Unmet<G>> &
  Partial<Handlers<G>>

const isWork = (value: unknown): boolean =>
  Predicate.hasProperty(value, "name") &&
  (Predicate.hasProperty(value, "decide") || Predicate.hasProperty(value, "read"))

type Exported = readonly [name: string, work: AnyDoes & { readonly name: string }]

/** The commands and queries that a module exports, with the names under which they are exported. */
export const workOf = (module: object): ReadonlyArray<Exported> =>
  // An export that has these members is a command or a query.
  Object.entries(module).filter(([, value]) => isWork(value))

/** Every command and query that stands at the door of an area. */
export const exported: ReadonlyArray<Exported> = Object.values(court).flatMap(workOf)

const work = Object.fromEntries(exported)

/** The endpoints of a group. `written` has the handlers that are written by hand. */
export const serve = <G extends HttpApiGroup.HttpApiGroup.Any>(
  group: G,
  written: ByHand<G>,
): ReadonlyArray<Endpoint> =>
  // The type `ByHand` says that the two together have the work of every operation of the group.
  bind(group, { ...work, ...(written as { readonly [id: string]: AnyDoes }) })
