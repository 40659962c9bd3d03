/** A local EVM for tests. It is a separate process on a free port, which ends with the test. */
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** One call of JSON-RPC. If the node refuses it, this throws with the node's error. */
  readonly rpc: (method: string, params?: ReadonlyArray<unknown>) => Promise<unknown>
  readonly mine: (blocks?: number) => Promise<void>
  /** Replaces the last `depth` blocks by as many others, which don't hold their transactions. */
  readonly reorganise: (depth: number) => Promise<void>
  /** Puts a contract's code at an address, so that a listed token has its real address. */
  readonly setCode: (address: string, code: string) => Promise<void>
  readonly stop: () => Promise<void>
}

interface AnvilOptions {
  readonly chainId?: number
  /** Time of the first block, in milliseconds; each further block is a second later. */
  readonly startAt?: number
}

/** The phrase from which the ten accounts that hold ether are derived. */
export const mnemonic = "test test test test test test test test test test test junk"

/** The program that `ANVIL` names, or else that of the optional package for this platform. */
const program = (): string => {
  if (process.env.ANVIL !== undefined) return process.env.ANVIL
  try {
    const manifest = createRequire(import.meta.url).resolve("@foundry-rs/anvil-linux-amd64/package.json")
    return join(manifest, "../bin/anvil")
  } catch {
    throw new Error("there is no anvil for this platform among the packages; set ANVIL to the path of one")
  }
}

const portOf = (lines: AsyncIterable<string>): Promise<number> =>
  (async () => {
    for await (const line of lines) {
      const port = /Listening on \S+:(\d+)/.exec(line)?.[1]
      if (port !== undefined) return Number(port)
    }
    throw new Error("anvil ended before it listened")
  })()

const caller =
  (url: string): Anvil["rpc"] =>
  async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    })
    const answer = (await response.json()) as { readonly result?: unknown; readonly error?: unknown }
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }

/** Starts a chain with a block for each transaction. */
export const startAnvil = async (options: AnvilOptions = {}): Promise<Anvil> => {
  const chainId = options.chainId ?? 31_337
  const startAt = Math.floor((options.startAt ?? Date.UTC(2026, 10, 20, 9)) / 1000)
  const given = ["--port", "0", "--chain-id", chainId, "--timestamp", startAt, "--mnemonic", mnemonic]
  const child = spawn(program(), given.map(String), { stdio: ["ignore", "pipe", "ignore"] })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const killed = () => child.kill("SIGKILL")
  process.once("exit", killed)
  const port = await portOf(createInterface({ input: child.stdout }))
  child.stdout.resume()
  const url = `http://127.0.0.1:${port}`
  const rpc = caller(url)
  // So that a test knows the time of each block: it doesn't come from the machine's clock.
  await rpc("anvil_setBlockTimestampInterval", [1])
  return {
    url,
    chainId,
    rpc,
    mine: async (blocks = 1) => {
      await rpc("anvil_mine", [`0x${blocks.toString(16)}`])
    },
    reorganise: async (depth) => {
      await rpc("anvil_reorg", [depth, []])
    },
    setCode: async (address, code) => {
      await rpc("anvil_setCode", [address, code])
    },
    stop: async () => {
      process.off("exit", killed)
      killed()
      await ended
    },
  }
}
