/** Random deals from a seed. Few addresses, transactions, sums and hours are drawn from, so that records meet each other often. */
import { hours } from "../../kernel/Time.ts"
import type {
  Close,
  Deal,
  DebtDeal,
  Disclosure,
  Held,
  Matter,
  Meter,
  ProvenAddress,
  QuoteDeal,
  Rail,
  Reading,
  Side,
  SignedDelivery,
  Stated,
  Taken,
  Transaction,
} from "../Deal.ts"
import type { MandateFacts } from "../MandateFacts.ts"
import type { Purchase } from "../Purchase.ts"
import { hash, later, start } from "./Given.ts"

/** Draws whole numbers below a bound (mulberry32), and what is made of them. */
export interface Draw {
  readonly below: (bound: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <A>(...among: ReadonlyArray<A>) => A
  readonly list: <A>(max: number, make: (i: number) => A) => ReadonlyArray<A>
}

export const drawFrom = (seed: number): Draw => {
  let state = seed | 0
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
  const pick = <A>(...among: ReadonlyArray<A>): A => {
    const one = among[below(among.length)]
    if (one === undefined) throw new Error("nothing to pick")
    return one
  }
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick,
    list: (max, make) => Array.from({ length: below(max + 1) }, (_, i) => make(i)),
  }
}

const addresses = ["0xrail", "0xnew", "0xbuyer", "0xseller", "0xother"] as const
const txids = ["t1", "t2", "t3"] as const
const networks = ["base", "cash"] as const
const side = (d: Draw): Side => d.pick<Side>("supplier", "buyer")
const at = (d: Draw, from = 0, to = 200): number => later(from + d.below(to - from)) + d.pick(0, 0, 1, 999)
const cents = (d: Draw): number => d.pick(1, 3_333, 5_000, 10_000, 10_001, d.below(20_000))
const maybe = <A>(d: Draw, percent: number, make: () => A): A | null => (d.chance(percent) ? make() : null)

const close = (d: Draw, id: string, from: number): Close => ({
  id,
  at: at(d, from, from + 60),
  cents: d.pick(10_000, 10_000, 9_000, 12_000),
  delivered: d.pick(hash, `sha256:${hash.toUpperCase()}`, "in words", "cd".repeat(32)),
  deliveredAt: maybe(d, 50, () => at(d, -20, 60)),
  dispute: d.chance(30),
  received: d.pick(null, null, true, false),
})

export const stated = (d: Draw, id: string): Stated => ({
  id,
  kind: d.pick<Stated["kind"]>("payment", "payment", "refund"),
  lodger: side(d),
  at: at(d),
  cents: cents(d),
  txid: maybe(d, 60, () => d.pick(...txids)),
  review: maybe(d, 30, () => ({
    outcome: d.pick<"confirmed" | "contested">("confirmed", "contested"),
    at: at(d),
  })),
})

const taken = (d: Draw): Taken => {
  const common = { on: d.pick("q0", "q9"), at: at(d), cents: cents(d) }
  return d.chance(60)
    ? { how: "stated", by: d.pick("B", "S", "C"), ...common }
    : { how: d.pick<"entry" | "shown">("entry", "shown"), ...common }
}

const reading = (d: Draw): Reading =>
  d.chance(60)
    ? {
        status: "found",
        at: at(d),
        transfers: d.list(2, () => ({
          from: d.pick(...addresses),
          to: d.pick(...addresses),
          cents: cents(d),
          minedAt: d.chance(10) ? start - d.below(2_000) : at(d, 0, 80),
        })),
      }
    : { status: d.pick<"unread" | "none" | "pending">("unread", "unread", "none", "pending") }

const transaction = (d: Draw, txid: string, network: string): Transaction => ({
  txid,
  network,
  reading: reading(d),
  elsewhere: d.chance(30) ? d.list(2, () => taken(d)) : [],
})

const proofs = (d: Draw): ReadonlyArray<ProvenAddress> =>
  addresses.flatMap((address) => {
    if (d.chance(30)) return []
    const usual = address === "0xbuyer" ? "B" : address === "0xseller" || address === "0xrail" ? "S" : "C"
    const agent = d.chance(80) ? usual : d.pick("B", "S", "C")
    const provenAt = at(d, -20, 60)
    const endedAt = maybe(d, 20, () => provenAt + hours(1 + d.below(40)))
    const first: ProvenAddress = { agent, address, provenAt, endedAt }
    return endedAt === null || d.chance(50)
      ? [first]
      : [first, { agent: d.pick("B", "S", "C"), address, provenAt: endedAt + d.below(2), endedAt: null }]
  })

const matter = (d: Draw): Matter => ({
  id: "m1",
  filedAt: at(d, 40, 160),
  claimant: side(d),
  pleads: { supplier: maybe(d, 60, () => at(d, 100)), buyer: maybe(d, 60, () => at(d, 100)) },
  deniedAt: maybe(d, 30, () => at(d, 40)),
  admits: d.chance(20) ? d.list(2, () => ({ by: side(d), at: at(d, 40), cents: cents(d) })) : [],
})

const common = (d: Draw) => ({
  parties: { supplier: "S", buyer: "B" },
  currency: d.chance(2) ? "EUR" : "USD",
  stated: d.list(4, (i) => stated(d, `p${i}`)),
  transactions: txids.flatMap((txid) =>
    networks.flatMap((network, i) => (d.chance(i === 0 ? 80 : 15) ? [transaction(d, txid, network)] : [])),
  ),
  proven: proofs(d),
  matter: maybe(d, 60, () => matter(d)),
  ordered: [],
  pending: [],
})

const hold = (d: Draw, id: string): Held => ({
  id,
  payer: side(d),
  cents: cents(d),
  confirmedAt: at(d),
  endedAt: maybe(d, 50, () => at(d)),
  left: d.list(2, () => ({ at: at(d), cents: cents(d), txid: maybe(d, 60, () => d.pick(...txids)) })),
})

const rail = (d: Draw, from: number): Rail => ({
  from,
  network: d.pick("base", "base", "cash"),
  address: d.pick("0xrail", "0xrail", "0xnew"),
  saidUnread: d.chance(40),
})

const units = (d: Draw): number => d.pick(0, 1, 990, 995, 1_000, 1_000, 1_005, 5_000, d.below(3_000))

const meter = (d: Draw): Meter => ({
  cents: d.pick(1, 100, 333, 10_000),
  per: d.pick(1, 7, 10, 1_000),
  toleranceMillionths: d.pick(0, 5_000, 10_000, 1_000_000),
  attester: maybe(d, 50, () => "auditor"),
  readings: d.list(5, (i) => ({
    id: `r${i}`,
    by: d.pick<Side | "attester">("supplier", "buyer", "supplier", "buyer", "attester"),
    at: at(d),
    units: units(d),
    confirmedAt: maybe(d, 15, () => at(d)),
  })),
})

/** A seed of a text: what is drawn from it takes nothing from the draws of the rest, so that the deals of a seed stay the same. */
const seedOf = (text: string): number =>
  [...text].reduce((seed, char) => (Math.imul(seed, 31) + char.charCodeAt(0)) | 0, 7)

export const signedRecord = (d: Draw, id: string): SignedDelivery => {
  const says = d.pick<SignedDelivery["says"]>("accepted", "undelivered", "undelivered")
  return {
    id,
    by: d.pick<Side>("supplier", "buyer"),
    at: at(d, 40, 120),
    signedAt: at(d, -5, 100),
    says,
    millionths: says === "undelivered" ? d.pick(1, 250_000, 750_000, 1_000_000) : 0,
    sha256: d.pick(null, hash, hash, "cd".repeat(32)),
  }
}

const quote = (d: Draw): QuoteDeal => {
  const offeredAt = later(-d.below(30))
  const offered = { ...common(d), kind: "quote" as const, id: "q1", cents: 10_000, offeredAt }
  const elsewhere = d.chance(25)
  const aside = drawFrom(seedOf(JSON.stringify(offered)))
  const disclosures = d.list(
    3,
    (i): Disclosure => ({ id: `d${i}`, by: side(d), at: at(d), sha256: d.pick(hash, hash, "cd".repeat(32)) }),
  )
  return {
    ...offered,
    acceptedAt: start,
    firstAcceptedAt: start - d.pick(0, 0, 500, hours(5)),
    replacedBy: null,
    dueBy: later(d.below(30)),
    inspection: hours(d.pick(1, 23, 24, 48)),
    elsewhere,
    criteria: maybe(d, 50, () => ({
      sha256: "sha256:c",
      evaluation: maybe(d, 80, () => ({
        verdict: "partly" as const,
        reductionMillionths: d.pick(0, 1, 333_333, 1_000_000),
      })),
      attested: d.list(2, (i) => ({
        id: `a${i}`,
        answered: maybe(d, 40, () => ({ id: `att${i}`, at: at(d) })),
        dueAt: maybe(d, 60, () => at(d, 50)),
      })),
    })),
    remedies: {
      lateMillionthsPerHour: maybe(d, 60, () => d.pick(1, 33_333, 1_000_000)),
      lateMillionthsMax: maybe(d, 40, () => d.pick(100_000, 1_000_000)),
      otherwiseMillionths: maybe(d, 40, () => d.pick(0, 500_000, 333_333)),
    },
    rails: [rail(d, later(-6)), ...d.list(1, () => rail(d, at(d, 0, 80)))],
    closes: {
      supplier: maybe(d, 80, () => close(d, "close-s", 0)),
      buyer: maybe(d, 50, () => close(d, "close-b", 40)),
    },
    disclosures: d.chance(70) ? disclosures : [],
    ...(aside.chance(25) ? { meter: meter(aside) } : {}),
    holds: d.chance(25) ? d.list(2, (i) => hold(d, `h${i}`)) : [],
    ...(d.chance(20) ? { signed: d.list(3, (i) => signedRecord(d, `s${i}`)) } : {}),
  }
}

const resources = ["https://a.example/1", "https://a.example/2"] as const
const amounts = (d: Draw): string => d.pick("900000", "1500000", "1500001", "3000000")
const centsIn = (amount: string): number => Math.floor(Number(amount) / 10_000)

const purchase = (d: Draw): Purchase => ({
  offers: d.list(3, (i) => {
    const amount = amounts(d)
    const place = {
      network: d.pick("base", "base", "base", "cash"),
      asset: d.pick("usdc", "usdc", "usdc", "eurc"),
    }
    return {
      id: `o${d.below(4)}${i}`,
      by: d.pick<Side>("supplier", "supplier", "buyer"),
      at: at(d, 40, 120),
      lodged: d.chance(30),
      resource: d.pick(resources[0], ...resources),
      ...place,
      payTo: d.pick("0xrail", "0xrail", "0xnew"),
      units: amount,
      cents: centsIn(amount),
      until: at(d, 20, 120),
    }
  }),
  responses: d.list(2, (i) => ({
    id: `r${i}`,
    by: side(d),
    at: at(d, 40, 120),
    resource: d.pick(resources[0], ...resources),
    status: d.pick(200, 399, 400, 402, 500),
    payment: d.pick("h1", "h2"),
    transaction: maybe(d, 80, () => d.pick("t1", "t1", "t2")),
  })),
  payments: d.list(2, (i) => ({
    id: `p${i}`,
    at: at(d, 0, 60),
    txid: d.pick("t1", "t1", "t2"),
    cents: d.pick(90, 150, 150, 300),
  })),
  transfers: d.list(3, () => {
    const amount = amounts(d)
    return {
      txid: d.pick("t1", "t1", "t2"),
      at: at(d, 0, 80),
      network: d.pick("base", "base", "base", "cash"),
      asset: "usdc",
      from: d.pick("0xseller", "0xseller", "0xother"),
      to: d.pick("0xrail", "0xrail", "0xnew"),
      units: amount,
      cents: centsIn(amount),
      minedAt: at(d, 0, 60),
    }
  }),
  ...(d.chance(15) ? { taken: [{ id: "y1", at: at(d, 40, 120), transaction: d.pick("t1", "t2") }] } : {}),
})

const owed = (d: Draw): DebtDeal => ({
  ...common(d),
  kind: "debt",
  id: "q1",
  from: d.pick<DebtDeal["from"]>("invoice", "refund"),
  cents: cents(d),
  lodgedAt: start,
  madeAt: later(d.below(5)),
  dealingAt: at(d, -20, 20),
})

/** In a purchase the agent that is owed has paid: its addresses are the supplier's. */
const bought = (d: Draw): DebtDeal => ({
  ...owed(d),
  from: "purchase",
  cents: 0,
  purchase: purchase(d),
})

const receipts = ["aa", "bb"] as const

/** Payments under a mandate, and the receipts that name it. */
const mandated = (d: Draw): MandateFacts => ({
  named: d.list(3, (i) => ({
    id: `m${d.below(4)}${i}`,
    by: side(d),
    at: at(d, 40, 120),
    receipt: d.pick(...receipts),
    ...(d.chance(70) ? { signed: d.pick("aa1", "bb1") } : {}),
    transaction: maybe(d, 60, () => d.pick("t1", "t1", "t2")),
    grantedAt: at(d, -20, 20),
    limitCents: maybe(d, 80, () => d.pick(0, 100, 150, 5_000)),
    takenCents: maybe(d, 80, () => d.pick(149, 300, 20_000)),
    forbids: d.chance(20),
  })),
  payments: d.list(3, (i) => ({
    id: `p${i}`,
    at: at(d, 0, 60),
    sha256: d.pick(...receipts),
    txid: maybe(d, 70, () => d.pick("t1", "t1", "t2")),
    cents: d.pick(90, 150, 300, 10_000),
    confirmedAt: maybe(d, 40, () => at(d, 0, 120)),
  })),
  transfers: d.list(2, () => ({
    txid: d.pick("t1", "t1", "t2"),
    at: at(d, 0, 80),
    from: d.pick("0xseller", "0xseller", "0xother"),
    to: d.pick("0xbuyer", "0xbuyer", "0xnew"),
    cents: d.pick(90, 150, 300, 10_000),
    minedAt: at(d, 0, 60),
  })),
  responses: purchase(d).responses,
})

/** In a debt beyond a mandate the agent that is owed has paid, as in a purchase. */
const beyond = (d: Draw): DebtDeal => ({ ...owed(d), from: "mandate", cents: 0, mandate: mandated(d) })

const debt = (d: Draw): DebtDeal => d.pick(owed, bought, beyond)(d)

export const randomDeal = (d: Draw): Deal => (d.chance(80) ? quote(d) : debt(d))
