/** The differences that a dispute states between a grant and a receipt. Each is computed again from the two tokens. */
import { numberIn, toJson, wholeIn } from "../Digits.ts"
import { isMembers, listOf, type Members, membersOf, textOf } from "../Read.ts"
import { type Check, checkOf, fails } from "../Verifier.ts"
import { nameOrQuote, show } from "../Words.ts"
import { readToken, type Token } from "./Token.ts"

/** The payment of a receipt, as it says itself, or as the request for payment within it says. */
export interface Taken {
  /** Whole units of the currency, the smallest ones; undefined if it states no sum. */
  readonly amount: string | undefined
  readonly currency: string | undefined
  readonly recipient: string | undefined
  readonly agent: string | undefined
  readonly at: unknown
}

/** The request for payment within a receipt, and the option of it that was paid. */
export interface Requested {
  readonly token: Token
  /** Undefined if the request has no option of that name. */
  readonly option: Members | undefined
}

/** The request for payment that a receipt embeds; null if it embeds nothing that is a token. */
export const requestIn = ({ claims }: Token): Requested | null => {
  const token = readToken(textOf(claims, "paymentRequestToken"))
  if (token === null) return null
  const wanted = textOf(claims, "paymentOptionId")
  const options = listOf(token.claims, "paymentOptions").filter(isMembers)
  return { token, option: options.find(({ id }) => id === wanted) }
}

/** The digits of a whole number, written as a text or as a number; undefined if the value is not one. */
const wholeText = (value: unknown): string | undefined =>
  typeof value === "string" ? /^(?:0|[1-9]\d{0,77})$/.exec(value)?.[0] : wholeIn(value)

/** Reads what a receipt says was paid. The request for payment that the seller signed goes before the receipt's own words. */
export const readTaken = ({ claims }: Token, requested: Requested | null): Taken => {
  const from = requested?.option ?? claims
  return {
    amount: wholeText(from.amount),
    currency: textOf(from, "currency"),
    recipient: textOf(from, "recipient"),
    agent: textOf(membersOf(claims, "ack") ?? {}, "agent"),
    at: claims.iat ?? claims.issuedAt,
  }
}

/** A constraint of a grant that can be compared: where the receipt has its value, and whether the receipt breaks it. */
interface Field {
  readonly actual: (taken: Taken) => unknown
  readonly isBroken: (grant: Members, taken: Taken) => boolean
}

const constraintsOf = (grant: Members): Members => membersOf(grant, "constraints") ?? {}

/** The most that a grant allows, in whole units; undefined if it states no such sum. */
export const limitOf = (grant: Members): string | undefined => wholeText(constraintsOf(grant).maxAmount)

const isOver = (grant: Members, { amount, currency }: Taken): boolean => {
  const limit = limitOf(grant)
  if (limit === undefined || amount === undefined || currency === undefined) return false
  return constraintsOf(grant).currency === currency && BigInt(amount) > BigInt(limit)
}

const isOutside = ({ aud }: Members, { recipient }: Taken): boolean => {
  const named = typeof aud === "string" ? [aud] : Array.isArray(aud) ? aud : null
  return named !== null && recipient !== undefined && !named.includes(recipient)
}

const isLate = ({ exp }: Members, { at }: Taken): boolean => {
  const [end, paid] = [numberIn(exp), numberIn(at)]
  return end !== undefined && paid !== undefined && paid > end
}

const differs = (granted: unknown, actual: string | undefined): boolean =>
  typeof granted === "string" && actual !== undefined && granted !== actual

const comparedFields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["constraints.maxAmount", { actual: ({ amount }) => amount, isBroken: isOver }],
  [
    "constraints.currency",
    {
      actual: ({ currency }) => currency,
      isBroken: (grant, { currency }) => differs(constraintsOf(grant).currency, currency),
    },
  ],
  ["aud", { actual: ({ recipient }) => recipient, isBroken: isOutside }],
  ["exp", { actual: ({ at }) => at, isBroken: isLate }],
  ["sub", { actual: ({ agent }) => agent, isBroken: ({ sub }, { agent }) => differs(sub, agent) }],
])

/** The constraint of a grant by which a sum is bounded; breaking any other forbids the payment as a whole. */
export const sumField = "constraints.maxAmount"

const at = (members: Members, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), members)

/** A value as a delta writes it: a text as it is, anything else as its JSON. */
const textOfValue = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : toJson(value)

/** A difference as the disputant states it in a sentence, with what was found of it. */
export interface Delta {
  readonly field: string
  readonly check: Check
  readonly text: string
}

const deltaOf = (stated: unknown, grant: Members, taken: Taken): Delta => {
  const members = isMembers(stated) ? stated : {}
  const field = textOf(members, "field") ?? ""
  const [authorized, actual] = [textOfValue(members.authorized), textOfValue(members.actual)]
  const text = `Dispute: ${nameOrQuote(field)} is ${show(authorized ?? null)} in the grant and ${show(actual ?? null)} in the receipt.`
  const name = "delta"
  const known = comparedFields.get(field)
  if (known === undefined)
    return { field, text, check: fails(name, `${nameOrQuote(field)} is not a constraint that is compared.`) }
  const { currency } = members
  const fits =
    authorized !== undefined &&
    actual !== undefined &&
    authorized === textOfValue(at(grant, field)) &&
    actual === textOfValue(known.actual(taken)) &&
    (currency === undefined || currency === taken.currency) &&
    known.isBroken(grant, taken)
  return {
    field,
    text,
    check: checkOf(
      name,
      fits,
      `${field} was computed again from the grant and the receipt, and the receipt breaks it.`,
      `${field} is false: the grant and the receipt have other values, or the receipt keeps within the grant.`,
    ),
  }
}

/** More differences than a grant has constraints are not read. */
const deltasMax = 20

/** The differences of a dispute, each computed again. All of them must hold. */
export const deltasOf = (evidence: Members, grant: Members, taken: Taken): ReadonlyArray<Delta> =>
  listOf(evidence, "delta")
    .slice(0, deltasMax)
    .map((one) => deltaOf(one, grant, taken))

/** Whether the list of differences is there and within its bound. */
export const checkList = (evidence: Members): ReadonlyArray<Check> => {
  const { length } = listOf(evidence, "delta")
  return length > 0 && length <= deltasMax
    ? []
    : [fails("delta", `It states ${length} differences, and from 1 to ${deltasMax} are read.`)]
}

const compared: ReadonlySet<string> = new Set(["maxAmount", "currency"])
/** A constraint that no receipt has a value for (§5 of the draft): nothing is compared, and it takes nothing from the others. */
const incomparable: ReadonlySet<string> = new Set(["category"])

/** The constraints of a grant that are not read. A constraint that is not known may change what the others mean. */
export const constraintChecks = (grant: Members): ReadonlyArray<Check> => {
  const names = Object.keys(constraintsOf(grant)).filter((name) => !compared.has(name))
  const [unknown, passed] = [
    names.filter((name) => !incomparable.has(name)),
    names.filter((name) => incomparable.has(name)),
  ]
  return [
    ...unknown.map((name) =>
      fails("grant: constraints", `The constraint ${nameOrQuote(name)} is not known.`),
    ),
    ...passed.map((name) =>
      fails(
        "not_made",
        `Grant: the constraint ${name} is not compared, because a receipt has no such member.`,
      ),
    ),
  ]
}
