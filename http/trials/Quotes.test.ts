import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import * as SmtpServer from "../../adapters/notices/testing/SmtpServer.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { services } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { type Started, start } from "../operate/Running.ts"
import { enrolmentBody } from "../testing/Bodies.ts"

const folders: Array<string> = []
const running: Array<Started> = []
const stopAll = async () => {
  for (const court of running.splice(0)) await court.stop()
}
afterEach(stopAll)
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Body = { readonly [key: string]: unknown }

const opened = async (mail: { readonly url: string; readonly from: string } | null = null) => {
  const data = mkdtempSync(join(tmpdir(), "agent-court-quotes-"))
  folders.push(data)
  const config = { ...sandbox(data), mail }
  const court = await start(config, services(config, MemoryStore.layer))
  running.push(court)
  const call = (method: string, path: string, token?: string, body?: object) =>
    Client.request(court.url, method, `/api/v1${path}`, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    }) as Promise<{ readonly status: number; readonly body: Body }>
  const enrolled = async (handle: string, operator = handle, invitation?: string) => {
    const body = enrolmentBody(handle, operator)
    const given = invitation === undefined ? body : { ...body, invitation }
    return String((await call("POST", "/enrol", undefined, given)).body.apiKey)
  }
  const now = async () => Date.parse(String((await call("GET", "/sandbox/clock")).body.now))
  const inHours = async (hours: number) => new Date((await now()) + hours * 3_600_000).toISOString()
  return {
    call,
    inHours,
    enrolled,
    seller: await enrolled("seller"),
    buyer: await enrolled("buyer"),
    advance: (hours: number) => call("POST", "/sandbox/clock", court.registrar, { advanceHours: hours }),
    registrar: court.registrar,
  }
}

describe("quotes from end to end", () => {
  it("PD14 §8 an invitation goes out by e-mail, and its token enrols the buyer once", async () => {
    const server = await SmtpServer.start()
    try {
      const mail = { url: server.url, from: "court@court.test" }
      const { call, inHours, enrolled, seller } = await opened(mail)
      const invite = { name: "Example Buyer", email: "Guest@operators.example" }
      const asked = { ...Examples.quote, buyer: "invite", invite, dueBy: await inHours(9) }
      const { body } = await call("POST", "/quotes", seller, asked)
      expect(body).toMatchObject({ status: "offered", invitation: { sent: true } })
      const sent = await vi.waitFor(() => {
        const found = server.received.find(({ to }) => to.includes(invite.email))
        if (found === undefined) throw new Error("not yet")
        return found.source
      }, 10_000)
      // a stranger gets no words that the supplier wrote
      expect(sent).not.toContain(invite.name)
      const [token = ""] = /\b[0-9a-f]{64}\b/.exec(sent.replace(/=\r?\n/g, "")) ?? []
      const guest = await enrolled("guest", "guest", token)
      const seen = await call("GET", `/quotes/${body.id}`, guest)
      expect(seen.body).toMatchObject({ buyer: "guest", buyerKind: "invite" })
      expect((await call("GET", "/agents/guest")).body).toMatchObject({ operatorIdentity: "proven" })
      expect((await call("POST", `/quotes/${body.id}/accept`, guest, {})).body).toMatchObject({
        status: "accepted",
      })
      const again = await call("POST", "/enrol", undefined, {
        ...enrolmentBody("second", "guest"),
        invitation: token,
      })
      expect(again).toMatchObject({ status: 403, body: { code: "invitation_unusable", rule: "PD3 §2" } })
    } finally {
      // A court that still has mail to send would say in its log that the server is gone.
      await stopAll()
      await server.stop()
    }
  })
})
