/** The court's readers of chains and prices. Their loop runs beside the scheduler, by the clock of the machine. */

import { Cause, Context, Duration, Effect, Layer } from "effect"
import { Networks, Price, Reading } from "../../core/chains/index.ts"
import type * as Court from "../../core/kernel/Court.ts"
import * as Host from "../../core/kernel/Host.ts"
import { minutes } from "../../core/kernel/Time.ts"
import { nameOf, wordless } from "../host/Failure.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { begin } from "../telemetry/Tracing.ts"
import * as Esplora from "./bitcoin/Esplora.ts"
import { type Chain, ChainFault } from "./Chain.ts"
import * as Koios from "./cardano/Koios.ts"
import * as Evm from "./evm/Evm.ts"
import * as Rpc from "./evm/Rpc.ts"
import * as Prices from "./prices/Prices.ts"
import * as Round from "./Round.ts"

/** The sources of chains and prices. A source that is null or empty is not read. */
export interface Sources {
  readonly evm: ReadonlyArray<{ readonly chainId: number; readonly url: string }>
  readonly esplora: string | null
  readonly koios: string | null
  readonly prices: ReadonlyArray<string>
}
/** The sources of a court that names no source: it reads nothing of any chain. */
export const noSources: Sources = { evm: [], esplora: null, koios: null, prices: [] }

/** The services that reading a chain needs: the ports of every command, and the host. */
export type Needs = Court.Ports | Host.Host

/** The looks at chains and prices, which a scheduler repeats. */
export interface ReadersService {
  /** A look at the prices, and one at each network. A look never fails: what can't be read is left for the next look. */
  readonly looks: ReadonlyArray<Effect.Effect<void>>
  readonly look: Effect.Effect<void>
}
/** The port of the looks at chains and prices, which `layer` fills from the configured sources. */
export class Readers extends Context.Tag("agent-court/Readers")<Readers, ReadersService>() {}

const actor = { role: "chain" } as const

const chainsOf = ({ evm, esplora, koios }: Sources): ReadonlyArray<Chain> => [
  ...evm.map(({ chainId, url }) => Evm.make(Rpc.make(url, chainId))),
  ...(esplora === null ? [] : [Esplora.make(esplora)]),
  ...(koios === null ? [] : [Koios.make(koios)]),
]

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof ChainFault ? error.why : nameOf(cause)
}

/** Logs a failure when it begins, when its reason changes and when it is over, not at every look. A cause of null means success. */
const loggingChanges = (what: string, annotations: Readonly<Record<string, string>>) => {
  let said: string | null = null
  return (cause: Cause.Cause<unknown> | null) =>
    Effect.suspend(() => {
      const reason = cause === null ? null : reasonOf(cause)
      if (reason === said) return Effect.void
      said = reason
      return cause === null
        ? Effect.annotateLogs(Effect.logInfo(`${what}: read again`), annotations)
        : Effect.annotateLogs(Effect.logWarning(`${what}: can't be read`, wordless(cause)), {
            ...annotations,
            reason,
          })
    })
}

/** A look that never fails, of which one runs at a time. `say` receives the cause of a failure, and the next look tries again. */
const lookAgainOnFailure = <E>(
  name: string,
  round: Effect.Effect<void, E, Needs>,
  say: ReturnType<typeof loggingChanges>,
): Effect.Effect<Effect.Effect<void, never, Needs>> =>
  Effect.map(Effect.makeSemaphore(1), (turn) => {
    const read = Effect.sync(() => Metrics.chainsRead.record(Date.now() / 1_000, name))
    let began = read
    const look = Effect.suspend(() => {
      const first = began
      began = Effect.void
      return Effect.zipRight(
        first,
        begin(`read ${name}`, { kind: "client", parent: null, attributes: {} }, () => round),
      )
    })
    return turn.withPermits(1)(
      Effect.zipRight(Effect.zipRight(look, read), say(null)).pipe(
        Effect.catchAllCause((cause) => (Cause.isInterruptedOnly(cause) ? Effect.interrupt : say(cause))),
      ),
    )
  })

/** A round of one network. A persistent fault is recorded, so that the list of rails shows it. */
const roundOf = (chain: Chain, network: Networks.Network) =>
  Effect.tapErrorTag(Round.make(chain, network), "ChainFault", ({ why, kind }) =>
    kind === "persistent"
      ? Host.perform(Reading.recordLook, { network: network.id, problem: why }, { actor })
      : Effect.void,
  )

const readPrices = (urls: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const host = yield* Host.Host
    const { priceMinutes } = (yield* host.schedule).at(yield* host.now)
    const found = yield* Prices.read(urls, { oldestMs: minutes(priceMinutes) })
    for (const { symbol, microUsd } of found)
      yield* Host.perform(Price.recordPrice, { symbol, microUsd: String(microUsd) }, { actor })
  })

/** The looks of a configuration. Prices come first, since crediting a transfer may need them. */
const looksOf = (sources: Sources) => {
  const prices =
    sources.prices.length === 0
      ? []
      : [lookAgainOnFailure("prices", readPrices(sources.prices), loggingChanges("prices", {}))]
  const chains = chainsOf(sources).flatMap((chain) => {
    const network = Networks.all.find(({ id }) => id === chain.network)
    return network === undefined
      ? []
      : [
          lookAgainOnFailure(
            network.id,
            roundOf(chain, network),
            loggingChanges("a chain", { network: network.id }),
          ),
        ]
  })
  return Effect.all([...prices, ...chains])
}

/** The looks at the chains and prices of these sources, which a scheduler repeats. */
export const layer = (sources: Sources): Layer.Layer<Readers, never, Needs> =>
  Layer.effect(
    Readers,
    Effect.gen(function* () {
      const context = yield* Effect.context<Needs>()
      const looks = (yield* looksOf(sources)).map((look) => Effect.provide(look, context))
      const [first = Effect.void, ...others] = looks
      return {
        looks,
        look: Effect.zipRight(first, Effect.all(others, { concurrency: "unbounded", discard: true })),
      }
    }),
  )

/** Repeats the looks until the scope closes, each in its own fiber, so that a network that hangs delays no other. */
export const start = (everyMs: number) =>
  Effect.gen(function* () {
    const { looks } = yield* Readers
    for (const look of looks)
      yield* Effect.forkScoped(Effect.forever(Effect.zipRight(look, Effect.sleep(Duration.millis(everyMs)))))
  })
