/** Why a court can't start or a command fails on its store: one line that names the variable, the file or the host at fault. */

import { once } from "node:events"
import { createServer } from "node:net"
import { Effect } from "effect"
import { StoreRefused } from "../../adapters/store/Kind.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { CorruptRecord, LaterFormat } from "../../core/kernel/Defect.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { Failure } from "../terminal/Terminal.ts"
import type { Config } from "./Config.ts"

/** The meanings for a store of the error codes of systems. */
const meanings: { readonly [code: string]: string } = {
  EACCES: "this account may not use it",
  ENOTDIR: "a part of its path is a file, not a folder",
  EEXIST: "a part of its path is a file, not a folder",
  ENOENT: "a part of its path can't be created",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  ECONNREFUSED: "nothing listens at this address",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host can't be looked up now",
  EHOSTUNREACH: "there is no route to this host",
  ENETUNREACH: "there is no route to this host",
  ECONNRESET: "the host closed the connection",
  ETIMEDOUT: "the host does not answer",
}

/** The messages of drivers that come without a code, and what they mean. */
const sayings: ReadonlyArray<readonly [said: RegExp, meaning: string]> = [
  ...Stores.sayings,
  [/timeout/i, "the server does not answer in time"],
]

const chain = (error: unknown): ReadonlyArray<Error> =>
  error instanceof Error ? [error, ...chain(error.cause)] : []

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "")

/** Whether an error is one of Effect's, which only wraps that of a driver or of the system. */
const isWrapping = (error: Error): boolean => "_tag" in error

/** The reason that helps a person most: that of a known code, or else the first message of a driver or of the system. */
const reasonOf = (error: unknown): string => {
  const errors = chain(error)
  const known = errors
    .map(codeOf)
    .map((code) => meanings[code] ?? Stores.meaningOf(code))
    .find((meaning) => meaning !== undefined)
  if (known !== undefined) return known
  const told = errors.filter(({ message }) => message !== "")
  const words = (told.find((one) => !isWrapping(one)) ?? told[0])?.message ?? String(error)
  return sayings.find(([said]) => said.test(words))?.[1] ?? words
}

/** The variable that names the store, or that names the folder of the default store. */
const variableOf = (config: Config): string =>
  Stores.isDefault(config.store, config.data) ? "COURT_DATA" : "COURT_STORE"

/** Ends an effect with a line for the person at the terminal. */
export const fail = (why: string) => Effect.fail(new Failure(why))

/** The kind of a record and what is wrong in it, without its whole schema. */
const unreadable = ({ message }: CorruptRecord): string => {
  const [schema = "", ...wrong] = message.split("└─")
  return [schema.split(":")[0], ...wrong].map((part) => String(part).trim()).join(" ")
}

/** A failure as one line for the person who started the court. */
export const failureOf =
  (config: Config) =>
  (error: unknown): Failure => {
    if (error instanceof Failure) return error
    if (error instanceof StoreRefused) return new Failure(`${variableOf(config)}: ${error.message}`)
    if (error instanceof LaterFormat)
      return new Failure(
        `${variableOf(config)}: the store (${Stores.nameOf(config.store)}) ${error.message}. No record was changed (http/docs/operating.md, Upgrade)`,
      )
    if (error instanceof CorruptRecord)
      return new Failure(
        `${variableOf(config)}: the store (${Stores.nameOf(config.store)}) has a record that this version can't read, so it was written by another version or changed by hand (${unreadable(error)}). No record was changed. Serve it with the version that wrote it, or restore a backup (http/docs/operating.md, Upgrade)`,
      )
    const reason = reasonOf(error)
    return new Failure(
      error instanceof StoreUnavailable
        ? `${variableOf(config)}: the store (${Stores.nameOf(config.store)}) can't be used: ${reason}`
        : reason,
    )
  }

type Where = Pick<Config, "host" | "port">

const words: { readonly [code: string]: (where: Where) => string } = {
  EADDRINUSE: ({ host, port }) => `PORT=${port}: another program listens on ${host} at this port`,
  EACCES: ({ port }) =>
    `PORT=${port}: this account may not listen on this port; any account may listen on a port above 1023`,
  EADDRNOTAVAIL: ({ host }) => `HOST=${host}: this machine has no such address`,
  ENOTFOUND: ({ host }) => `HOST=${host}: there is no such name`,
  EAI_AGAIN: ({ host }) => `HOST=${host}: the name can't be looked up now`,
}

/**
 * Checks, before keys and a store are made, that the court can listen at its address. Gives the port: that of `PORT=0` is any free one.
 * Rejects with a `Failure` that names the variable at fault.
 */
export const mayListen = async (where: Where): Promise<number> => {
  const probe = createServer()
  try {
    probe.listen(where.port, where.host)
    await once(probe, "listening")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    throw new Failure(
      words[code]?.(where) ?? `HOST=${where.host} PORT=${where.port}: ${code || String(error)}`,
    )
  }
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  return typeof address === "object" && address !== null ? address.port : where.port
}

/** The configuration on the port that it will have, so that every document of the court names that port and not 0. */
export const onItsPort = async (config: Config): Promise<Config> => {
  const port = await mayListen(config)
  const baseUrl =
    new URL(config.baseUrl).port === "0" ? config.baseUrl.replace(/:0$/, `:${port}`) : config.baseUrl
  return { ...config, port, baseUrl }
}

export const mayServeMetrics = async (where: Where): Promise<void> => {
  try {
    await mayListen(where)
  } catch (error) {
    const words = error instanceof Error ? error.message.split(": ").at(-1) : error
    throw new Failure(`COURT_METRICS=${where.host}:${where.port}: ${words}`)
  }
}
