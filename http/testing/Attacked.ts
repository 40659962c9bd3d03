/** A court in a process of its own, which reports what an attack costs it. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import type { Cost, Opened } from "./AttackedCourt.ts"

export interface Attacked extends Opened {
  readonly port: number
  /** The cost that the court measured since the last question. */
  readonly cost: () => Promise<Cost>
  readonly integrate: () => Promise<void>
  readonly stop: () => void
}

const told = async <A>(child: ChildProcess): Promise<A> => {
  const [message] = await once(child, "message")
  return message
}

interface AttackedOptions {
  /** Such as `20/60`: requests a second and burst. Without it, requests are not limited. */
  readonly limit?: string
  readonly store?: string
  readonly sandbox?: boolean
}

export const attacked = async (options: AttackedOptions = {}): Promise<Attacked> => {
  const { limit = "off", store = "memory", sandbox = false } = options
  const args = [limit, store, sandbox ? "sandbox" : "court"]
  const child = fork(join(import.meta.dirname, "AttackedCourt.ts"), args, { execArgv: ["--expose-gc"] })
  const opened = await told<Opened>(child)
  return {
    ...opened,
    port: Number(new URL(opened.url).port),
    cost: () => {
      child.send("cost")
      return told<Cost>(child)
    },
    integrate: async () => {
      child.send("integrate")
      await told(child)
    },
    stop: () => child.disconnect(),
  }
}

/** The head of a request that posts a JSON body of this length, with further fields. */
export const headOf = (path: string, bytes: number, ...fields: ReadonlyArray<string>): string =>
  [
    `POST ${path} HTTP/1.1`,
    "host: court.test",
    "content-type: application/json",
    `content-length: ${bytes}`,
    ...fields,
    "\r\n",
  ].join("\r\n")

/** A connection that sends this text and collects the answer. `from` is another address of this machine. */
export const sent = async (
  port: number,
  text: string | Buffer,
  from = "127.0.0.1",
): Promise<{ readonly socket: Socket; readonly received: () => string }> => {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from })
  const chunks: Array<Buffer> = []
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  // The court may close the connection.
  socket.on("error", () => {})
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve)
    socket.once("close", () => resolve())
  })
  if (!socket.destroyed) await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  return { socket, received: () => Buffer.concat(chunks).toString("latin1") }
}

export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once("close", () => resolve())
  })
