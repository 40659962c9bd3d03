/** `agent-court restore`: its arguments, and what it prints. */
import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { Judgment } from "../../core/judgments/index.ts"
import { loggerOf } from "../court/Log.ts"
import { failureOf } from "../court/StartFailure.ts"
import { silent } from "../court/TelemetryConfig.ts"
import { type Restored, restore } from "../operate/backup/Restore.ts"
import { lastCitation } from "../operate/Identity.ts"
import { configuration } from "../operate/Running.ts"
import { print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

// Reading back every lodgement of a large court takes longer than the rest.
const lodgementsDefault = 1_000

const time = (at: number | null): string => (at === null ? "no time yet" : new Date(at).toISOString())

/** Prints the findings about acts that the court acknowledged and the backup lacks. */
const tellLoss = ({ loss, renewed }: Restored, check: boolean): void => {
  const { lines, silent, isAsked } = loss
  for (const line of [...silent.map((one) => `${one}.`), ...lines]) print(line)
  if (check && lines.length > 0) print("A restore needs --accept-loss while this is not found elsewhere.")
  if (renewed !== null)
    print(
      `The log of this court ended, and ${renewed} follows, with a new key (keys/log): copy the keys to the court's other machines, and give the verifier key in /.well-known/notary.json to the witnesses and monitors. The proofs of the old log stay valid.`,
    )
  else if (!isAsked)
    print(
      "No witness and no checkpoint was asked, so nobody here knows whether the court acknowledged acts after this backup. If it may have, restore again with --accept-loss before it serves: a log that goes on without its last events shows another past.",
    )
}

const tell = (restored: Restored, check: boolean): void => {
  const { manifest, events, raised, aside } = restored
  const { court, madeAt, lastEventAt, citations } = manifest
  for (const path of aside) print(`The files that were there before are now ${path}.`)
  print(
    `Court ${court} as of ${time(madeAt)}: ${events} events, the latest in the backup at ${time(lastEventAt)}; ${citations.length === 0 ? "no judgment yet" : `judgments up to ${citations.join(", ")}`}. Its registers follow from its journal.`,
  )
  if (raised.length > 0)
    print(
      `Its keys have sealed ${raised.map(lastCitation).join(", ")}, which the store does not know: the next citations follow ${raised.length === 1 ? "it" : "them"}, and the journal says so.`,
    )
  tellLoss(restored, check)
  if (check) {
    print("The backup can be restored. Nothing was changed.")
    return
  }
  print(
    `Acts recorded after ${time(lastEventAt)} are lost, although the court had acknowledged them. If you know of judgments from that time, restore again with --given and the last citation of each series before the court serves.`,
  )
  print("The court is restored. Examine it with agent-court doctor, then start it.")
}

const readGiven = (given: Given): ReadonlyArray<string> => {
  const citations = given.texts?.("given") ?? []
  const wrong = citations.find((citation) => Judgment.citedAs(citation) === null)
  if (wrong !== undefined)
    throw new UsageError(`--given must be a citation of this court, such as "[2026] MC 7"`)
  return citations
}

const run = async (given: Given): Promise<number> => {
  const [backup = ""] = given.positionals
  const [replace, keepKeys, check] = [given.on("replace"), given.on("keep-keys"), given.on("check")]
  const lodgements = whole(given, "lodgements") ?? lodgementsDefault
  const [acceptLoss, checkpoints] = [given.on("accept-loss"), given.texts?.("checkpoint") ?? []]
  const options = { replace, keepKeys, check, given: readGiven(given), lodgements, acceptLoss, checkpoints }
  const config = configuration()
  const restored = restore(config, backup, options, Date.now()).pipe(
    Effect.catchAllDefect(Effect.fail),
    Effect.mapError(failureOf(config)),
    Effect.provide(loggerOf((config.telemetry ?? silent).log)),
    Effect.scoped,
  )
  tell(await Effect.runPromise(restored), check)
  return exitCodes.done
}

export const command: CliCommand = {
  usage:
    "<backup> [--check] [--replace] [--keep-keys] [--given <citation>] [--checkpoint <file or address>] [--accept-loss]",
  takes: [1, 1],
  flags: {
    check: { help: "only try it, in a temporary folder: checksums, store, keys and replay" },
    replace: {
      help: "what is there is renamed, with the time in the name; without --replace the place must be empty",
    },
    "keep-keys": { help: "the keys in COURT_DATA stay, and only the store is restored" },
    given: {
      value: "citation",
      many: true,
      help: 'a judgment that the court gave after the backup, such as "[2026] MC 9": the next citations follow it',
    },
    checkpoint: {
      value: "file or address",
      many: true,
      help: "a checkpoint of the court's log that somebody kept, or the state of a monitor: the backup must have what it has",
    },
    "accept-loss": {
      help: "what the backup lacks is lost: the court goes on without it, in a new log, and says so",
    },
    lodgements: { value: "count", help: `how many lodgements the replay reads back (${lodgementsDefault})` },
  },
  help: [
    "Restores a backup of agent-court to the keys and the store of the environment (COURT_DATA, COURT_STORE). First it compares every file with the manifest, opens a copy of the store elsewhere, checks that keys and store belong to one court, and makes every move again from the journal, as agent-court replay does. If anything fails, nothing is changed.",
    `The court must be stopped, and no process may have its store open. ${Stores.backups.map(({ restoring }) => restoring).join(" ")}`,
    "It asks the witnesses of COURT_WITNESSES what they signed last, and reads each --checkpoint. A backup that is older than one of these, or has another past, is refused, and the refusal says what would be lost. With --accept-loss the log of the court ends and a new one begins with the events that are left, under another name and with another key, because the old one can't go on without showing another past. The journal (log.renewed) and /.well-known/notary.json say so.",
    "Acts recorded between the backup and the failure are lost, although the court had acknowledged them. Keys that are there and belong to this court remember what they sealed, also with --replace, so no citation is given twice. If the keys are lost too, give the last citations that others know with --given.",
  ],
  run,
}
