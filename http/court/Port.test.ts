import { describe, expect, it } from "vitest"
import { sandbox } from "./Config.ts"
import { onItsPort } from "./StartFailure.ts"

describe("the port of a court", () => {
  it("Rule 2.6 given PORT=0, then the court has a free port, and its address names that port", async () => {
    const { port, baseUrl } = await onItsPort({ ...sandbox("."), baseUrl: "http://127.0.0.1:0" })
    expect(port).toBeGreaterThan(0)
    expect(baseUrl).toBe(`http://127.0.0.1:${port}`)
  })

  it("Rule 2.6 given an address of its own, then a court keeps it", async () => {
    const { baseUrl } = await onItsPort({ ...sandbox("."), baseUrl: "https://court.example" })
    expect(baseUrl).toBe("https://court.example")
  })
})
