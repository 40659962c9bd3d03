/** The addresses that are added to notices, held against the operations of the interface. */
import { expect, it, describe as suite } from "vitest"
import { addresses, shownText } from "../../adapters/notices/Carrier.ts"
import { describe } from "./OpenApi.ts"

const { paths } = describe({ baseUrl: "https://court.example", sandbox: false })
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

suite("the addresses of what notices ask for", () => {
  it.each(Object.entries(addresses))("Rule 2.7 %s is an operation: %s", (_act, address) => {
    const [operation] = address.split("?")
    expect(operations).toContain(operation)
  })

  it("Rule 2.7 a text is shown with its addresses, and as it is if it asks for nothing", () => {
    const one = { act: "close-quote", on: "q-1" } as const
    const other = { act: "read-briefs", on: "b-1" } as const
    expect(shownText({ text: "Close it." })).toBe("Close it.")
    expect(shownText({ text: "Close it.", asks: [one] })).toBe(
      "Close it. The address is POST /api/v1/quotes/q-1/close.",
    )
    expect(shownText({ text: "Read it.", asks: [other, one] })).toBe(
      "Read it. The addresses are GET /api/v1/counsel/briefs and POST /api/v1/quotes/q-1/close.",
    )
  })
})
