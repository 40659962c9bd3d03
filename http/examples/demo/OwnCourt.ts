/** The court of a demo: a sandbox in a temporary folder, beside a local chain if the play needs one. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import type { EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { freePort } from "../../../adapters/outbound/FreePort.ts"
import { Stores } from "../../../adapters/stores/index.ts"
import { Clauses } from "../../../core/law/index.ts"
import { court } from "../../court/Composition.ts"
import { type Config, sandbox } from "../../court/Config.ts"
import { loggerOf } from "../../court/Log.ts"
import { start } from "../../operate/Running.ts"
import { print, style } from "../../terminal/Terminal.ts"
import { loadInRepository } from "./Play.ts"
import type { Setting } from "./Stage.ts"
import { showPages, tellOnTerminal } from "./Terminal.ts"

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
export const perform = async (
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

/** Plays on a court of its own in a temporary folder, until the play is over or `stop` comes. */
export const playOnOwnCourt = (played: Played, way: Way, stop: Promise<void>): Promise<void> =>
  inFolder(async (data) => onCourt(ownConfig(data, await freePort()), played, way, stop))

type OnChain = (setting: Setting, chain: EscrowChain) => Promise<void>

const readEveryMs = 500

/** Plays a dispute beside a local chain that the court only reads. */
export const playWithChain = async (played: OnChain, way: Way, stop: Promise<void>): Promise<void> => {
  const { startEscrowChain } = await loadInRepository(
    "A local chain",
    import("../../../adapters/chains/testing/EscrowChain.ts"),
  )
  await inFolder(async (data) => {
    const { address } = FileKeys.open(join(data, "keys")).payout
    print("Compiling the contracts of the escrow and of the parties' adapter.")
    const chain = await startEscrowChain(address, Clauses.forum, Date.now())
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
