/** The papers and the record that the judge is shown of a matter that an enrolled agent files for its client. */
import { describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { enrolled, send, startCourt } from "../testing/TestCourt.ts"

const order = {
  kind: "pay",
  text: "Pay back the price.",
  amountCents: 40_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1],
}
const filing = {
  ...Examples.filing,
  respondent: "seller",
  claim: { ...Examples.filing.claim, orders: [order] },
}
const advise = { task: "claim", instructions: "Get the price back. canary-instruction" }

interface Matter {
  readonly id: string
  readonly claimant: string
  readonly counsel: { readonly claimant: string | null; readonly respondent: string | null }
  readonly claim: { readonly filedBy: string }
}

describe("counsel and the judge", () => {
  it("PD2 §8 the judge reads the papers of the parties, and not that counsel wrote or filed them", async () => {
    const court = await startCourt()
    const buyer = await enrolled(court, "buyer")
    await enrolled(court, "seller", "buyer")
    const lawyer = await enrolled(court, "lawyer")
    const post = (key: string, path: string, body: object) =>
      send(court, "POST", `/api/v1${path}`, { key, body })
    await post(buyer, "/counsel/brief", { ...advise, counsel: "lawyer" })
    const filed = await post(lawyer, "/matters", { ...filing, client: "buyer" })
    const { matter } = (await filed.json()) as { matter: Matter }
    const read = await send(court, "GET", `/api/v1/matters/${matter.id}`, { key: court.judge })
    const text = await read.text()
    expect(JSON.parse(text)).toMatchObject({
      counsel: { claimant: null, respondent: null },
      claim: { filedBy: "buyer" },
    })
    expect(text).not.toMatch(/lawyer|canary/)
    await court.stop()
  })
})
