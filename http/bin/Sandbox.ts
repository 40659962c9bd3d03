import { noChains } from "./ChainConfig.ts"
import type { Config } from "./Config.ts"

/** The configuration of a court to play with on this machine: its scheduler inside, its records in memory, its keys in a folder. */
export const sandbox = (data: string): Config => ({
  host: "127.0.0.1",
  port: 0,
  baseUrl: "http://127.0.0.1",
  data,
  store: { _tag: "Memory" },
  scheduler: "embedded",
  judge: "papers",
  model: null,
  chains: noChains,
  sandbox: true,
  rateLimit: null,
  trustedProxies: [],
  mail: null,
  localServices: false,
})
