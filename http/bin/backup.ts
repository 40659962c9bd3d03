/** `agent-court backup`: what it prints and asks for. */
import { Effect } from "effect"
import { storeFile } from "./backup/Manifest.ts"
import { type Taken, take } from "./backup/Take.ts"
import { type CliCommand, exitCodes, type Given } from "./Cli.ts"
import { configuration } from "./Running.ts"
import { failureOf } from "./StartFailure.ts"
import { print } from "./Terminal.ts"

/** What PostgreSQL's own tools have to do beside it. Its address may hold a password, so the variable stands for it. */
const dumping = (path: string): ReadonlyArray<string> => [
  `This backup has the keys alone. Now take the store with a tool of PostgreSQL, as new as the server or newer:`,
  `  pg_dump --dbname="$COURT_STORE" --format=custom --no-owner --no-privileges --schema=agent_court --schema=court --file=${path}/court.dump`,
  `Or keep a base backup and the log, which lose nothing up to the failure: pg_basebackup, archive_command (http/docs/Operating.md).`,
]

const atAddress =
  "This backup has the keys alone: who hosts a Deno KV database at an address keeps its backups too. See that they do, or keep the court in a file (denokv:<file>), which agent-court backup copies."

const tell = ({ path, manifest }: Taken): void => {
  const { court, files, citations, lastEventAt, store } = manifest
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  print(
    `Court ${court}: ${files.length} files, ${bytes} bytes; ${citations.length === 0 ? "no judgment yet" : `judgments up to ${citations.join(", ")}`}; last event at ${lastEventAt === null ? "no time yet" : new Date(lastEventAt).toISOString()}.`,
  )
  if (store === "postgres") for (const line of dumping(path)) print(line)
  if (store === "denokv" && !files.some(({ path }) => path === storeFile)) print(atAddress)
  print("It has the court's private keys: keep it where only the court's people read, and off this machine.")
  print(path)
}

const run = async (given: Given): Promise<number> => {
  const [folder = ""] = given.positionals
  const config = configuration()
  const taken = take(config, folder, Date.now()).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError(failureOf(config)),
  )
  tell(await Effect.runPromise(taken))
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<folder>",
  takes: [1, 1],
  flags: {},
  help: [
    "Makes a folder in the one that is named, called after the time (UTC), with the keys of the court that the environment describes, a copy of its store as it is at one instant (a SQLite file, or a file of Deno KV), and a manifest: whose court it is, when and by which version it was made, the last numbers that it gave, and the length and sha256 of each file. The last line that it prints is that folder.",
    "The court may serve meanwhile. The copy is checked (integrity_check) before the backup is put in its place, forced to the disk and whole; where anything fails, there is no backup, and the exit code is 1.",
    "Of a court on PostgreSQL it takes the keys, and says which tool takes the store. Take the keys first. Of a court on Deno KV at an address it takes the keys; the host keeps the database.",
    "What is recorded after it began is not in it. agent-court restore puts it back, and restore --check tries that without touching the court.",
  ],
  run,
}
