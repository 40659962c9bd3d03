/** The examination of a court from outside, by the environment that it is served with. */
import { Cause, Effect, Either } from "effect"
import { Stores } from "../../../adapters/stores/index.ts"
import { LaterFormat } from "../../../core/kernel/Defect.ts"
import { keysFolder } from "../../court/Composition.ts"
import { type Config, read } from "../../court/Config.ts"
import { failureOf } from "../../court/StartFailure.ts"
import { type Finding, findings } from "./Finding.ts"
import { examineKeys } from "./Keys.ts"
import { examineLog } from "./Log.ts"
import * as Machine from "./Machine.ts"
import * as Store from "./Store.ts"
import { examineWork } from "./Work.ts"

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
      ...(yield* examineWork(seen, config.sandbox)),
      ...(yield* examineLog(seen, {
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
    ...examineKeys(keysFolder(config.right), Date.now()),
    Machine.disk(data),
    ...(file !== null && !file.startsWith(data) ? [Machine.disk(file)] : []),
    ...(peer === undefined ? [] : [await Machine.peer(peer)]),
    await Machine.server(config.right),
    ...(await Effect.runPromise(ofStore(config.right, deep, checkpoint))),
  ]
}
