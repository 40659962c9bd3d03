/** Looks into the file of a store and checks it while courts go on using it. */
import { statSync } from "node:fs"
import { Effect, type Scope } from "effect"
import type { Journalled, Page, StoreUnavailable } from "../../core/store/Store.ts"
import { attempt, damageIn, openFile } from "../sql/File.ts"
import { common, type Rows } from "../sql/Inspection.ts"
import type { Inspection } from "../store/Inspection.ts"
import * as Reads from "./Reads.ts"
import { prepare } from "./Statements.ts"

const dialect = {
  records: "records",
  tasks: "tasks",
  lastEvent: "select at from journal order by place desc limit 1",
  failures: "coalesce(json_extract(body, '$.failures'), 0)",
}

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Looks into the store of a file, which must exist, until the scope closes. */
export const make = (file: string): Effect.Effect<Inspection, StoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const db = yield* Effect.acquireRelease(
      attempt("open", () => openFile(file)),
      (connection) => Effect.sync(() => connection.close()),
    )
    const rows: Rows = (text) =>
      attempt("look", () => db.prepare<[], { [column: string]: unknown }>(text).all())
    // A file that no court of this version has opened lacks tables for some of these, so they are prepared when they are first used.
    let statements: ReturnType<typeof prepare> | null = null
    return {
      ...common(rows, dialect),
      journal: (query) =>
        attempt("look", (): Page<Journalled> => {
          statements ??= prepare(db)
          return JSON.parse(Reads.look(statements, { place: 0, serial: 0, work: "journal", of: query }))
        }),
      slowness: Effect.succeed([]),
      // Both settings that durability rests on, WAL and `synchronous=FULL`, are set by each connection of a court. Copies that SQLite's tools
      // make are in the mode `delete` until a court opens them.
      faults: Effect.succeed([]),
      damage: attempt("check", () => damageIn(db, "quick_check")),
      clock: Effect.succeed(null),
      numbers: Effect.map(rows("select name, last from series order by name"), (found) =>
        found.map(({ name, last }) => ({ series: String(name), last: Number(last) })),
      ),
      bytes: Effect.sync(() => bytesOf(file) + bytesOf(`${file}-wal`)),
    }
  })
