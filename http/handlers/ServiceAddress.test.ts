/** A service address that the court never calls is refused when it is given, and not at the first delivery. */
import { beforeAll, describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolmentBody, send } from "../testing/TestCourt.ts"

describe("a service address", () => {
  const court = givenCourt()
  let key: string
  beforeAll(async () => {
    const body = { ...enrolmentBody("seller", "seller"), did: "did:web:famous.example" }
    const answer = await send(court, "POST", "/api/v1/enrol", { body })
    const { apiKey } = (await answer.json()) as { readonly apiKey: string }
    key = apiKey
  })

  it.each(["https://127.0.0.1:8443/hook", "https://10.0.0.8/hook", "https://localhost/hook"])(
    "Rule 2.7 given %s, then it is refused at once, and the agent keeps the address that it has",
    async (serviceUrl) => {
      const answer = await send(court, "PUT", "/api/v1/agents/seller/service", { key, body: { serviceUrl } })
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { code: "service_barred", rule: "Rule 2.7A" },
      ])
    },
  )

  it("Rule 2.7 given a public address or no address, then it is set", async () => {
    for (const serviceUrl of ["https://seller.example/hook", null]) {
      const answer = await send(court, "PUT", "/api/v1/agents/seller/service", { key, body: { serviceUrl } })
      expect(await answer.json()).toMatchObject({ serviceUrl })
    }
  })

  it("PD3 §4 given a DID that was only stated at enrolment, then nobody is shown it", async () => {
    const answer = await send(court, "GET", "/api/v1/agents/seller")
    expect(await answer.json()).toMatchObject({ handle: "seller", did: null })
  })
})
