/** Finds all kinds of records of the core. */
import { readdirSync } from "node:fs"
import { Predicate, Schema } from "effect"
import type { IndexEntry } from "../../../core/store/ChangeSet.ts"

export interface AnyKind {
  readonly name: string
  readonly schema: Schema.Schema<unknown>
  readonly id: (record: unknown) => string
  readonly index: (record: unknown) => ReadonlyArray<IndexEntry>
}

const isKind = (value: unknown): value is AnyKind =>
  Predicate.hasProperty(value, "name") &&
  Predicate.hasProperty(value, "index") &&
  Predicate.hasProperty(value, "decode") &&
  Predicate.hasProperty(value, "schema") &&
  Schema.isSchema(value.schema)

/** Every kind of record that a module of the core exports. */
export const coreKinds = async (): Promise<ReadonlyArray<AnyKind>> => {
  const core = new URL("../../../core/", import.meta.url)
  const files = readdirSync(core, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes("testing/") && !/\.(test|bench)\.ts$/.test(file),
  )
  const modules: ReadonlyArray<object> = await Promise.all(
    files.map((file) => import(new URL(file, core).href)),
  )
  const kinds = modules.flatMap((module) => Object.values(module)).filter(isKind)
  return [...new Map(kinds.map((kind) => [kind.name, kind])).values()]
}
