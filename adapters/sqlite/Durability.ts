/** A file that can't be as durable as it must be is refused before anything is kept in it. */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import Sqlite from "better-sqlite3"
import { StoreRefused } from "../sql/StoreRefused.ts"
import { configure, NotDurable, type Options } from "./Connection.ts"

/** Refuses to open a file, saying everything that stands against it. */
export const refused = (file: string, reasons: ReadonlyArray<string>): StoreRefused =>
  new StoreRefused({ store: `the SQLite store ${file || "without a file"}`, reasons })

/** Why these options can't make a durable store, if they can't. Nothing is touched to find out. */
export const unsafe = ({
  file,
  journalMode = "WAL",
  synchronous = "FULL",
  allowUnsafe = false,
}: Options): ReadonlyArray<string> => {
  const reasons: ReadonlyArray<readonly [found: boolean, reason: string]> = [
    [file === "" || file === ":memory:", "a database in memory ends with its process"],
    [file.startsWith("file:"), "a URI can switch durability off: give a path"],
    [
      journalMode.toUpperCase() !== "WAL",
      `the journal mode asked for is ${journalMode}, and group commit is only safe under WAL`,
    ],
    [
      !allowUnsafe && !["FULL", "EXTRA", "2", "3"].includes(synchronous.toUpperCase()),
      `with synchronous=${synchronous} a commit is acknowledged before it is on the disk; it must be FULL`,
    ],
  ]
  return reasons.flatMap(([found, reason]) => (found ? [reason] : []))
}

/** Tables that the migration makes in one transaction, after the table that lists migrations. */
const ours = ["records", "journal", "tasks"]

/** Whether the file holds the tables of another program. One that holds none is new. */
const isForeign = (db: Sqlite.Database): boolean => {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  return !ours.every((name) => tables.includes(name)) && tables.some((name) => name !== "migrations")
}

/** Makes the file and its folder where they aren't there, and sees that it can be as durable as it must be. */
export const establish = (options: Options): void => {
  mkdirSync(dirname(options.file), { recursive: true })
  const db = new Sqlite(options.file, { timeout: 5000 })
  try {
    if (isForeign(db)) throw refused(options.file, ["it holds the tables of another program"])
    configure(db, options)
  } catch (error) {
    throw error instanceof NotDurable ? refused(options.file, [error.message]) : error
  } finally {
    db.close()
  }
}
