/** A comparison of what a court serves with what its journal says. */
import { Schema } from "effect"
import type { Registers } from "../../../core/compliance/index.ts"
import { differences, type Json, showValue } from "../../../core/kernel/Json.ts"
import { DateTime } from "../../../core/kernel/Time.ts"
import { call, decode, request } from "../Client.ts"
import type { Folded } from "./Folded.ts"

/**
 * A comparison of one thing, such as `entry 0192…`. Where it finds a difference it is made again with more of the journal, since a court
 * goes on while it is read.
 */
export interface Check<S = Folded> {
  readonly of: string
  readonly lines: (state: S, court: Court) => Promise<ReadonlyArray<string>>
}

export interface Court {
  readonly base: string
  readonly now: number
}

/** The differences between what the journal says (`ours`) and what is served (`theirs`), member by member. Members that `ours` lacks are not compared. */
export const unlike = (of: string, ours: { readonly [member: string]: Json }, theirs: unknown) => {
  const served = decode(Schema.Object, theirs, of)
  const told = Object.fromEntries(
    Object.keys(ours).map((member) => [member, Reflect.get(served, member) as Json]),
  )
  return differences(ours, told).map(
    ({ path, ours, theirs }) =>
      `${of}: ${path} is ${showValue(ours)} by the journal and ${showValue(theirs)} as served`,
  )
}

/** The body of an answer; null if the court answers 404. Throws a `Failure` on any other refusal. */
export const read = async ({ base }: Court, path: string): Promise<unknown> => {
  const answered = await request(base, "GET", path)
  if (answered.status === 404) return null
  return answered.status < 300 ? answered.body : call(base, "GET", path)
}

export const compareRecord = async (
  court: Court,
  of: string,
  path: string,
  ours: { readonly [member: string]: Json },
): Promise<ReadonlyArray<string>> => {
  const served = await read(court, path)
  return served === null
    ? [`${of}: the journal has it, and the court does not serve it`]
    : unlike(of, ours, served)
}

const Dated = Schema.Struct({ asOf: DateTime })
/** The court's own time, which it states with the record of any agent. A court without agents has nothing that depends on time. */
export const courtTime = async (base: string, { reputation }: Registers): Promise<number> => {
  const [handle] = reputation.keys()
  if (handle === undefined) return Date.now()
  const path = `/api/v1/agents/${encodeURIComponent(handle)}/compliance?limit=1`
  const { status, body } = await request(base, "GET", path)
  return status === 200 ? decode(Dated, body, `the compliance record of ${handle}`).asOf : Date.now()
}

const ListPage = Schema.Struct({
  items: Schema.Array(Schema.Object),
  nextCursor: Schema.NullOr(Schema.String),
})

export const readEveryItem = async ({ base }: Court, path: string): Promise<ReadonlyArray<object>> => {
  const items: Array<object> = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const query = new URLSearchParams({ limit: "100", ...(cursor === null ? {} : { cursor }) })
    const body = await call(base, "GET", `${path}?${query}`)
    const page: typeof ListPage.Type = decode(ListPage, body, path)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** The names that only the journal (`ours`) or only the list (`theirs`) has, a line each. */
export const missingNames = (
  what: string,
  ours: Iterable<string>,
  theirs: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const [known, served] = [new Set(ours), new Set(theirs)]
  const lacking = [...known].filter((name) => !served.has(name))
  const unknown = [...served].filter((name) => !known.has(name))
  return [
    ...lacking.map((name) => `${what} ${name}: the journal has it, and the list lacks it`),
    ...unknown.map((name) => `${what} ${name}: the journal does not know it`),
    ...(theirs.length === served.size ? [] : [`${what}: the list shows one twice`]),
  ]
}
