import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Exit, Layer, Scope } from "effect"
import { expect, it } from "vitest"
import { court } from "../bin/Composition.ts"
import { listen } from "../bin/deno.ts"
import { running } from "../bin/Running.ts"
import { read } from "../Config.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { type Era, mcpClient } from "../testing/McpClient.ts"

it.each(["modern", "legacy"] as const)("the tools of a court on Deno answer (%s)", async (era: Era) => {
  const data = mkdtempSync(join(tmpdir(), "court-deno-mcp-"))
  const config = Either.getOrThrow(read({ COURT_DATA: data, PORT: "0", COURT_STORE: "memory:" }))
  const scope = Effect.runSync(Scope.make())
  const port = await Effect.runPromise(
    Layer.buildWithScope(court(config), scope).pipe(
      Effect.flatMap((context) =>
        Effect.provide(Scope.extend(running(config, listen(config)), scope), context),
      ),
    ),
  )
  const url = `http://127.0.0.1:${port}`
  const { client, call } = await mcpClient(url, null, era)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain("check_compliance")
  const { value } = await call("enrol", enrolmentBody("seller"))
  const seller = await mcpClient(url, String(value.apiKey), era)
  expect((await seller.call("inbox")).refused).toBe(false)
  expect((await call("inbox")).value).toMatchObject({ code: "unauthenticated" })
  const foreign = { method: "POST", headers: { origin: "https://evil.example" } }
  expect((await fetch(`${url}/mcp`, foreign)).status).toBe(403)
  await client.close()
  await seller.client.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
