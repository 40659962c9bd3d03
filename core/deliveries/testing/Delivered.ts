/** For tests: a quote with criteria between a seller and a buyer, closed by the hash of what the seller delivers. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { digest } from "../../criteria/index.ts"
import type { Verified } from "../../evidence/index.ts"
import { hashBytes } from "../../kernel/Hash.ts"
import { days } from "../../kernel/Time.ts"
import { encodeBase64 } from "../../log/index.ts"
import type { QuoteRequest } from "../../quotes/index.ts"
import { acceptQuote, closeQuote, offerQuote } from "../../quotes/index.ts"
import { input } from "../../quotes/testing/Opened.ts"
import { start } from "../../testing/Context.ts"
import { stage } from "../../testing/Stage.ts"

/** The delivery must be JSON, and a fifth of the price is for a third line. An auditor attests that it is fluent. */
export const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 100 },
  checks: [
    { id: "json", kind: "json" },
    { id: "lines", kind: "count", of: "/lines", min: 3, share: 200_000 },
  ],
}
export const attested = {
  ...criteria,
  checks: [
    ...criteria.checks,
    { id: "fluent", kind: "attested", by: "auditor", within: 48, otherwise: "unmet", share: 100_000 },
  ],
}

export const base64 = (text: string): string => encodeBase64(utf8ToBytes(text))
export const hashOf = (text: string): string => bytesToHex(hashBytes(utf8ToBytes(text)))

export const whole = '{"lines":[1,2,3]}'
export const short = '{"lines":[1,2]}'

/** The members in which a quote differs from the usual request; `criteria` is null for a quote without criteria. */
export type Changes = Partial<Omit<QuoteRequest, "criteria">> & { readonly criteria?: object | null }

export const delivered = async (verifiers?: typeof Verified.Verifiers.Service) => {
  const court = stage(undefined, undefined, verifiers)
  const seller = await court.enrolled("seller", "op-seller")
  const buyer = await court.enrolled("buyer", "op-buyer")
  /** A quote that the buyer has accepted, as an operator that buys of its own agent does at once. */
  const accepted = async ({ criteria: document = criteria, ...changes }: Changes = {}) => {
    const owed = document === null ? {} : { criteria: document }
    const { id } = await court.act(
      offerQuote,
      input({ dueBy: start + days(30), ...owed, ...changes }),
      seller,
    )
    if (changes.buyer === "operator") return id
    await court.act(
      acceptQuote,
      { id, ...(document === null ? {} : { criteriaSha256: digest(document) }) },
      buyer,
    )
    return id
  }
  /** A quote that the seller has closed by the hash of a text, or in other words. */
  const closed = async (text: string, changes: Changes = {}, words = hashOf(text)) => {
    const id = await accepted(changes)
    await court.act(closeQuote, { id, priceChargedCents: 5_000, delivered: words }, seller)
    return id
  }
  return { ...court, seller, buyer, accepted, closed }
}
