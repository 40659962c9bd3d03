/**
 * The members that the signer of an open mandate settled beforehand, such as the payee or the amount. The closed mandate must have
 * them with exactly the same values (AP2 v0.2).
 */
import { Digits, numberIn } from "../Digits.ts"
import { isMembers, type Members } from "../Read.ts"
import { type Check, checkOf, fails } from "../Verifier.ts"
import { nameOrQuote } from "../Words.ts"

/** The members by which nothing of the closed mandate is settled: the form of the open one, its times, and the tokens around it. */
const others = new Set([
  ...["vct", "constraints", "cnf", "iat", "exp", "nbf", "iss", "sub", "aud", "jti", "nonce"],
  ...["delegate_payload", "sd_hash", "issuer_jwt_hash"],
])
const settledMax = 20

const isNumber = (value: unknown): boolean => value instanceof Digits || typeof value === "number"
const digitsOf = (value: unknown): string => (value instanceof Digits ? value.source : String(value))

const isSameNumber = (one: unknown, other: unknown): boolean => {
  const number = numberIn(one)
  return number === undefined ? digitsOf(one) === digitsOf(other) : number === numberIn(other)
}

/** Whether two values of JSON are one, digit for digit where a double can't hold them. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (isNumber(one) && isNumber(other)) return isSameNumber(one, other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => isSame(item, other[i]))
  if (!isMembers(one) || !isMembers(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

/** Each member that an open mandate settles as a check of its own. */
export const checkSettled = (open: Members, closed: Members): ReadonlyArray<Check> => {
  const names = Object.keys(open).filter((name) => !others.has(name))
  const checks = names
    .slice(0, settledMax)
    .map((name) =>
      checkOf(
        `settled ${nameOrQuote(name)}`,
        Object.hasOwn(closed, name) && isSame(open[name], closed[name]),
        "The closed mandate has it as it was settled.",
        "It was settled beforehand, and the closed mandate has it otherwise or not at all.",
      ),
    )
  return names.length <= settledMax
    ? checks
    : [...checks, fails("settled", `More than ${settledMax} members were settled. The others were not read.`)]
}
