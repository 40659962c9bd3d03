/** `agent-court advertise`: what a seller pastes, and that it is what the court says. */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { formats } from "../formats/index.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"
import { holdOutput } from "./testing/Output.ts"

const speaking = formats.filter(({ names }) => names !== null).map(({ name }) => name)

describe("agent-court advertise", () => {
  const held = holdOutput()
  const told: { error: string } = { error: "" }
  let court: TestCourt
  let plain: TestCourt
  /** In front of the court: what names `court.test` is asked of the court itself. `lies` is served as the clauses. */
  let front: Server
  let lies: string | null = null
  let folder: string

  const passing = (from: TestCourt) =>
    createServer((request, response) => {
      const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
      void fetch(`${from.url}${request.url}`).then(async (answer) => {
        const text = (await answer.text()).replaceAll("http://court.test/api/v1/clauses", `${origin}/clauses`)
        response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
      })
    })
  const clauses = async () => (await fetch(`${court.url}/api/v1/clauses`)).text()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "agent-court-advertise-"))
    court = await startCourt({ formats: formats.map(({ name }) => name) })
    plain = await startCourt()
    const inner = passing(court)
    front = createServer((request, response) => {
      if (request.url !== "/clauses") return void inner.emit("request", request, response)
      void clauses().then((text) => response.writeHead(200).end(lies ?? text))
    })
    await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening))
  })
  afterAll(async () => {
    front.close()
    await court.stop()
    await plain.stop()
    await rm(folder, { recursive: true })
  })

  const ran = (...args: ReadonlyArray<string>) =>
    run(commands, ["advertise", ...args], { out: () => {}, error: (line) => (told.error = line) })
  const address = () => `http://127.0.0.1:${(front.address() as AddressInfo).port}/`

  it("Rule 2.5 writes the object with the seller's handle, its legal context, and a document for each format", async () => {
    expect(await ran(address(), "seller", "--out", folder)).toBe(0)
    const read = async (path: string) => JSON.parse(await readFile(join(folder, path), "utf8"))
    const served = await (await fetch(`${court.url}/.well-known/dispute-resolution.json`)).json()
    expect(await read(".well-known/dispute-resolution.json")).toEqual({
      ...(served as object),
      enrolled_handle: "seller",
    })
    expect(await read("legal-context.disputeResolution.json")).toMatchObject({
      clauseId: expect.stringMatching(/^sha256:0x[0-9a-f]{64}$/),
      catalog: "http://court.test/.well-known/dispute-services.json",
    })
    for (const name of speaking) expect(held.text).toContain(`formats/${name}.json`)
    expect(await read("formats/atdrp.json")).toMatchObject({ provider_id: "did:web:court.test" })
  })

  it("Rule 2.5 prints the pieces if no folder is named", async () => {
    expect(await ran(address(), "seller")).toBe(0)
    expect(held.text).toContain('"enrolled_handle": "seller"')
  })

  it("Rule 2.5 given a text that is not the clause which the court names, then nothing is written", async () => {
    lies = "# Other clauses"
    expect(await ran(address(), "seller")).toBe(1)
    expect(told.error).toContain("is not the clause that the court names")
    expect(held.text).toBe("")
    lies = null
  })

  it.each([
    ["an address that is none", ["court", "seller"]],
    ["a handle that is none", ["http://127.0.0.1:1", "S"]],
    ["one argument", ["http://127.0.0.1:1"]],
  ])("Rule 2.1 given %s, then its usage is told", async (_, args) => {
    expect(await ran(...args)).toBe(2)
  })
})
