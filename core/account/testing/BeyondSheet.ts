/** The sheet of payments beyond a mandate, written from PD15 §16 alone: payment by payment, in columns. */
import type { DebtDeal } from "../Deal.ts"
import type { MandateFacts } from "../MandateFacts.ts"

export interface Beyond {
  whole: number
  sure: number
  open: boolean
}

interface Known {
  ownerOf: (address: string, at: number) => string | null
  pleads: boolean
}

export function payBeyond(
  deal: DebtDeal,
  facts: MandateFacts,
  now: number,
  { ownerOf, pleads }: Known,
): Beyond {
  const sheet: Beyond = { whole: 0, sure: 0, open: false }
  const rows = facts.payments.filter((p) => p.at <= now)
  rows.sort((x, y) => (x.at === y.at ? (x.id < y.id ? -1 : 1) : x.at - y.at))
  const gone: string[] = []
  let counted = 0
  for (const row of rows) {
    // A transaction that something else took first.
    let elsewhere = false
    for (const t of deal.transactions) {
      if (t.txid !== row.txid) continue
      for (const e of t.elsewhere) {
        if (e.at > now) continue
        if (e.how !== "stated") elsewhere = true
        else if (e.by === deal.parties.supplier && (e.at < row.at || (e.at === row.at && e.on < deal.id)))
          elsewhere = true
      }
    }
    if (elsewhere) continue
    // The receipts for it, and what each makes of it.
    let best: { sum: number; id: string; once: string } | null = null
    for (const m of facts.named) {
      // A receipt is spent with its transaction, or else with whatever its payee said by it.
      const once: string = m.transaction === null ? (m.signed ?? m.receipt) : m.transaction
      if (m.at > now || gone.includes(once)) continue
      if (m.transaction === null && m.receipt !== row.sha256) continue
      if (m.transaction !== null && m.transaction !== row.txid) continue
      let paid = -1
      if (row.confirmedAt !== null && row.confirmedAt <= now && row.at >= m.grantedAt) paid = row.cents
      else if (m.transaction !== null)
        for (const t of facts.transfers) {
          if (paid >= 0 || t.at > now || t.txid !== row.txid || t.minedAt < m.grantedAt) continue
          if (ownerOf(t.from, t.minedAt) !== deal.parties.supplier) continue
          if (ownerOf(t.to, t.minedAt) !== deal.parties.buyer) continue
          paid = t.cents < row.cents ? t.cents : row.cents
        }
      if (paid < 0) continue
      if (m.takenCents !== null && m.takenCents < paid) paid = m.takenCents
      let sum = 0
      if (m.forbids) sum = paid
      else if (m.limitCents !== null && paid > m.limitCents) sum = paid - m.limitCents
      if (best === null || sum > best.sum || (sum === best.sum && m.id < best.id))
        best = { sum, id: m.id, once }
    }
    if (best === null) continue
    counted++
    gone.push(best.once)
    sheet.whole += best.sum
    // The responses by which the payee spoke of the service.
    const seen = facts.responses.filter((r) => r.at <= now)
    const bad = row.txid === null ? [] : seen.filter((r) => r.transaction === row.txid && r.status > 399)
    const good = seen.filter(
      (r) =>
        r.status <= 399 &&
        ((row.txid !== null && r.transaction === row.txid) || bad.some((b) => b.payment === r.payment)),
    )
    if (good.length === 0 && (bad.length > 0 || !pleads)) sheet.sure += best.sum
    else sheet.open = true
  }
  if (counted === 0) sheet.open = pleads
  return sheet
}
