/** A court for tests that serves real HTTP, on any store, with new keys and a clock that the test moves. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Logger, Scope } from "effect"
import { type AccountKeys, noKeys } from "../../adapters/chains/addresses/Derivation.ts"
import * as Wallets from "../../adapters/chains/evm/Wallets.ts"
import { Addresses } from "../../adapters/chains/index.ts"
import * as Hosts from "../../adapters/host/Hosts.ts"
import * as KeptHandles from "../../adapters/host/KeptHandles.ts"
import * as Bench from "../../adapters/judge/Bench.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { layerKeyed, layerNotary, layerPayouts } from "../../adapters/keys/Keys.ts"
import * as ModelAdvisor from "../../adapters/model/Advisor.ts"
import * as ModelCounsel from "../../adapters/model/Counsel.ts"
import * as TermsReading from "../../adapters/notices/TermsReading.ts"
import { KeyProofs } from "../../adapters/proofs/index.ts"
import { DefaultScreen } from "../../adapters/screen/index.ts"
import { Health, Moved } from "../../adapters/store/index.ts"
import type { Wallets as WalletsPort } from "../../core/chains/index.ts"
import type { Counsel } from "../../core/counsel/index.ts"
import { Verified } from "../../core/evidence/index.ts"
import { Escrow } from "../../core/holds/index.ts"
import { uncounted } from "../../core/holds/testing/Given.ts"
import { Deadlines, Host } from "../../core/kernel/Host.ts"
import { Clauses } from "../../core/law/index.ts"
import { Records } from "../../core/log/index.ts"
import { Screen } from "../../core/matters/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import * as Integrator from "../../scheduler/Integrator.ts"
import { human } from "../court/Log.ts"
import * as Serve from "../Serve.ts"
import type * as App from "../server/App.ts"
import * as Node from "../server/Node.ts"
import { enrolmentBody } from "./Bodies.ts"
import { hold } from "./Contract.ts"

export interface TestCourt {
  readonly url: string
  readonly registrar: string
  readonly judge: string
  /** The court's clock, in milliseconds. */
  readonly clock: { now: number }
  readonly log: ReadonlyArray<string>
  readonly integrate: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface TestOptions {
  readonly store?: Layer.Layer<Store>
  readonly rateLimit?: App.Options["rateLimit"]
  readonly trustedProxies?: NonNullable<Serve.ServeOptions["trustedProxies"]>
  readonly sandbox?: boolean
  /** The names of the formats of other protocols that it speaks; by default it speaks no such format. */
  readonly formats?: ReadonlyArray<string>
  /** Whether the court uses the clock of the machine instead of `clock`, as measurements do. */
  readonly realTime?: boolean
  /** The counsel that the service offers; absent by default. */
  readonly counsel?: Layer.Layer<Counsel.Counsel, never, Screen.Screen>
  /** The advisor that answers references at once; absent by default. */
  readonly advisor?: Layer.Layer<Counsel.Advisor>
  /** The screen that reads papers; the default screen of the service if left out. */
  readonly screen?: Layer.Layer<Screen.Screen>
  /** The verifiers of signed artifacts. If left out, artifacts are not verified. */
  readonly verifiers?: Layer.Layer<Verified.Verifiers>
  /** The extended public keys of the accounts that receive payments; absent by default. */
  readonly accounts?: AccountKeys
  /** The policy that the checkpoints of the log meet before they are published; by default they need nothing. */
  readonly policy?: Records.StatedPolicy
  /** The readers of escrows; absent by default. */
  readonly escrows?: Layer.Layer<Escrow.Escrows>
  readonly wallets?: Layer.Layer<WalletsPort.Wallets>
  readonly baseUrl?: string
  readonly contact?: string | null
  /** How long requests may still arrive after a stop, in milliseconds; 0 by default. */
  readonly arrivingMs?: number
}

/** The thread that reads papers for all courts of this process, since starting one costs more than most disputes. */
const reading = new DefaultScreen.Thread()
/** The default screen, with turns and quotas for each court. */
const screen = Layer.sync(Screen.Screen, () => DefaultScreen.make(reading))

/** The services of a court for tests, in a folder of its own. */
export const services = (options: TestOptions) => {
  const folder = mkdtempSync(join(tmpdir(), "court-keys-"))
  const clock = { now: Date.UTC(2026, 10, 20, 9) }
  const log: Array<string> = []
  const now = Effect.sync(options.realTime === true ? Date.now : () => clock.now)
  const counted = Layer.provide(Health.layer, options.store ?? MemoryStore.layer)
  const watched = Layer.provideMerge(Moved.layer, counted)
  const store = Layer.provideMerge(KeptHandles.layer, watched)
  const host = Layer.effect(
    Host,
    Effect.map(Store, (driver) => ({
      now,
      seed: Hosts.freshSeed,
      sha256: Hosts.sha256,
      schedule: Hosts.keptSchedule(driver, now),
    })),
  )
  const keys = FileKeys.layer(folder)
  const layer = Layer.mergeAll(
    Layer.provideMerge(host, store),
    Layer.provideMerge(
      Layer.mergeAll(
        layerKeyed,
        layerNotary,
        layerPayouts(Clauses.forum, () => null),
      ),
      keys,
    ),
    options.escrows ?? Layer.succeed(Escrow.Escrows, Escrow.noReaders),
    Layer.provideMerge(KeyProofs.layer({ allowLoopback: true }), options.wallets ?? Wallets.layer([])),
    Layer.succeed(Escrow.Asks, uncounted),
    Bench.layer,
    Layer.succeed(Deadlines, { runDue: () => Effect.succeed(0) }),
    TermsReading.layer({ allowLoopback: true }),
    Layer.provideMerge(options.counsel ?? ModelCounsel.none, options.screen ?? screen),
    options.verifiers ?? Verified.Verifiers.none,
    options.advisor ?? ModelAdvisor.none,
    Addresses.layer(options.accounts ?? noKeys),
    Rulebook.layer,
    Logger.replace(
      Logger.defaultLogger,
      Logger.map(human, (line) => {
        log.push(line)
      }),
    ),
  )
  return { folder, clock, log, layer }
}

export const startCourt = async (options: TestOptions = {}): Promise<TestCourt> => {
  const { folder, clock, log, layer } = services(options)
  const app = Serve.app({
    baseUrl: options.baseUrl ?? "http://court.test",
    contact: options.contact ?? null,
    rateLimit: options.rateLimit ?? null,
    trustedProxies: options.trustedProxies ?? [],
    sandbox: options.sandbox ?? false,
    formats: options.formats ?? [],
    mail: false,
  })
  const scope = Effect.runSync(Scope.make())
  // A test has its answers before it stops its court, so usually nothing more arrives.
  const { arrivingMs = 0 } = options
  const listening = Scope.extend(Node.listen(app, { host: "127.0.0.1", port: 0, arrivingMs }), scope)
  // The logger of the layer is that of the fiber that builds it, so the court is opened by the same fiber.
  const { context, port } = await Effect.runPromise(
    Layer.buildWithScope(layer, scope).pipe(
      Effect.flatMap((context) =>
        Effect.map(Effect.provide(listening, context), (port) => ({ context, port })),
      ),
    ),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    registrar: readFileSync(join(folder, "registrar.key"), "utf8").trim(),
    judge: readFileSync(join(folder, "judge.key"), "utf8").trim(),
    clock,
    log,
    integrate: async () => {
      const origin = Records.originOf(options.baseUrl ?? "http://court.test")
      const pauseMs = options.realTime === true ? Integrator.servedPauseMs : 0
      const log = Integrator.look({ origin, policy: options.policy ?? null, pauseMs })
      await Effect.runPromise(Effect.provide(log, context))
    },
    stop: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true })
    },
  }
}

type Init = {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Sends a request and checks that its answer conforms to the contract. */
export const send = async (
  court: Pick<TestCourt, "url">,
  method: string,
  path: string,
  init: Init = {},
): Promise<Response> => {
  const body = typeof init.body === "string" ? init.body : JSON.stringify(init.body)
  const response = await fetch(`${court.url}${path}`, {
    method,
    headers: {
      ...(init.key === undefined ? {} : { authorization: `Bearer ${init.key}` }),
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body }),
  })
  // `fetch` resolves `.` and `..` in a path, so the contract is asked about the address that was sent.
  await hold(method, response.url.slice(court.url.length), response)
  return response
}

export const enrolled = async (
  court: Pick<TestCourt, "url">,
  handle: string,
  operator = handle,
): Promise<string> => {
  const response = await send(court, "POST", "/api/v1/enrol", { body: enrolmentBody(handle, operator) })
  const body = (await response.json()) as { readonly apiKey: string }
  if (response.status !== 200) throw new Error(JSON.stringify(body))
  return body.apiKey
}

export { enrolmentBody }
