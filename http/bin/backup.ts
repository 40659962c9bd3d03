/** `agent-court backup`: its arguments, and what it prints. */
import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { failureOf } from "../court/StartFailure.ts"
import { storeFile } from "../operate/backup/Manifest.ts"
import { type Taken, take } from "../operate/backup/Take.ts"
import { configuration } from "../operate/Running.ts"
import { print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given } from "./Cli.ts"

const tell = ({ path, manifest }: Taken): void => {
  const { court, files, citations, lastEventAt, store } = manifest
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  print(
    `Court ${court}: ${files.length} files, ${bytes} bytes; ${citations.length === 0 ? "no judgment yet" : `judgments up to ${citations.join(", ")}`}; last event at ${lastEventAt === null ? "no time yet" : new Date(lastEventAt).toISOString()}.`,
  )
  const { backup } = Stores.kindOf({ kind: store })
  if (backup !== null && !files.some(({ path }) => path === storeFile))
    for (const line of backup.otherwise(path)) print(line)
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
    "Makes a new folder inside <folder>, named by the time (UTC). It holds the keys of the court that the environment describes, a copy of its store as of one instant (if the store is a file), and a manifest: the court, the time and the version that made it, the last numbers that the court gave, and the length and sha256 of each file. The last line that the command prints is the path of the new folder.",
    "The court may serve meanwhile. The copy is checked (integrity_check) and forced to the disk before the backup appears under its name. If anything fails, there is no backup, and the exit code is 1.",
    Stores.backups.map(({ taking }) => taking).join(" "),
    "The backup does not have acts that the court records after it began. agent-court restore puts a backup back, and restore --check tries that without touching the court.",
  ],
  run,
}
