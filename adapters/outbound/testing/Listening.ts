import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { onTestFinished } from "vitest"

/** A server that listens on a host, and how it is closed with what it holds. */
export const open = async (answer: RequestListener, host = "127.0.0.1") => {
  const server = createServer(answer).listen(0, host)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return { port: address.port, url: `http://127.0.0.1:${address.port}/`, close }
}

/** Starts a server on 127.0.0.1 that keeps the requests it receives. It is closed when the test ends. */
export const listen = async (answer: RequestListener) => {
  const requests: Array<IncomingMessage> = []
  const { close, ...server } = await open((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  onTestFinished(close)
  return { ...server, requests }
}
