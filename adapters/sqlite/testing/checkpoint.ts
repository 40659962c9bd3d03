/**
 * A process beside a court, with a connection of its own, that copies the log to the file of the database as often as it can until its
 * standard input ends. It stands for an operator's `pragma wal_checkpoint(truncate)`, or for a replicator, which holds a reader and
 * writes a row of its own.
 */
import Sqlite from "better-sqlite3"

const [file = "", way = ""] = process.argv.slice(2)
const open = (): Sqlite.Database => new Sqlite(file, { timeout: 5_000 })
const db = open()
const reader = open()
let checkpoints = 0

const operator = (): void => {
  db.pragma("wal_checkpoint(TRUNCATE)")
}

/** As Litestream does: its reader keeps the log from being started again, but for the moment of its own checkpoint. */
const replicator = (): void => {
  if (reader.inTransaction) reader.exec("ROLLBACK")
  db.exec("CREATE TABLE IF NOT EXISTS replicated (id INTEGER PRIMARY KEY, seq INTEGER)")
  db.pragma(`wal_checkpoint(${["PASSIVE", "RESTART", "TRUNCATE"][checkpoints % 3]})`)
  db.exec("INSERT INTO replicated (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1")
  reader.exec("BEGIN")
  reader.prepare("SELECT count(*) FROM replicated").get()
}

const ways = new Map([
  ["operator", operator],
  ["replicator", replicator],
])
const copy = ways.get(way)
if (copy === undefined) throw new Error(`${way} is not one of ${[...ways.keys()].join(", ")}`)

let ended = false
process.stdin.on("end", () => {
  ended = true
})
process.stdin.resume()
const turn = (): void => {
  if (ended) {
    process.stdout.write(`${checkpoints}\n`)
    return
  }
  copy()
  checkpoints++
  setTimeout(turn, 2)
}
turn()
