/** For tests: offers of `seller` as the host hands them in, and a court that has a seller and a buyer. */
import { sha256Hex } from "../../kernel/Hash.ts"
import { days } from "../../kernel/Time.ts"
import { start } from "../../testing/Context.ts"
import { stage } from "../../testing/Stage.ts"
import type { QuoteRequest } from "../Input.ts"
import { offerQuote } from "../Offer.ts"

const request = (changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  buyer: "buyer",
  priceCents: 5_000,
  deliverable: "a translation",
  dueBy: start + days(4),
  ...changes,
})

/** The token of the invitation in the first offer of a court. */
export const token = "the-token"
let asked = 0

/** The id that the host derives from an address in an offer. */
const emailHashOf = ({ invite, buyerEmail }: Partial<QuoteRequest>): string | null => {
  if (invite !== undefined) return `op-${invite.email.replace(/^ops@|\.example$/g, "")}`
  return buyerEmail === undefined ? null : "person-hash"
}

/** The input of an offer. `mail` says whether the court sends e-mail. */
export const input = (changes: Partial<QuoteRequest> = {}, mail = true) => ({
  body: request(changes),
  emailHash: emailHashOf(changes),
  invitation: {
    tokenSha256: sha256Hex(asked++ === 0 ? token : `${token}-${asked}`),
    nonce: "n",
    baseUrl: "http://court",
  },
  mail,
})

export const close = { priceChargedCents: 5_000, delivered: "the translation" }

/** A court with a seller and a buyer that have different operators. */
export const opened = async () => {
  asked = 0
  const court = stage()
  const seller = await court.enrolled("seller", "op-seller")
  const buyer = await court.enrolled("buyer", "op-buyer")
  const offer = (changes: Partial<QuoteRequest> = {}) => court.act(offerQuote, input(changes), seller)
  return { ...court, seller, buyer, offer }
}
