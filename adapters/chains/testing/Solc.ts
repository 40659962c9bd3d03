/** Compiles the Solidity of `contracts/` for tests. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Abi, Hex } from "viem"
import { sha256Hex } from "../../../core/kernel/Hash.ts"

export interface Compiled {
  readonly abi: Abi
  /** Creation code, for a deployment. */
  readonly bytecode: Hex
  /** The code on chain, if nothing in it depends on the deployment. */
  readonly deployedBytecode: Hex
}

interface Output {
  readonly errors?: ReadonlyArray<{ readonly severity: string; readonly formattedMessage: string }>
  readonly contracts?: {
    readonly [file: string]: {
      readonly [name: string]: {
        readonly abi: Abi
        readonly evm: {
          readonly bytecode: { readonly object: string }
          readonly deployedBytecode: { readonly object: string }
        }
      }
    }
  }
}

const folder = join(import.meta.dirname, "../contracts")

const sources = (): { readonly [file: string]: { readonly content: string } } =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".sol"))
      .map((file) => [file, { content: readFileSync(join(folder, file), "utf8") }]),
  )

let done: ReadonlyMap<string, Compiled> | null = null

/** All contracts of the folder by name, compiled once and then kept beside the packages. A warning throws like an error, since published contracts must cause no warning. */
export const compile = (): ReadonlyMap<string, Compiled> => {
  done ??= compileAll()
  return done
}

const require = createRequire(import.meta.url)
const cache = join(import.meta.dirname, "../../../node_modules/.cache/contracts")

/** The compiler's output for an input without a fault, which it takes seconds to make. */
const outputOf = (input: string): Output => {
  const { version } = require("solc/package.json") as { readonly version: string }
  const file = join(cache, `${sha256Hex(`${version} ${input}`)}.json`)
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    // The compiler is nine megabytes large, so it is loaded only when a test compiles.
    const solc = require("solc") as { readonly compile: (input: string) => string }
    const text = solc.compile(input)
    const output = JSON.parse(text) as Output
    if (output.errors !== undefined) return output
    mkdirSync(cache, { recursive: true })
    // Another process may write the same at this moment.
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
    return output
  }
}

const compileAll = (): ReadonlyMap<string, Compiled> => {
  const wanted = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"]
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { "*": { "*": wanted } },
  }
  const input = JSON.stringify({ language: "Solidity", sources: sources(), settings })
  const { errors = [], contracts = {} } = outputOf(input)
  if (errors.length > 0) throw new Error(errors.map((one) => one.formattedMessage).join("\n"))
  return new Map(
    Object.values(contracts).flatMap((file) =>
      Object.entries(file).map(([name, { abi, evm }]): [string, Compiled] => [
        name,
        {
          abi,
          bytecode: `0x${evm.bytecode.object}`,
          deployedBytecode: `0x${evm.deployedBytecode.object}`,
        },
      ]),
    ),
  )
}

export const compiled = (name: string): Compiled => {
  const found = compile().get(name)
  if (found === undefined) throw new Error(`no contract ${name} in adapters/chains/contracts`)
  return found
}
