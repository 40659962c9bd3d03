/**
 * The account of a deal once more, written from the law alone in another style: one sheet that is filled from top to bottom, with its own
 * numbers. It shares nothing with the rules but the form of the facts, so a mistake would have to be made twice.
 */
import type { Deal, Side } from "../Deal.ts"
import { type Beyond, payBeyond } from "./BeyondSheet.ts"

type Range = [low: number, high: number]
export interface Sheet {
  price: number | null
  owed: Range | null
  paid: Range | null
  refunded: Range | null
  balance: Range | null
  metered: string
  delivered: string
  conforming: string
  late: number
  served: string
}

const H = 60 * 60 * 1000
const part = (cents: number, millionths: number) => Number((BigInt(cents) * BigInt(millionths)) / 1_000_000n)

export function fillSheet(deal: Deal, now: number): Sheet {
  const sheet: Sheet = {
    price: deal.cents,
    owed: [deal.cents, deal.cents],
    paid: [0, 0],
    refunded: [0, 0],
    balance: [0, 0],
    metered: "",
    delivered: "",
    conforming: "found",
    late: 0,
    served: "",
  }
  const filed = deal.matter !== null && deal.matter.filedAt <= now ? deal.matter.filedAt : null
  const pleads = (side: Side) => {
    if (filed === null || deal.matter === null) return false
    const at = deal.matter.pleads[side]
    return at !== null && at <= now
  }
  const denial =
    filed !== null && deal.matter?.deniedAt != null && deal.matter.deniedAt <= now
      ? deal.matter.deniedAt
      : null

  // A. The closes, and whether both signed.
  if (deal.kind === "quote") {
    let s = deal.closes.supplier
    let b = deal.closes.buyer
    if (s !== null && s.at > now) s = null
    if (s === null || (b !== null && (b.at > now || b.at < s.at))) b = null
    const signed =
      s !== null &&
      b !== null &&
      !b.dispute &&
      b.received !== false &&
      [s.cents, deal.cents].includes(b.cents)
    if (filed !== null && !signed) {
      if (s !== null && s.at > filed) s = null
      if (b !== null && (s === null || b.at > filed)) b = null
    }
    if (s !== null) sheet.price = signed && b?.cents === s.cents ? s.cents : Math.min(deal.cents, s.cents)
    const price = sheet.price ?? 0
    const due = Math.max(deal.dueBy, deal.acceptedAt + deal.dueBy - deal.offeredAt)

    // B. Whether it was delivered.
    const match = /^(sha256:)?(0x)?([0-9a-f]{64})$/.exec((s?.delivered ?? "").trim().toLowerCase())
    const hash = deal.elsewhere || match === null ? null : match[3]
    const shown = deal.disclosures.filter((d) => d.at <= now && d.sha256 === hash).map((d) => d.at)
    const firstShown = shown.length > 0 ? Math.min(...shown) : null
    const disputed = s !== null && b !== null && !signed && b.at - s.at < deal.inspection
    const short = deal.inspection < 24 * H
    const checks = deal.criteria?.attested ?? []
    let unanswered = checks.length === 0 ? 1 : 0
    for (const c of checks) {
      const byAttester = c.answered !== null && c.answered.at <= now
      const byTime = c.dueAt !== null && c.dueAt <= now
      if (!byAttester && !byTime) unanswered++
    }
    // Whatever was signed outside the Court: the buyer's word first, then what the supplier took back after it.
    const closedHash = match === null ? null : match[3]
    let took: number | null = null
    let lacks = 0
    const signs = signed ? [] : (deal.signed ?? []).filter((x) => x.at <= now)
    for (const x of signs)
      if (x.by === "buyer" && x.says === "accepted" && x.signedAt >= deal.acceptedAt)
        if (closedHash === null || x.sha256 === null || x.sha256 === closedHash)
          took = Math.max(took ?? x.signedAt, x.signedAt)
    for (const x of signs)
      if (x.by === "supplier" && x.says === "undelivered" && s !== null && x.signedAt >= s.at)
        if (took === null || x.signedAt > took) lacks = Math.max(lacks, x.millionths)
    const accepted = took !== null && lacks === 0
    if (accepted) sheet.delivered = "found"
    else if (lacks >= 1_000_000) sheet.delivered = "not_found"
    else if (s === null) sheet.delivered = "not_found"
    else if (signed) sheet.delivered = "found"
    else if (hash !== null) sheet.delivered = firstShown === null ? "not_found" : "found"
    else if (deal.elsewhere && unanswered === 0) sheet.delivered = "found"
    else if (disputed && filed !== null && !pleads("supplier")) sheet.delivered = "not_found"
    else if (disputed && filed !== null && !pleads("buyer")) sheet.delivered = "found"
    else if (disputed) sheet.delivered = "undetermined"
    else if (now - s.at < deal.inspection) sheet.delivered = "not_found"
    else sheet.delivered = short && denial !== null ? "undetermined" : "found"

    // C. Whether it conforms, and how late it was.
    let off = 0
    if (s !== null && !signed && !accepted && (deal.elsewhere || firstShown !== null)) {
      if (deal.criteria !== null) off = deal.criteria.evaluation?.reductionMillionths ?? 0
      else if (firstShown !== null) {
        if (disputed && (filed === null || pleads("buyer"))) sheet.conforming = "undetermined"
        if (short && denial !== null) sheet.conforming = "undetermined"
      }
    }
    off = Math.max(off, lacks)
    if (s !== null && !signed && !accepted && deal.remedies.lateMillionthsPerHour !== null) {
      let when = s.at
      if (s.deliveredAt !== null && b !== null && b.deliveredAt !== null)
        when = Math.min(when, s.deliveredAt > b.deliveredAt ? s.deliveredAt : b.deliveredAt)
      if (when < deal.acceptedAt) when = deal.acceptedAt
      const denials = [b !== null && b.received === false ? b.at : null, denial].filter((d) => d !== null)
      if (denials.length > 0 && firstShown !== null && firstShown - Math.min(...denials) > 48 * H)
        when = firstShown
      for (let t = due + H; t <= when && sheet.late < 1_000_000; t += H)
        sheet.late += deal.remedies.lateMillionthsPerHour
      sheet.late = Math.min(sheet.late, deal.remedies.lateMillionthsMax ?? 1_000_000, 1_000_000)
    }
    const afterConformity = price - Math.min(price, part(price, off))
    const most = afterConformity - Math.min(afterConformity, part(price, sheet.late))
    const share = deal.remedies.otherwiseMillionths
    if (sheet.delivered === "not_found") sheet.owed = [0, 0]
    else if (sheet.delivered === "found" && sheet.conforming === "found") sheet.owed = [most, most]
    else sheet.owed = share === null ? [0, most] : [part(price, share), part(price, share)]

    // C2. A meter: the columns of both readers, and where they end.
    if (deal.meter !== undefined && !signed) {
      const { cents, per, toleranceMillionths: bears, readings } = deal.meter
      const ends = (s !== null && s.at < due ? s.at : due) + 72 * H
      const read: Record<Side, Array<[at: number, units: number]>> = { supplier: [], buyer: [] }
      let third: [at: number, units: number] | null = null
      for (const r of readings) {
        if (r.at > now) continue
        if (r.by === "attester") {
          if (third === null || r.at < third[0]) third = [r.at, r.units]
          continue
        }
        read[r.by].push([r.at, r.units])
        if (r.confirmedAt !== null && r.confirmedAt <= now)
          read[r.by === "buyer" ? "supplier" : "buyer"].push([r.confirmedAt, r.units])
      }
      const startOf = (who: Side) => read[who].reduce((least, [at]) => (at < least ? at : least), Infinity)
      const closes = {
        supplier: Math.max(startOf("buyer") + 72 * H, ends),
        buyer: Math.max(startOf("supplier") + 72 * H, ends),
      }
      const unitsOf = (who: Side) => read[who].flatMap(([at, units]) => (at > closes[who] ? [] : [units]))
      const says = { supplier: Math.min(...unitsOf("supplier")), buyer: Math.max(...unitsOf("buyer")) }
      const money = (units: number) => {
        if (units === Infinity) return price
        const exact = (BigInt(Math.max(0, units)) * BigInt(cents)) / BigInt(per)
        return exact > BigInt(price) ? price : Number(exact)
      }
      const hasS = says.supplier < Infinity
      const hasB = says.buyer >= 0
      let low = says.supplier < says.buyer ? says.supplier : says.buyer
      let high = says.supplier
      if (hasS && hasB) {
        const gap = BigInt(Math.max(0, high - low)) * 1_000_000n
        if (high <= low || gap <= BigInt(bears) * BigInt(high)) high = low
        else if (third !== null) low = high = third[1] < low ? low : third[1] > high ? high : third[1]
      } else if (hasS && now >= closes.buyer) low = high
      else if (hasB && now >= closes.supplier) high = low = says.buyer
      sheet.owed = !hasS && !hasB ? [0, 0] : [money(low), money(high)]
      sheet.metered =
        !hasS && !hasB ? "not_found" : sheet.owed[0] === sheet.owed[1] ? "found" : "undetermined"
      sheet.delivered = ""
      sheet.conforming = "found"
      sheet.late = 0
    }
  }

  // D. The two columns of money.
  const began = Math.floor((deal.kind === "quote" ? deal.firstAcceptedAt : deal.lodgedAt) / 1000) * 1000
  const ownerOf = (address: string, at: number) => {
    let then: string | null = null
    let next: { agent: string; at: number } | null = null
    for (const p of deal.proven) {
      if (p.address !== address || p.provenAt > now) continue
      if (p.provenAt <= at && (p.endedAt === null || p.endedAt > at)) then = p.agent
      if (p.provenAt > at && (next === null || p.provenAt < next.at))
        next = { agent: p.agent, at: p.provenAt }
    }
    return then ?? next?.agent ?? null
  }

  // E. A purchase: the first payment to which an offer fits, and what the seller signed about it.
  if (deal.kind === "debt" && deal.purchase !== undefined) {
    const { offers, responses, payments, transfers } = deal.purchase
    const open = offers.filter((o) => o.at <= now && (o.by === "supplier" || o.lodged))
    open.sort((x, y) => (x.cents === y.cents ? x.id.localeCompare(y.id) : x.cents - y.cents))
    let bought: { cents: number; txid: string; resource: string } | null = null
    for (const p of payments) {
      if (bought !== null || p.at > now) continue
      let gone = false
      for (const t of deal.transactions)
        if (t.txid === p.txid)
          for (const e of t.elsewhere) {
            if (e.at > now) continue
            const ours = e.how === "stated" && e.by !== deal.parties.supplier
            const after = e.how === "stated" && (e.at > p.at || (e.at === p.at && e.on >= deal.id))
            if (!ours && !after) gone = true
          }
      if (gone) continue
      for (const o of open) {
        const fit = transfers.find(
          (m) =>
            m.txid === p.txid &&
            m.at <= now &&
            `${m.network} ${m.asset} ${m.to}` === `${o.network} ${o.asset} ${o.payTo}` &&
            Number(m.units) >= Number(o.units) &&
            m.minedAt <= o.until &&
            ownerOf(m.from, m.minedAt) === deal.parties.supplier,
        )
        if (fit === undefined) continue
        let least = fit.cents > p.cents ? p.cents : fit.cents
        for (const other of open)
          if (other.resource === o.resource && other.until >= fit.minedAt)
            least = Math.min(least, other.cents)
        bought = { cents: least, txid: fit.txid, resource: o.resource }
        break
      }
    }
    sheet.price = bought === null ? 0 : bought.cents
    const seen = responses.filter((r) => r.at <= now)
    const bad = seen.filter(
      (r) =>
        bought !== null && r.status > 399 && r.transaction === bought.txid && r.resource === bought.resource,
    )
    let good = 0
    for (const r of seen) {
      if (bought === null || r.status > 399) continue
      if (r.transaction === bought.txid || bad.some((b) => b.payment === r.payment)) good++
    }
    const yes = (deal.purchase.taken ?? []).some((t) => t.at <= now && t.transaction === bought?.txid)
    if (yes) sheet.served = "found"
    else if (good > 0) sheet.served = "undetermined"
    else sheet.served = bad.length === 0 && pleads("buyer") ? "undetermined" : "not_found"
    sheet.owed = [sheet.served === "not_found" ? sheet.price : 0, sheet.served === "found" ? 0 : sheet.price]
  }
  if (deal.kind === "debt" && deal.mandate !== undefined) {
    const over: Beyond = payBeyond(deal, deal.mandate, now, { ownerOf, pleads: pleads("buyer") })
    sheet.price = over.whole
    sheet.served = over.open ? "undetermined" : "not_found"
    sheet.owed = [over.sure, over.whole]
  }
  const price = sheet.price ?? 0
  const rails = deal.kind === "quote" ? deal.rails.filter((r) => r.from <= now) : []
  const reachesRail = (network: string, to: string, at: number) => {
    for (let i = 0; i < rails.length; i++) {
      const r = rails[i]
      if (r === undefined || r.network !== network || r.address !== to || r.from > at) continue
      const next = rails[i + 1]
      if (next === undefined || next.from + 24 * H > at) return true
    }
    return false
  }
  const payers = new Set<string>()
  const payees = new Set<string>()
  const column = (kind: "payment" | "refund"): Range => {
    const from: Side = kind === "payment" ? "buyer" : "supplier"
    const to: Side = kind === "payment" ? "supplier" : "buyer"
    const rows = deal.stated.filter((r) => r.kind === kind && r.at <= now)
    const outs = new Map<string, number>()
    if (deal.kind === "quote")
      for (const h of deal.holds)
        if (h.payer === from && h.confirmedAt <= now)
          h.left.forEach((l, i) => {
            const key = l.txid ?? `${h.id}#${i}`
            if (l.at <= now) outs.set(key, (outs.get(key) ?? 0) + l.cents)
          })
    let sure = 0
    let open = 0
    let quiet = 0
    let quietest = 0
    const loose = { supplier: 0, buyer: 0 }
    const txids = new Set([...outs.keys(), ...rows.flatMap((r) => (r.txid === null ? [] : [r.txid]))])
    const admittedRow = (r: (typeof rows)[number]) =>
      r.lodger === to || (r.review !== null && r.review.at <= now && r.review.outcome === "confirmed")
    const silentRow = (r: (typeof rows)[number]) =>
      !admittedRow(r) &&
      !(r.review !== null && r.review.at <= now) &&
      (filed ?? now) - r.at >= 72 * H &&
      !pleads(to)
    for (const r of rows) if (r.txid === null && (admittedRow(r) || silentRow(r))) loose[r.lodger] += r.cents
    for (const txid of txids) {
      const named = rows.filter((r) => r.txid === txid)
      const readings = deal.transactions.filter((t) => t.txid === txid)
      let chain: number | null = null
      for (const t of readings) {
        if (t.reading.status !== "found" || t.reading.at > now) continue
        let moved = 0
        let any = false
        for (const m of t.reading.transfers) {
          if (m.minedAt < began) continue
          const fromOwn = ownerOf(m.from, m.minedAt) === deal.parties[from]
          const toOwn = ownerOf(m.to, m.minedAt) === deal.parties[to]
          const counts =
            kind === "refund"
              ? (fromOwn || payees.has(m.from)) && (toOwn || payers.has(m.to))
              : fromOwn && (deal.kind === "debt" ? toOwn : reachesRail(t.network, m.to, m.minedAt))
          if (counts) {
            moved += m.cents
            any = true
          }
        }
        if (!any || named.length === 0) continue
        const queue = named.flatMap((r) => (r.lodger === from ? [{ own: true, on: deal.id, ...r }] : []))
        const others: Array<{ own: boolean; on: string; at: number; cents: number }> = []
        for (const e of t.elsewhere) {
          if (e.at > now) continue
          if (e.how !== "stated") moved -= e.cents
          else if (e.by === deal.parties[from]) others.push({ own: false, ...e })
        }
        // Each cent goes to the first statement that claims it; a later one of the same deal claims only what exceeds the former.
        const highest: Record<string, number> = {}
        let unclaimed = Math.max(0, moved)
        let mine = 0
        for (const c of [...queue, ...others].sort((x, y) => x.at - y.at || (x.on < y.on ? -1 : 1))) {
          const got = Math.min(unclaimed, Math.max(0, c.cents - (highest[c.on] ?? 0)))
          highest[c.on] = Math.max(c.cents, highest[c.on] ?? 0)
          unclaimed -= got
          if (c.own) mine += got
        }
        moved = mine + unclaimed
        chain = (chain ?? 0) + Math.max(0, moved)
      }
      const admitted = named.filter(admittedRow)
      const silent = readings.length > 0 && readings.every((t) => t.reading.status === "unread")
      const out = outs.get(txid)
      if (out !== undefined) sure += out
      else if (chain !== null) sure += Math.min(chain, Math.max(...named.map((r) => r.cents)))
      else {
        const known = Math.max(0, ...admitted.map((r) => r.cents))
        sure += known
        const said = readings.some(
          (t) => t.reading.status === "unread" && rails.some((r) => r.network === t.network && r.saidUnread),
        )
        const left = named.filter((r) => !(silent && silentRow(r)))
        const more = said ? Math.max(0, Math.max(0, ...left.map((r) => r.cents)) - known) : 0
        open += more
        // The silence of the payee finds what is above the rest.
        let heard = 0
        if (silent) for (const r of named) if (silentRow(r) && r.cents > heard) heard = r.cents
        if (heard > known) quiet += heard - known
        if (heard > known + more) quietest += heard - known - more
      }
      if (kind === "payment" && (chain !== null || admitted.length > 0))
        for (const t of readings)
          if (t.reading.status === "found" && t.reading.at <= now)
            for (const m of t.reading.transfers)
              if (m.minedAt >= began && reachesRail(t.network, m.to, m.minedAt)) {
                payers.add(m.from)
                payees.add(m.to)
              }
    }
    const words = Math.min(price, Math.max(loose.supplier, loose.buyer))
    const low = sure + Math.min(quiet, Math.max(0, price - sure))
    const high = sure + open + Math.min(quietest, Math.max(0, price - sure - open))
    return [Math.max(low, words), Math.max(high, words)]
  }
  const paid = column("payment")
  const refunded: Range = deal.kind === "debt" ? [0, 0] : column("refund")
  sheet.paid = paid
  sheet.refunded = refunded

  // F. The balance.
  const owed = sheet.owed ?? [0, 0]
  let low = owed[0] - Math.max(0, paid[1] - refunded[0])
  let high = owed[1] - Math.max(0, paid[0] - refunded[1])
  if (deal.kind === "debt") {
    low = Math.max(0, low)
    high = Math.max(0, high)
  } else if (filed !== null) {
    let b = 0
    let s = 0
    for (const a of deal.matter?.admits ?? []) {
      if (a.at > now) continue
      if (a.by === "buyer" && a.cents > b) b = a.cents
      if (a.by === "supplier" && a.cents > s) s = a.cents
    }
    if (b > 0 && s > 0) low = high = b - s
    else if (b > 0) [low, high] = [Math.max(low, b), Math.max(high, b)]
    else if (s > 0) [low, high] = [Math.min(low, -s), Math.min(high, -s)]
  }
  sheet.balance = [low, high]
  if (deal.currency !== "USD") sheet.price = sheet.owed = sheet.paid = sheet.refunded = sheet.balance = null
  return sheet
}
