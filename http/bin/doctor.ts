/** `agent-court doctor`: its arguments, and how the findings are shown. */
import { examineCourt } from "../operate/doctor/Examine.ts"
import { print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given } from "./Cli.ts"

const colours = { ok: "green", warn: "yellow", fail: "red" } as const

const run = async (given: Given): Promise<number> => {
  const [deep, peer, checkpoint] = [given.on("deep"), given.text("peer"), given.text("checkpoint")]
  const found = await examineCourt(process.env, { deep, peer, checkpoint })
  if (given.on("json")) print(JSON.stringify(found, null, 2))
  else
    for (const { of, level, says, todo } of found)
      print(
        `${style(colours[level], level.padEnd(4))}  ${of}: ${says}${todo === null ? "" : `. To do: ${todo}`}`,
      )
  return found.some(({ level }) => level === "fail") ? exitCodes.failed : exitCodes.done
}

export const command: CliCommand = {
  usage: "[--json] [--deep] [--peer <address>] [--checkpoint <file or address>]",
  takes: [0, 0],
  flags: {
    json: { help: "the findings as JSON: what was examined, ok, warn or fail, what was found, what to do" },
    deep: { help: "read the whole file of the store and the whole journal, however long they are" },
    checkpoint: {
      value: "file or address",
      help: "a checkpoint of the log that somebody kept, or the state of a monitor, with which the store is compared",
    },
    peer: { value: "address", help: "a server with whose Date header this machine's clock is compared" },
  },
  help: [
    "Examines a court from outside, by the same environment as serve: the configuration, the keys and their retirement, the room on the disks and the clock. It asks whether the court answers, whether the store belongs to these keys, how late the scheduler is, what is due, and which deliveries fail. It looks whether the journal has the events whose root the court signed, and which event differs, and whether the store has what the witnesses of its log signed (COURT_WITNESSES).",
    "It prints a line for each finding: ok, warn or fail, what was found, and what to do. The exit code is 1 if something fails. It writes nothing, asks the court only whether it is ready, and sends a witness no checkpoint that isn't published, so it may run while the court serves.",
  ],
  run,
}
