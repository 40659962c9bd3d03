/** A purchase by x402 without a quote, from the offer that the seller signed to a judgment on the papers. */
import { createHash, createPrivateKey } from "node:crypto"
import { Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { beforeAll, describe, expect, it } from "vitest"
import {
  offerOf,
  type ResponseGiven,
  signedResponse,
  typedOffer,
  typedReceipt,
} from "../../adapters/evidence/testing/Artifacts.ts"
import { Papers } from "../../adapters/judge/index.ts"
import { decodeParts, rejudge } from "../../core/bench/index.ts"
import { recordTransaction } from "../../core/chains/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { asking } from "../testing/Asking.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { decideOnThePapers } from "../testing/OnThePapers.ts"
import { answers, asReader, base, freshStore, usdc } from "../testing/Rails.ts"
import { enrolled } from "../testing/TestCourt.ts"
import { verifying } from "../testing/Verifying.ts"

type Body = Readonly<Record<string, unknown>>
type Of = "seller" | "buyer"

const driver = freshStore()
const till = privateKeyToAccount(`0x${"4".repeat(64)}`)
const stranger = privateKeyToAccount(`0x${"5".repeat(64)}`)
const wallet = privateKeyToAccount(`0x${"3".repeat(64)}`)
const pair = keyPair(21)
const d = Buffer.alloc(32, 21).toString("base64url")
const server = {
  jwk: pair.jwk,
  alg: "EdDSA",
  privateKey: createPrivateKey({ format: "jwk", key: { ...pair.jwk, d } }),
}
const keyid = `${pair.did}#${pair.did.slice("did:key:".length)}`
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

const court = givenCourt({
  store: Layer.succeed(Store, driver),
  verifiers: verifying({ allowLoopback: true }),
})
let keys: { readonly [O in Of]: string }
let sold = 0

type Asking = Awaited<ReturnType<typeof asking<Of>>>
let ask: Asking["ask"]
let proves: Asking["proves"]
let provesWallet: Asking["provesWallet"]

beforeAll(async () => {
  keys = { seller: await enrolled(court, "seller"), buyer: await enrolled(court, "buyer") }
  ;({ ask, proves, provesWallet } = await asking(court, keys))
  await answers(driver, court.clock.now, base)
  await ask("seller", "PUT", "/agents/seller/stake", { stakeCents: 60_000 })
  await provesWallet("seller", till)
  await provesWallet("buyer", wallet)
  await proves("seller", { method: "did_key", did: pair.did }, pair.sign)
  court.clock.now += 1_000
})

interface Bought {
  readonly offer: string
  readonly txid: string
  readonly entry: string
}

/** The buyer pays an offer of USD 1.50, lodges the offer, and states the payment on it; the chain shows the transfer. */
const buys = async (by = till): Promise<Bought> => {
  sold += 1
  const txid = `0x${String(sold).padStart(64, "0")}`
  const validUntil = Math.floor(court.clock.now / 1000) + 600
  const offer = JSON.stringify(
    await typedOffer(by, { ...offerOf(till.address), amount: "1500000", validUntil }),
  )
  const lodged = { kind: "offer", counterparty: "seller", sha256: hashOf(offer) }
  const { id: entry } = await ask<{ id: string }>("buyer", "POST", "/notarise", lodged)
  const payment = { kind: "payment", counterparty: "seller", valueCents: 150, ref: entry, txid }
  await ask("buyer", "POST", "/notarise", { ...payment, sha256: hashOf(txid) })
  const transfer = { asset: usdc, from: wallet.address, to: till.address, units: "1500000", index: 0 }
  const mined = { network: base, height: 99, blockHash: "0x99", minedAt: court.clock.now }
  await asReader(driver, court.clock.now, recordTransaction, { txid, ...mined, transfers: [transfer] })
  court.clock.now += 1_000
  return { offer, txid, entry }
}
const answered = ({ txid }: Bought, given: ResponseGiven = {}): string =>
  JSON.stringify(
    signedResponse(server, keyid, {
      created: Math.floor(court.clock.now / 1000),
      transaction: txid,
      nonce: txid,
      ...given,
    }),
  )
const evidenceOf = (contents: ReadonlyArray<string>) =>
  contents.map((content, i) => ({ label: `paper ${i + 1}`, kind: "signature", content }))
const claimOf = ({ entry }: Bought, papers: ReadonlyArray<string>) => ({
  respondent: "seller",
  title: "A call that was paid for and not served",
  valueCents: 150,
  dealingAt: new Date(court.clock.now - 1_000).toISOString(),
  claim: {
    facts: [{ n: 1, text: "The call was not served.", evidence: ["paper 1"] }],
    evidence: evidenceOf(papers),
    rules: ["Who is paid for a call serves it."],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "Pay back the price.",
        amountCents: 150,
        against: "seller",
        inFavourOf: "buyer",
        restsOn: [1],
        cause: "debt",
        on: entry,
      },
    ],
  },
})
const blank = { facts: [], evidence: [], rules: [], authorities: [] }

/** The judgment in a matter as anybody computes it again from what its judge read. */
const again = async (id: string) => {
  const path = `/matters/${id}/bundle`
  type Bundle = { manifest: { parts: ReadonlyArray<{ part: string; sha256: string }> } }
  const { parts } = (await ask<Bundle>("buyer", "GET", path)).manifest
  const read = async (name: string) => {
    const { sha256 } = parts.find(({ part }) => part === name) ?? { sha256: "" }
    const { text } = await ask<{ text: string }>("buyer", "GET", `${path}/${sha256}`)
    return text
  }
  const [figures, delivery, deals, papers] = [
    await read("figures"),
    await read("delivery"),
    await read("deals"),
    await read("papers"),
  ]
  return rejudge(decodeParts({ figures, delivery, deals, papers }), Papers.decisionOf)
}

/** Files the claim, has the seller plead or be silent, calls, and gives the judgment. */
const judged = async (bought: Bought, papers: ReadonlyArray<string>, pleads = false) => {
  const { matter } = await ask<{ matter: { id: string } }>(
    "buyer",
    "POST",
    "/matters",
    claimOf(bought, papers),
  )
  if (pleads) {
    const responses = [{ n: 1, plea: "deny" }]
    await ask("seller", "POST", `/matters/${matter.id}/defence`, { ...blank, responses })
    await ask("buyer", "POST", `/matters/${matter.id}/reply`, blank)
  } else court.clock.now += hours(49)
  await ask("buyer", "POST", `/matters/${matter.id}/call`)
  await decideOnThePapers(driver, court.clock.now, matter.id)
  const { citation } = await ask<{ citation: string }>("buyer", "GET", `/matters/${matter.id}`)
  const path = `/judgments/${encodeURIComponent(citation)}`
  const { payload } = await ask<{ readonly payload: string }>("buyer", "GET", path)
  expect(await again(matter.id)).toBe(payload)
  court.clock.now += hours(1)
  return JSON.parse(payload) as { readonly orders: ReadonlyArray<Body>; readonly reasons: string }
}

const payOf = ({ orders }: Awaited<ReturnType<typeof judged>>) =>
  orders.flatMap(({ kind, amountCents }) => (kind === "pay" ? [amountCents] : []))

describe("a purchase by x402", () => {
  it("PD15 §1D given a failure that the seller signed, then the price is ordered back though the seller pleads", async () => {
    const bought = await buys()
    const papers = [bought.offer, answered(bought)]
    // A trial says before the filing what the claim would get.
    const tried = await ask("buyer", "POST", "/matters?dryRun=true", claimOf(bought, papers))
    expect(tried).toMatchObject({
      would: { answer: { accounts: [{ account: { price: 150, balance: 150 } }] } },
    })
    const without = await ask("buyer", "POST", "/matters?dryRun=true", claimOf(bought, [answered(bought)]))
    const lacking = {
      line: "price",
      finding: "not_found",
      wanted: expect.objectContaining({ who: "supplier" }),
    }
    const lines = expect.arrayContaining([expect.objectContaining(lacking)])
    expect(without).toMatchObject({ would: { answer: { accounts: [{ account: { balance: 0, lines } }] } } })
    const judgment = await judged(bought, papers, true)
    expect(payOf(judgment)).toEqual([150])
    expect(judgment.reasons).toContain("- served: not found, by artifact")
  })

  it("PD15 §1B given an offer that a stranger signed, or a receipt in its place, then nothing is owed", async () => {
    const forged = await buys(stranger)
    expect(payOf(await judged(forged, [forged.offer, answered(forged)]))).toEqual([])
    const bought = await buys()
    const receipt = JSON.stringify(await typedReceipt(till))
    expect(payOf(await judged(bought, [receipt, answered(bought)]))).toEqual([])
  })

  it("PD15 §1D given a response that the buyer signed itself, or one of another payment, then it shows no failure", async () => {
    const bought = await buys()
    const other = await buys()
    const foreign = createPrivateKey({
      format: "jwk",
      key: { ...keyPair(22).jwk, d: Buffer.alloc(32, 22).toString("base64url") },
    })
    const own = keyPair(22)
    const forged = JSON.stringify(
      signedResponse({ ...server, privateKey: foreign }, `${own.did}#${own.did.slice("did:key:".length)}`, {
        transaction: bought.txid,
        created: Math.floor(court.clock.now / 1000),
      }),
    )
    const judgment = await judged(bought, [bought.offer, forged, answered(other)], true)
    expect(payOf(judgment)).toEqual([])
    expect(judgment.reasons).toContain("- served: undetermined")
  })
})
