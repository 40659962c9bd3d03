/** The facts of a purchase by x402, read from the records of a court and the papers of its matter. */
import { describe, expect, it } from "vitest"
import { drawUp } from "../account/index.ts"
import { notarise } from "../dealings/index.ts"
import { artifact, signer } from "../evidence/testing/Artifacts.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { fileDefence, fileMatter } from "../matters/index.ts"
import { ProvenKey } from "../proofs/index.ts"
import { claim } from "../testing/Matters.ts"
import { network, till, txid, usdc, wallet } from "./testing/Accepted.ts"
import { paying, type Terms } from "./testing/Paid.ts"

const resource = "https://api.example.com/premium-data"
const unknown = { facts: [], rules: [], authorities: [] }

const offerTerms = {
  kind: "offer",
  by: "seller",
  resourceUrl: resource,
  network,
  asset: usdc.slice(usdc.indexOf(":0x") + 1),
  payTo: till.toLowerCase(),
  amount: "1500000",
  validUntil: null,
} as const satisfies Terms
const responseTerms = {
  kind: "response",
  by: "seller",
  url: resource,
  status: 500,
  payment: "header",
  transaction: txid,
} as const satisfies Terms

/** A court in which the buyer has paid 1.50 USDC from its wallet to the seller's till, and the seller has shown its key. */
const shop = async () => {
  const court = await paying(150)
  await court.proves("seller", "jwk:one")
  court.advance(1000)
  return {
    ...court,
    artifactOf: (terms: Terms) => artifact({ signers: [signer({ signedAt: null })], terms: [terms] }),
    lodge: (content: string, more: object = {}) => court.lodge("offer", sha256Hex(content), more),
    pays: (ref: string, more: object = {}) => court.pays(ref, { valueCents: 150, txid, ...more }),
    sees: (more: object = {}) => court.sees("1500000", more),
    files: (on: string, contents: ReadonlyArray<string>) => court.files(on, contents, "debt"),
  }
}

describe("the facts of a purchase", () => {
  it("PD15 §1B given an offer that was lodged, paid and seen on its chain, then it is a debt of the seller, whose papers come with the matter", async () => {
    const { artifactOf, lodge, pays, sees, deal, files, act, agents, now, advance } = await shop()
    const offer = artifactOf(offerTerms)
    const { id } = await lodge(offer)
    expect(await deal(id)).toBeNull()
    const { id: payment } = await pays(id)
    expect(await deal(id)).toBeNull()
    const minedAt = now()
    await sees()
    const before = await deal(id)
    expect(before).toMatchObject({
      kind: "debt",
      id,
      from: "purchase",
      parties: { supplier: agents.buyer.id, buyer: agents.seller.id },
      cents: 0,
      lodgedAt: minedAt,
      madeAt: minedAt,
      dealingAt: minedAt,
      stated: [],
      matter: null,
      purchase: { offers: [], responses: [], payments: [{ id: payment, txid, cents: 150 }] },
    })
    expect(before?.purchase?.transfers).toEqual([
      {
        txid,
        at: now(),
        network,
        asset: usdc,
        from: wallet,
        to: till,
        units: "1500000",
        cents: 150,
        minedAt,
      },
    ])
    advance(1000)
    const failed = artifactOf(responseTerms)
    const filed = await files(id, [offer, failed, "a letter"])
    expect(filed.accounts).toMatchObject([{ account: { price: 150, balance: 150 } }])
    const pleaded = await deal(id)
    expect(pleaded?.purchase).toMatchObject({
      offers: [
        {
          id: sha256Hex(offer),
          by: "supplier",
          at: now(),
          lodged: true,
          resource,
          network,
          asset: usdc,
          payTo: till,
          units: "1500000",
          cents: 150,
          until: minedAt + hours(24),
        },
      ],
      responses: [
        {
          id: sha256Hex(failed),
          by: "supplier",
          at: now(),
          resource,
          status: 500,
          payment: "header",
          transaction: txid,
        },
      ],
    })
    advance(1000)
    const cheap = artifactOf({ ...offerTerms, amount: "10000", validUntil: now() + hours(1) })
    await act(
      fileDefence,
      {
        id: filed.matter.id,
        ...unknown,
        responses: [{ n: 1, plea: "deny" }],
        evidence: [{ label: "offer", kind: "signature", content: cheap }],
      },
      agents.seller,
    )
    const defended = await deal(id)
    expect(defended?.purchase?.offers).toMatchObject([
      { by: "supplier" },
      { by: "buyer", at: now(), lodged: false, cents: 1, until: now() + hours(1) },
    ])
    expect(defended && drawUp(defended, now(), published.at(now()))).toMatchObject({ balance: 150 })
  })

  it("PD15 §1D given what the agent that paid signed, then it counts by its transaction; what the seller signed for itself does not", async () => {
    const { artifactOf, lodge, pays, sees, deal, files } = await shop()
    const offer = artifactOf(offerTerms)
    const { id } = await lodge(offer)
    await pays(id)
    await sees()
    const said = { kind: "delivery", by: "buyer", deal: txid.toUpperCase(), says: "accepted" } as const
    const more = { millionths: 0, sha256: null, criteria: null, signedAt: 1 }
    const by = (fingerprint: string, terms: Terms) =>
      artifact({ signers: [signer({ role: "buyer", signedAt: null, fingerprint })], terms: [terms] })
    const own = ProvenKey.fingerprintOf({ address: wallet })
    const accepted = by(own, { ...said, ...more })
    const lacking = by(own, { ...said, ...more, says: "undelivered", millionths: 1 })
    await files(id, [offer, accepted, lacking, by("jwk:one", { ...said, ...more })])
    expect((await deal(id))?.purchase?.taken).toEqual([
      { id: sha256Hex(accepted), at: expect.any(Number), transaction: txid },
    ])
  })

  it("PD15 §1B given terms in a token or of a sum that the Court does not count, or that another agent signed, then they do not count", async () => {
    const { artifactOf, lodge, pays, sees, deal, files } = await shop()
    const { id } = await lodge("an offer")
    await pays(id)
    await sees()
    const offers: ReadonlyArray<Terms> = [
      { ...offerTerms, asset: "0x0000000000000000000000000000000000000001" },
      { ...offerTerms, network: "eip155:999999" },
      { ...offerTerms, payTo: "nobody" },
      { ...offerTerms, amount: "1.5" },
      { ...offerTerms, amount: "9".repeat(19) },
      { ...offerTerms, network: "bip122:000000000019d6689c085ae165831e93", asset: "BTC" },
      { ...offerTerms, by: "somebody" },
    ]
    const odd = artifactOf({ ...offerTerms, resourceUrl: "no address" })
    await files(id, [...offers.map(artifactOf), odd])
    expect((await deal(id))?.purchase?.offers).toMatchObject([{ resource: "no address" }])
  })

  it("PD15 §1B given an entry for nobody, a payment without a transaction, by the seller, or in another token, then there is no purchase", async () => {
    const { lodge, pays, sees, deal, act, agents } = await shop()
    const { id: nobody } = await lodge("one", { counterparty: "Smith Ltd" })
    expect(await deal(nobody)).toBeNull()
    const { id } = await lodge("two")
    await pays(id, { txid: undefined })
    await act(
      notarise,
      { kind: "payment", counterparty: "buyer", valueCents: 150, ref: id, txid, sha256: "22".repeat(32) },
      agents.seller,
    )
    await sees({ asset: "eip155:8453/slip44:60" })
    expect(await deal(id)).toBeNull()
    await pays(id)
    expect(await deal(id)).toBeNull()
  })

  it("PD15 §1C given a refund that either side states on the entry, then it is a payment of the debt", async () => {
    const { artifactOf, lodge, pays, sees, deal, files, act, agents, now, advance } = await shop()
    const offer = artifactOf(offerTerms)
    const { id } = await lodge(offer)
    await pays(id)
    await sees()
    const refund = { kind: "refund", valueCents: 50, ref: id, counterparty: "seller" } as const
    await act(notarise, { ...refund, sha256: "33".repeat(32) }, agents.buyer)
    advance(1000)
    await files(id, [offer, artifactOf(responseTerms)])
    const found = await deal(id)
    expect(found?.stated).toMatchObject([{ kind: "payment", lodger: "supplier", cents: 50 }])
    expect(found && drawUp(found, now(), published.at(now()))).toMatchObject({
      owed: 150,
      paid: 50,
      balance: 100,
    })
  })

  it("PD15 §1B given a seller that claims on it, then its claim is its pleading", async () => {
    const { artifactOf, lodge, pays, sees, deal, act, agents, against, now, advance } = await shop()
    const offer = artifactOf(offerTerms)
    const { id } = await lodge(offer)
    await pays(id)
    await sees()
    advance(1000)
    const order = {
      kind: "pay",
      text: "Pay.",
      amountCents: 150,
      against: "buyer",
      inFavourOf: "seller",
    } as const
    const evidence = [{ label: "offer", kind: "signature" as const, content: offer }]
    const orders = [{ ...order, restsOn: [1], cause: "debt" as const, on: id }]
    const filed = {
      ...against("seller"),
      claim: claim({ facts: [{ n: 1, text: "Served." }], evidence, orders }),
    }
    const { accounts } = await act(fileMatter, filed, agents.seller)
    expect(accounts).toMatchObject([{ account: { balance: { min: 0, max: 150 } } }])
    expect((await deal(id))?.purchase?.offers).toMatchObject([{ by: "buyer", lodged: true }])
    expect((await deal(id))?.matter).toMatchObject({ claimant: "buyer", pleads: { buyer: now() } })
  })
})
