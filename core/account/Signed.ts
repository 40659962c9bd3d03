/** Records that the parties signed of the delivery of a quote, in the forms of other protocols, as the papers of its matter have them. */
import { whole } from "../kernel/Money.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Close, QuoteDeal, SignedDelivery } from "./Deal.ts"

/** PD15 §5A: how far the signature of a party goes in a delivery, whatever protocol it is of. */
export const signedDeliveries = enforced(
  "PD15 §5A",
  "Signed records of a delivery",
  () =>
    "A piece of evidence of the claim or the defence may be a record that a party signed about the delivery. It is of this quote if it names the quote by its id, or by the reference that the quote states, and names no other criteria. It counts against its signer alone. If the buyer signed after the acceptance of the quote that it accepts the delivery, the delivery is found and nothing is off. Such a record of other bytes than those of the close counts for nothing. That something was received, without more, finds nothing. If the supplier signed that a share is not delivered, after its close and after what the buyer signed, the greatest such share is off. If this share is the whole, the delivery is not found. The terms that both closes sign come before it.",
)

/** The hash that a close states: 64 hexadecimal digits, with or without `sha256:` or `0x` before them; null if it is words. */
export const hashOf = ({ delivered }: Close): string | null =>
  /^(?:sha256:)?(?:0x)?([0-9a-f]{64})$/.exec(delivered.trim().toLowerCase())?.[1] ?? null

/** The word of the signed records that counts: that the buyer accepted, or what the supplier says it did not deliver. */
export type Signed =
  | { readonly says: "accepted"; readonly by: ReadonlyArray<SignedDelivery> }
  | { readonly says: "undelivered"; readonly millionths: number; readonly by: ReadonlyArray<SignedDelivery> }

const latest = (all: ReadonlyArray<SignedDelivery>): Instant =>
  Math.max(...all.map(({ signedAt }) => signedAt))

/** The records by which the buyer accepted the delivery: an acceptance may leave out what it accepts. */
const acceptancesIn = ({ acceptedAt, signed = [], closes: { supplier } }: QuoteDeal) => {
  const hash = supplier === null ? null : hashOf(supplier)
  return signed.filter(
    ({ by, says, signedAt, sha256 }) =>
      by === "buyer" &&
      says === "accepted" &&
      signedAt >= acceptedAt &&
      (sha256 === null || hash === null || sha256 === hash),
  )
}

/** The word to which the signed records come; null if no record counts. More records of one side never help that side. */
export const signedWordOf = rule(["PD15 §5A"], (quote: QuoteDeal): Signed | null => {
  const { signed = [], closes } = quote
  const accepted = acceptancesIn(quote)
  const since = Math.max(closes.supplier?.at ?? Number.POSITIVE_INFINITY, latest(accepted) + 1)
  const lacking = signed.filter(
    ({ by, says, signedAt }) => by === "supplier" && says === "undelivered" && signedAt >= since,
  )
  const millionths = Math.min(whole, Math.max(0, ...lacking.map((one) => one.millionths)))
  if (millionths > 0)
    return { says: "undelivered", millionths, by: lacking.filter((one) => one.millionths >= millionths) }
  return accepted.length > 0 ? { says: "accepted", by: accepted } : null
})
