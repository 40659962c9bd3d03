/**
 * A served court in which a seller and a buyer trade by quotes, for tests of records that they signed in other protocols. A quote has the
 * reference that such a protocol knows, and the court's own judge decides a matter on it on the papers.
 */
import { createPrivateKey } from "node:crypto"
import { Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import type { Pair } from "../../adapters/evidence/testing/Artifacts.ts"
import type { Verified } from "../../core/evidence/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { asking } from "./Asking.ts"
import { keyPair } from "./KeyPair.ts"
import { decideOnThePapers } from "./OnThePapers.ts"
import { freshStore } from "./Rails.ts"
import { enrolled, startCourt, type TestCourt } from "./TestCourt.ts"
import { verifying } from "./Verifying.ts"

type Body = Readonly<Record<string, unknown>>
/** A side of every quote of the court. */
export type Party = "seller" | "buyer"
type Options = NonNullable<Parameters<typeof verifying>[0]>

/** The key of a seed as artifacts sign with it, and the `kid` under which it is known. */
export const signing = (seed: number): { readonly pair: Pair; readonly kid: string } => {
  const { did, jwk } = keyPair(seed)
  const d = Buffer.alloc(32, seed).toString("base64url")
  const privateKey = createPrivateKey({ format: "jwk", key: { ...jwk, d } })
  return { pair: { jwk, alg: "EdDSA", privateKey }, kid: `${did}#${did.slice("did:key:".length)}` }
}

/** The seeds of the keys that each side has shown, and the addresses that it has shown. */
const seeds = { seller: 31, buyer: 32 } as const
/** The keys by which each side signs tokens. */
export const signers: { readonly [P in Party]: ReturnType<typeof signing> } = {
  seller: signing(seeds.seller),
  buyer: signing(seeds.buyer),
}
/** The addresses by which each side signs typed data and messages. */
export const wallets = {
  seller: privateKeyToAccount(`0x${"4".repeat(64)}`),
  buyer: privateKeyToAccount(`0x${"3".repeat(64)}`),
} as const

const blank = { facts: [], evidence: [], rules: [], authorities: [] }
const evidenceOf = (contents: ReadonlyArray<string>) =>
  contents.map((content, i) => ({ label: `paper ${i + 1}`, kind: "signature", content }))

/** A quote and how it went. The price is USD 100.00. */
export interface Trade {
  readonly ref: string
  /** The words of the seller's close; null if it does not close. */
  readonly delivered?: string | null
  /** Whether the buyer disputes the close. */
  readonly disputed?: boolean
  readonly more?: object
}

/** A judgment as far as tests read it. */
export interface Judged {
  readonly reasons: string
  /** Who pays how much. */
  readonly pays: ReadonlyArray<{ readonly against: string; readonly cents: number }>
}

/** A court that speaks some formats. */
export const doorCourt = async (spoken: ReadonlyArray<Verified.Format>, options: Partial<Options> = {}) => {
  const driver = freshStore()
  const court: TestCourt = await startCourt({
    store: Layer.succeed(Store, driver),
    verifiers: verifying({ allowLoopback: true, spoken, ...options }),
  })
  const keys = { seller: await enrolled(court, "seller"), buyer: await enrolled(court, "buyer") }
  const { ask, proves, provesWallet } = await asking(court, keys)
  for (const by of ["seller", "buyer"] as const) {
    await ask(by, "PUT", `/agents/${by}/stake`, { stakeCents: 60_000 })
    const { did, sign } = keyPair(seeds[by])
    await proves(by, { method: "did_key", did }, sign)
    await provesWallet(by, wallets[by])
  }
  const names = new Map<string, Party>()
  for (const by of ["seller", "buyer"] as const)
    names.set((await ask<{ id: string }>(by, "GET", `/agents/${by}`)).id, by)
  court.clock.now += 1_000

  let paid = 0
  /** A quote that was accepted and paid, closed by the seller and, if so, disputed by the buyer; the id of the quote. */
  const trades = async ({
    ref,
    delivered = "All of it.",
    disputed = true,
    more = {},
  }: Trade): Promise<string> => {
    const dueBy = new Date(court.clock.now + hours(24)).toISOString()
    const offer = { buyer: "buyer", priceCents: 10_000, deliverable: "4 units", dueBy, ref, ...more }
    const { id } = await ask<{ id: string }>("seller", "POST", "/quotes", offer)
    await ask("buyer", "POST", `/quotes/${id}/accept`, {})
    paid += 1
    const payment = { kind: "payment", counterparty: "seller", valueCents: 10_000, ref: id }
    const sha256 = String(paid).padStart(64, "0")
    const { id: entry } = await ask<{ id: string }>("buyer", "POST", "/notarise", { ...payment, sha256 })
    await ask("seller", "POST", `/dealings/${entry}/review`, { outcome: "confirmed" })
    court.clock.now += 1_000
    if (delivered === null) return id
    await ask("seller", "POST", `/quotes/${id}/close`, { priceChargedCents: 10_000, delivered })
    court.clock.now += 1_000
    const answer = { priceChargedCents: 10_000, delivered: "Not all.", dispute: "Units did not come." }
    if (disputed) await ask("buyer", "POST", `/quotes/${id}/close`, answer)
    court.clock.now += 1_000
    return id
  }
  const claimOf = (quoteId: string, papers: ReadonlyArray<string>) => ({
    respondent: "seller",
    title: "A delivery that did not come whole",
    valueCents: 10_000,
    dealingAt: new Date(court.clock.now - 1_000).toISOString(),
    quoteId,
    claim: {
      ...blank,
      facts: [
        { n: 1, text: "It did not come whole.", ...(papers.length > 0 ? { evidence: ["paper 1"] } : {}) },
      ],
      evidence: evidenceOf(papers),
      rules: ["Who is paid delivers."],
      orders: [
        {
          kind: "pay",
          text: "Pay back what was paid for nothing.",
          amountCents: 10_000,
          against: "seller",
          inFavourOf: "buyer",
          restsOn: [1],
          cause: "account",
        },
      ],
    },
  })
  /** The account that a claim of the buyer's would be decided by, if it were filed now with some papers. */
  const tries = async (quoteId: string, papers: ReadonlyArray<string>) => {
    type Tried = { would: { answer: { accounts: ReadonlyArray<{ account: Body & { balance: unknown } }> } } }
    const path = "/matters?dryRun=true"
    const { would } = await ask<Tried>("buyer", "POST", path, claimOf(quoteId, papers))
    return would.answer.accounts[0]?.account
  }
  /** Files the buyer's claim with papers, has the seller plead with its own, and gives the judgment of the judge on the papers. */
  const judges = async (
    quoteId: string,
    papers: ReadonlyArray<string>,
    defence: ReadonlyArray<string> = [],
  ): Promise<Judged> => {
    const filed = await ask<{ matter: { id: string } }>("buyer", "POST", "/matters", claimOf(quoteId, papers))
    const { id } = filed.matter
    const body = { ...blank, evidence: evidenceOf(defence), responses: [{ n: 1, plea: "deny" }] }
    await ask("seller", "POST", `/matters/${id}/defence`, body)
    await ask("buyer", "POST", `/matters/${id}/reply`, blank)
    await ask("buyer", "POST", `/matters/${id}/call`)
    await decideOnThePapers(driver, court.clock.now, id)
    const { citation } = await ask<{ citation: string }>("buyer", "GET", `/matters/${id}`)
    const path = `/judgments/${encodeURIComponent(citation)}`
    const { payload } = await ask<{ readonly payload: string }>("buyer", "GET", path)
    court.clock.now += hours(1)
    const { orders, reasons } = JSON.parse(payload) as { orders: ReadonlyArray<Body>; reasons: string }
    const pays = orders.flatMap(({ kind, against, amountCents }) =>
      kind === "pay" && typeof amountCents === "number" && amountCents > 0
        ? [{ against: names.get(String(against)) ?? "nobody", cents: amountCents }]
        : [],
    )
    return { reasons, pays }
  }
  return { court, driver, ask, trades, tries, judges }
}
