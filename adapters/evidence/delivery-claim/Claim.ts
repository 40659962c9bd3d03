/**
 * The delivery claim that a buyer signs after a settlement by x402: whether what was promised arrived (`DeliveryClaim` of capacity-attest).
 * A `yes` counts against the buyer that signed it. Any other answer only serves the cause of the buyer.
 */
import { createHash } from "node:crypto"
import type { SignedTerms } from "../../../core/evidence/index.ts"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { asDoubles } from "../Digits.ts"
import { digestOfMessage, recover } from "../Evm.ts"
import { isMembers, type Members, membersOf, textOf } from "../Read.ts"
import { type Check, checkOf, clock, cutToBounds, type Found, fails, type Verifier } from "../Verifier.ts"
import { nameOrQuote, namesOf, show } from "../Words.ts"

/** The members that are hashed, and those of them that are hashed in lower case. */
const hashed = [
  "sellerAddress",
  "buyerAddress",
  "assetType",
  "promisedSpec",
  "delivered",
  "evidenceHash",
  "settlementRef",
  "timestamp",
  "measured",
]
const lowered = ["sellerAddress", "buyerAddress"]
const words = ["yes", "no", "partial"]
const address = /^0x[0-9a-fA-F]{40}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** The id of a claim: the SHA-256 of its members in one form. */
const idOf = (claim: Members): string => {
  const members = hashed.flatMap((name) => {
    if (!Object.hasOwn(claim, name)) return []
    const value = claim[name]
    return [[name, lowered.includes(name) && typeof value === "string" ? value.toLowerCase() : value]]
  })
  // It was parsed as JSON; a type can't say so.
  const text = canonical(asDoubles(Object.fromEntries(members)) as Json)
  return `0x${createHash("sha256").update(text).digest("hex")}`
}

/** The seconds of a time in UTC; undefined if it is of another form. */
const secondsOf = (timestamp: string): number | undefined => {
  const at = instant.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(at) ? undefined : at / 1000
}

const measureText = (claim: Members): string => {
  const measured = membersOf(claim, "measured")
  if (measured === undefined) return ""
  const { deliveredAmount = null, promisedAmount = null, unit = null } = measured
  return `, measured ${show(deliveredAmount)} of ${show(promisedAmount)} ${show(unit)}`
}

const sentences = (claim: Members): ReadonlyArray<string> => [
  `Delivery: ${show(claim.delivered ?? null)}${measureText(claim)}, for the settlement ${show(claim.settlementRef ?? null)}, by the seller ${show(claim.sellerAddress ?? null)}, on ${show(claim.timestamp ?? null)}.`,
  `Delivery: promised was ${show(claim.promisedSpec ?? null)} of ${show(claim.assetType ?? null)}.`,
  `Delivery: the hash of its evidence is ${show(claim.evidenceHash ?? null)}.`,
]

const memberChecks = (claim: Members): ReadonlyArray<Check> => {
  const extra = Object.keys(claim).filter(
    (name) => !hashed.includes(name) && name !== "claimId" && name !== "signature",
  )
  return extra.length === 0 ? [] : [fails("members", `These members are not signed: ${namesOf(extra)}.`)]
}

const examine = (claim: Members, now: number): Found => {
  const text = (name: string) => textOf(claim, name) ?? ""
  const buyer = text("buyerAddress")
  const found = recover(digestOfMessage(text("claimId")), text("signature"))
  const isBuyer = found.address !== null && found.address.toLowerCase() === buyer.toLowerCase()
  const valid = found.address !== null && isBuyer && found.lowS
  const seconds = secondsOf(text("timestamp"))
  const signedAt = seconds === undefined ? null : Math.floor(seconds * 1000)
  const said = cutToBounds(sentences(claim).map((sentence) => ({ by: "buyer", text: sentence })))
  const deal = text("settlementRef")
  const counts = text("delivered") === "yes" && signedAt !== null && deal.length <= bounds.urlCharsMax
  const terms: ReadonlyArray<SignedTerms.Delivery> =
    counts && signedAt !== null
      ? [
          {
            kind: "delivery",
            by: "buyer",
            deal,
            says: "accepted",
            millionths: 0,
            sha256: null,
            criteria: null,
            signedAt,
          },
        ]
      : []
  return {
    signers: [
      {
        role: "buyer",
        key: `eip155:1:${found.address ?? buyer}`,
        fingerprint: `evm:${(found.address ?? buyer).toLowerCase()}`,
        valid,
        signedAt,
        entitled: null,
        host: null,
      },
    ],
    checks: [
      found.address === null
        ? fails("signature", found.why)
        : checkOf(
            "signature",
            valid,
            `The signature is by the address ${found.address}.`,
            `The signature does not count for the buyer ${nameOrQuote(buyer)}.`,
          ),
      checkOf(
        "claim_id",
        idOf(claim) === text("claimId"),
        "The id that is signed is the hash of its members.",
        "The id that is signed is not the hash of its members.",
      ),
      ...(seconds === undefined ? [fails("clock", "It states no time in UTC.")] : clock(seconds, now)),
      ...memberChecks(claim),
      ...said.checks,
    ],
    statement: said.statement,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

export const claim: Verifier = {
  format: "x402_delivery_claim",
  experimental: true,
  open: ({ value }) => {
    if (!isMembers(value)) return null
    const text = (name: string) => textOf(value, name) ?? ""
    const isClaim =
      text("claimId") !== "" &&
      text("settlementRef") !== "" &&
      text("signature") !== "" &&
      address.test(text("buyerAddress")) &&
      words.includes(text("delivered"))
    return isClaim ? { needs: [], examine: (_documents, now) => examine(value, now) } : null
  },
}
