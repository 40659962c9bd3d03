/** `agent-court restore`: what it prints and asks for. */
import { Effect } from "effect"
import { citedAs } from "../../core/judgments/Judgment.ts"
import { type Restored, restore } from "./backup/Restore.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"
import { cited } from "./Identity.ts"
import { logging } from "./Log.ts"
import { configuration } from "./Running.ts"
import { failureOf } from "./StartFailure.ts"
import { silent } from "./TelemetryConfig.ts"
import { print } from "./Terminal.ts"

// Reading back every lodgement of a large court takes longer than the rest.
const lodgementsDefault = 1_000

const time = (at: number | null): string => (at === null ? "no time yet" : new Date(at).toISOString())

const tell = ({ manifest, events, raised, aside }: Restored, check: boolean): void => {
  const { court, madeAt, lastEventAt, citations } = manifest
  for (const path of aside) print(`What stood there is ${path} now.`)
  print(
    `Court ${court} as of ${time(madeAt)}: ${events} events, the latest in the backup at ${time(lastEventAt)}; ${citations.length === 0 ? "no judgment yet" : `judgments up to ${citations.join(", ")}`}. Its registers follow from its journal.`,
  )
  if (raised.length > 0)
    print(
      `Its keys have sealed ${raised.map(cited).join(", ")}, which the store does not know: the series go on after ${raised.length === 1 ? "it" : "them"}, and the journal says so.`,
    )
  if (check) {
    print("The backup can be restored. Nothing was put in its place.")
    return
  }
  print(
    `What was recorded after ${time(lastEventAt)} is lost, though it was acknowledged. Judgments of that time that are known from elsewhere: restore again with --given and each last citation before the court serves.`,
  )
  print("It is in its place. Look at it with agent-court doctor, then start it.")
}

const givenOf = (given: Given): ReadonlyArray<string> => {
  const citations = given.texts?.("given") ?? []
  const wrong = citations.find((citation) => citedAs(citation) === null)
  if (wrong !== undefined) throw new UsageError(`--given is a citation of this court, such as "[2026] MC 7"`)
  return citations
}

const run = async (given: Given): Promise<number> => {
  const [backup = ""] = given.positionals
  const [replace, keepKeys, check] = [given.on("replace"), given.on("keep-keys"), given.on("check")]
  const lodgements = whole(given, "lodgements") ?? lodgementsDefault
  const options = { replace, keepKeys, check, given: givenOf(given), lodgements }
  const config = configuration()
  const restored = restore(config, backup, options, Date.now()).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError(failureOf(config)),
    Effect.provide(logging((config.telemetry ?? silent).log)),
    Effect.scoped,
  )
  tell(await Effect.runPromise(restored), check)
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<backup> [--check] [--replace] [--keep-keys] [--given <citation>]",
  takes: [1, 1],
  flags: {
    check: { help: "only try it, in a folder of its own: checksums, store, keys and replay" },
    replace: {
      help: "what is there is put aside, under names with the time; without it the place must be empty",
    },
    "keep-keys": { help: "the keys in COURT_DATA stay, and only the store is restored" },
    given: {
      value: "citation",
      many: true,
      help: 'a judgment that the court gave after the backup, such as "[2026] MC 9": the series go on after it',
    },
    lodgements: { value: "count", help: `how many lodgements the replay reads back (${lodgementsDefault})` },
  },
  help: [
    "Puts a backup of agent-court back where the environment has its keys and its store (COURT_DATA, COURT_STORE). First it compares every file with the manifest, opens the store apart from its place, sees that keys and store are of one court, and makes every move again from the journal, as agent-court replay does. Where anything fails, the place is as it was.",
    "The court must be stopped; its store may not be open. Of a court on PostgreSQL it restores the keys: load the dump first (pg_restore --exit-on-error --no-owner --dbname=… <backup>/court.dump), name that database in COURT_STORE, then restore. Of a court on Deno KV at an address it restores the keys, too: let the host restore the database first.",
    "What was recorded between the backup and the failure is lost, though it was acknowledged. Keys that are there and belong to this court remember what they sealed, also under --replace: no citation is given twice. Where the keys are lost too, say the last citations that are known to others with --given.",
  ],
  run,
}
