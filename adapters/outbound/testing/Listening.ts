/** A local HTTP server for one test. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { onTestFinished } from "vitest"

/** Starts a server on 127.0.0.1 that keeps the requests it receives. It is closed when the test ends. */
export const listen = async (answer: RequestListener) => {
  const requests: Array<IncomingMessage> = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  }).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return { port: address.port, url: `http://127.0.0.1:${address.port}/`, requests }
}
