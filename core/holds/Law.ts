/** The law of holds (PD2 §§6A to 6G): the words of each section, and beneath them the rule that enforces it. */
import { Networks } from "../chains/index.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, days, enforced, hours as hoursOf, money, rule } from "../kernel/Section.ts"
import { days as daysLong, hours, type Instant } from "../kernel/Time.ts"
import * as Escrow from "./Escrow.ts"
import type * as Hold from "./Hold.ts"
import { contractOf, unitsOf } from "./Payout.ts"

export const naming = enforced(
  "PD2 §6B",
  "Naming a hold",
  (t) =>
    `A party to an accepted quote that is not settled, or to a matter, may name an escrow between its two parties. On a quote the buyer pays and the supplier is paid. On a matter a payment in may be named until the call for judgment; the respondent pays and the claimant is paid. While an appeal is pending, the party bound by an order to pay may secure that order for the party favoured. Both parties are enrolled agents. One hold names one payment of one escrow. If several holds name the same reference, the first hold that both parties have proven has the reference for good. A quote or a matter has at most ${count(t.holdsMax, "hold")}. A hold moves no clock, no period and no window.`,
)

/** Refuses a hold that is named at the wrong time, or beyond the bounds of §6B. */
export const mayName = rule(
  ["PD2 §6B"],
  (
    facts: {
      readonly inTime: boolean
      readonly when: string
      readonly named: number
      /** Whether another hold has the reference of the escrow. */
      readonly taken: boolean
    },
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => [
    when(!facts.inTime, "hold_time", { when: facts.when }),
    when(facts.taken, "hold_taken", {}),
    when(facts.named >= terms.holdsMax, "holds_spent", { max: terms.holdsMax }),
  ],
)

export const termsOfHolds = enforced(
  "PD2 §6C",
  "Terms that the service does not sign for",
  (t) =>
    `The service refuses a hold in an asset other than the tokens that it knows on the chain named, and with decimals other than the token's, or fewer than ${t.holdDecimalsMin}. It refuses an address that can't be read, and a reference that is not in the one form that its escrow gives it. It refuses a hold between one agent and itself, or one address and itself, and a long stop less than ${hoursOf(t.longStopHoursMin)} or more than ${days(t.longStopDaysMax)} ahead. It refuses an escrow that it reads and that is not as stated, or that ends before ${days(t.escrowMarginDays)} after the long stop, and an escrow that a key of the service could release. The service asks a chain only about a hold that it would not refuse otherwise, and at most ${count(t.chainAsksPerDay, "time")} a day for one agent; each server of the service counts for itself.`,
)

/** The particulars of a requested hold, each in the court's own form. */
export interface Particulars {
  readonly asset: Networks.Asset
  readonly chain: string
  readonly escrowAddress: string
  readonly address: string
  readonly amountUnits: string
}

const symbolOf = (currency: string): string => (currency === defaultCurrency ? "USDC" : currency)

/** The particulars of a request; null, with refusals, if some of them can't be read. */
export const particularsOf = rule(
  ["PD2 §6C"],
  (
    body: Hold.Request,
  ): { readonly particulars: Particulars | null; readonly refused: ReadonlyArray<Refusal | null> } => {
    const network = Networks.find(body.chain.trim())
    const agrees = network !== undefined && network.id === `eip155:${body.chainId}`
    const asset = agrees
      ? Networks.findAsset(network.id, symbolOf(body.currency ?? defaultCurrency))
      : undefined
    const read = (address: string) =>
      asset === undefined
        ? null
        : (Networks.readAddress({ network: asset.network, asset: asset.id, address })?.address ?? null)
    const [escrowAddress, address] = [read(body.escrowAddress), read(body.address)]
    const kind = Escrow.kinds[body.escrowKind]
    const decimals = asset?.decimals ?? body.assetDecimals
    const readable = escrowAddress !== null && address !== null && escrowAddress !== address
    return {
      refused: [
        when(asset === undefined, "hold_asset", {}),
        when(asset !== undefined && !readable, "hold_address", {}),
        when(!kind.isRef(body.holdRef), "hold_ref", { form: kind.form }),
        decimals === undefined || (body.assetDecimals ?? decimals) === decimals
          ? null
          : refusal("hold_decimals", { decimals }),
      ],
      particulars:
        asset === undefined || !readable || !kind.isRef(body.holdRef)
          ? null
          : {
              asset,
              chain: asset.network,
              escrowAddress,
              address,
              amountUnits: unitsOf(body.amountCents, asset.decimals),
            },
    }
  },
)

export const noFundsHeld = enforced(
  "PD2 §6A",
  "No funds are held",
  (t) =>
    `The service holds no funds for anyone, supplies no escrow contract, and has no key that can release an escrow. A hold that names it as referee is at most ${money(t.holdCapCents)}.`,
)

/** Refuses a sum above the cap of §6A, and a long stop outside the bounds of §6C. */
export const withinBounds = rule(
  ["PD2 §6A", "PD2 §6C"],
  (
    { amountCents, longStopAt }: Pick<Hold.Hold, "amountCents" | "longStopAt">,
    now: Instant,
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => {
    const [least, most] = [now + hours(terms.longStopHoursMin), now + daysLong(terms.longStopDaysMax)]
    return [
      when(amountCents > terms.holdCapCents, "hold_cap", { max: money(terms.holdCapCents) }),
      when(longStopAt < least || longStopAt > most, "hold_long_stop", {
        hours: terms.longStopHoursMin,
        days: terms.longStopDaysMax,
      }),
    ]
  },
)

type Sides = { readonly payer: string | null; readonly payee: string | null }

const differs = (stated: string | null, read: string | null, what: string): string | null =>
  stated === null || read === null || stated.toLowerCase() === read.toLowerCase()
    ? null
    : `${what} is ${read}.`

const unlike = (
  hold: Pick<Hold.Hold, "asset" | "amountUnits">,
  { payer, payee }: Sides,
  reading: Escrow.Reading,
): string | null => {
  if (reading.state !== "funded") return `it is ${reading.state}.`
  return (
    differs(payer, reading.payer, "its payer") ??
    differs(payee, reading.payee, "its payee") ??
    differs(contractOf(hold.asset), reading.asset, "its token") ??
    differs(hold.amountUnits, reading.amountUnits, "its sum in the token's units")
  )
}

/**
 * Refuses a hold whose sides are one, whose escrow is not as stated or ends too early, or whose sum a key of the court could release (§6A).
 * `ours` are the addresses of the court's keys. If the chain is not read, the court relies on what the parties state.
 */
export const mayStand = rule(
  ["PD2 §6A", "PD2 §6C"],
  (
    hold: Pick<Hold.Hold, "asset" | "amountUnits" | "escrowAddress" | "longStopAt">,
    sides: Sides,
    reading: Escrow.Reading | Escrow.Unread,
    ours: ReadonlyArray<string>,
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => {
    const own = new Set(ours.map((address) => address.toLowerCase()))
    const isOurs = (address: string | null) => address !== null && own.has(address.toLowerCase())
    const named = [sides.payer, sides.payee, hold.escrowAddress]
    const stated = [
      when(sides.payer !== null && sides.payer === sides.payee, "hold_self_dealing", {}),
      when(named.some(isOurs), "hold_court_key", {}),
    ]
    if (reading === "unread") return stated
    if (reading === "unreadable")
      return [...stated, refusal("hold_state", { why: "its chain can't be read now; try again later." })]
    const why = unlike(hold, sides, reading)
    const endsEarly =
      reading.expiresAt !== null && reading.expiresAt < hold.longStopAt + daysLong(terms.escrowMarginDays)
    return [
      ...stated,
      when(reading.releasers.some(isOurs), "hold_court_key", {}),
      when(endsEarly, "hold_expires_early", { days: terms.escrowMarginDays }),
      why === null ? null : refusal("hold_state", { why }),
    ]
  },
)

export const instruction = enforced(
  "PD2 §6E",
  "The payout instruction",
  (t) =>
    `The payer or the payee of a confirmed hold may ask for a payout instruction on a final judgment between them, on the same quote or in the same matter. The service signs the instruction once, as typed data that a contract can check. The instruction takes effect ${hoursOf(t.payoutDelayHours)} after it is signed. It is spent within ${days(t.payoutDays)} after that, or it expires. A hold has one live instruction at a time, and so has a judgment. The service signs no instruction while the party favoured disputes an entry of that judgment between them, other than by asking for the instruction, and no instruction that would outlast the escrow.`,
)

/** The times of an instruction signed now, as instants of whole seconds: when it is signed, takes effect and expires. */
export const timesOf = rule(["PD2 §6E"], (now: Instant, terms: Terms) => {
  const signedAt = now - (now % 1000)
  const effectiveAt = signedAt + hours(terms.payoutDelayHours)
  return { signedAt, effectiveAt, expiresAt: effectiveAt + daysLong(terms.payoutDays) }
})

export const revocation = enforced(
  "PD2 §6G",
  "Revocation",
  (t) =>
    `The Registrar may revoke an instruction, with reasons, more than ${count(t.revocationLeadMinutes, "minute")} before it takes effect. If the judgment is vacated or set aside, its live instruction is revoked in the same commit, at any time before it is spent. The same happens if an order of it is satisfied by other means, as the party favoured, the chain or the Registrar says, or is paid in part from another hold. The Registrar is told. Revocations are signed and public. The service signs another instruction for that judgment only if the revocation allows it.`,
)

/** The instant at which it is too late to revoke an instruction that takes effect at `effectiveAt`. */
export const revocationEnd = (effectiveAt: Instant, terms: Terms): Instant =>
  effectiveAt - terms.revocationLeadMinutes * 60_000

/** Refuses a revocation that comes too late. At exactly `revocationLeadMinutes` before `effectiveAt` it is too late. */
export const mayRevoke = rule(
  ["PD2 §6G"],
  (effectiveAt: Instant, now: Instant, terms: Terms): Refusal | null =>
    when(now >= revocationEnd(effectiveAt, terms), "revocation_late", {
      minutes: terms.revocationLeadMinutes,
    }),
)
