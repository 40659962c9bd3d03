import { describe, expect, it } from "vitest"
import { refuseForeign } from "./Guard.ts"

const from = (headers: Record<string, string>) =>
  refuseForeign({ header: (name) => headers[name] }, "https://court.example:8443")?.code ?? null

describe("a request to /mcp", () => {
  it.each([
    { host: "court.example:8443" },
    { host: "court.example" },
    { host: "COURT.example:8443", origin: "https://court.example:8443" },
    { host: "localhost:8080" },
    { host: "127.0.0.1:8080" },
    { host: "[::1]:8080" },
  ])("with %j is let through", (headers) => expect(from(headers)).toBeNull())

  it.each([
    {},
    { host: "" },
    { host: "evil.example" },
    { host: "court.example.evil.example" },
    { host: "evil.example@court.example:8443" },
    { host: "court.example:8443/x" },
    { host: "localhost.evil.example:8080" },
  ])("with %j is refused, since an attacker may have pointed another host name at this address", (headers) =>
    expect(from(headers)).toBe("foreign_host"),
  )

  it.each(["https://evil.example", "null", "http://court.example:8443", "https://court.example", ""])(
    "from a page of origin %j is refused",
    (origin) => expect(from({ host: "court.example:8443", origin })).toBe("foreign_origin"),
  )
})
