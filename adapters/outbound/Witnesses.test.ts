import { once } from "node:events"
import { createServer } from "node:http"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { make } from "./Witnesses.ts"

it("C2SP tlog-witness a checkpoint is posted under the URL of a witness, on this machine too, and each answer is told", async () => {
  const answers = [
    { status: 200, body: "signed" },
    { status: 302, body: "" },
    { status: 200, body: "x".repeat(64_001) },
  ]
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status = 500, body = "" } = answers[asked.length - 1] ?? {}
    response.writeHead(status, { location: "/elsewhere" }).end(body)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/w1`
  const { send } = make({ logs: [], witnesses: [], quorum: null })
  const told = (at: string) => Effect.runPromise(send(at, "old 0\n"))
  expect([await told(`${url}/`), await told(url), await told(url)]).toEqual([
    ...answers.slice(0, 2),
    { why: "its answer was not whole (too_large)" },
  ])
  expect(asked).toEqual(Array(3).fill("POST /w1/add-checkpoint"))
  server.close()
  server.closeAllConnections()
  expect(await told("file:///etc/passwd")).toEqual({ why: "there was no answer (address_refused)" })
})
