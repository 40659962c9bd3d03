/** `agent-court doctor`: everything that it examines, and how the findings are shown. */
import { Cause, Effect, Either } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { LaterFormat } from "../../core/kernel/Defect.ts"
import { keysFolder } from "../court/Composition.ts"
import { type Config, read } from "../court/Config.ts"
import { failureOf } from "../court/StartFailure.ts"
import { type Finding, findings } from "../operate/doctor/Finding.ts"
import { keys } from "../operate/doctor/Keys.ts"
import { log } from "../operate/doctor/Log.ts"
import * as Machine from "../operate/doctor/Machine.ts"
import * as Store from "../operate/doctor/Store.ts"
import { work } from "../operate/doctor/Work.ts"
import { type CliCommand, exitCodes, type Given, print, style } from "./Cli.ts"

const checkConfig = (config: Config): Finding =>
  findings("configuration").ok(
    `data in ${config.data}, store ${Stores.nameOf(config.store)}, scheduler ${config.scheduler}${config.sandbox ? ", a sandbox" : ""}`,
  )

const noStore = (config: Config): Finding => {
  const { warn } = findings("store")
  const { inspect } = Stores.kindOf(config.store)
  return typeof inspect === "object"
    ? warn(inspect.says, inspect.todo)
    : warn(
        `${Stores.nameOf(config.store)} does not exist`,
        "the first start makes it; for a court that had one, restore a backup",
      )
}

const ofStore = (config: Config, deep: boolean, checkpoint: string | undefined) =>
  Effect.gen(function* () {
    const seen = yield* Store.inspection(config.store)
    if (seen === null) return [noStore(config)]
    return [
      ...(yield* Store.store(seen, deep)),
      yield* Store.identity(seen, keysFolder(config), config.sandbox),
      ...(yield* Store.clocks(seen, config.sandbox)),
      ...(yield* work(seen, config.sandbox)),
      ...(yield* log(seen, {
        folder: keysFolder(config),
        policy: config.witnesses ?? null,
        checkpoint,
        deep,
      })),
    ]
  }).pipe(
    Effect.scoped,
    Effect.catchAllCause((cause) =>
      Effect.succeed([
        findings("store").fail(
          failureOf(config)(Cause.squash(cause)).message,
          Cause.squash(cause) instanceof LaterFormat
            ? "serve it with the version that the finding names, or restore a backup that this version wrote"
            : "check that it is there, that this account may read it, and that a court of this version has opened it once",
        ),
      ]),
    ),
  )

interface Options {
  readonly deep: boolean
  readonly peer: string | undefined
  readonly checkpoint?: string | undefined
}

export const examineCourt = async (
  environment: NodeJS.ProcessEnv,
  { deep, peer, checkpoint }: Options,
): Promise<ReadonlyArray<Finding>> => {
  const config = read(environment)
  if (Either.isLeft(config))
    return config.left.problems.map((problem) =>
      findings("configuration").fail(problem, "agent-court serve --help lists the environment"),
    )
  const { store, data } = config.right
  const file = Stores.fileOf(store)
  return [
    checkConfig(config.right),
    ...keys(keysFolder(config.right), Date.now()),
    Machine.disk(data),
    ...(file !== null && !file.startsWith(data) ? [Machine.disk(file)] : []),
    ...(peer === undefined ? [] : [await Machine.peer(peer)]),
    await Machine.server(config.right),
    ...(await Effect.runPromise(ofStore(config.right, deep, checkpoint))),
  ]
}

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
    "Examines a court from outside, by the same environment as serve: the configuration, the keys and their retirement, the room on the disks, the clock, whether the court answers, the store and whether it belongs to these keys, how late the scheduler is, what is due, which deliveries fail, whether the journal has the events whose root the court signed, and which event differs, and whether the store has what the witnesses of its log signed (COURT_WITNESSES).",
    "It prints a line for each finding: ok, warn or fail, what was found, and what to do. The exit code is 1 if something fails. It writes nothing, asks the court only whether it is ready, and sends a witness no checkpoint that isn't published, so it may run while the court serves.",
  ],
  run,
}
