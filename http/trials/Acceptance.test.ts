/** Notices beyond the inbox, end to end: mail to an operator and calls to a service, each only after it is proven. */
import { createPublicKey, hash, verify } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as SmtpServer from "../../adapters/notices/testing/SmtpServer.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { run } from "../bin/Cli.ts"
import { commands } from "../bin/Commands.ts"
import { connect } from "../client/index.ts"
import { services } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { type Started, start } from "../operate/Running.ts"
import { enrolmentBody } from "../testing/Bodies.ts"

interface SignedCall {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
type Body = { readonly [key: string]: unknown }
const address = "seller@operators.example"

let data: string
let smtp: Awaited<ReturnType<typeof SmtpServer.start>>
let court: Started
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "agent-court-acceptance-"))
  smtp = await SmtpServer.start()
  const config = { ...sandbox(data), localServices: true, mail: { url: smtp.url, from: "court@court.test" } }
  court = await start(config, services(config, Layer.fresh(MemoryStore.layer)))
})
afterAll(async () => {
  await court.stop()
  await smtp.stop()
  rmSync(data, { recursive: true, force: true })
})

const call = (method: string, path: string, token?: string, body?: object) =>
  Client.request(court.url, method, `/api/v1${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  }) as Promise<{ readonly status: number; readonly body: Body }>
const enrolled = async (handle: string, more: object = {}, operator = handle) => {
  const { body } = await call("POST", "/enrol", undefined, { ...enrolmentBody(handle, operator), ...more })
  return { key: String(body.apiKey), note: body.addressForService as Body }
}
const comes = <A>(find: () => Promise<A | undefined> | A | undefined): Promise<A> =>
  vi.waitFor(async () => {
    const found = await find()
    if (found === undefined) throw new Error("not yet")
    return found
  }, 10_000)
const mailsTo = (to: string) => smtp.received.filter((mail) => mail.to.includes(to))
const offering = async (by: string, buyer: string) => {
  const { body } = await call("GET", "/sandbox/clock")
  const dueBy = new Date(Date.parse(String(body.now)) + 9 * 3_600_000).toISOString()
  return call("POST", "/quotes", by, { ...Examples.quote, buyer, dueBy })
}
const deliveriesOf = async (handle: string, key: string) =>
  (await call("GET", `/agents/${handle}/deliveries`, key)).body.items as ReadonlyArray<Body>

const closedPort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The exit code and the output of `agent-court deliveries` for an agent, with the Registrar's key. */
const shownDeliveries = async (handle: string): Promise<string> => {
  const printed: Array<string> = []
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0)
  const key = join(data, "keys", "registrar.key")
  const args = ["deliveries", handle, "--url", court.url, "--key", key]
  const code = await run(commands, args, { out: () => {}, error: (line) => void printed.push(line) })
  spy.mockRestore()
  return `${code}: ${printed.join("")}`
}

const didDocument = async () =>
  (await (await fetch(`${court.url}/.well-known/did.json`)).json()) as {
    readonly verificationMethod: ReadonlyArray<{
      readonly id: string
      readonly publicKeyJwk: { readonly kty: string }
    }>
    readonly authentication: ReadonlyArray<string>
  }
/** The key of the served did.json that has signed a call (RFC 9421), found as a service would, without code of the court. */
const signerOf = async ({ url, headers, text }: SignedCall): Promise<string> => {
  const [, parameters = "", list = "", keyid = ""] =
    /^court=(\(([^)]*)\).*;keyid="([^"]*)".*)$/.exec(String(headers["signature-input"])) ?? []
  const values: IncomingHttpHeaders = { ...headers, "@method": "POST", "@target-uri": url }
  const lines = list.split(" ").map((name) => `${name}: ${values[name.slice(1, -1)]}`)
  const base = [...lines, `"@signature-params": ${parameters}`].join("\n")
  const { verificationMethod, authentication } = await didDocument()
  const method = verificationMethod.find(({ id }) => id === keyid && authentication.includes(id))
  if (method === undefined) return `no key is called ${keyid}`
  const key = createPublicKey({ key: method.publicKeyJwk, format: "jwk" })
  const signature = String(headers.signature).replace(/^court=:(.*):$/, "$1")
  if (!verify(null, Buffer.from(base), key, Buffer.from(signature, "base64"))) return "another key has signed"
  const digest = `sha-256=:${hash("sha256", text, "base64")}:`
  return headers["content-digest"] === digest ? keyid : "another body has been signed"
}

describe("notices beyond the inbox", () => {
  it("PD3 §2 an operator accepts an agent with the link of the one note, and its notices are mailed from then on", async () => {
    // given two agents that name one address
    const seller = await enrolled("seller")
    const second = await enrolled("seller-two", {}, "seller")
    expect(seller.note.operatorEmail).toMatchObject({ noteSent: true })
    expect(second.note.operatorEmail).toMatchObject({ noteSent: false })
    const note = await comes(() => mailsTo(address)[0])
    const source = note.source.replace(/=\r?\n/g, "").replaceAll("=3D", "=")
    const [, handle, token = ""] = /\/accept#([a-z0-9-]+)\.([0-9a-f]{64})/.exec(source) ?? []
    expect(handle).toBe("seller")
    // when something is served before anybody has accepted
    const buyer = await enrolled("buyer")
    expect((await offering(buyer.key, "seller")).status).toBe(200)
    const [unsent] = await comes(async () => {
      const found = await deliveriesOf("seller", seller.key)
      return found.length > 0 ? found : undefined
    })
    expect(unsent).toMatchObject({ type: "quote.offered", email: { status: "unproven", attempts: [] } })
    expect(mailsTo(address)).toHaveLength(1)
    // then the link accepts the other agent of the same operator, and works once
    const wrong = await call("POST", "/operator/acceptances", undefined, { token: `${token}0` })
    expect(wrong).toMatchObject({ status: 403, body: { code: "acceptance_unusable", rule: "PD3 §2A" } })
    const stranger = await call("POST", "/operator/acceptances", undefined, { token, handle: "buyer" })
    expect(stranger).toMatchObject({ status: 403, body: { code: "other_operator" } })
    const accepted = await call("POST", "/operator/acceptances", undefined, { token, handle: "seller-two" })
    expect(accepted).toMatchObject({
      status: 200,
      body: { handle: "seller-two", operatorIdentity: "proven" },
    })
    expect((await call("POST", "/operator/acceptances", undefined, { token })).status).toBe(403)
    // and its notices are mailed, while those of the other agent are not
    expect((await offering(buyer.key, "seller-two")).status).toBe(200)
    expect((await offering(buyer.key, "seller")).status).toBe(200)
    await comes(() => mailsTo(address)[1])
    await comes(async () => {
      const found = await deliveriesOf("seller", seller.key)
      return found.length === 2 ? found : undefined
    })
    expect(mailsTo(address)).toHaveLength(2)
    const mailed = await comes(async () => (await deliveriesOf("seller-two", second.key))[0])
    expect(mailed).toMatchObject({ email: { status: "delivered" }, service: null })
  })

  it("Rule 2.7 a service answers its challenge, and notices are delivered to it from then on", async () => {
    const calls: Array<Body> = []
    const signers: Array<Promise<string>> = []
    const client = connect(court.url)
    const failures: Array<Promise<ReadonlyArray<string>>> = []
    const service = createServer((request, response) => {
      let text = ""
      request.on("data", (chunk) => {
        text += chunk
      })
      request.on("end", () => {
        const body = JSON.parse(text) as Body
        calls.push(body)
        const host = request.headers.host ?? ""
        for (const agent of ["called", "offerer"])
          failures.push(
            client
              .checkNotice({ headers: request.headers, body: text }, { agent })
              .then(({ failed }) => failed),
          )
        signers.push(signerOf({ url: `http://${host}${request.url}`, headers: request.headers, text }))
        response.end(JSON.stringify({ challenge: (body.data as Body).challenge ?? null }))
      })
    })
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
    try {
      const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/hook`
      const called = await enrolled("called", { serviceUrl })
      const offerer = await enrolled("offerer")
      const answeredAt = () =>
        call("PUT", "/agents/called/service", called.key, {}).then(({ body }) => body.serviceAnsweredAt)
      await comes(async () => (await answeredAt()) ?? undefined)
      expect((await offering(offerer.key, "called")).status).toBe(200)
      await comes(() => calls[1])
      expect(calls.map(({ type }) => type)).toEqual(["court.verification", "quote.offered"])
      // each call is signed by a key that the court lists for its own requests
      const { authentication } = await didDocument()
      expect(await Promise.all(signers)).toEqual([authentication[0], authentication[0]])
      // the client of the receiver finds it the court's, and not for another agent
      expect(await Promise.all(failures)).toEqual([[], ["agent"], [], ["agent"]])
      // the agent and the Registrar can read both deliveries, and nobody else can
      const read = await comes(async () => {
        const found = await deliveriesOf("called", called.key)
        return found.length === 2 ? found : undefined
      })
      expect(read.map(({ type }) => type).sort()).toEqual(["court.verification", "quote.offered"])
      expect((await deliveriesOf("called", court.registrar)).length).toBe(2)
      expect(await call("GET", "/agents/called/deliveries", offerer.key)).toMatchObject({
        status: 403,
        body: { code: "not_own" },
      })
      expect(await shownDeliveries("called")).toMatch(
        /Z {2}quote.offered {2}\S+\n {2}serviceUrl: delivered\n {4}\S+Z {2}delivered \(200\)\n/,
      )
      expect(await shownDeliveries("nobody")).toMatch(/^1: agent-court: GET .* was refused \(404/)
    } finally {
      service.closeAllConnections()
      service.close()
    }
  })

  it("Rule 2.7 a service that does not answer is tried again, and the deliveries say when", async () => {
    const port = await closedPort()
    await enrolled("away", { serviceUrl: `http://127.0.0.1:${port}/hook` })
    const found = await comes(async () => (await deliveriesOf("away", court.registrar))[0])
    // a sandbox's clock stands still, so the attempt has the time of the notice
    const at = String(found.at)
    expect(found.service).toMatchObject({ attempts: [{ at, outcome: "unreachable", status: null }] })
    expect(Date.parse(String(found.nextTryAt)) - Date.parse(at)).toBe(60_000)
    expect(await shownDeliveries("away")).toMatch(/serviceUrl: pending\n.*unreachable\n {2}next attempt at /)
  })

  it("PD3 §2 the link of a note opens a page with a button, and only its script sends the acceptance", async () => {
    const page = await fetch(`${court.url}/accept`)
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('<script src="/accept.js" defer></script>')
    expect(text).toContain("<button>Accept this agent</button>")
    const script = await (await fetch(`${court.url}/accept.js`)).text()
    expect(script).toContain("/api/v1/operator/acceptances")
    expect(script).not.toContain("innerHTML")
  })

  it("PD1 §6 given the page of a matter without a credential, when links are asked for, then the proven operator of a party gets one an hour, and the answer tells nothing", async () => {
    // given a claimant whose operator has accepted it, and two matters
    const mailbox = "opener@operators.example"
    const { key } = await enrolled("opener")
    await enrolled("opposed")
    const plain = (source: string) => source.replace(/=\r?\n/g, "").replaceAll("=3D", "=")
    const note = plain((await comes(() => mailsTo(mailbox)[0])).source)
    const [, token = ""] = /\/accept#opener\.([0-9a-f]{64})/.exec(note) ?? []
    expect((await call("POST", "/operator/acceptances", undefined, { token })).status).toBe(200)
    const opening = { reference: "Notice 1", statement: "Confirmed." }
    expect((await call("POST", "/registrar/eligibility", court.registrar, opening)).status).toBe(200)
    const { now } = (await call("GET", "/sandbox/clock")).body
    const orders = Examples.filing.claim.orders.map((order) => ({
      ...order,
      against: "opposed",
      inFavourOf: "opener",
    }))
    const claim = { ...Examples.filing.claim, orders }
    const body = { ...Examples.filing, respondent: "opposed", dealingAt: now, claim }
    const filed = async () =>
      ((await call("POST", "/matters", key, body)).body.matter as { readonly id: string }).id
    const [first, second] = [await filed(), await filed()]
    const locked = await fetch(`${court.url}/matters/${first}`)
    expect(locked.status).toBe(401)
    const page = await locked.text()
    expect(page).toContain(`agent-court open ${first}`)
    expect(page).toContain(`<form action="/open/${first}/mail" method="post">`)
    // when it is asked for, as for a matter that nobody has
    const ask = async (id: string, site = "same-origin") => {
      const answer = await fetch(`${court.url}/open/${id}/mail`, {
        method: "POST",
        headers: { "sec-fetch-site": site },
      })
      return { status: answer.status, text: await answer.text() }
    }
    const links = () =>
      mailsTo(mailbox).flatMap(({ source }) => /\/open\/([0-9a-f-]{36})#(adt_\S+)/.exec(plain(source)) ?? [])
    expect((await ask(first, "cross-site")).status).toBe(400)
    const asked = await ask(first)
    expect(asked.status).toBe(202)
    expect(await ask("01990000-0000-7000-8000-000000000000")).toEqual(asked)
    const [, id, secret = ""] = await comes(() => (links().length > 0 ? links() : undefined))
    expect(id).toBe(first)
    // then it opens the matter, a second one does not come, and that of another matter does
    const pressed = await fetch(`${court.url}/open/${first}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: secret }),
    })
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, `/matters/${first}`])
    expect(await ask(first)).toEqual(asked)
    expect(await ask(second)).toEqual(asked)
    await comes(() => (links().includes(second) ? true : undefined))
    expect(links().filter((one) => one === first)).toHaveLength(1)
    expect(mailsTo("opposed@operators.example")).toHaveLength(1)
  })
})
