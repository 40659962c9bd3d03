/** The store of a court, examined from outside: whether it opens, is durable and whole, and belongs to these keys. */
import { existsSync } from "node:fs"
import { Effect, type Scope } from "effect"
import type { Inspection } from "../../../adapters/store/Inspection.ts"
import type { OpenError } from "../../../adapters/store/Kind.ts"
import { Stores } from "../../../adapters/stores/index.ts"
import { look, nothingIntended, objection } from "../Identity.ts"
import { type Finding, findings, lengthOf, sizeOf } from "./Finding.ts"
import { clockOf } from "./Machine.ts"

const { ok, warn, fail } = findings("store")

// To read every page of a larger file takes longer than people wait.
const checkedBytes = 1e9

/** Looks into the store; null if that can't be done from outside, or if it is a file that does not exist yet. */
export const inspection = (
  store: Stores.StoreAddress,
): Effect.Effect<Inspection | null, OpenError, Scope.Scope> =>
  Effect.suspend(() => {
    const { inspect } = Stores.kindOf(store)
    const file = Stores.fileOf(store)
    const absent = file !== null && !existsSync(file)
    return absent || typeof inspect === "object" ? Effect.succeed(null) : inspect(store.at)
  })

const integrity = ({ damage }: Inspection, bytes: number | null, deep: boolean) =>
  Effect.gen(function* () {
    if (typeof damage === "string") return ok(damage)
    if (bytes !== null && bytes > checkedBytes && !deep)
      return ok(`its ${sizeOf(bytes)} were not read; --deep reads them, which takes a while`)
    const found = yield* damage
    const todo = "stop the court, keep the file, and restore a backup (agent-court restore --replace)"
    return found.length === 0
      ? ok("its file is whole (quick_check)")
      : fail(`damaged: ${found.join("; ")}`, todo)
  })

/** The findings about the store. `deep`: its whole file is read, whatever its size. */
export const store = (seen: Inspection, deep: boolean) =>
  Effect.gen(function* () {
    const bytes = yield* seen.bytes
    const faults = yield* seen.faults
    const slowness = yield* seen.slowness
    const lastEventAt = yield* seen.lastEventAt
    const latest =
      lastEventAt === null
        ? "no event yet"
        : `the last event ${lengthOf(Math.max(0, Date.now() - lastEventAt))} ago`
    return [
      ok(`opens: ${bytes === null ? "" : `${sizeOf(bytes)}, `}${latest}`),
      ...(faults.length === 0
        ? [ok("keeps what it acknowledges")]
        : faults.map((fault) =>
            fail(fault, "a court refuses such a store at start; change its setting as the finding says"),
          )),
      ...slowness.map(({ says, todo }) => warn(says, todo)),
      yield* integrity(seen, bytes, deep),
    ] satisfies ReadonlyArray<Finding>
  })

/** The clock of this machine compared with that of the store's server, and with the last event (but not in a sandbox, which has its own clock). */
export const clocks = (seen: Inspection, sandbox: boolean) =>
  Effect.gen(function* () {
    const before = Date.now()
    const theirs = yield* seen.clock
    const ours = (before + Date.now()) / 2
    const lastEventAt = yield* seen.lastEventAt
    const late = lastEventAt !== null && lastEventAt > Date.now() && !sandbox
    return [
      ...(theirs === null ? [] : [clockOf("the store's server", theirs, ours)]),
      ...(late ? [clockOf("the last event of the journal", lastEventAt, Date.now())] : []),
    ]
  })

export const identity = (seen: Inspection, folder: string, sandbox: boolean) =>
  Effect.gen(function* () {
    const found = yield* look(seen, { folder, store: "the store", sandbox })
    const why = objection(found, nothingIntended)
    const court = found.founded.founding?.courtId ?? null
    if (why !== null)
      return findings("court").fail(
        `keys and store don't fit: ${why}`,
        "do what the finding says; no court starts like this",
      )
    return court === null
      ? warn("it belongs to no court yet", "the first start founds one")
      : findings("court").ok(`${court}, in its keys and in its store`)
  })
