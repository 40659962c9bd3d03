/**
 * `npm run stores -- <version>`: plays what a court has open at any moment, and keeps its store as `<version>.db.gz`, with what the keeper must
 * know to go on as `<version>.json`. It takes nothing that an earlier version lacks, so that it runs in an old working copy too.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import Sqlite from "better-sqlite3"
import { Layer } from "effect"
import * as SqliteStore from "../../../adapters/sqlite/SqliteStore.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import * as Examples from "../../api/Examples.ts"
import * as Dispute from "../../testing/Dispute.ts"
import { provenBy, wallets } from "../../testing/Payouts.ts"
import { startCourt, type TestCourt } from "../../testing/TestCourt.ts"

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error("Name the version whose store is kept: npm run stores -- <commit>")

const blank = { facts: [], evidence: [], rules: [], authorities: [] }

const file = async (court: TestCourt, keys: Dispute.Dispute["keys"], changes: Dispute.Body = {}) => {
  const body = { ...Examples.filing, respondent: "seller", ...changes }
  const claim = { ...Examples.filing.claim, orders: [{ ...Dispute.order(), restsOn: [1] }] }
  const { matter } = await Dispute.done(court, "POST", "/matters", {
    key: keys.buyer,
    body: { ...body, claim },
  })
  return (matter as { readonly id: string }).id
}

/** A hold that both parties have named, confirmed and proven. */
const hold = async (court: TestCourt, keys: Dispute.Dispute["keys"], quote: string): Promise<string> => {
  const longStopAt = new Date(court.clock.now + days(60)).toISOString()
  const terms = { ...Examples.quoteHold, longStopAt, address: wallets.buyer.address }
  const named = await Dispute.created(court, `/quotes/${quote}/holds`, keys.buyer, terms)
  const id = String((named.hold as Dispute.Body).id)
  const at = `/holds/${id}`
  const address = wallets.seller.address
  const { hold } = await Dispute.done(court, "POST", `${at}/confirm`, { key: keys.seller, body: { address } })
  for (const who of ["buyer", "seller"] as const)
    await Dispute.done(court, "POST", `${at}/prove`, {
      key: keys[who],
      body: { signature: await provenBy(wallets[who], hold as never, who) },
    })
  return id
}

const play = async (court: TestCourt) => {
  await Dispute.done(court, "POST", "/registrar/eligibility", {
    key: court.registrar,
    body: Examples.confirmation,
  })
  const keys = await Dispute.agents(court, "two")
  const lodged = await Dispute.done(court, "POST", "/notarise", {
    key: keys.seller,
    body: { ...Examples.dealing, counterparty: "buyer" },
  })
  const accepted = await Dispute.agreed(court, keys)
  const held = await Dispute.agreed(court, keys)
  const holdId = await hold(court, keys, held)
  const closed = await Dispute.agreed(court, keys)
  const deliveredAt = new Date(court.clock.now).toISOString()
  await Dispute.done(court, "POST", `/quotes/${closed}/close`, {
    key: keys.seller,
    body: { ...Examples.quoteClose, deliveredAt },
  })
  // Judgments first, since an agent has at most three matters open.
  const judged = await Dispute.decided(court, Dispute.draft(), keys)
  const appealed = await Dispute.decided(court, Dispute.draft(), keys)
  const { appealId } = await Dispute.notice(court, appealed, "seller")
  await Dispute.done(court, "POST", `/registrar/appeals/${appealId}/estimate`, {
    key: court.registrar,
    body: Examples.estimate,
  })
  const reserved = await Dispute.reserved(court, keys)
  const served = await file(court, keys)
  const defended = await file(court, keys)
  await Dispute.done(court, "POST", `/matters/${defended}/defence`, {
    key: keys.seller,
    body: { ...blank, responses: Examples.defence.responses },
  })
  court.clock.now += hours(1)
  return {
    at: court.clock.now,
    keys,
    lodged: lodged.id,
    quotes: { accepted, held, closed },
    hold: holdId,
    citations: [judged.citation, appealed.citation],
    appeal: String(appealId),
    matters: { reserved, served, defended },
  }
}

export type Kept = Awaited<ReturnType<typeof play>>

const folder = mkdtempSync(join(tmpdir(), "court-kept-"))
const db = join(folder, "court.db")
const court = await startCourt({ store: Layer.orDie(SqliteStore.layer({ file: db })) })
const kept = await play(court)
await court.integrate()
await court.stop()
// Into one file, without what was only reserved.
const whole = new Sqlite(db)
whole.pragma("journal_mode = delete")
whole.exec("vacuum")
whole.close()
writeFileSync(join(import.meta.dirname, `${version}.db.gz`), gzipSync(readFileSync(db), { level: 9 }))
writeFileSync(join(import.meta.dirname, `${version}.json`), `${JSON.stringify(kept, null, 2)}\n`)
rmSync(folder, { recursive: true })
