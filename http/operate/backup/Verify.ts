/** Verifies a restored court: its store opens, its keys fit its store, and its registers follow from its journal. */
import { Effect, Layer } from "effect"
import { Stores } from "../../../adapters/stores/index.ts"
import { Founding } from "../../../core/registrar/index.ts"
import { Store } from "../../../core/store/Store.ts"
import { compareCourt } from "../../audit/replay/Compare.ts"
import { noChains } from "../../court/ChainConfig.ts"
import { keysFolder, services } from "../../court/Composition.ts"
import type { Config } from "../../court/Config.ts"
import { fail } from "../../court/StartFailure.ts"
import { silent } from "../../court/TelemetryConfig.ts"
import { type Found, look, objection, openStore } from "../Identity.ts"
import { serveCourt } from "../Running.ts"
import { examineLoss, type Loss, type LossOptions } from "./Loss.ts"

/** The configuration of a court that only this process can call, and that does nothing by itself. */
const quiet = (config: Config): Config => ({
  ...config,
  host: "127.0.0.1",
  port: 0,
  scheduler: "off",
  judge: "papers",
  model: null,
  chains: noChains,
  rateLimit: null,
  mail: null,
  // They were asked before.
  witnesses: null,
  // The real court may be serving its metrics at this address now.
  telemetry: silent,
})

/** Raises each series to the last citation that the keys have sealed, so that no citation is given twice. Gives the series that were raised. */
const raiseSeries = (found: Found, founding: Founding.Founding) =>
  Effect.gen(function* () {
    const { sealed, founded } = found
    const later = sealed.filter(({ last }, i) => last > (founded.given[i]?.last ?? 0))
    if (later.length === 0) return []
    yield* openStore(yield* Store, found, { ...founding, openedAt: Date.now() })
    return later
  })

export interface Options extends LossOptions {
  readonly check: boolean
  readonly lodgements: number
}

export interface Verified {
  readonly events: number
  /** The series that were raised, since the keys had sealed more than the store knows. */
  readonly raised: ReadonlyArray<Found["sealed"][number]>
  readonly loss: Loss
}

/**
 * Opens the store of a configuration with its keys, raises its series to what the keys remember, and compares what a court serves from it
 * with what its journal says and with what is known of its log. Fails with the first thing that is wrong.
 */
export const verify = (config: Config, court: string, options: Options) =>
  Effect.gen(function* () {
    const store = yield* Layer.build(Stores.layer(config.store))
    const place = { folder: keysFolder(config), store: "the store", sandbox: config.sandbox }
    const { raised, loss } = yield* Effect.provide(
      Effect.gen(function* () {
        const driver = yield* Store
        const { founding } = yield* Founding.read(driver, [])
        if (founding?.courtId !== court)
          return yield* fail(
            `the store holds ${founding?.courtId ?? "no court"}, and the backup is of court ${court}`,
          )
        const found = yield* look(driver, place)
        const why = objection({ ...found, sealed: [] }, { newStore: false, newKeys: false })
        if (why !== null) return yield* fail(why)
        const loss = yield* examineLoss(driver, config, place.folder, options)
        return { raised: yield* raiseSeries(found, founding), loss }
      }),
      store,
    )
    const port = yield* Effect.provide(
      serveCourt(quiet(config)),
      services(quiet(config), Layer.succeedContext(store)),
    )
    const { items, folded, found } = yield* Effect.tryPromise({
      try: () => compareCourt(`http://127.0.0.1:${port}`, options.lodgements),
      catch: (error) => error,
    })
    const [first, ...more] = [...folded.faults, ...found]
    if (first !== undefined)
      return yield* fail(
        `the registers do not follow from the journal: ${first}${more.length === 0 ? "" : ` (and ${more.length} more)`}`,
      )
    return { events: items.length, raised, loss } satisfies Verified
  }).pipe(Effect.scoped)
