/** The gate before a payment by x402: `client.onBeforePaymentCreation(beforePayment(gate({ court })))`. */
import type { Gate } from "./Gate.ts"

/** The data that x402's client passes to the hook, as far as the gate reads it. */
export interface Payment {
  readonly paymentRequired: { readonly resource?: { readonly url: string } | undefined }
  readonly selectedRequirements: {
    readonly network: string
    readonly payTo: string
    readonly amount: string
  }
}

/** Both names of the payee: the address that is paid, which it cannot borrow, and the resource that it says it sells. */
const namesOf = ({ paymentRequired: { resource }, selectedRequirements }: Payment): ReadonlyArray<string> => [
  `${selectedRequirements.network}:${selectedRequirements.payTo}`,
  ...(resource === undefined ? [] : [resource.url]),
]

/** The digits behind the point of the dollar tokens that x402 pays in. The payee's own word on it is not read. */
const decimals = 6

/** The price of a payment in a dollar token, in cents, rounded up. It is the `priceOf` of a gate before payments. */
export const centsOfPayment = (deal: unknown): number | null => {
  if (typeof deal !== "object" || deal === null || !("selectedRequirements" in deal)) return null
  const { amount }: Record<string, unknown> = { ...Object(deal.selectedRequirements) }
  const cents = Number(amount) / 10 ** (decimals - 2)
  return Number.isFinite(cents) ? Math.ceil(cents) : null
}

/** The hook that stops a payment before it is signed. */
export const beforePayment =
  ({ ask }: Gate) =>
  async (payment: Payment): Promise<undefined | { abort: true; reason: string }> => {
    const { allow, why } = await ask(namesOf(payment), payment)
    return allow ? undefined : { abort: true, reason: why.join(" ") }
  }
