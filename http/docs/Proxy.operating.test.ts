/** The shipped nginx file in a real nginx, before a court, and before processes that end without an answer. */

import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, request as plain } from "node:http"
import { request as secure } from "node:https"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { type Running, serving } from "../operate/testing/Process.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-nginx-"))
const shipped = readFileSync(join(import.meta.dirname, "operating", "nginx.conf"), "utf8")
const certificate = join(root, "certificate.pem")
const key = join(root, "key.pem")

const stops: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(root, { recursive: true, force: true })
})

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })

/** The shipped file with the ports, the certificate and the processes of the test. */
const site = (
  ports: { readonly http: number; readonly https: number },
  upstream: ReadonlyArray<number>,
): string =>
  shipped
    .replace(/server 127\.0\.0\.1:8080 (.*);/, (_line, rest) =>
      upstream.map((port) => `server 127.0.0.1:${port} ${rest};`).join("\n"),
    )
    .replaceAll(/^ *listen \[::\].*$/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${ports.http};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.https} ssl http2;`)
    .replace("/etc/letsencrypt/live/court.example/fullchain.pem", certificate)
    .replace("/etc/letsencrypt/live/court.example/privkey.pem", key)

/** Checks the file with `nginx -t`, starts nginx before these processes, and gives its ports. */
const nginx = async (upstream: ReadonlyArray<number>) => {
  const folder = mkdtempSync(join(root, "nginx-"))
  const ports = { http: await freePort(), https: await freePort() }
  const file = join(folder, "nginx.conf")
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  writeFileSync(join(folder, "site.conf"), site(ports, upstream))
  writeFileSync(
    file,
    [
      process.getuid?.() === 0 ? "user root;" : "",
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;`,
      "events { worker_connections 256; }",
      "http {",
      "access_log off;",
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      `include ${folder}/site.conf;`,
      "}",
    ].join("\n"),
  )
  mkdirSync(join(folder, "proxy"), { recursive: true })
  execFileSync("nginx", ["-t", "-q", "-c", file, "-e", `${folder}/error.log`])
  const child = spawn("nginx", ["-c", file, "-e", `${folder}/error.log`], { stdio: "ignore" })
  stops.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGQUIT")
      await once(child, "exit")
    }
  })
  await vi.waitFor(async () => {
    if (!(await listens(ports.https))) throw new Error("nginx does not listen yet")
  }, 10_000)
  return ports
}

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly from?: string
}
const ask = (url: string, { method = "GET", headers = {}, body, from = "127.0.0.1" }: Asked = {}) =>
  new Promise<{ readonly status: number; readonly headers: object; readonly text: string }>(
    (resolve, reject) => {
      const { protocol, port, pathname } = new URL(url)
      const options = {
        host: "127.0.0.1",
        port,
        path: pathname,
        method,
        localAddress: from,
        agent: false as const,
      }
      const all = { host: "court.example", ...headers }
      const request =
        protocol === "https:"
          ? secure({ ...options, headers: all, servername: "court.example", ca: readFileSync(certificate) })
          : plain({ ...options, headers: all })
      request.once("error", reject)
      request.once("response", (response) => {
        let text = ""
        response.on("data", (chunk) => {
          text += chunk
        })
        response.once("end", () =>
          resolve({
            status: needPresent(response.statusCode, "the status"),
            headers: response.headers,
            text,
          }),
        )
      })
      request.end(body)
    },
  )

beforeAll(() => {
  const subject = ["-subj", "/CN=court.example", "-addext", "subjectAltName=DNS:court.example"]
  const files = ["-keyout", key, "-out", certificate]
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", ...files, ...subject],
    {
      stdio: "ignore",
    },
  )
})

describe("a court behind the shipped nginx file", () => {
  let court: Running & { readonly url: string }
  let base: string
  let open: string
  beforeAll(async () => {
    court = await serving({
      COURT_DATA: join(root, "data"),
      COURT_BASE_URL: "https://court.example",
      COURT_TRUSTED_PROXIES: "127.0.0.1",
      COURT_RATE_LIMIT: "1/s;burst=3",
    })
    stops.push(async () => {
      court.child.kill("SIGTERM")
      await court.ended
    })
    const ports = await nginx([Number(new URL(court.url).port)])
    base = `https://127.0.0.1:${ports.https}`
    open = `http://127.0.0.1:${ports.http}`
  })

  it("Rule 2.6 answers over TLS; over plain HTTP it redirects, and refuses a credential", async () => {
    const answer = await ask(`${base}/healthz`)
    expect([answer.status, answer.headers]).toEqual([
      200,
      expect.objectContaining({ "strict-transport-security": "max-age=31536000" }),
    ])
    for (const host of ["court.example", "thief.example", "thief.example:8443", "127.0.0.1"]) {
      const sent = await ask(`${open}/docs`, { headers: { host } })
      expect([sent.status, sent.headers]).toEqual([
        308,
        expect.objectContaining({ location: "https://court.example/docs" }),
      ])
    }
    expect((await ask(`${open}/api/v1/inbox`, { headers: { authorization: "Bearer adc_x" } })).status).toBe(
      403,
    )
  })

  it("Rule 2.6 limits requests by the address that they come from, whatever their headers say", async () => {
    const docket = `${base}/api/v1/docket`
    // given a caller that has used up the limit of its address
    const spending = { from: "127.0.0.2" }
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await ask(docket, spending)).status)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(statuses).toContain(429)
    // then another address has its own limit, and headers that name another give the first no more
    expect((await ask(docket, { from: "127.0.0.3" })).status).toBe(200)
    for (const headers of [
      { "x-forwarded-for": "203.0.113.9" },
      { forwarded: "for=203.0.113.9" },
      { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" },
    ]) {
      const again = []
      for (let n = 0; n < 4; n++) again.push((await ask(docket, { ...spending, headers })).status)
      expect(again).toContain(429)
    }
  })

  it("Rule 4.2 answers a body that is too large with the court's own problem", async () => {
    const body = JSON.stringify({ handle: "x".repeat(1_500_000) })
    const headers = { "content-type": "application/json", "content-length": String(body.length) }
    const { status, text } = await ask(`${base}/api/v1/enrol`, {
      method: "POST",
      headers,
      body,
      from: "127.0.0.4",
    })
    expect([status, JSON.parse(text)]).toEqual([413, expect.objectContaining({ status: 413 })])
  })

  it("Rule 2.6 passes on requests for tools", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }
    const answer = await ask(`${base}/mcp`, { method: "POST", headers, body, from: "127.0.0.5" })
    expect(answer.text).toContain("check_compliance")
  })
})

describe("the shipped nginx file before processes that end without an answer", () => {
  it("Rule 2.6 tries a read on another process, and an act only once", async () => {
    const asked: Array<string> = []
    const dying = async () => {
      const server = createServer((request) => {
        asked.push(String(request.method))
        request.socket.destroy()
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      stops.push(async () => {
        server.close()
      })
      return (server.address() as AddressInfo).port
    }
    const ports = await nginx([await dying(), await dying()])
    const base = `https://127.0.0.1:${ports.https}`
    expect((await ask(`${base}/api/v1/docket`)).status).toBe(502)
    expect((await ask(`${base}/api/v1/notarise`, { method: "POST", body: "{}" })).status).toBe(502)
    expect(asked).toEqual(["GET", "GET", "POST"])
  })
})
