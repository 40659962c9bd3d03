/**
 * The points in which a bundle says that it goes beyond its open payment mandate (`beyond`). Each point is computed again from the signed
 * texts, like the differences of dispute evidence. If one point is wrong, the bundle proves nothing.
 */
import { createHash } from "node:crypto"
import type { SignedTerms } from "../../../core/evidence/index.ts"
import { wholeIn } from "../Digits.ts"
import * as Jws from "../Jws.ts"
import { isMembers, listOf, type Members, membersOf, textOf } from "../Read.ts"
import { type Check, checkOf, fails } from "../Verifier.ts"
import { instantOf, nameOrQuote } from "../Words.ts"
import { isAnotherMerchant } from "./Constraints.ts"
import type { Mandate } from "./Mandate.ts"
import { isLate, isNamedInFull, signedAtOf } from "./Mandate.ts"
import type { Token } from "./SdJwt.ts"

/** A receipt as it was presented: its text, its token and its members. */
export interface Receipt {
  readonly text: string
  readonly jws: Jws.Jws
  readonly says: Members
}

/** An open payment mandate, and the closed mandate by which the agent of its user paid. */
interface Pair {
  readonly open: Members
  readonly closed: Members
  readonly tokens: readonly [Token, Token]
}

/** How a payment breaks a mandate: over a limit (in the smallest units, in decimal), or as a whole. */
interface Breach {
  readonly limit: string | null
  readonly forbids: boolean
}

const forbidden: Breach = { limit: null, forbids: true }

/** A sum in the minor units of ISO 4217. A currency with a name of another form has no such units. */
const sumIn = (amount: unknown, currency: unknown) => {
  const units = wholeIn(amount)
  return units !== undefined && typeof currency === "string" && /^[A-Z]{3}$/.test(currency)
    ? { units, currency }
    : null
}

const paymentIn = ({ closed }: Pair) => {
  const { amount, currency } = membersOf(closed, "payment_amount") ?? {}
  return sumIn(amount, currency)
}

const constraintsOf = ({ open }: Pair, wanted: string): ReadonlyArray<Members> =>
  listOf(open, "constraints")
    .filter(isMembers)
    .filter(({ type }) => type === wanted)

/** A limit of another form than whole minor units limits nothing that can be told, so that nobody can say that it is broken. */
const breaksRange = (pair: Pair): Breach | null => {
  const paid = paymentIn(pair)
  const ranges = constraintsOf(pair, "payment.amount_range").map(({ max, currency }) => sumIn(max, currency))
  if (paid === null || ranges.includes(null)) return null
  const told = ranges.filter((range) => range !== null)
  if (told.some(({ currency }) => currency !== paid.currency)) return forbidden
  const [least] = told.map(({ units }) => BigInt(units)).toSorted((a, b) => (a < b ? -1 : 1))
  return least !== undefined && BigInt(paid.units) > least ? { limit: String(least), forbids: false } : null
}

const breaksPayees = (pair: Pair): Breach | null => {
  const payee = membersOf(pair.closed, "payee")
  const isBroken = (allowed: ReadonlyArray<unknown>) =>
    payee !== undefined &&
    allowed.length > 0 &&
    allowed.every((one) => isMembers(one) && isAnotherMerchant(one, payee))
  return constraintsOf(pair, "payment.allowed_payees").some((one) => isBroken(listOf(one, "allowed")))
    ? forbidden
    : null
}

const breaksTerm = ({ open, closed, tokens: [first, last] }: Pair): Breach | null =>
  isLate(signedAtOf(last, closed), first, open) ? forbidden : null

/** The points that a bundle can state, how each is computed, and the check that fails of a mandate that is broken so. */
const points: ReadonlyMap<
  string,
  { readonly breaks: (pair: Pair) => Breach | null; readonly check: string }
> = new Map([
  ["payment.amount_range", { breaks: breaksRange, check: "constraint payment.amount_range" }],
  ["payment.allowed_payees", { breaks: breaksPayees, check: "constraint payment.allowed_payees" }],
  ["exp", { breaks: breaksTerm, check: "payment mandate, token 2: in_term" }],
])

const pairOf = (mandate: Mandate | null): Pair | null => {
  const [first, last, ...more] = mandate?.tokens ?? []
  const [open, closed] = mandate?.contents ?? []
  if (first === undefined || last === undefined || open === undefined || closed === undefined) return null
  return more.length === 0 ? { open, closed, tokens: [first, last] } : null
}

/** The instants at which the open mandate, the closed mandate and the receipt were signed; null unless each says so, in this order. */
const orderOf = ({ open, closed, tokens: [first, last] }: Pair, { says }: Receipt) => {
  const grantedAt = signedAtOf(first, open)
  const closedAt = signedAtOf(last, closed)
  const takenAt = instantOf(says.iat)
  if (grantedAt === null || closedAt === null || takenAt === null) return null
  return grantedAt <= closedAt && closedAt <= takenAt && grantedAt < takenAt ? { grantedAt, takenAt } : null
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The transaction of a chain that a receipt names; null if what it names is the number of another network. */
const transactionIn = ({ says }: Receipt): string | null => {
  const named = textOf(says, "network_confirmation_id") ?? ""
  return /^(?:0x)?[0-9a-fA-F]{64}$/.test(named) ? named.toLowerCase() : null
}

export interface Stated {
  readonly checks: ReadonlyArray<Check>
  /** The checks of the payment mandate whose failure is what the bundle states. */
  readonly explains: ReadonlySet<string>
  /** Null unless all points are so. The roles of the signers are for the bundle to say. */
  readonly terms: Omit<SignedTerms.Mandate, "by" | "grantedBy"> | null
}

/** More points than there are to state are not read. */
const statedMax = points.size

const nothing: Stated = { checks: [], explains: new Set(), terms: null }

const name = "beyond"

/** Computes again what a bundle states to be beyond its open payment mandate. Whoever signed the receipt must have named that mandate in it. */
export const examineBeyond = (stated: unknown, mandate: Mandate | null, receipt: Receipt | null): Stated => {
  if (stated === undefined) return nothing
  const pair = pairOf(mandate)
  const wanted = new Set(Array.isArray(stated) ? stated : [])
  if (wanted.size === 0 || wanted.size > statedMax)
    return { ...nothing, checks: [fails(name, `It is not a list of 1 to ${statedMax} points.`)] }
  if (pair === null || mandate === null || receipt === null)
    return {
      ...nothing,
      checks: [fails(name, "It needs an open and a closed payment mandate, and the payment receipt.")],
    }
  const found = [...wanted].map((one) => {
    const point = typeof one === "string" ? points.get(one) : undefined
    const word = nameOrQuote(typeof one === "string" ? one : "")
    const breach = point?.breaks(pair) ?? null
    return {
      point,
      breach,
      check: checkOf(
        name,
        breach !== null,
        `${word} was computed again, and the closed payment mandate breaks it.`,
        `${word} is false: the closed payment mandate does not break it in a way that can be told.`,
      ),
    }
  })
  const order = orderOf(pair, receipt)
  const checks = [
    ...found.map(({ check }) => check),
    checkOf(
      "beyond: receipt",
      receipt.says.status === "Success" && isNamedInFull(mandate, receipt.says),
      "The payment was made, and its receipt names the mandates with all that they disclose.",
      "The payment was not made, or its receipt does not name the mandates with all that they disclose.",
    ),
    checkOf(
      "beyond: order",
      order !== null,
      "The open mandate was signed first, then the closed mandate, then the receipt.",
      "The open mandate was not signed first, then the closed mandate, then the receipt, or one of them does not say when.",
    ),
  ]
  const breaches = found.flatMap(({ breach }) => breach ?? [])
  const paid = paymentIn(pair)
  const holds = checks.every((check) => check.holds)
  return {
    checks,
    explains: new Set(found.flatMap(({ breach, point }) => (breach === null ? [] : (point?.check ?? [])))),
    terms:
      holds && order !== null && paid !== null
        ? {
            kind: "mandate",
            mandate: sha256(pair.tokens[0].text),
            receipt: sha256(receipt.text),
            signed: Jws.hashOfPayload(receipt.jws),
            transaction: transactionIn(receipt),
            ...order,
            currency: paid.currency,
            limit: breaches.find(({ limit }) => limit !== null)?.limit ?? null,
            taken: paid.units,
            forbids: breaches.some(({ forbids }) => forbids),
          }
        : null,
  }
}
