import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Entry } from "./Entry.ts"
import { networkNamed } from "./Networks.ts"

/** A transfer that a chain reader found. `valueCents` is its value when read: a stablecoin at USD 1, bitcoin at the market. */
export interface Transfer {
  readonly network: string
  readonly asset: string
  readonly to: string
  readonly valueCents: number
  /** Block time. */
  readonly at: Instant
  readonly confirmations: number
}

/**
 * When confirmed transfers after delivery to the registered address reached the sum ordered: the block time of the transfer
 * that reached it; null while they have not. The service only reads; it moves and credits nothing (PD11 §11).
 */
export const provedAt = rule(
  ["PD11 §11"],
  (entry: Entry, transfers: ReadonlyArray<Transfer>, terms: Terms): Instant | null => {
    const { address } = entry
    const { type, amountCents, deliveredAt } = entry.order
    if (type !== "pay" || address === null || amountCents === null) return null
    const network = networkNamed(address.network)
    if (network === undefined) return null
    const counted = transfers
      .filter(
        (transfer) =>
          transfer.network === address.network &&
          transfer.asset === address.asset &&
          transfer.to === address.address &&
          transfer.at > deliveredAt &&
          transfer.confirmations >= terms[network.confirmations],
      )
      .sort((a, b) => a.at - b.at)
    let sum = 0
    for (const { valueCents, at } of counted) {
      sum += valueCents
      if (sum >= amountCents) return at
    }
    return null
  },
)
