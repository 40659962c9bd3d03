/** A payment beyond a mandate, from the dispute evidence (`dispute+jwt`) to a judgment on the papers, in a court that speaks it. */
import { createHash, createPrivateKey } from "node:crypto"
import { Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Evidence } from "../../adapters/evidence/index.ts"
import { type DisputeGiven, disputeOf, type Signing } from "../../adapters/evidence/testing/Disputes.ts"
import { recordTransaction } from "../../core/chains/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { formatsOf } from "../formats/index.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { decideOnThePapers } from "../testing/OnThePapers.ts"
import { answers, asReader, base, freshStore, usdc } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

type Body = Readonly<Record<string, unknown>>
type Of = "shop" | "owner"

const driver = freshStore()
const till = privateKeyToAccount(`0x${"6".repeat(64)}`)
const wallet = privateKeyToAccount(`0x${"7".repeat(64)}`)
const signing = (n: number): Signing => {
  const { did, jwk } = keyPair(n)
  const d = Buffer.alloc(32, n).toString("base64url")
  return {
    name: did,
    pair: { jwk, alg: "EdDSA", privateKey: createPrivateKey({ format: "jwk", key: { ...jwk, d } }) },
  }
}
const [owner, shop, stranger] = [signing(31), signing(32), signing(33)]
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

let court: TestCourt
let keys: { readonly [O in Of]: string }
let paid = 0

const ask = async <A = Body>(by: Of, method: string, path: string, body?: object): Promise<A> => {
  const init = body === undefined ? { key: keys[by] } : { key: keys[by], body }
  const response = await send(court, method, `/api/v1${path}`, init)
  const answer = (await response.json()) as A
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}
const proves = async (by: Of, asked: object, sign: (challenge: string) => string | Promise<string>) => {
  const path = `/agents/${by}/proofs`
  const { id, challenge } = await ask<{ id: string; challenge: string }>(by, "POST", path, asked)
  await ask(by, "POST", `${path}/${id}`, { signature: await sign(challenge) })
}

beforeAll(async () => {
  court = await startCourt({
    store: Layer.succeed(Store, driver),
    verifiers: Evidence.layer({ spoken: formatsOf(["dispute-jwt"]).flatMap(({ reads }) => reads ?? []) }),
  })
  keys = { shop: await enrolled(court, "shop"), owner: await enrolled(court, "owner") }
  const eligibility = { reference: "[2026] FB 1", statement: "Confirmed." }
  await send(court, "POST", "/api/v1/registrar/eligibility", { key: court.registrar, body: eligibility })
  await answers(driver, court.clock.now, base)
  await ask("shop", "PUT", "/agents/shop/stake", { stakeCents: 60_000 })
  for (const [by, account, { name }, n] of [
    ["shop", till, shop, 32],
    ["owner", wallet, owner, 31],
  ] as const) {
    await proves(by, { method: "evm", address: account.address, chainId: 8453 }, (message) =>
      account.signMessage({ message }),
    )
    await proves(by, { method: "did_key", did: name }, keyPair(n).sign)
  }
  court.clock.now += hours(1)
})
afterAll(() => court.stop())

/** The owner's agent pays the shop 450 USDC. The owner lodges the mandate and states the payment on it. */
const pays = async ({
  given = {},
  by = owner,
  to = shop,
}: {
  given?: DisputeGiven
  by?: Signing
  to?: Signing
} = {}) => {
  paid += 1
  const txid = `0x${String(paid).padStart(64, "0")}`
  const at = Math.floor(court.clock.now / 1000)
  const made = await disputeOf(by, to, {
    at,
    ...given,
    receipt: { transaction: txid, ...given.receipt },
    grant: { jti: `grant-${paid}`, ...given.grant },
  })
  const lodged = { kind: "mandate", counterparty: "shop", sha256: hashOf(made.grant) }
  const { id: entry } = await ask<{ id: string }>("owner", "POST", "/notarise", lodged)
  const payment = { kind: "payment", counterparty: "shop", valueCents: 45_000, ref: entry, txid }
  await ask("owner", "POST", "/notarise", { ...payment, sha256: hashOf(made.receipt) })
  const transfer = { asset: usdc, from: wallet.address, to: till.address, units: "450000000", index: 0 }
  const mined = { network: base, height: 99, blockHash: "0x99", minedAt: (at - 60) * 1000 }
  await asReader(driver, court.clock.now, recordTransaction, { txid, ...mined, transfers: [transfer] })
  court.clock.now += 1_000
  return { ...made, entry }
}
const blank = { facts: [], evidence: [], rules: [], authorities: [] }

const claimOf = (entry: string, dispute: string) => ({
  respondent: "shop",
  title: "A payment beyond a mandate",
  valueCents: 35_000,
  dealingAt: new Date(court.clock.now - 1_000).toISOString(),
  claim: {
    facts: [{ n: 1, text: "The payment was beyond the mandate.", evidence: ["dispute"] }],
    evidence: [{ label: "dispute", kind: "signature", content: dispute }],
    rules: ["Whoever knows a mandate takes no more than it allows."],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "Pay back what was beyond the mandate.",
        amountCents: 35_000,
        against: "shop",
        inFavourOf: "owner",
        restsOn: [1],
        cause: "mandate",
        on: entry,
      },
    ],
  },
})

const judged = async (entry: string, dispute: string, isDefended = false) => {
  const { matter } = await ask<{ matter: { id: string } }>(
    "owner",
    "POST",
    "/matters",
    claimOf(entry, dispute),
  )
  const { pleadings } = await ask<{
    pleadings: { claim: { evidence: ReadonlyArray<{ verified: Body | null }> } }
  }>("owner", "GET", `/matters/${matter.id}`)
  if (isDefended) {
    const responses = [{ n: 1, plea: "deny" }]
    await ask("shop", "POST", `/matters/${matter.id}/defence`, { ...blank, responses })
    await ask("owner", "POST", `/matters/${matter.id}/reply`, blank)
  } else court.clock.now += hours(49)
  await ask("owner", "POST", `/matters/${matter.id}/call`)
  await decideOnThePapers(driver, court.clock.now, matter.id)
  const { citation } = await ask<{ citation: string }>("owner", "GET", `/matters/${matter.id}`)
  const { payload } = await ask<{ payload: string }>(
    "owner",
    "GET",
    `/judgments/${encodeURIComponent(citation)}`,
  )
  court.clock.now += hours(1)
  const { orders, reasons } = JSON.parse(payload) as { orders: ReadonlyArray<Body>; reasons: string }
  const sums = orders.flatMap(({ kind, amountCents }) => (kind === "pay" ? [amountCents] : []))
  return { sums, reasons, verified: pleadings.claim.evidence[0]?.verified }
}

describe("a payment beyond a mandate", () => {
  it("PD15 §16 given dispute evidence whose receipt the shop signed, and a shop that does not plead, then the part over the limit is ordered back", async () => {
    const { dispute, entry } = await pays()
    const tried = await ask("owner", "POST", "/matters?dryRun=true", claimOf(entry, dispute))
    expect(tried).toMatchObject({
      would: { answer: { accounts: [{ account: { price: 35_000, balance: 35_000 } }] } },
    })
    const { sums, reasons, verified } = await judged(entry, dispute)
    expect(verified).toMatchObject({
      format: "dispute_jwt",
      signers: [
        { role: "disputant", agent: "owner" },
        { role: "owner", agent: "owner" },
        { role: "issuer", agent: "shop" },
      ],
    })
    expect(sums).toEqual([35_000])
    expect(reasons).toContain("- price: found (USD 350.00)")
  })

  it("PD15 §16C given a shop that pleads, then the papers leave it open, since the goods may stay", async () => {
    const { dispute, entry } = await pays()
    const { sums, reasons } = await judged(entry, dispute, true)
    expect(sums).toEqual([])
    expect(reasons).toContain("between USD 0.00 and USD 350.00")
  })

  it("PD15 §16B given a false difference, or a constraint that is not known, then nothing is ordered", async () => {
    const stated = { field: "constraints.maxAmount", authorized: "1", actual: "450000000" }
    const constraints = { maxAmount: "100000000", currency: "USDC", perDay: "1" }
    for (const given of [{ delta: [stated] }, { grant: { constraints } }]) {
      const { dispute, entry } = await pays({ given })
      expect((await judged(entry, dispute)).sums).toEqual([])
    }
  })

  it("PD15 §16 given a receipt or a mandate that somebody else signed, then nothing is ordered", async () => {
    for (const who of [{ to: stranger }, { by: stranger }]) {
      const { dispute, entry } = await pays(who)
      expect((await judged(entry, dispute)).sums).toEqual([])
    }
  })
})
