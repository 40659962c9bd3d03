/** Whether the court can listen where it is told to: found out before keys and a store are made. */
import { once } from "node:events"
import { createServer } from "node:net"
import type { Config } from "./Config.ts"
import { Failure } from "./Installed.ts"

type Where = Pick<Config, "host" | "port">

const words: { readonly [code: string]: (where: Where) => string } = {
  EADDRINUSE: ({ host, port }) => `PORT=${port}: another program listens on ${host} at this port`,
  EACCES: ({ port }) =>
    `PORT=${port}: the system lets this account listen on no such port; above 1023 any may`,
  EADDRNOTAVAIL: ({ host }) => `HOST=${host}: this machine has no such address`,
  ENOTFOUND: ({ host }) => `HOST=${host}: there is no such name`,
  EAI_AGAIN: ({ host }) => `HOST=${host}: the name can't be looked up now`,
}

/** Rejects with a `Failure` that names the variable at fault where nothing can listen at this address. */
export const mayListen = async (where: Where): Promise<void> => {
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
  probe.close()
  await once(probe, "close")
}

/** As `mayListen`, of the address that `/metrics` is to have. */
export const mayMeasure = async (where: Where): Promise<void> => {
  try {
    await mayListen(where)
  } catch (error) {
    const words = error instanceof Error ? error.message.split(": ").at(-1) : error
    throw new Failure(`COURT_METRICS=${where.host}:${where.port}: ${words}`)
  }
}
