/** `agent-court demo`: plays of disputes between agents of different operators, over HTTP only. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import type { EscrowChain } from "../../adapters/chains/testing/EscrowChain.ts"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { forum } from "../../core/law/index.ts"
import { court } from "../court/Composition.ts"
import { type Config, sandbox } from "../court/Config.ts"
import { loggerOf } from "../court/Log.ts"
import * as Contested from "../examples/demo/Contested.ts"
import * as Defaulted from "../examples/demo/Defaulted.ts"
import * as Gated from "../examples/demo/Gated.ts"
import * as Held from "../examples/demo/Held.ts"
import { showPages } from "../examples/demo/Kept.ts"
import * as Signed from "../examples/demo/Signed.ts"
import { advance, type Setting, second, stageOf } from "../examples/demo/Stage.ts"
import { enrol } from "../examples/demo/Steps.ts"
import { tellOnTerminal } from "../examples/demo/Terminal.ts"
import { start } from "../operate/Running.ts"
import { type CliCommand, exitCodes, Failure, type Given, print, style, UsageError } from "./Cli.ts"
import { keyOption, registrarCredential } from "./Client.ts"
import { interrupted } from "./simulate/Study.ts"

const inRepository = <Module>(what: string, loading: Promise<Module>): Promise<Module> =>
  loading.catch((cause: unknown) => {
    throw new Failure(`${what} runs only in the repository, with its packages for development`, { cause })
  })

/** Sets a stage on which a seller and a buyer have enrolled. */
const setStage = async (setting: Setting) => {
  const stage = stageOf(setting)
  stage.act("Enrolment")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  await advance(stage, second)
  return { stage, seller, buyer }
}

export const playHeld = async (setting: Setting, chain: EscrowChain): Promise<void> => {
  const { stage, seller, buyer } = await setStage(setting)
  await Held.play(stage, chain, seller, buyer)
}

/** One dispute over a data set that was paid by x402, on a local chain that the court reads. */
export const playSigned = async (setting: Setting, chain: EscrowChain): Promise<void> => {
  const { stage, ...players } = await setStage(setting)
  await Signed.play(stage, chain, players)
}

/** A default, and a client of x402 that stops before it pays the agent in default. */
export const playGated = async (setting: Setting): Promise<void> => {
  const shops = await inRepository("x402's client", import("../testing/Shop.ts"))
  const { stage, seller } = await setStage(setting)
  const absent = await enrol(stage, "silent", 50_000)
  await advance(stage, second)
  await Gated.play(stage, shops, { honest: seller, absent }, setting.base)
}

export const play = async (setting: Setting): Promise<void> => {
  const stage = stageOf(setting)
  stage.act("Enrolment")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  const absent = await enrol(stage, "silent", 50_000)
  // A stake counts from its own instant on, so the dealings must come later.
  await advance(stage, second)
  await Contested.play(stage, seller, buyer)
  await Defaulted.play(stage, seller, absent)
}

/** The configuration of a sandbox court on the default store, in a temporary folder. */
const ownConfig = (data: string, port: number): Config => ({
  ...sandbox(data),
  port,
  baseUrl: `http://127.0.0.1:${port}`,
  store: Stores.defaultIn(data),
})

/** How a play is told, and whether its court stays open afterwards. */
interface Way {
  readonly reasons: boolean
  readonly keep: boolean
}
type Played = (setting: Setting) => Promise<void>

/** Plays on a court at an address. Gives the pages that the play leaves. */
const perform = async (
  { base, registrar, suffix }: Pick<Setting, "base" | "registrar" | "suffix">,
  played: Played,
  { reasons }: Way,
) => {
  const { narrator, pages } = tellOnTerminal(reasons)
  await played({ ...narrator, base, registrar, suffix })
  print(`\n${style("green", "The play is over: every step went as the Rules require.")}`)
  return pages
}

/** Plays on a court of its own, until the play is over or Ctrl-C is pressed. The court is stopped in any case. */
const onCourt = async (config: Config, played: Played, way: Way, stop: Promise<void>): Promise<void> => {
  const quiet = loggerOf({ form: "human", level: "warn" })
  const running = await start(config, Layer.provideMerge(court(config), quiet))
  print(`A sandbox court is open at ${running.url}, on ${Stores.kindOf(config.store).title}.`)
  const { url: base, registrar } = running
  const playing = perform({ base, registrar, suffix: "" }, played, way).then(async (pages) => {
    if (!way.keep) return
    await showPages(base, config.data, pages)
    await stop
  })
  try {
    await Promise.race([playing, stop])
  } finally {
    // A request that is under way when its court stops fails, and nobody waits for it.
    playing.catch(() => {})
    await running.stop()
  }
}

/** Does some work in a temporary folder, which is deleted afterwards. */
const inFolder = async (work: (data: string) => Promise<void>): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), "agent-court-demo-"))
  try {
    await work(data)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

const ownCourt = (played: Played, way: Way, stop: Promise<void>): Promise<void> =>
  inFolder(async (data) => onCourt(ownConfig(data, await freePort()), played, way, stop))

type OnChain = (setting: Setting, chain: EscrowChain) => Promise<void>

const readEveryMs = 500

/** Plays a dispute beside a local chain that the court only reads. */
const withChain = async (played: OnChain, way: Way, stop: Promise<void>): Promise<void> => {
  const { startEscrowChain } = await inRepository(
    "A local chain",
    import("../../adapters/chains/testing/EscrowChain.ts"),
  )
  await inFolder(async (data) => {
    const { address } = FileKeys.open(join(data, "keys")).payout
    print("Compiling the contracts of the escrow and of the parties' adapter.")
    const chain = await startEscrowChain(address, forum, Date.now())
    try {
      const own = ownConfig(data, await freePort())
      const sources = { ...own.chains.sources, evm: [{ chainId: 8453, url: chain.anvil.url }] }
      print(`A local chain runs at ${chain.anvil.url}.`)
      const chains = { ...own.chains, sources, everyMs: readEveryMs }
      await onCourt({ ...own, chains }, (setting) => played(setting, chain), way, stop)
    } finally {
      await chain.anvil.stop()
    }
  })
}

/** Does some work that Ctrl-C ends. Gives whether it was pressed. */
const untilStopped = async (work: (stop: Promise<void>) => Promise<void>): Promise<boolean> => {
  const pressed = new AbortController()
  const stop = () => pressed.abort()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  try {
    await work(new Promise((resolve) => pressed.signal.addEventListener("abort", () => resolve())))
    return pressed.signal.aborted
  } finally {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
  }
}

const run = async (given: Given): Promise<number> => {
  const url = given.text("url")
  const way = { reasons: given.on("reasons"), keep: given.on("keep") }
  if (url !== undefined) {
    if (way.keep) throw new UsageError("--keep keeps a court of the demo's own, and --url names another")
    const suffix = Date.now().toString(36).slice(-6)
    await perform({ base: url, registrar: await registrarCredential(given), suffix }, play, way)
    return exitCodes.done
  }
  const stopped = await untilStopped((stop) => {
    if (given.on("holds")) return withChain(playHeld, way, stop)
    if (given.on("x402")) return withChain(playSigned, way, stop)
    return ownCourt(given.on("gate") ? playGated : play, way, stop)
  })
  if (!stopped) return exitCodes.done
  print("\nStopped; the court's records are deleted.")
  return way.keep ? exitCodes.done : interrupted
}

export const command: CliCommand = {
  usage: "[--holds | --x402 | --gate | --url <address> --key <file>] [--keep] [--reasons]",
  takes: [0, 0],
  flags: {
    url: { value: "address", help: "play at this sandbox court instead of a fresh one" },
    ...keyOption,
    holds: { help: "play a dispute over an escrow, on a local chain beside the court" },
    x402: { help: "play a dispute over a price paid by x402, on a local chain that the court reads" },
    gate: { help: "play a client of x402 that asks the court before it pays" },
    keep: { help: "leave the court open afterwards, and print the addresses of its pages, until Ctrl-C" },
    reasons: { help: "print the reasons of each judgment" },
  },
  help: [
    "Starts a sandbox court on a free port with a temporary folder and plays two disputes on it over HTTP: one contested and honoured, one by default and not honoured, disputed and decided by the Registrar. Each step is shown: who acts, what it does, and what came of it, with the orders, the check of the seal, and the label before and after.",
    "--holds plays one dispute over a price in an escrow: an instruction that the court signs pays the judgment on the local chain, and the court touches no money.",
    "--x402 plays one dispute over a data set that was paid by x402 on the local chain: the court finds the transfer there, evaluates what was delivered, and orders the balance. The seller's signed offer and receipt are checked evidence.",
    "--gate plays a default, and a client of x402 that asks the court before it pays: it stops before it signs a payment to the agent in default, and pays another.",
    "Ctrl-C ends it at any time. Nothing of its court is left afterwards.",
    "Exits with 0 if every step went as the Rules require.",
  ],
  run,
}
