/** What kept a court from starting, as one line that names the variable, the file or the host at fault. */
import { nameOf } from "../../adapters/postgres/Hosts.ts"
import { StoreRefused } from "../../adapters/store/StoreRefused.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { type Config, defaultFile } from "./Config.ts"
import { Failure } from "./Installed.ts"

/** A store as a person names it; never with its password. */
export const storeName = ({ store }: Pick<Config, "store">): string => {
  switch (store._tag) {
    case "Memory":
      return "memory; nothing is kept after the stop"
    case "Sqlite":
      return `SQLite, ${store.file}`
    case "Postgres":
      return `PostgreSQL, ${nameOf(store.url)}`
    case "DenoKv": {
      const { location } = store
      const url = /^https?:/.test(location) ? URL.parse(location) : null
      return `Deno KV, ${url === null ? location : `${url.host}${url.pathname}`}`
    }
  }
}

/** What the codes of systems and drivers mean to whoever configured a store. */
const meanings: { readonly [code: string]: string } = {
  EACCES: "this account may not use it",
  ENOTDIR: "a part of its path is a file and no folder",
  EEXIST: "a part of its path is a file and no folder",
  ENOENT: "a part of its path can't be made",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
  SQLITE_NOTADB: "the file is no SQLite database",
  SQLITE_CORRUPT: "the file is damaged; restore it from a copy",
  SQLITE_CANTOPEN: "it can't be opened as a file",
  SQLITE_READONLY: "this account may only read the file",
  SQLITE_BUSY: "another program holds the file locked",
  SQLITE_FULL: "its disk is full",
  ECONNREFUSED: "nothing listens at this address",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host can't be looked up now",
  EHOSTUNREACH: "there is no way to this host",
  ENETUNREACH: "there is no way to this host",
  ECONNRESET: "what listens there ended the connection",
  ETIMEDOUT: "the host does not answer",
  no_primary: "none of its servers takes writes, or none answers",
}

/** What drivers say without a code. */
const sayings: ReadonlyArray<readonly [said: RegExp, meaning: string]> = [
  [/password must be a (?:non-empty )?string/, "the server asks for a password, and the address has none"],
  [/timeout/i, "the server does not answer in time"],
  [/file is not a database/, "the file is no SQLite database"],
]

/** An error and those that caused it, the outermost first. */
const chain = (error: unknown): ReadonlyArray<Error> =>
  error instanceof Error ? [error, ...chain(error.cause)] : []

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "")

/** Errors of Effect only wrap what a driver or the system said. */
const isWrapping = (error: Error): boolean => "_tag" in error

/** The reason that tells a person most: a code that is known here, else the first words of a driver or of the system. */
const reasonOf = (error: unknown): string => {
  const errors = chain(error)
  const known = errors.map((one) => meanings[codeOf(one)]).find((meaning) => meaning !== undefined)
  if (known !== undefined) return known
  const told = errors.filter(({ message }) => message !== "")
  const words = (told.find((one) => !isWrapping(one)) ?? told[0])?.message ?? String(error)
  return sayings.find(([said]) => said.test(words))?.[1] ?? words
}

/** The variable that names the store, or the folder that holds the usual one. */
const variableOf = (config: Config): string =>
  config.store._tag === "Sqlite" && config.store.file === defaultFile(config.data)
    ? "COURT_DATA"
    : "COURT_STORE"

/** What went wrong, as one line for the person who started the court. */
export const failureOf =
  (config: Config) =>
  (error: unknown): Failure => {
    if (error instanceof Failure) return error
    if (error instanceof StoreRefused) return new Failure(`${variableOf(config)}: ${error.message}`)
    const reason = reasonOf(error)
    return new Failure(
      error instanceof StoreUnavailable
        ? `${variableOf(config)}: the store (${storeName(config)}) can't be used: ${reason}`
        : reason,
    )
  }
