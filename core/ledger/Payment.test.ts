import { describe, expect, it } from "vitest"
import { Transfer } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { minutes } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import { Balances, LedgerEntries } from "./Account.ts"
import { Invoices, OpenInvoiceCounts } from "./Invoice.ts"
import { creditTransfer } from "./Invoicing.ts"
import { rateFor } from "./Law.ts"
import {
  bitcoin,
  btc,
  buyer,
  chain,
  credit,
  given,
  invoice,
  priced,
  registrar,
  towards,
  transfer,
  usdt,
} from "./testing/Rails.ts"

const reception = (one: Transfer.Transfer, facts = factsOf(...given()), now = start) =>
  credit(facts, one, now).reply.reception

describe("a transfer to an invoice", () => {
  it("PD2 §9A a transfer is recorded, counted as paid towards the invoice, and credited at its worth", () => {
    const { changes, reply } = credit(factsOf(...given()))
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(Transfer.CountedTransfers, changes)).toEqual([
      Transfer.count(transfer(), { towards, cents: 500, at: start }),
    ])
    expect(putsOf(Invoices, changes)).toEqual([invoice({ paidUnits: "5000000", status: "paid" })])
    expect(putsOf(OpenInvoiceCounts, changes)).toEqual([{ agentId: buyer.id, open: 0 }])
    expect(putsOf(LedgerEntries, changes)).toEqual([
      {
        id: contextFor(chain).fresh("credit"),
        agentId: buyer.id,
        kind: "credit",
        cents: 500,
        reason: "payment",
        rule: "PD2 §9",
        subject: "invoice/invoice-1",
        at: start,
      },
    ])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 0, creditedCents: 500 }])
  })

  it("PD2 §9A several transfers add up, and each is credited once, however often it is read", () => {
    const facts = factsOf(...given())
    credit(facts, transfer({ units: "3000000" }))
    expect(credit(facts, transfer({ units: "3000000" }))).toEqual({
      changes: [],
      reply: { reception: "known" },
    })
    const { changes } = credit(facts, transfer({ units: "2000000", index: 1 }))
    expect(putsOf(Invoices, changes)).toMatchObject([{ paidUnits: "5000000", status: "paid" }])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: buyer.id, chargedCents: 0, creditedCents: 500 }])
  })

  it("PD2 §9A a transfer is credited only if it is worth at least a cent", () => {
    expect(reception(transfer({ units: "9999" }))).toBe("passed_by")
    expect(reception(transfer({ units: "10000" }))).toBe("counted")
  })

  it("PD2 §9A a transfer counts only in a block after the newest one at the time of the invoice", () => {
    expect([100, 101].map((height) => reception(transfer({ height })))).toEqual(["passed_by", "counted"])
  })

  it("PD2 §9A a transfer waits for the confirmations of its network", () => {
    const confirmed = (confirmations: number) => reception(transfer({ confirmations }))
    expect(confirmed(bounds.baseConfirmations - 1)).toBe("waiting")
    expect(confirmed(bounds.baseConfirmations)).toBe("counted")
    const inBitcoin = invoice({ network: bitcoin, asset: btc, family: "bitcoin", rate: "50000000000" })
    const onBitcoin = (confirmations: number) =>
      reception(
        transfer({ network: bitcoin, asset: btc, units: "20000", confirmations }),
        factsOf(...given(inBitcoin)),
      )
    expect(bounds.bitcoinConfirmations).toBeLessThan(bounds.baseConfirmations)
    expect(onBitcoin(bounds.bitcoinConfirmations)).toBe("counted")
    expect(onBitcoin(bounds.bitcoinConfirmations - 1)).toBe("waiting")
  })

  it("PD2 §9A a transfer of another listed asset is recorded for the Registrar, and credits nothing", () => {
    const other = transfer({ asset: usdt })
    expect(credit(factsOf(...given()), other)).toEqual({
      changes: [
        Changed.put(
          Transfer.CountedTransfers,
          Transfer.count(other, { towards, cents: 0, at: start, attention: "other_asset" }),
        ),
      ],
      reply: { reception: "counted" },
    })
  })

  it.each([
    ["to an address that serves no invoice", { to: "evm-8" }],
    ["of an asset that is not listed", { asset: "eip155:8453/slip44:60" }],
    ["on a network that is not read", { network: "eip155:5" }],
  ])("PD2 §9 a transfer %s is passed by", (_what, changes) => {
    expect(credit(factsOf(...given()), transfer(changes))).toEqual({
      changes: [],
      reply: { reception: "passed_by" },
    })
  })

  it("PD2 §9A no invoice is found at an address of another family, or at an address that something else holds", () => {
    const facts = factsOf(
      ...given(),
      Changed.claim("address/bitcoin/evm-7", "invoice-1"),
      Changed.claim("address/evm/evm-9", "an order"),
    )
    expect(reception(transfer({ network: "cip34:1-764824073" }), facts)).toBe("passed_by")
    expect(reception(transfer({ to: "evm-9" }), facts)).toBe("passed_by")
  })

  it("PD2 §9A a transfer is reported by the court's own readers, and by nobody else", () => {
    const refused = factsOf(...given()).decide(creditTransfer, transfer(), contextFor(registrar))
    expect(codeOf(refused)).toBe("registrar_only")
  })
})

describe("the rate of a transfer", () => {
  const inBitcoin = invoice({ network: bitcoin, asset: btc, family: "bitcoin", rate: "50000000000" })
  const paid = transfer({ network: bitcoin, asset: btc, units: "20000" })
  const until = inBitcoin.rateUntil

  it("PD2 §9A the invoice's rate applies to a transfer confirmed before that rate ended, and otherwise today's price, if there is one", () => {
    const rate = (confirmedAt: number, price: bigint | null) => rateFor(inBitcoin, { confirmedAt }, price)
    expect([rate(until - 1, 7n), rate(until, 7n), rate(until, null)]).toEqual([50_000_000_000n, 7n, null])
  })

  it("PD2 §9A a transfer confirmed after the invoice's rate has ended waits for a price, and counts at that price", () => {
    const facts = factsOf(...given(inBitcoin))
    const late = { ...paid, confirmedAt: until }
    expect(credit(facts, late, until)).toEqual({ changes: [], reply: { reception: "waiting" } })
    facts.take([priced("25000000000", until - minutes(1))])
    expect(putsOf(LedgerEntries, credit(facts, late, until).changes)).toMatchObject([{ cents: 500 }])
  })

  it("PD2 §9A a transfer confirmed before the invoice's rate has ended needs no price", () => {
    const { changes } = credit(factsOf(...given(inBitcoin)), { ...paid, confirmedAt: until - 1 }, until)
    expect(putsOf(LedgerEntries, changes)).toMatchObject([{ cents: 1000 }])
  })
})
