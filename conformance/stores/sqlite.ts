/** The SQLite store as a module for the kit, each store in a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as SqliteStore from "../../adapters/sqlite/SqliteStore.ts"

export const create = async () => join(await mkdtemp(join(tmpdir(), "agent-court-")), "court.db")
export const open = (file: string) => SqliteStore.make({ file })
export const destroy = (file: string) => rm(dirname(file), { recursive: true, force: true })
