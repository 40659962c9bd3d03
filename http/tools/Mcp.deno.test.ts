import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolmentBody } from "../testing/Bodies.ts"
import { startOnDeno } from "../testing/DenoCourt.ts"
import { type Era, mcpClient } from "../testing/McpClient.ts"
import type { HostInstructions } from "./Invoke.ts"

describe("the tools of a court on Deno", () => {
  let court: Awaited<ReturnType<typeof startOnDeno>>
  beforeAll(async () => {
    court = await startOnDeno()
  })
  afterAll(() => court.stop())

  it.each(["modern", "legacy"] as const)(
    "let a host enrol an agent and read its inbox (%s)",
    async (era: Era) => {
      const { client, call } = await mcpClient(court.url, null, era)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain("check_compliance")
      const { value } = await call("credentials", { action: "enrol", ...enrolmentBody(`seller-${era}`) })
      const { request } = value as unknown as HostInstructions
      const sent = await fetch(`${court.url}/api/v1/enrol`, {
        ...request,
        body: JSON.stringify(request.body),
      })
      const { apiKey } = (await sent.json()) as { readonly apiKey: string }
      const seller = await mcpClient(court.url, apiKey, era)
      expect((await seller.call("inbox")).refused).toBe(false)
      await expect(call("inbox")).rejects.toThrow(/unauthenticated/)
      await client.close()
      await seller.client.close()
    },
  )

  it("are closed to pages of other origins", async () => {
    const foreign = { method: "POST", headers: { origin: "https://evil.example" } }
    expect((await fetch(`${court.url}/mcp`, foreign)).status).toBe(403)
  })
})
