/** The Deno KV store as a module for the kit, each store in a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as DenoKvStore from "../../adapters/denokv/DenoKvStore.ts"

export const create = async () => join(await mkdtemp(join(tmpdir(), "agent-court-")), "court.kv")
export const open = (location: string) => DenoKvStore.make({ location })
export const destroy = (location: string) => rm(dirname(location), { recursive: true, force: true })
