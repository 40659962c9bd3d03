/** The facts by which payments beyond a mandate are measured. They know no deal, so that a deal may have them. */
import type { Instant } from "../kernel/Time.ts"

/**
 * A mandate as a receipt names it, in a paper of the matter: each is signed by its side. `id` and `receipt` are SHA-256 of the artifacts.
 */
export interface Named {
  readonly id: string
  /** The side that filed it, and when the court received it. */
  readonly by: "supplier" | "buyer"
  readonly at: Instant
  readonly receipt: string
  /** The SHA-256 of what its signer signed, in whatever form the signature is written. Absent in facts that were kept before it was told. */
  readonly signed?: string
  /** The transaction that the receipt names, in lower case; null if it names no transaction. */
  readonly transaction: string | null
  readonly grantedAt: Instant
  /** The most that the mandate allows, in cents; null if its limit was not exceeded. */
  readonly limitCents: number | null
  /** The sum that the receipt states, in cents; null if it states no sum in dollars. */
  readonly takenCents: number | null
  /** Whether the mandate forbids the payment as a whole. */
  readonly forbids: boolean
}

/**
 * A payment that its payer has stated on the entry of the mandate, by the paper of this hash. `confirmedAt` is null until the other
 * confirms it.
 */
export interface Payment {
  readonly id: string
  readonly at: Instant
  readonly sha256: string
  readonly txid: string | null
  readonly cents: number
  readonly confirmedAt: Instant | null
}

/** A transfer of dollars of a transaction that was stated; `at` is when the court recorded it. */
export interface Transfer {
  readonly txid: string
  readonly at: Instant
  readonly from: string
  readonly to: string
  readonly cents: number
  readonly minedAt: Instant
}

/**
 * A response to a paid request that the agent that was paid signed, as a paper of the matter has it; `id` is the SHA-256 of its artifact.
 */
export interface Response {
  readonly id: string
  readonly at: Instant
  readonly status: number
  /** The SHA-256 of the header by which the request paid, and the transaction that the response names; null if it names no transaction. */
  readonly payment: string
  readonly transaction: string | null
}

/** The facts of payments under a mandate beside those of a debt. */
export interface MandateFacts {
  readonly named: ReadonlyArray<Named>
  readonly payments: ReadonlyArray<Payment>
  readonly transfers: ReadonlyArray<Transfer>
  readonly responses: ReadonlyArray<Response>
}
