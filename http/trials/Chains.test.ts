/** A court that reads a local chain: it credits a fee, proves a payment of an order, and proves a payment that it reads late. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer, Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Anvil, startAnvil } from "../../adapters/chains/testing/Anvil.ts"
import { type Payer, withTokens } from "../../adapters/chains/testing/Token.ts"
import * as Examples from "../api/Examples.ts"
import { noChains } from "../court/ChainConfig.ts"
import { court as courtOf, keysFolder } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { type Started, start } from "../operate/Running.ts"
import { decided, done, draft, entriesOf, order } from "../testing/Dispute.ts"
import { accounts } from "../testing/Rails.ts"
import { enrolled } from "../testing/TestCourt.ts"

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const creditor = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

describe("a court that reads a chain", () => {
  const data = mkdtempSync(join(tmpdir(), "agent-court-chains-"))
  let anvil: Anvil
  let payer: Payer
  let court: Started & { readonly judge: string }

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 8453, startAt: Date.now() })
    payer = await withTokens(anvil, [usdc])
    const sources = { ...noChains.sources, evm: [{ chainId: 8453, url: anvil.url }] }
    const config = {
      ...sandbox(data),
      judge: "bench" as const,
      chains: { ...noChains, sources, keys: accounts },
    }
    const started = await start(
      config,
      Layer.provideMerge(courtOf(config), Logger.remove(Logger.defaultLogger)),
    )
    court = { ...started, judge: readFileSync(join(keysFolder(config), "judge.key"), "utf8").trim() }
  })
  afterAll(async () => {
    await court.stop()
    await anvil.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const move = (advanceHours: number) =>
    done(court, "POST", "/sandbox/clock", { key: court.registrar, body: { advanceHours } })
  /** Makes the next blocks later than the court's clock, so that a payment follows the order that it honours. */
  const chainCatchesUp = async () => {
    const { now } = await done(court, "GET", "/sandbox/clock")
    await anvil.rpc("evm_setNextBlockTimestamp", [Math.ceil(Date.parse(String(now)) / 1000) + 1])
  }
  const historyOf = async (id: unknown) => {
    const entry = await done(court, "GET", `/compliance/${id}`)
    const history = entry.history as ReadonlyArray<{ act: string; actor: string; to: string }>
    return { entry, last: history.at(-1), acts: history.map(({ act }) => act) }
  }
  const reputation = async () => (await done(court, "GET", "/agents/seller")).reputation

  it("PD2 §9 an invoice that is paid on chain is credited on the ledger; PD11 §11 transfers prove orders", async () => {
    await move(1)
    const { rails } = await done(court, "GET", "/account/pay")
    expect(rails).toMatchObject([
      { network: "base", asset: "USDC", live: true, why: null },
      { network: "base", asset: "USDT", live: true },
      { network: "ethereum", live: false },
      { network: "ethereum", live: false },
      { network: "bitcoin", live: false },
      { network: "cardano", live: false },
    ])
    // given an order to pay a dollar, with the address to pay to
    await done(court, "POST", "/registrar/eligibility", { key: court.registrar, body: Examples.confirmation })
    const keys = {
      buyer: await enrolled(court, "buyer"),
      seller: await enrolled(court, "seller"),
      stranger: await enrolled(court, "stranger"),
    }
    const { buyer } = keys
    const ordered = async () => {
      const { now } = await done(court, "GET", "/sandbox/clock")
      return decided(court, draft([order({ amountCents: 100 })]), keys, { dealingAt: now })
    }
    await ordered()
    const address = { network: "base", asset: "USDC", address: creditor }
    const register = async (id: unknown) =>
      done(court, "POST", `/compliance/${id}/address`, { key: buyer, body: address })
    const [first] = await entriesOf(court, "seller")
    await register(first?.id)
    // and an invoice
    const invoice = await done(court, "POST", "/account/pay", {
      key: buyer,
      body: { network: "base", asset: "USDC", amount: 500 },
    })
    // when both are paid, confirmed and read
    await chainCatchesUp()
    const txid = await payer.pay(usdc, String(invoice.address), 5_000_000n)
    await payer.pay(usdc, creditor, 1_000_000n)
    await anvil.mine(20)
    await move(1)
    // then
    expect(await done(court, "GET", `/account/pay/${invoice.id}`, { key: buyer })).toMatchObject({
      status: "paid",
      credits: [{ txid, units: "5000000", cents: 500 }],
    })
    expect(await done(court, "GET", "/account", { key: buyer })).toMatchObject({ balanceCents: -500 })
    const proved = await historyOf(first?.id)
    expect(proved.last).toMatchObject({ act: "prove", actor: "chain", to: "satisfied" })
    expect(await reputation()).toBe(1)

    // given another order to pay a dollar to the same address, paid within its time
    await ordered()
    const second = (await entriesOf(court, "seller")).at(-1)
    await register(second?.id)
    await chainCatchesUp()
    await payer.pay(usdc, creditor, 1_000_000n)
    await anvil.mine(20)
    // when the chain is first read after the notice of non-compliance
    await move(80)
    // then the order counts as honoured at the time of the payment's block
    const late = await historyOf(second?.id)
    expect(late.acts).toEqual(["open", "address", "pass", "prove"])
    expect(late.entry.status).toBe("satisfied")
    expect(await reputation()).toBe(2)
  })
})
