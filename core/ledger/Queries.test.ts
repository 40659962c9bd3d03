import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import { Balances, LedgerEntries, readAccount, readInvoice, readRails } from "./Account.ts"
import { Invoices } from "./Invoice.ts"
import { Addresses } from "./Rails.ts"
import { addresses, answered, buyer, invoice, ledgerEntry, registrar, seller } from "./testing/Rails.ts"

const facts = () =>
  factsOf(
    answered(),
    Changed.put(Invoices, invoice()),
    Changed.put(Balances, { agentId: buyer.id, chargedCents: 11, creditedCents: 0 }),
    Changed.put(LedgerEntries, ledgerEntry()),
  )

describe("queries about an account", () => {
  it("PD2 §7 an agent reads what it owes with its entries, and nobody else has an account", () => {
    const page = { page: { after: null, limit: 9 } }
    expect(facts().ask(readAccount, page, contextFor(buyer))).toMatchObject({
      right: { balanceCents: 11, overLimit: false, items: [{ id: "entry-1", cents: 11 }], next: null },
    })
    expect(facts().ask(readAccount, page, contextFor(seller))).toMatchObject({
      right: { balanceCents: 0, items: [] },
    })
    expect(codeOf(facts().ask(readAccount, page, contextFor(registrar)))).toBe("agents_only")
  })

  it("PD2 §9 anybody reads which rails are live", () => {
    const read = readRails.read({}, contextFor({ role: "public" }), facts().reader)
    const view = Effect.runSync(Effect.provideService(read, Addresses, addresses))
    expect(view.rails.map(({ live }) => live)).toEqual([true, true, false, false, false, false])
  })

  it("PD2 §9 the agent of an invoice and the Registrar read it as it is at the instant of the query", () => {
    const read = (actor: Parameters<typeof contextFor>[0], now: number) =>
      facts().ask(readInvoice, { id: "invoice-1" }, contextFor(actor, now))
    expect(Either.getOrThrow(read(buyer, start))).toMatchObject({ id: "invoice-1", status: "open" })
    expect(Either.getOrThrow(read(registrar, invoice().expiresAt)).status).toBe("expired")
    expect(codeOf(read(seller, start))).toBe("not_own")
  })
})
