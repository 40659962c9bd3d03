/** A proxy between a store and its server that fails as a test tells it to. */
import { once } from "node:events"
import { createServer, connect as dial, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** The mode of the proxy: `pass` forwards everything, `mute` drops the server's answers, `slow` delays them, `cut` refuses connections. */
export type Mode = "pass" | "mute" | "slow" | "cut"

const slowMs = 15

export interface FaultyProxy {
  readonly url: string
  readonly set: (mode: Mode) => void
  readonly drop: () => void
  readonly close: () => Promise<void>
}

export const start = async (serverUrl: string): Promise<FaultyProxy> => {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let mode: Mode = "pass"
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
  }
  const server = createServer((client) => {
    keep(client)
    if (mode === "cut") return void client.destroy()
    const upstream = dial(Number(target.port), target.hostname)
    keep(upstream)
    client.on("data", (data) => upstream.write(data))
    let held = Promise.resolve()
    upstream.on("data", (data) => {
      if (mode === "mute") return
      // One after the other, so that no answer overtakes a delayed one.
      const wait = mode === "slow" ? slowMs : 0
      held = held.then(() => (wait === 0 ? undefined : sleep(wait))).then(() => void client.write(data))
    })
    client.on("close", () => upstream.destroy())
    upstream.on("close", () => client.destroy())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(serverUrl), { port: String(address.port) }).href,
    set: (next) => {
      mode = next
    },
    drop,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      drop()
      await closed
    },
  }
}
