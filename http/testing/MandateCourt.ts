/** For tests: a court with a shop and an owner whose agent pays it, and the way from a paper on the payment to a judgment on the papers. */
import { createHash, createPrivateKey } from "node:crypto"
import { Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import type { Pair } from "../../adapters/evidence/testing/Artifacts.ts"
import { recordTransaction } from "../../core/chains/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { formatsOf } from "../formats/index.ts"
import { asking } from "./Asking.ts"
import { keyPair } from "./KeyPair.ts"
import { decideOnThePapers } from "./OnThePapers.ts"
import { answers, asReader, base, freshStore, usdc } from "./Rails.ts"
import { enrolled, startCourt } from "./TestCourt.ts"
import { verifying } from "./Verifying.ts"

type Body = Readonly<Record<string, unknown>>

const till = privateKeyToAccount(`0x${"6".repeat(64)}`)
const wallet = privateKeyToAccount(`0x${"7".repeat(64)}`)
const signing = (n: number): { readonly pair: Pair; readonly name: string } => {
  const { did, jwk } = keyPair(n)
  const d = Buffer.alloc(32, n).toString("base64url")
  return {
    name: did,
    pair: { jwk, alg: "EdDSA", privateKey: createPrivateKey({ format: "jwk", key: { ...jwk, d } }) },
  }
}
/** The keys that the owner and the shop have proven to the court, and the key of a stranger. */
export const [owner, shop, stranger] = [signing(31), signing(32), signing(33)]
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

/** A mandate and a receipt, the paper that shows both, and the entry under which the mandate is lodged. */
export interface Made {
  readonly mandate: string
  readonly receipt: string
  readonly paper: string
}

/** Makes the papers of a payment that the chain shows, at a time in seconds. */
export type Make = (txid: string, at: number, n: number) => Promise<Made>

const claimOf = (entry: string, paper: string, now: number) => ({
  respondent: "shop",
  title: "A payment beyond a mandate",
  valueCents: 35_000,
  dealingAt: new Date(now - 1_000).toISOString(),
  claim: {
    facts: [{ n: 1, text: "The payment was beyond the mandate.", evidence: ["paper"] }],
    evidence: [{ label: "paper", kind: "signature", content: paper }],
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

/** Starts a court that speaks these experimental formats, with both agents enrolled and their keys and addresses proven. */
export const startMandateCourt = async (formats: ReadonlyArray<"dispute-jwt"> = []) => {
  const driver = freshStore()
  const court = await startCourt({
    store: Layer.succeed(Store, driver),
    verifiers: verifying({ spoken: formatsOf(formats).flatMap(({ reads }) => reads ?? []) }),
  })
  const keys = { shop: await enrolled(court, "shop"), owner: await enrolled(court, "owner") }
  const { ask, proves, provesWallet } = await asking(court, keys)
  await answers(driver, court.clock.now, base)
  await ask("shop", "PUT", "/agents/shop/stake", { stakeCents: 60_000 })
  for (const [by, account, { name }, n] of [
    ["shop", till, shop, 32],
    ["owner", wallet, owner, 31],
  ] as const) {
    await provesWallet(by, account)
    await proves(by, { method: "did_key", did: name }, keyPair(n).sign)
  }
  court.clock.now += hours(1)

  let paid = 0
  /** The owner's agent pays the shop 450 USDC. The owner lodges the mandate and states the payment on it. */
  const pays = async (make: Make) => {
    paid += 1
    const txid = `0x${String(paid).padStart(64, "0")}`
    const at = Math.floor(court.clock.now / 1000)
    const made = await make(txid, at, paid)
    const lodged = { kind: "mandate", counterparty: "shop", sha256: hashOf(made.mandate) }
    const { id: entry } = await ask<{ id: string }>("owner", "POST", "/notarise", lodged)
    const payment = { kind: "payment", counterparty: "shop", valueCents: 45_000, ref: entry, txid }
    await ask("owner", "POST", "/notarise", { ...payment, sha256: hashOf(made.receipt) })
    const transfer = { asset: usdc, from: wallet.address, to: till.address, units: "450000000", index: 0 }
    const mined = { network: base, height: 99, blockHash: "0x99", minedAt: (at - 60) * 1000 }
    await asReader(driver, court.clock.now, recordTransaction, { txid, ...mined, transfers: [transfer] })
    court.clock.now += 1_000
    return { paper: made.paper, entry }
  }

  /** The answer of the court to the claim if it were filed now. */
  const tries = ({ entry, paper }: { readonly entry: string; readonly paper: string }) =>
    ask("owner", "POST", "/matters?dryRun=true", claimOf(entry, paper, court.clock.now))

  const judges = async ({ entry, paper }: { readonly entry: string; readonly paper: string }) => {
    const claim = claimOf(entry, paper, court.clock.now)
    const { matter } = await ask<{ matter: { id: string } }>("owner", "POST", "/matters", claim)
    const { pleadings } = await ask<{
      pleadings: { claim: { evidence: ReadonlyArray<{ verified: Body | null }> } }
    }>("owner", "GET", `/matters/${matter.id}`)
    court.clock.now += hours(49)
    await ask("owner", "POST", `/matters/${matter.id}/call`)
    await decideOnThePapers(driver, court.clock.now, matter.id)
    const { citation } = await ask<{ citation: string }>("owner", "GET", `/matters/${matter.id}`)
    const path = `/judgments/${encodeURIComponent(citation)}`
    const { payload } = await ask<{ payload: string }>("owner", "GET", path)
    court.clock.now += hours(1)
    const { orders, reasons } = JSON.parse(payload) as { orders: ReadonlyArray<Body>; reasons: string }
    const sums = orders.flatMap(({ kind, amountCents }) => (kind === "pay" ? [amountCents] : []))
    return { sums, reasons, verified: pleadings.claim.evidence[0]?.verified }
  }
  return { pays, tries, judges, stop: () => court.stop() }
}
