import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it, vi } from "vitest"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Note } from "../../../core/log/index.ts"
import { command } from "../../bin/monitor.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-webhook-"))
const servers: Array<ReturnType<typeof createServer>> = []
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const served = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const wrongCourt = () => {
  const key = LogVerifiers.rawKey(generateKeyPairSync("ed25519").privateKey)
  const vkey = Note.formatVerifierKey(
    Note.makeVerifierKey("court.test/log", Note.signatureTypes.ed25519, key),
  )
  return served((request, response) => {
    response.setHeader("content-type", "application/json")
    response.end(request.url === "/log/checkpoint" ? "nonsense" : JSON.stringify({ log: { vkey } }))
  })
}

/** A webhook that answers with a status, and the findings that it was sent. */
const webhookOf = async (status: number) => {
  const heard: Array<string> = []
  const url = await served(async (request, response) => {
    let body = ""
    for await (const piece of request) body += String(piece)
    heard.push(...(JSON.parse(body) as { readonly findings: ReadonlyArray<string> }).findings)
    response.writeHead(status).end()
  })
  return { url, heard }
}

const round = async (address: string, webhook: string) => {
  const texts: Readonly<Record<string, string>> = { state: join(folder, "state"), webhook }
  let said = ""
  const output = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text)
    return true
  })
  const code = await command.run({
    positionals: [address],
    text: (flag) => texts[flag],
    on: (flag) => flag === "once",
  })
  output.mockRestore()
  return { code, said }
}

it("PD17 §1 a finding that the webhook of a monitor did not take is sent again in a later round, and once", async () => {
  const [court, broken, whole] = [await wrongCourt(), await webhookOf(503), await webhookOf(200)]
  const finding = "what is served at /log/checkpoint is not a checkpoint"
  const away = "http://127.0.0.1:1"
  // given a webhook that is down when something is found
  const first = await round(court, broken.url)
  expect(first.code).toBe(1)
  expect(first.said).toMatch(/the webhook was not told: it answered 503; 1 finding is kept, .* after 20\S+Z/)
  // when a round finds nothing new, and it is too early to try again, then nothing is sent
  expect(await round(away, whole.url)).toMatchObject({ code: 2 })
  expect(whole.heard).toEqual([])
  // when it is time, then the webhook is told, and the round ends as it would without that
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000)
  expect(await round(away, whole.url)).toMatchObject({ code: 2 })
  expect(whole.heard).toEqual([finding])
  // and what it took is not sent again
  expect(await round(away, whole.url)).toMatchObject({ code: 2 })
  clock.mockRestore()
  expect(whole.heard).toEqual([finding])
  expect(broken.heard).toEqual([finding])
})
