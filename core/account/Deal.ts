/**
 * The facts of a deal, from which its account is drawn. They are plain data: each says who wrote it and when the court received it. A
 * deal is a quote with all that it replaced, or a debt of the Register of Dealings. In a debt the supplier is the agent to which it is
 * owed, and the buyer the agent that owes it. Addresses and transactions stand in one form, so that equal ones are equal texts.
 */
import type { Instant } from "../kernel/Time.ts"
import type { MandateFacts } from "./MandateFacts.ts"
import type { Purchase } from "./Purchase.ts"

/** The two sides of a deal: who delivers, and who pays. */
export const sides = ["supplier", "buyer"] as const
/** A side of a deal: the supplier, who is paid, or the buyer, who pays. */
export type Side = (typeof sides)[number]
/** The side that faces a side: the buyer for the supplier, and the other way round. */
export const otherSide = (side: Side): Side => (side === "supplier" ? "buyer" : "supplier")

/** The id of an agent, as its enrolment gave it. Handles may pass to another agent; ids never do. */
export type AgentId = string

/** The address at which the buyer pays, from an instant on, until the next rail. */
export interface Rail {
  readonly from: Instant
  readonly network: string
  readonly address: string
  /** Whether the acceptance said that the court does not read this chain. */
  readonly saidUnread: boolean
}

/** An address that an agent has proven. Proofs of other agents stand here too if they are of an address that a transfer came from. */
export interface ProvenAddress {
  readonly agent: AgentId
  readonly address: string
  readonly provenAt: Instant
  readonly endedAt: Instant | null
}

/** A transfer that a chain shows: its addresses, its sum in cents of a US dollar, and the instant of its block. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly cents: number
  readonly minedAt: Instant
}

/** The answer of the court's reader about a transaction: unread chain, no such transaction, not yet confirmed, or confirmed transfers. */
export type Reading =
  | { readonly status: "unread" }
  | { readonly status: "none" }
  | { readonly status: "pending" }
  | {
      readonly status: "found"
      /** When the court recorded the reading with its confirmations. */
      readonly at: Instant
      readonly transfers: ReadonlyArray<Transfer>
    }

/** A part of a transaction that another deal or an entry takes. */
export type Taken =
  /** An agent stated it as a payment or refund on another deal. */
  | {
      readonly how: "stated"
      readonly on: string
      readonly by: AgentId
      readonly at: Instant
      readonly cents: number
    }
  /** It satisfied an entry of the Register of Compliance, or its payee has shown that it met something else. */
  | {
      readonly how: "entry" | "shown"
      readonly on: string
      readonly at: Instant
      readonly cents: number
    }

/** A transaction that a dealing of this deal names, as read on one network. A deal with rails on two networks has two readings. */
export interface Transaction {
  readonly txid: string
  readonly network: string
  readonly reading: Reading
  readonly elsewhere: ReadonlyArray<Taken>
}

/** A payment from the buyer to the supplier, or a refund the other way, as one side states it in the Register of Dealings. */
export interface Stated {
  readonly id: string
  readonly kind: "payment" | "refund"
  readonly lodger: Side
  readonly at: Instant
  readonly cents: number
  readonly txid: string | null
  readonly review: { readonly outcome: "confirmed" | "contested"; readonly at: Instant } | null
}

/** Money in an escrow. It is not paid; what has left it for the payee is. */
export interface Held {
  readonly id: string
  readonly payer: Side
  readonly cents: number
  /** When the hold was confirmed, and when it ended (paid out, released or lapsed). */
  readonly confirmedAt: Instant
  readonly endedAt: Instant | null
  readonly left: ReadonlyArray<{
    readonly at: Instant
    readonly cents: number
    readonly txid: string | null
  }>
}

/** The name of one of the sums that left a hold, by its place among them. */
export const leftId = ({ hold, nth }: { readonly hold: string; readonly nth: number }): string =>
  `${hold}/${nth}`

/** The facts of a matter on which its account depends: who claims, who has pleaded, and what was denied or admitted when. */
export interface Matter {
  readonly id: string
  readonly filedAt: Instant
  readonly claimant: Side
  /** The sides that have pleaded, and when first; the claim is the claimant's. */
  readonly pleads: { readonly [S in Side]: Instant | null }
  /** When the buyer first denied the delivery in the matter, which is served on the supplier at once; null if it did not. */
  readonly deniedAt: Instant | null
  /** The sums that each side admits that it owes on the deal, in cents. */
  readonly admits: ReadonlyArray<{ readonly by: Side; readonly at: Instant; readonly cents: number }>
}

/** An order of an earlier judgment that stands, on the same deal. */
export interface Ordered {
  readonly citation: string
  readonly n: number
  readonly against: Side
  readonly cents: number
  /** The sums that left holds (`leftId`), the transactions, or else the ids of the dealings by which it was performed. */
  readonly metBy: ReadonlyArray<string>
}

/** Time during which an earlier matter that did not decide the account was before the court. */
export interface Pending {
  readonly claimant: Side
  readonly from: Instant
  readonly to: Instant
  /** Whether its claimant discontinued it before it was defended. */
  readonly discontinuedUndefended: boolean
}

interface Common {
  readonly id: string
  readonly parties: { readonly [S in Side]: AgentId }
  readonly currency: string
  readonly stated: ReadonlyArray<Stated>
  readonly transactions: ReadonlyArray<Transaction>
  readonly proven: ReadonlyArray<ProvenAddress>
  /** The matter on the deal that is before the court or would be filed; null without a matter. */
  readonly matter: Matter | null
  readonly ordered: ReadonlyArray<Ordered>
  readonly pending: ReadonlyArray<Pending>
}

/** One side's close of a quote: the charge in cents, and what was delivered. */
export interface Close {
  readonly id: string
  readonly at: Instant
  readonly cents: number
  /** The delivery as this side states it: a hash, or words. */
  readonly delivered: string
  readonly deliveredAt: Instant | null
  /** Whether the buyer states that something differs, and whether it says that it received the delivery. */
  readonly dispute: boolean
  readonly received: boolean | null
}

/** Bytes that a side has disclosed, and their hash (64 hexadecimal digits in lower case). */
export interface Disclosure {
  readonly id: string
  readonly by: Side
  readonly at: Instant
  readonly sha256: string
}

/** A check that an attester answers, or its time does. */
export interface AttestedCheck {
  readonly id: string
  /** The handle of the attester. Absent in facts that were kept before it was told. */
  readonly by?: string
  /** The id of the attestation that counts, and when the court received it; null if no attestation counts. */
  readonly answered: { readonly id: string; readonly at: Instant } | null
  /** When the check's `otherwise` takes the place of an answer; null while nothing was disclosed. */
  readonly dueAt: Instant | null
}

/** The criteria of a quote, and their evaluation as of the instant of the account. */
export interface Criteria {
  readonly sha256: string
  /** Of the bytes that the close names, or of the attested checks alone if the delivery is elsewhere; null if nothing is known. */
  readonly evaluation: {
    readonly verdict: "satisfied" | "partly" | "not_satisfied" | "indeterminate"
    readonly reductionMillionths: number
  } | null
  readonly attested: ReadonlyArray<AttestedCheck>
}

/** A reading of the meter of a quote, as an entry of the Register of Dealings states it: the units of the whole deal. */
export interface MeterReading {
  readonly id: string
  readonly by: Side | "attester"
  readonly at: Instant
  readonly units: number
  /** When the other side confirmed the entry; null if it did not, and of the agent that attests. */
  readonly confirmedAt: Instant | null
}

/** The meter that a quote states: `cents` for each `per` units, and the difference that both bear, in millionths. */
export interface Meter {
  readonly cents: number
  readonly per: number
  readonly toleranceMillionths: number
  /** The handle of the agent that attests; null if the quote names nobody. */
  readonly attester: string | null
  readonly readings: ReadonlyArray<MeterReading>
}

/**
 * A record that a side signed about the delivery (`id`: the SHA-256 of its artifact). It counts against its signer alone, whoever filed it.
 */
export interface SignedDelivery {
  readonly id: string
  readonly by: Side
  /** When the court received it, and when it was signed. */
  readonly at: Instant
  readonly signedAt: Instant
  readonly says: "accepted" | "undelivered"
  /** The share of what was ordered that is not delivered, up to a million; 0 unless it says `undelivered`. */
  readonly millionths: number
  /** The SHA-256 of what was delivered; null if it does not say. */
  readonly sha256: string | null
}

/** The reductions that a quote states, in millionths of its price; null for a reduction that it does not state. */
export interface Remedies {
  readonly lateMillionthsPerHour: number | null
  readonly lateMillionthsMax: number | null
  readonly otherwiseMillionths: number | null
}

/**
 * An accepted quote with all records on which its account depends (PD15 §1). Sums are in cents, instants and the inspection in
 * milliseconds.
 */
export interface QuoteDeal extends Common {
  readonly kind: "quote"
  readonly cents: number
  readonly offeredAt: Instant
  readonly acceptedAt: Instant
  /** The acceptance of the first of the quotes that this one replaced in a row; else its own. */
  readonly firstAcceptedAt: Instant
  readonly replacedBy: string | null
  readonly dueBy: Instant
  readonly inspection: number
  readonly elsewhere: boolean
  readonly criteria: Criteria | null
  readonly remedies: Remedies
  /** How the price is metered; absent from a quote whose price is fixed. */
  readonly meter?: Meter
  /** Rails of the quote, and of all that it replaced, oldest first. */
  readonly rails: ReadonlyArray<Rail>
  readonly closes: { readonly [S in Side]: Close | null }
  readonly disclosures: ReadonlyArray<Disclosure>
  readonly holds: ReadonlyArray<Held>
  /** The records that the parties signed of the delivery, in the papers of the matter. Absent if the papers have no such record. */
  readonly signed?: ReadonlyArray<SignedDelivery>
}

/** A debt: an invoice that was confirmed, a promise of refund by its lodger, a purchase by x402, or payments beyond a mandate. */
export interface DebtDeal extends Common {
  readonly kind: "debt"
  readonly from: "invoice" | "refund" | "purchase" | "mandate"
  readonly cents: number
  readonly lodgedAt: Instant
  /** The instant of the act that made the debt: the confirmation of an invoice, the lodgement of a refund, or the transfer of a purchase. */
  readonly madeAt: Instant
  /** The instant of the dealing that the entry states. */
  readonly dealingAt: Instant
  /** The offers, responses and transfers of a purchase by x402, whose `cents` are 0; absent from other debts. */
  readonly purchase?: Purchase
  /** The mandates, payments and responses of a debt by payments beyond a mandate, whose `cents` are 0; absent from other debts. */
  readonly mandate?: MandateFacts
}

/** A deal that has an account: a quote or a debt (PD15 §1). `kind` tells them apart. */
export type Deal = QuoteDeal | DebtDeal

/**
 * The agent whose transfers from an address count at an instant: whoever had proven it then; otherwise whoever proved it first
 * afterwards. So a transfer belongs to one agent, whatever is proven or ended later.
 */
export const ownerAt = (deal: Deal, address: string, at: Instant): AgentId | null => {
  const proofs = deal.proven
    .filter((one) => one.address === address)
    .sort((a, b) => a.provenAt - b.provenAt || (a.agent < b.agent ? -1 : 1))
  const then = proofs.find(({ provenAt, endedAt }) => provenAt <= at && (endedAt === null || endedAt > at))
  return (then ?? proofs.find(({ provenAt }) => provenAt > at))?.agent ?? null
}

/** Whether another deal or an entry has taken a transaction before a payment by it was stated on this debt. */
export const isTaken = (
  { id, parties, transactions }: DebtDeal,
  { txid, at }: { readonly txid: string | null; readonly at: Instant },
): boolean =>
  transactions
    .filter((one) => one.txid === txid)
    .flatMap(({ elsewhere }) => elsewhere)
    .some(
      (taken) =>
        taken.how !== "stated" ||
        (taken.by === parties.supplier && (taken.at < at || (taken.at === at && taken.on < id))),
    )
