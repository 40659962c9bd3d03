/** `agent-court backup`: its arguments, and what it prints. */
import { Effect } from "effect"
import { storeFile } from "./backup/Manifest.ts"
import { type Taken, take } from "./backup/Take.ts"
import { type CliCommand, exitCodes, type Given, print } from "./Cli.ts"
import { configuration } from "./Running.ts"
import { failureOf } from "./StartFailure.ts"

/** What PostgreSQL's own tools must do. The command has the variable and not its value, which may hold a password. */
const dumping = (path: string): ReadonlyArray<string> => [
  `This backup has only the keys. Now take the store with a tool of PostgreSQL, which must be as new as the server:`,
  `  pg_dump --dbname="$COURT_STORE" --format=custom --no-owner --no-privileges --schema=agent_court --schema=court --file=${path}/court.dump`,
  `Or keep a base backup and the log, with which nothing is lost before the failure: pg_basebackup, archive_command (http/docs/Operating.md).`,
]

const atAddress =
  "This backup has only the keys: the host of the Deno KV database keeps backups of it. See that it does, or keep the court in a file (denokv:<file>), which agent-court backup copies."

const tell = ({ path, manifest }: Taken): void => {
  const { court, files, citations, lastEventAt, store } = manifest
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  print(
    `Court ${court}: ${files.length} files, ${bytes} bytes; ${citations.length === 0 ? "no judgment yet" : `judgments up to ${citations.join(", ")}`}; last event at ${lastEventAt === null ? "no time yet" : new Date(lastEventAt).toISOString()}.`,
  )
  if (store === "postgres") for (const line of dumping(path)) print(line)
  if (store === "denokv" && !files.some(({ path }) => path === storeFile)) print(atAddress)
  print(
    "It has the court's private keys: keep it off this machine, where only the court's people can read it.",
  )
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
    "Makes a new folder inside <folder>, named by the time (UTC). It holds the keys of the court that the environment describes, a copy of its store as of one instant (a SQLite file or a file of Deno KV), and a manifest: the court, the time and the version that made it, the last numbers that the court gave, and the length and sha256 of each file. The last line that the command prints is the path of the new folder.",
    "The court may serve meanwhile. The copy is checked (integrity_check) and forced to the disk before the backup appears under its name. Where anything fails, there is no backup, and the exit code is 1.",
    "For a court on PostgreSQL it takes the keys, and says which tool takes the store. Take the keys first. For a court on Deno KV at an address it takes the keys; the host keeps the database.",
    "What the court records after the backup began is not in it. agent-court restore puts it back, and restore --check tries that without touching the court.",
  ],
  run,
}
