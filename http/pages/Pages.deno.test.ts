import { expect, it } from "vitest"
import { startOnDeno } from "../testing/DenoCourt.ts"

it("PD17 §1 a court on Deno serves the pages, with those of the law", async () => {
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
