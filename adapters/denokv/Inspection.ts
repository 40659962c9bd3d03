/** Looks into the store of a database while courts use it. */
import { statSync } from "node:fs"
import { Effect, type Scope } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Inspection, Waiting } from "../store/Inspection.ts"
import type { OpenError } from "../store/Kind.ts"
import { attempt, type Kv, open } from "./Kv.ts"
import * as Reads from "./Reads.ts"
import { at, nameIn, objectionTo } from "./Rows.ts"
import { pickRows, valueAt } from "./Values.ts"

const none = { count: 0, due: 0, oldestDueAt: null, failed: 0 }
const hasFailed = (body: Json): boolean =>
  typeof body === "object" && body !== null && "failures" in body && Number(body.failures) > 0

const findWaiting = async (kv: Kv, now: Instant): Promise<ReadonlyArray<Waiting>> => {
  const tasks = await pickRows(kv, { prefix: at("task") }, ({ kind, dueAt, body }) => ({
    kind,
    dueAt,
    hasFailed: hasFailed(body),
  }))
  const kinds = new Map<string, Waiting>()
  for (const { kind, dueAt, ...task } of tasks) {
    const { count, due, oldestDueAt, failed } = kinds.get(kind) ?? none
    const isDue = dueAt <= now
    kinds.set(kind, {
      kind,
      count: count + 1,
      due: due + Number(isDue),
      oldestDueAt: isDue ? Math.min(dueAt, oldestDueAt ?? dueAt) : oldestDueAt,
      failed: failed + Number(task.hasFailed),
    })
  }
  return [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

const inspection = (kv: Kv, location: string): Inspection => {
  const look = <A>(run: () => Promise<A>) => attempt("look", run)
  const newest = { prefix: at("event"), reverse: true, limit: 1 } as const
  return {
    read: (refs) => look(() => Reads.read(kv, refs)),
    journal: (query) => look(() => Reads.journal(kv, query)),
    slowness: Effect.succeed([]),
    faults: look(async () => objectionTo(await valueAt(kv, at("form")))),
    damage: "a file is checked when a backup is taken (agent-court backup), a hosted database by its host",
    clock: Effect.succeed(null),
    bytes: Effect.sync(() => statSync(location, { throwIfNoEntry: false })?.size ?? null),
    lastEventAt: look(async () => (await pickRows(kv, newest, (event) => event.at))[0] ?? null),
    numbers: look(() =>
      pickRows(kv, { prefix: at("series") }, (last, { key }) => ({ series: nameIn(key), last })),
    ),
    all: (kind) => look(() => pickRows(kv, { prefix: at("record", kind) }, ({ body }) => body)),
    waiting: (now) => look(() => findWaiting(kv, now)),
    later: (kinds, now, limit) =>
      look(() =>
        pickRows(kv, { prefix: at("due"), start: at("due", now + 1), limit }, ({ kind }, { key }) =>
          kinds.includes(kind) ? { id: nameIn(key), kind, dueAt: Number(key.at(-2)) } : null,
        ),
      ),
  }
}

/** Looks into a database until the scope ends. A file must exist. */
export const make = (location: string): Effect.Effect<Inspection, OpenError, Scope.Scope> => {
  const kv = Effect.acquireRelease(open(location), (opened) => Effect.sync(() => opened.close()))
  return Effect.map(kv, (opened) => inspection(opened, location))
}
