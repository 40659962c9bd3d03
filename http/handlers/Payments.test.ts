/** Payments of a quote as both sides read them over HTTP. */
import { Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { recordTransaction } from "../../core/chains/index.ts"
import { days, format } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { answers, asReader, base, freshStore, usdc } from "../testing/Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const driver = freshStore()
const wallet = privateKeyToAccount(`0x${"3".repeat(64)}`)
const till = "0x52908400098527886E0F7030069857D2E4169EE7"
const txid = `0x${"ab".repeat(32)}`
let court: TestCourt
let keys: { readonly seller: string; readonly buyer: string }
beforeAll(async () => {
  court = await startCourt({ store: Layer.succeed(Store, driver) })
  keys = { seller: await enrolled(court, "seller"), buyer: await enrolled(court, "buyer") }
  await answers(driver, court.clock.now, base)
})
afterAll(() => court.stop())

const ask = async <A>(by: keyof typeof keys, method: string, path: string, body?: object): Promise<A> => {
  const init = body === undefined ? { key: keys[by] } : { key: keys[by], body }
  const response = await send(court, method, `/api/v1${path}`, init)
  expect(response.status).toBe(200)
  return (await response.json()) as A
}
/** The buyer proves that the wallet is its own. */
const proves = async () => {
  const asked = { method: "evm", address: wallet.address, chainId: 8453 }
  const path = "/agents/buyer/proofs"
  const { id, challenge } = await ask<{ id: string; challenge: string }>("buyer", "POST", path, asked)
  const signature = await wallet.signMessage({ message: challenge })
  await ask("buyer", "POST", `${path}/${id}`, { signature })
}

it("PD15 §8 given one payment that the chain and the seller's word prove, then the account that both read has it once", async () => {
  const offer = { buyer: "buyer", priceCents: 5_000, deliverable: "Rows" }
  const dueBy = format(court.clock.now + days(4))
  const { id } = await ask<{ id: string }>("seller", "POST", "/quotes", { ...offer, dueBy })
  await ask("seller", "PUT", `/quotes/${id}/rail`, { network: "base", asset: "USDC", address: till })
  await ask("buyer", "POST", `/quotes/${id}/accept`, {})
  await proves()
  // given a transfer that the buyer states and the chain shows
  const payment = { kind: "payment", valueCents: 5_000, ref: id }
  const toSeller = { ...payment, counterparty: "seller" }
  court.clock.now += 1_000
  await ask("buyer", "POST", "/notarise", { ...toSeller, sha256: "1".repeat(64), txid })
  const transfer = { asset: usdc, from: wallet.address, to: till, units: "50000000", index: 0 }
  const mined = { network: base, height: 99, blockHash: "0x99", minedAt: court.clock.now }
  await asReader(driver, court.clock.now, recordTransaction, { txid, ...mined, transfers: [transfer] })
  // when the buyer states the same money in words, and the seller confirms that and lodges it too
  const again = { ...toSeller, sha256: "2".repeat(64) }
  const { id: words } = await ask<{ id: string }>("buyer", "POST", "/notarise", again)
  await ask("seller", "POST", `/dealings/${words}/review`, { outcome: "confirmed" })
  const own = { ...payment, counterparty: "buyer", sha256: "3".repeat(64) }
  await ask("seller", "POST", "/notarise", own)
  // then it is paid once
  for (const side of ["seller", "buyer"] as const)
    expect(await ask(side, "GET", `/quotes/${id}`)).toMatchObject({
      account: { paid: 5_000, refunded: 0 },
    })
})
