/** Where everything is put together: the layers that a configuration chooses. */
import { join } from "node:path"
import { Effect, Layer, Logger } from "effect"
import * as HostLive from "../../adapters/host/HostLive.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { Keys, layerNotary } from "../../adapters/keys/Keys.ts"
import { MemoryStore } from "../../adapters/memory/index.ts"
import * as Carrier from "../../adapters/notices/Carrier.ts"
import * as Mailer from "../../adapters/notices/Mailer.ts"
import { NoticeSigner } from "../../adapters/notices/Signature.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { Screen } from "../../core/matters/Screen.ts"
import type { Store } from "../../core/Store.ts"
import * as Deadlines from "../../scheduler/Deadlines.ts"
import * as Loop from "../../scheduler/Loop.ts"
import { workerName } from "../../scheduler/Scheduler.ts"
import type { Config } from "../Config.ts"

export const keysFolder = (config: Pick<Config, "data">): string => join(config.data, "keys")

const chosenStore = (config: Config) => {
  switch (config.store._tag) {
    case "Memory":
      return MemoryStore.layer
    case "Sqlite":
      return SqliteStore.layer({ file: config.store.file })
    case "Postgres":
      return Layer.die(new Error("not wired yet"))
  }
}

/** The signature that calls to agents carry. */
const signer = Layer.effect(
  NoticeSigner,
  Effect.map(Keys, (keys) => ({ sign: keys.signText })),
)

const carrier = (config: Config) =>
  Carrier.layer({ allowLoopback: config.localServices }).pipe(
    Layer.provide(Layer.merge(signer, Mailer.layer(config.mail))),
  )

const screen = Layer.succeed(Screen, { examine: () => Effect.succeed([]) })

/** Everything that serving and scheduling ask for, on a store that rings the scheduler's bell. */
export const services = <E>(config: Config, store: Layer.Layer<Store, E>) => {
  const ringing = Loop.ringing.pipe(Layer.provideMerge(Loop.bell), Layer.provide(store))
  const keys = FileKeys.layer(keysFolder(config))
  const base = Layer.mergeAll(ringing, Layer.provideMerge(layerNotary, keys), screen, Deadlines.turn)
  const world = Layer.merge(HostLive.layer(), carrier(config)).pipe(Layer.provideMerge(base))
  const deadlines = config.scheduler === "off" ? Deadlines.none : Deadlines.layer(workerName())
  return Layer.provideMerge(deadlines, world)
}

/** The services of a configuration, with the store that it names. */
export const court = (config: Config) => services(config, chosenStore(config))

/** Logs go to standard error, a line each. */
export const logging = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
