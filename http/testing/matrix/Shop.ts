/** The two agents of the matrix, their keys, and the acts by which every door brings the same breach before one court. */
import { createHash, createPrivateKey } from "node:crypto"
import { Layer } from "effect"
import { toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { JobRecord } from "../../../adapters/chains/index.ts"
import { type EscrowChain, startEscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { recordTransaction } from "../../../core/chains/index.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import { Store } from "../../../core/store/Store.ts"
import { start } from "../../../core/testing/Context.ts"
import { formats } from "../../formats/index.ts"
import { at, type Body, done } from "../Dispute.ts"
import { keyPair } from "../KeyPair.ts"
import { decideOnThePapers } from "../OnThePapers.ts"
import { answers, asReader, base, freshStore, usdc } from "../Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../TestCourt.ts"
import { verifying } from "../Verifying.ts"

/** The price of the breach: what was paid and not delivered, in cents and in units of the token. */
export const priceCents = 150
export const priceUnits = "1500000"

export const till = privateKeyToAccount(`0x${"4".repeat(64)}`)
export const wallet = privateKeyToAccount(`0x${"3".repeat(64)}`)

/** The key of a seed as artifacts sign by it, its name, and how it answers a challenge. */
const keyOf = (seed: number) => {
  const { did, jwk, sign } = keyPair(seed)
  const d = Buffer.alloc(32, seed).toString("base64url")
  const privateKey = createPrivateKey({ format: "jwk", key: { ...jwk, d } })
  return {
    did,
    keyid: `${did}#${did.slice("did:key:".length)}`,
    sign,
    pair: { jwk, alg: "EdDSA", privateKey },
  }
}

const seeds = { seller: 21, buyer: 22 }
/** The key that each agent has proven to the court, and by which it signs tokens and responses. */
export const keys = { seller: keyOf(seeds.seller), buyer: keyOf(seeds.buyer) }

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

type Of = "seller" | "buyer"

/** A court with its two agents, and what they do there. */
export interface Shop {
  readonly court: TestCourt
  /** The local chain on which the court reads jobs. */
  readonly chain: EscrowChain
  readonly ask: (by: Of | "public", method: string, path: string, body?: object) => Promise<Body>
  /** The buyer states on a quote or an entry that it paid the price, and the chain shows it. Gives the transaction. */
  readonly pays: (ref: string) => Promise<string>
  /** Lodges an entry as the buyer. Gives its id. */
  readonly lodges: (entry: object) => Promise<string>
  /** A quote at the price that the buyer accepts, due in an hour. Gives its id. */
  readonly agrees: (changes?: object) => Promise<string>
  /** Files the buyer's claim with its papers, to which the seller doesn't plead, and has it judged. */
  readonly judges: (claim: Claim) => Promise<Judged>
}

/** A final judgment, and what the court found of each paper at its filing. */
export interface Judged {
  readonly citation: string
  readonly papers: ReadonlyArray<Paper>
  /** The hold from which the price goes back; absent if it was paid. */
  readonly hold?: string
}

interface Paper {
  readonly verified: {
    readonly format: string
    readonly signers: ReadonlyArray<{ readonly agent: string | null }>
    readonly checks: ReadonlyArray<{ readonly check: string; readonly holds: boolean }>
  } | null
}

/** The claim of a door: on which deal, asking for what, and on which papers. */
export interface Claim {
  readonly quoteId?: string
  readonly order: object
  readonly papers: ReadonlyArray<string>
}

const proves = async (
  ask: Shop["ask"],
  by: Of,
  asked: object,
  sign: (challenge: string) => string | Promise<string>,
) => {
  const path = `/agents/${by}/proofs`
  const { id, challenge } = await ask(by, "POST", path, asked)
  await ask(by, "POST", `${path}/${id}`, { signature: await sign(String(challenge)) })
}

/** Opens a court that speaks every format, with its agents, their addresses and their keys. */
export const openShop = async (): Promise<Shop> => {
  const driver = freshStore()
  const chain = await startEscrowChain(till.address, "court", start)
  for (const { address } of [till, wallet])
    await chain.anvil.rpc("anvil_setBalance", [address, toHex(10n ** 18n)])
  const court = await startCourt({
    store: Layer.succeed(Store, driver),
    formats: formats.map(({ name }) => name),
    verifiers: verifying({
      allowLoopback: true,
      spoken: formats.flatMap(({ reads }) => reads ?? []),
      jobs: JobRecord.jobsOn([{ chainId: chain.anvil.chainId, url: chain.anvil.url }]),
    }),
  })
  const secrets = { seller: await enrolled(court, "seller"), buyer: await enrolled(court, "buyer") }
  const ask: Shop["ask"] = async (by, method, path, body) => {
    const response = await send(court, method, `/api/v1${path}`, {
      ...(by === "public" ? {} : { key: secrets[by] }),
      ...(body === undefined ? {} : { body }),
    })
    const answer = (await response.json()) as Body
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const confirmed = { reference: "[2026] FB 1", statement: "Confirmed." }
  await done(court, "POST", "/registrar/eligibility", { key: court.registrar, body: confirmed })
  await answers(driver, court.clock.now, base)
  await ask("seller", "PUT", "/agents/seller/stake", { stakeCents: 60_000 })
  for (const [by, account] of [
    ["seller", till],
    ["buyer", wallet],
  ] as const)
    await proves(ask, by, { method: "evm", address: account.address, chainId: 8453 }, (message) =>
      account.signMessage({ message }),
    )
  for (const by of ["seller", "buyer"] as const)
    await proves(ask, by, { method: "did_key", did: keys[by].did }, keys[by].sign)
  court.clock.now += 1_000
  let paid = 0
  const lodges = async (entry: object) => String((await ask("buyer", "POST", "/notarise", entry)).id)
  return {
    court,
    chain,
    ask,
    lodges,
    pays: async (ref) => {
      paid += 1
      const txid = `0x${String(paid).padStart(64, "0")}`
      const payment = { kind: "payment", counterparty: "seller", valueCents: priceCents, ref, txid }
      await lodges({ ...payment, sha256: hashOf(txid) })
      const transfer = { asset: usdc, from: wallet.address, to: till.address, units: priceUnits, index: 0 }
      const mined = { network: base, height: 99, blockHash: "0x99", minedAt: court.clock.now }
      await asReader(driver, court.clock.now, recordTransaction, { txid, ...mined, transfers: [transfer] })
      court.clock.now += 1_000
      return txid
    },
    agrees: async (changes = {}) => {
      const dueBy = new Date(court.clock.now + hours(1)).toISOString()
      const offered = { buyer: "buyer", priceCents, deliverable: "A call that is served", dueBy, ...changes }
      const id = String((await ask("seller", "POST", "/quotes", offered)).id)
      const rail = { network: "base", asset: "USDC", address: till.address }
      await ask("seller", "PUT", `/quotes/${id}/rail`, rail)
      await ask("buyer", "POST", `/quotes/${id}/accept`, {})
      court.clock.now += 1_000
      return id
    },
    judges: async ({ quoteId, order, papers }) => {
      const evidence = papers.map((content, i) => ({ label: `paper ${i + 1}`, kind: "signature", content }))
      const { matter } = await ask("buyer", "POST", "/matters", {
        respondent: "seller",
        title: "A call that was paid for and not served",
        valueCents: priceCents,
        dealingAt: new Date(court.clock.now - 1_000).toISOString(),
        ...(quoteId === undefined ? {} : { quoteId }),
        claim: {
          facts: [{ n: 1, text: "The call was not served.", evidence: evidence.map(({ label }) => label) }],
          evidence,
          rules: [],
          authorities: [],
          orders: [{ restsOn: [1], against: "seller", inFavourOf: "buyer", ...order }],
        },
      })
      const { id } = matter as { readonly id: string }
      court.clock.now += hours(49)
      await ask("buyer", "POST", `/matters/${id}/call`)
      await decideOnThePapers(driver, court.clock.now, id)
      const { citation, pleadings } = await ask("buyer", "GET", `/matters/${id}`)
      court.clock.now += days(4)
      const filed = pleadings as { readonly claim: { readonly evidence: Judged["papers"] } }
      return { citation: String(citation), papers: filed.claim.evidence }
    },
  }
}

/** A judgment as every door has to come to it: the price, what the supplier earned of it, and whether it delivered. */
export interface Answer {
  readonly price: unknown
  readonly earned: number
  readonly missing: unknown
  /** The sum that goes back to the buyer: as an order to pay, or as the court's instruction for the hold says. */
  readonly back: unknown
  /** The SHA-256 of the words under seal. */
  readonly sha256: string
}

interface Sealed {
  readonly determinations: ReadonlyArray<{
    readonly deal: { readonly kind: string }
    readonly price: number
    readonly owed: number
    readonly lines: ReadonlyArray<{ readonly line: string; readonly finding: string }>
  }>
  readonly orders: ReadonlyArray<{ readonly kind: string; readonly amountCents?: number }>
}

const paidFromHold = async ({ ask }: Shop, hold: string, citation: string): Promise<unknown> => {
  const { payout } = await ask("buyer", "POST", `/holds/${hold}/payout`, { citation })
  return (payout as { readonly amountToPayerCents: number }).amountToPayerCents
}

/** Reads the judgment that a door came to. */
export const answerOf = async (shop: Shop, { citation, hold }: Judged): Promise<Answer> => {
  const { payload } = await shop.ask("public", "GET", at(citation))
  const { determinations, orders } = JSON.parse(String(payload)) as Sealed
  const [one] = determinations
  if (one === undefined || determinations.length > 1) throw new Error(`${citation} determines no one deal`)
  const { price, owed, deal, lines } = one
  return {
    price,
    // The account of a purchase says what the seller owes back, and that of a quote what it earned.
    earned: deal.kind === "quote" ? owed : price - owed,
    missing: lines.find(({ line }) => ["delivered", "served"].includes(line))?.finding,
    back:
      hold === undefined
        ? orders.find(({ kind }) => kind === "pay")?.amountCents
        : await paidFromHold(shop, hold, citation),
    sha256: hashOf(String(payload)),
  }
}
