/** `dryRun=true` on the papers of a dispute, and the check of a piece of evidence, over HTTP. */
import { Effect, Layer } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Verified } from "../../core/evidence/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { connect } from "../client/Connect.ts"
import type { Body } from "../testing/Dispute.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, send } from "../testing/TestCourt.ts"

const artifact = '{"format":"eip712"}'
const examined: Verified.Examined = {
  format: "x402_receipt",
  signers: [
    {
      role: "seller",
      key: "eip155:8453:0x52908400098527886E0F7030069857D2E4169EE7",
      fingerprint: "evm:0x52908400098527886e0f7030069857d2e4169ee7",
      valid: true,
      signedAt: null,
      entitled: null,
      host: null,
    },
  ],
  checks: [{ check: "signature", holds: true, why: "It is by the key." }],
  statement: [{ by: "seller", text: "Receipt: paid." }],
  documents: [],
}
const verifiers = Layer.succeed(Verified.Verifiers, {
  examine: (contents) => Effect.succeed(contents.map((content) => (content === artifact ? examined : null))),
})

let commits = 0
const store = Layer.effect(
  Store,
  Effect.map(MemoryStore.make, (driver) => ({
    ...driver,
    commit: (set) => Effect.tap(driver.commit(set), () => Effect.sync(() => (commits += 1))),
  })),
)

const court = givenCourt({ store, verifiers })
// One operator, so that filing between them is open.
const keys = givenAgents(court, ["buyer", "seller"], "op")
beforeEach(() => {
  commits = 0
})

const filing = (changes: object = {}, claim: object = {}) => ({
  respondent: "seller",
  title: "Undelivered translation",
  valueCents: 60_000,
  dealingAt: "2026-11-20T08:00:00.000Z",
  claim: {
    facts: [{ n: 1, text: "The translation was not delivered." }],
    evidence: [{ label: "receipt", kind: "signature", content: artifact }],
    rules: [],
    authorities: [{ citation: "[2020] ABC 1", proposition: "The price is returned." }],
    orders: [
      {
        kind: "pay",
        text: "Pay back the price.",
        amountCents: 4_000,
        against: "seller",
        inFavourOf: "buyer",
        restsOn: [1],
      },
    ],
    ...claim,
  },
  ...changes,
})

const post = async (key: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await send(court, "POST", `/api/v1${path}`, { key, body, headers })
  const answered = (await response.json()) as Body
  return { status: response.status, headers: response.headers, body: answered }
}

describe("dryRun", () => {
  it("Rule 4.1 says of a claim what would be recorded, with its track, its cap, its grades and its fees, and records nothing", async () => {
    const { status, body } = await post(keys.buyer, "/matters?dryRun=true", filing())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      dryRun: true,
      would: {
        answer: {
          matter: { status: "served", track: "ordinary", tenders: [{ grade: 0, outcome: "argument" }] },
          capCents: expect.any(Number),
        },
        evidence: [{ label: "receipt", verified: { format: "x402_receipt", statement: ["Receipt: paid."] } }],
        fees: { actCents: 0, judgmentCentsMax: 50 },
      },
    })
    expect(commits).toBe(0)
  })

  it("Rule 2.6 ignores an Idempotency-Key, under which the claim is filed afterwards", async () => {
    const key = { "idempotency-key": "claim-1" }
    const tried = await post(keys.buyer, "/matters?dryRun=true", filing(), key)
    const again = await post(keys.buyer, "/matters?dryRun=true", filing({ valueCents: 1 }), key)
    expect([tried.status, again.status]).toEqual([200, 200])
    const filed = await post(keys.buyer, "/matters", filing(), key)
    expect(filed.headers.get("idempotent-replayed")).toBe(null)
    expect(filed.body).toMatchObject({ matter: { status: "served" } })
  })

  it("Rule 4.3 dryRun=false performs the act; another word, or an act that can't be tried, is refused", async () => {
    const filed = await post(keys.buyer, "/matters", filing())
    const { id } = filed.body.matter as { readonly id: string }
    const paper = { facts: [], responses: [], evidence: [], rules: [], authorities: [] }
    expect((await post(keys.seller, `/matters/${id}/defence?dryRun=yes`, paper)).body).toMatchObject({
      status: 400,
    })
    expect((await post(keys.buyer, `/matters/${id}/call?dryRun=true`, {})).body).toMatchObject({
      status: 400,
    })
    const acted = await post(keys.seller, `/matters/${id}/defence?dryRun=false`, paper)
    expect(acted.body).toMatchObject({ id, status: "defended" })
  })

  it("Rule 2.6 is refused to a key that was revoked a moment ago", async () => {
    const gone = await enrolled(court, "gone", "op")
    await post(gone, "/matters?dryRun=true", filing())
    const rotated = await post(gone, "/agents/gone/keys", { revokePrevious: true })
    expect(rotated.status).toBe(200)
    expect((await post(gone, "/matters?dryRun=true", filing())).status).toBe(401)
    expect((await post(gone, "/evidence/check", { content: artifact })).status).toBe(401)
  })

  it("PD2 §2 is a method of its own in the client", async () => {
    const client = connect({ baseUrl: court.url, apiKey: keys.buyer })
    const tried = await client.matters.fileMatter.dryRun({ payload: filing() as never })
    expect(tried).toMatchObject({ dryRun: true, would: { answer: { matter: { respondent: "seller" } } } })
    expect(commits).toBe(0)
  })
})

describe("the check of a piece of evidence", () => {
  it("Rule 2.6 needs a credential, and takes no longer text than is verified at filing", async () => {
    const nobody = await send(court, "POST", "/api/v1/evidence/check", { body: { content: artifact } })
    expect(nobody.status).toBe(401)
    expect((await post(keys.buyer, "/evidence/check", { content: "x".repeat(65_537) })).status).toBe(400)
  })
})
