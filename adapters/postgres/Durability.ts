/** Whether a server keeps what it acknowledges: one that doesn't is refused. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { StoreRefused } from "../sql/StoreRefused.ts"

/** Settings without which an acknowledged commit can be lost, or a page torn, when the power goes. */
const needed: ReadonlyArray<readonly [setting: string, reason: string]> = [
  ["fsync", "the server doesn't wait for the disk at all"],
  ["synchronous_commit", "the server answers a commit before it is on the disk"],
  ["full_page_writes", "a page half written when the power goes can't be repaired"],
]

/** The settings of the server that keep it from being durable, with what each means; `several` servers take over from each other. */
export const faults = (several: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly name: string; readonly value: string }>`
    select name, current_setting(name) as value from unnest(${needed.map(([name]) => name)}::text[]) as name`
    const local = rows.filter(({ value }) => several && value === "local")
    return [
      ...rows
        .filter(({ value }) => value === "off")
        .map(({ name }) => `${name} = off: ${needed.find(([setting]) => setting === name)?.[1]}`),
      ...local.map(({ name }) => `${name} = local: a server that takes over lacks what was answered last`),
    ]
  })

/** Refuses a server that isn't durable, saying why; says whether it is, where an unsafe one is allowed. */
export const check = (allowUnsafe: boolean, several: boolean) =>
  Effect.flatMap(faults(several), (found) =>
    found.length > 0 && !allowUnsafe
      ? Effect.fail(new StoreRefused({ store: "PostgreSQL", reasons: found }))
      : Effect.succeed(found.length === 0),
  )
