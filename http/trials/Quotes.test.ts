/** Quotes from end to end, over HTTP, with the court's scheduler and a clock that the tests move. */
import { createHash } from "node:crypto"
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
  it("PD14 §6 an offer is accepted, closed, and settled by the scheduler when nobody objects", async () => {
    const { call, inHours, seller, buyer, advance } = await opened()
    // given a quote that the buyer has accepted
    const asked = { ...Examples.quote, buyer: "buyer", inspectionHours: 5, dueBy: await inHours(9) }
    const offered = await call("POST", "/quotes", seller, asked)
    expect(offered).toMatchObject({ status: 200, body: { status: "offered", buyer: "buyer" } })
    const path = `/quotes/${offered.body.id}`
    expect((await call("POST", `${path}/accept`, buyer, {})).body).toMatchObject({ status: "accepted" })
    // when the supplier closes it and the buyer lets the time pass
    const { deliveredAt: _, ...close } = Examples.quoteClose
    const closed = await call("POST", `${path}/close`, seller, close)
    expect(closed.body).toMatchObject({
      status: "closed_by_supplier",
      next: [
        { who: "buyer", act: "close" },
        { who: "seller", act: "artifact" },
        { who: "seller", act: "rail" },
      ],
    })
    expect((await advance(5)).body).toMatchObject({ fired: 1 })
    // then it is settled as of the end of the inspection, and a late act is refused
    const settled = await call("GET", path, buyer)
    const { closesAt } = closed.body.inspection as { readonly closesAt: string }
    expect(settled.body).toMatchObject({ status: "settled", countersign: null, endedAt: closesAt })
    const late = await call("POST", `${path}/close`, buyer, { ...close, dispute: "Too late." })
    expect(late).toMatchObject({ status: 409, body: { code: "quote_state", rule: "PD14 §4" } })
    const told = (await call("GET", "/inbox", buyer)).body.items as ReadonlyArray<Body>
    expect(told.map(({ type }) => type).sort()).toEqual(["quote.closed", "quote.offered", "quote.settled"])
  })

  it("PD14 §1 the public learns that an offer was made and lapsed, and its parties read the rest", async () => {
    const { call, inHours, seller, buyer, advance, registrar } = await opened()
    const asked = { ...Examples.quote, buyer: "buyer", dueBy: await inHours(2) }
    const { body } = await call("POST", "/quotes", seller, asked)
    await advance(2)
    expect((await call("GET", `/quotes/${body.id}`, buyer)).body).toMatchObject({
      status: "lapsed",
      next: [],
    })
    // all that the public learns is that a quote moved
    const journal = JSON.stringify((await call("GET", "/journal?limit=100")).body)
    expect(journal).toContain("quote.lapsed")
    for (const secret of [asked.deliverable, asked.ref, "priceCents"]) expect(journal).not.toContain(secret)
    const list = async (key: string) =>
      ((await call("GET", "/quotes", key)).body.items as ReadonlyArray<Body>).map(({ id }) => id)
    expect(await list(seller)).toEqual([body.id])
    expect(await list(buyer)).toEqual([body.id])
    expect(await list(registrar)).toEqual([body.id])
  })

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

  it("PD14 §7 quotes may carry terms from the instant at which the Registrar put that version in force", async () => {
    const { call, inHours, seller, buyer, advance, registrar } = await opened()
    const text = "Delivery is on the day it is due."
    const sha256 = `sha256:0x${createHash("sha256").update(text).digest("hex").toUpperCase()}`
    const terms = { url: "https://seller.example/terms", sha256, text }
    const asked = async () => ({ ...Examples.quote, buyer: "buyer", dueBy: await inHours(9), terms })
    const early = await call("POST", "/quotes", seller, await asked())
    expect(early).toMatchObject({ status: 422, body: { code: "terms_not_in_force", rule: "PD14 §7" } })
    const dated = { version: "1.10", inForceFrom: await inHours(2) }
    expect((await call("POST", "/registrar/instruments/PD14", registrar, dated)).status).toBe(200)
    expect((await call("POST", "/quotes", seller, await asked())).status).toBe(422)
    await advance(2)
    const offered = await call("POST", "/quotes", seller, await asked())
    expect(offered.status).toBe(200)
    expect((await call("GET", `/quotes/${offered.body.id}`, buyer)).body).toMatchObject({
      terms: { url: terms.url, sha256: createHash("sha256").update(text).digest("hex") },
      termsText: text,
    })
    const inside = { ...terms, url: "https://169.254.169.254/terms", text: undefined }
    expect(await call("POST", "/quotes", seller, { ...(await asked()), terms: inside })).toMatchObject({
      status: 422,
      body: { code: "terms_unread" },
    })
  })
})
