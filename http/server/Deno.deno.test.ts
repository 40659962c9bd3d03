import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Either, Exit, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { Store } from "../../core/store/Store.ts"
import { connect } from "../client/index.ts"
import { court } from "../court/Composition.ts"
import { read } from "../court/Config.ts"
import { listen } from "../court/Deno.ts"
import { runCourt } from "../operate/Running.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { privateJwkOf, provenKey, sendSigned } from "../testing/Signing.ts"
import { bodyBytesMax } from "./Body.ts"

describe.each(["memory:", "sqlite", "denokv"])("the court on Deno with %s", (kind) => {
  it("enrols an agent, lodges a dealing, repeats its answer, refuses a body that is too long, and stops", async () => {
    const data = mkdtempSync(join(tmpdir(), "court-deno-"))
    const COURT_STORE = kind === "memory:" ? kind : `${kind}:${join(data, "court.db")}`
    const config = Either.getOrThrow(read({ COURT_DATA: data, PORT: "0", COURT_STORE, COURT_SANDBOX: "1" }))
    const scope = Effect.runSync(Scope.make())
    const { port, driver } = await Effect.runPromise(
      Layer.buildWithScope(court(config), scope).pipe(
        Effect.flatMap((context) =>
          Effect.map(
            Effect.provide(Scope.extend(runCourt(config, listen(config)), scope), context),
            (port) => ({ port, driver: Context.get(context, Store) }),
          ),
        ),
      ),
    )
    const url = `http://127.0.0.1:${port}/api/v1`
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      })
    const enrolled = await post("/enrol", enrolmentBody("seller"))
    expect(enrolled.status).toBe(200)
    const { apiKey } = (await enrolled.json()) as { apiKey: string }
    const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": "one" }
    const first = await post("/notarise", { sha256: "ab".repeat(32) }, headers)
    const again = await post("/notarise", { sha256: "ab".repeat(32) }, headers)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await again.text()).toBe(await first.text())
    const origin = { url: `http://127.0.0.1:${port}` }
    const spoiled = { baseUrl: config.baseUrl }
    for (const curve of ["ed25519", "P-256"] as const) {
      const key = await provenKey(driver, origin, "seller", curve)
      const lodging = { body: { sha256: "cd".repeat(32) } }
      const signed = await sendSigned(origin, key, "POST", "/api/v1/notarise", lodging, spoiled)
      expect(signed.status).toBe(200)
      expect(signed.headers.get("court-signature-base")).toMatch(/^sha-256=/)
      const wrong = await sendSigned(
        origin,
        key,
        "GET",
        "/api/v1/inbox",
        {},
        { baseUrl: "http://other.test" },
      )
      expect(wrong.status).toBe(401)
      // The client signs by the WebCrypto of Deno.
      const client = connect(config.baseUrl, {
        key: { keyid: key.proof.name, key: privateJwkOf(key) },
        fetch: (address, init) => fetch(String(address).replace(config.baseUrl, origin.url), init),
      })
      const lodged = await client.dealings.notarise({ payload: { sha256: "ef".repeat(32) } })
      expect(lodged.sha256).toBe("ef".repeat(32))
      expect((await client.agents.inbox()).items).toEqual([])
    }
    expect((await post("/notarise", "x".repeat(bodyBytesMax), headers)).status).toBe(413)
    expect((await fetch(`${url}/docket`)).status).toBe(200)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await expect(fetch(`${url}/docket`)).rejects.toThrow()
  })
})
