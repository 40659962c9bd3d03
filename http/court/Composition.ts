/** The composition root: the layers that a configuration chooses. */

import { join } from "node:path"
import { Effect, Layer } from "effect"
import * as Asks from "../../adapters/chains/Asks.ts"
import { jobsOn } from "../../adapters/chains/evm/JobRecord.ts"
import * as Wallets from "../../adapters/chains/evm/Wallets.ts"
import { Addresses, Readers } from "../../adapters/chains/index.ts"
import { Evaluating, Evidence } from "../../adapters/evidence/index.ts"
import * as Hosts from "../../adapters/host/Hosts.ts"
import * as KeptHandles from "../../adapters/host/KeptHandles.ts"
import { Bench, Papers } from "../../adapters/judge/index.ts"
import { keyNameOf } from "../../adapters/keys/DidDocument.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { Keys, layerKeyed, layerNotary, layerPayouts } from "../../adapters/keys/Keys.ts"
import { Advisor, Chat, Counsel, Judge, Panel } from "../../adapters/model/index.ts"
import * as Carrier from "../../adapters/notices/Carrier.ts"
import { NoticeSigner } from "../../adapters/notices/Carrier.ts"
import * as Mailer from "../../adapters/notices/Mailer.ts"
import * as TermsReading from "../../adapters/notices/TermsReading.ts"
import { KeyProofs } from "../../adapters/proofs/index.ts"
import { DefaultScreen } from "../../adapters/screen/index.ts"
import { Health, Moved } from "../../adapters/store/index.ts"
import { Reads } from "../../adapters/store/Reads.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { Judge as JudgePort } from "../../core/bench/index.ts"
import { Escrow } from "../../core/holds/index.ts"
import { Deadlines as DeadlinesTag } from "../../core/kernel/Host.ts"
import { Clauses } from "../../core/law/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import { Store } from "../../core/store/Store.ts"
import * as Loop from "../../scheduler/Loop.ts"
import * as Scheduler from "../../scheduler/Scheduler.ts"
import { formatsOf } from "../formats/index.ts"
import { Failure } from "../terminal/Terminal.ts"
import type { Config } from "./Config.ts"
import type { ModelConfig } from "./ModelConfig.ts"
import { telemetryOf } from "./Telemetry.ts"

export const keysFolder = (config: Pick<Config, "data">): string => join(config.data, "keys")

const signer = (baseUrl: string) =>
  Layer.effect(
    NoticeSigner,
    Effect.map(Keys, (keys) => ({
      sign: keys.signText,
      signRequest: (textOf) =>
        Effect.map(
          keys.signNamed((kid) => textOf(keyNameOf(baseUrl, kid))),
          ({ kid, signature }) => ({ keyid: keyNameOf(baseUrl, kid), signature }),
        ),
    })),
  )

const carrier = (config: Config) =>
  Carrier.layer({ allowLoopback: config.localServices }).pipe(
    Layer.provide(Layer.merge(signer(config.baseUrl), Mailer.layer(config.mail))),
  )

const chatOf = ({ url, key, usual, counsel, timeoutMs }: ModelConfig): Chat.Chat => {
  const models = [usual, ...(counsel?.others ?? [])]
  const prices = models.flatMap(({ model, price }) => (price === null ? [] : [[model, price] as const]))
  const chat = Chat.make({ baseUrl: url, key, prices: new Map(prices), timeoutMs })
  return Chat.observeChat(
    chat,
    models.map(({ model }) => model),
  )
}

const modelOf = ({ model, judge }: Config): JudgePort.Service => {
  if (model === null) throw new Failure(`COURT_JUDGE=${judge} needs COURT_MODEL_URL and COURT_MODEL`)
  return Judge.judge(chatOf(model), model.usual.model)
}

/** The members of a panel. The key of the court's own model goes to no other endpoint. */
const panelOf = ({ model, judge, panel = [] }: Config): JudgePort.Service => {
  if (model === null) throw new Failure(`COURT_JUDGE=${judge} needs COURT_MODEL_URL and COURT_MODEL`)
  return Panel.judge(
    panel.map((member) => {
      const { url, key } =
        member.url === null
          ? { url: model.url, key: member.key ?? model.key }
          : { ...member, url: member.url }
      const prices = new Map(member.price === null ? [] : [[member.model, member.price] as const])
      const chat = Chat.make({ baseUrl: url, key, prices, timeoutMs: model.timeoutMs })
      return { chat: Chat.observeChat(chat, [member.model]), model: member.model }
    }),
  )
}

const judges: { readonly [L in Config["judge"]]: (config: Config) => JudgePort.Service } = {
  papers: () => Papers.judge,
  "papers,bench": () => Bench.inTurn([Papers.judge, Bench.judge]),
  "papers,model": (config) => Bench.inTurn([Papers.judge, modelOf(config)]),
  bench: () => Bench.judge,
  model: modelOf,
  panel: panelOf,
  "papers,panel": (config) => Bench.inTurn([Papers.judge, panelOf(config)]),
}

const judge = (config: Config) => Layer.succeed(JudgePort.Judge, judges[config.judge](config))

/** The service's counsel, if a model is configured and counsel is not off. */
const counselOf = ({ model }: Config) => {
  if (model === null || model.counsel === null) return Counsel.none
  const { others, any } = model.counsel
  const offered = [model.usual, ...others].map((one) => ({ model: one.model, price: one.stated }))
  return Counsel.layer(chatOf(model), { models: offered, anyModel: any }, model.unpriced)
}

/** The advisor that answers references at once: the configured model, or `Advisor.none`. */
const advisorOf = ({ model }: Config) =>
  model === null ? Advisor.none : Advisor.layer(chatOf(model), model.usual.model)

/** Runs the deadlines and then reads the chains, so that after a clock was moved the chains are read as of its new time. */
const readingAfter = <R>(deadlines: Layer.Layer<DeadlinesTag, never, R>) =>
  Layer.effect(
    DeadlinesTag,
    Effect.gen(function* () {
      const { runDue } = yield* DeadlinesTag
      const { look } = yield* Readers.Readers
      return { runDue: (upTo) => Effect.zipLeft(runDue(upTo), look) }
    }),
  ).pipe(Layer.provide(deadlines))

/** Readers of the escrows on the configured chains. viem is loaded only if there is such a chain. */
const escrowsOf = ({ chains }: Config): Layer.Layer<Escrow.Escrows> =>
  chains.sources.evm.length === 0
    ? Layer.succeed(Escrow.Escrows, Escrow.noReaders)
    : Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("../../adapters/chains/evm/Escrows.ts")),
          ({ layer }) => layer(chains.sources.evm),
        ),
      )

/** Checks the signatures of addresses; contracts are asked on the configured chains. */
const walletsOf = ({ chains }: Config) => Wallets.layer(chains.sources.evm)

/** The verifiers of evidence. They know the keys of this court, so that it need not ask itself over the web. */
const verifiersOf = ({ baseUrl, chains, formats, localServices, sandbox }: Config) =>
  Layer.unwrapEffect(
    Effect.map(Keys, (keys) => {
      const own = (name: string, document: unknown) => ({
        url: `${baseUrl}/.well-known/${name}`,
        text: JSON.stringify(document),
      })
      return Evidence.layer({
        allowLoopback: localServices,
        jobs: jobsOn(chains.sources.evm),
        ...(sandbox ? { machineNow: Date.now } : {}),
        spoken: formatsOf(formats ?? []).flatMap(({ reads }) => reads ?? []),
        own: () => ({ keySet: own("jwks.json", keys.jwks), notary: own("notary.json", keys.notary) }),
      })
    }),
  )

/** Every service that serving and scheduling need, on a store that wakes the scheduler when it commits. */
export const services = <E>(config: Config, store: Layer.Layer<Store, E>) => {
  const telemetry = telemetryOf(config)
  const watched = Layer.provideMerge(Moved.layer, Layer.provide(Health.layer, telemetry.store(store)))
  const kept = Layer.provideMerge(KeptHandles.layer, watched)
  const ringing = Loop.ringing.pipe(Layer.provideMerge(Loop.bell), Layer.provideMerge(kept))
  const keys = Layer.unwrapEffect(
    Effect.map(Store, ({ supports }) => FileKeys.layer(keysFolder(config), { notes: supports.durable })),
  )
  const base = Layer.mergeAll(
    ringing,
    Layer.provide(Layer.effect(Reads, Reads), store),
    Layer.provideMerge(
      Layer.mergeAll(
        layerKeyed,
        layerNotary,
        layerPayouts(Clauses.forum, () => FileKeys.courtIdOf(keysFolder(config))),
        verifiersOf(config),
        Evaluating.layer(),
      ),
      Layer.provide(keys, store),
    ),
    escrowsOf(config),
    Layer.provideMerge(KeyProofs.layer({ allowLoopback: config.localServices }), walletsOf(config)),
    Asks.layer,
    TermsReading.layer({ allowLoopback: config.localServices }),
    Layer.provideMerge(counselOf(config), DefaultScreen.layer),
    advisorOf(config),
    judge(config),
    Bench.estimator,
    Addresses.layer(config.chains.keys),
    Rulebook.layer,
    Scheduler.turn,
  )
  const host = config.sandbox ? Hosts.sandbox : Hosts.kept
  const world = Layer.merge(host, carrier(config)).pipe(Layer.provideMerge(base))
  const reading = Layer.provideMerge(Readers.layer(config.chains.sources), world)
  const deadlines =
    config.scheduler === "off" ? Scheduler.noDeadlines : Scheduler.deadlinesByHand(Scheduler.workerName())
  const timed = config.scheduler === "off" ? deadlines : readingAfter(deadlines)
  const whole = Layer.merge(timed, telemetry.measures).pipe(Layer.provideMerge(reading))
  return Layer.provideMerge(whole, telemetry.base)
}

export const court = (config: Config) => services(config, Stores.layer(config.store))
