/** A small SMTP server for tests (RFC 5321). */
import { once } from "node:events"
import { createServer } from "node:net"

interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly source: string
}

/** Starts a server on 127.0.0.1 that keeps the mails it receives. It answers every recipient with the status `refuse`, if given. */
export const start = async (options: { readonly refuse?: number } = {}) => {
  const received: Array<ReceivedMail> = []
  const server = createServer((socket) => {
    let from = ""
    let to: Array<string> = []
    let data: string | null = null
    let pending = ""
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === "EHLO" || verb === "HELO") return say("250 test")
      if (verb === "MAIL") {
        from = line
        to = []
        return say("250 ok")
      }
      if (verb === "RCPT") {
        if (options.refuse !== undefined) return say(`${options.refuse} no`)
        to.push(/<(.*)>/.exec(line)?.[1] ?? "")
        return say("250 ok")
      }
      if (verb === "DATA") {
        data = ""
        return say("354 go on")
      }
      if (verb === "QUIT") {
        say("221 bye")
        return socket.end()
      }
      return say("250 ok")
    }
    const take = (line: string) => {
      if (data === null) return command(line)
      if (line !== ".") {
        data += `${line}\r\n`
        return
      }
      received.push({ from, to, source: data })
      data = null
      return say("250 kept")
    }
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      const lines = (pending + chunk.toString("utf8")).split("\r\n")
      pending = lines.pop() ?? ""
      for (const line of lines) take(line)
    })
    say("220 test")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
