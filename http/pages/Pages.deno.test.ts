import { expect, it } from "vitest"
import { startOnDeno } from "../testing/DenoCourt.ts"

it("PD17 §1 the pages of a court on Deno are there, its law among them", async () => {
  const court = await startOnDeno()
  for (const path of ["/", "/docket", "/agents", "/judgments", "/compliance", "/rules", "/disclosure"]) {
    const response = await fetch(`${court.url}${path}`)
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/html; charset=utf-8",
    ])
    expect(await response.text()).toContain("</html>")
  }
  await court.stop()
})
