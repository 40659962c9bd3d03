/** The findings on a signed artifact, as the parties and the judge read it over HTTP. */
import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Verifiers } from "../../core/evidence/index.ts"
import { artifact, reading, sentence, signer } from "../../core/evidence/testing/Artifacts.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

describe("signed artifacts over HTTP", () => {
  let court: TestCourt
  let key: string
  beforeAll(async () => {
    court = await startCourt({ verifiers: Layer.succeed(Verifiers, reading) })
    key = await enrolled(court, "buyer", "one")
    await enrolled(court, "seller", "one")
  })
  afterAll(() => court.stop())

  it("Rule 4.11 given an artifact whose key is nobody's, then it is filed all the same, and party and judge are shown which checks fail", async () => {
    const body = {
      respondent: "seller",
      title: "Price of an undelivered report",
      valueCents: 80_000,
      dealingAt: "2026-11-20T09:00:00.000Z",
      claim: {
        facts: [{ n: 1, text: sentence, evidence: ["offer"] }],
        evidence: [
          { label: "offer", kind: "signature", content: artifact({ signers: [signer({ signedAt: null })] }) },
        ],
        rules: ["An offer binds the supplier to deliver."],
        authorities: [],
        orders: [{ kind: "declaration", text: "So.", against: "seller", inFavourOf: "buyer", restsOn: [1] }],
      },
    }
    const filed = await send(court, "POST", "/api/v1/matters", { key, body })
    expect(filed.status).toBe(200)
    const { matter } = (await filed.json()) as { readonly matter: { readonly id: string } }
    for (const reader of [key, court.judge]) {
      const answer = await send(court, "GET", `/api/v1/matters/${matter.id}`, { key: reader })
      expect(await answer.json()).toMatchObject({
        pleadings: {
          claim: {
            evidence: [
              {
                verified: {
                  format: "x402_offer",
                  signers: [{ role: "seller", key: "did:key:z6Mk1", agent: null }],
                  checks: [
                    { check: "signature", holds: true },
                    {
                      check: "authority",
                      holds: false,
                      why: expect.stringContaining("No agent of this Court"),
                    },
                  ],
                  statement: [sentence],
                  asOf: expect.stringMatching(/Z$/),
                },
              },
            ],
          },
        },
      })
    }
  })
})
