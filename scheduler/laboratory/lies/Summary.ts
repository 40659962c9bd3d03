/**
 * The cases in which lies pay: the greatest gain of each lie, by what measures the delivery and what secures the money, and why the lie
 * pays.
 */
import { namesOf } from "../../../core/kernel/Moves.ts"
import { type Measure, measures, payments } from "./Conditions.ts"
import { type Liar, type Lie, liars } from "./Lies.ts"

/** The securities for the money of a deal. Money is unsecured if it has no hold, and no stake or no party that honours orders. */
export const securities = {
  hold: "hold",
  read: "read chain, stake",
  unread: "unread chain, stake",
  outside: "outside, stake",
  none: "unsecured",
} as const
export type Security = keyof typeof securities
// `Object.keys` gives strings; these are the keys of `securities`.
export const securityNames = namesOf<Security>(securities)

/** The security for the money under the condition of a lie. A stake caps orders, which count if they are honoured. */
export const securityOf = ({ condition: { payment, stakeCents }, honoured }: Lie): Security => {
  const { by } = payments[payment]
  if (by === "hold") return "hold"
  if (stakeCents === 0 || !honoured) return "none"
  return by === "read chain" ? "read" : by === "unread chain" ? "unread" : "outside"
}

export const reasons = {
  delivery: "The delivery, or whether it conforms, is undetermined.",
  payment: "The payment has no transaction on a chain that the Court reads.",
  order: "Nothing stands behind the order: the stake is 0, or the party bound does not pay.",
} as const
export type Reason = keyof typeof reasons
// `Object.keys` gives strings; these are the keys of `reasons`.
export const reasonNames = namesOf<Reason>(reasons)

const deliveryLines: ReadonlySet<string> = new Set(["delivered", "conforming"])

/** Why a lie pays; null if it does not pay, or for no reason that the table knows: no lie of this kind may be. */
export const reasonOf = (lie: Lie): Reason | null => {
  if (lie.gainCents <= 0) return null
  const { account } = lie.played.judged ?? { account: null }
  const isOpen = account?.lines.some(
    ({ line, finding }) => deliveryLines.has(line) && finding === "undetermined",
  )
  if (isOpen === true) return "delivery"
  const security = securityOf(lie)
  if (security === "none") return "order"
  return security === "unread" || security === "outside" ? "payment" : null
}

/** The greatest gain of a liar where this measures the delivery and this secures the money, in cents: 0 if it never gains. */
export interface Cell {
  readonly liar: Liar
  readonly measure: Measure
  readonly security: Security
  /** The gain if the quote does not say what an undetermined delivery owes, and the gain if it says half of the price. */
  readonly withoutCents: number
  readonly halfCents: number
}

const greatest = (among: ReadonlyArray<Lie>): number =>
  Math.max(0, ...among.map(({ gainCents }) => gainCents))

/** Every cell, by measure, liar and security in their order. */
export const cellsOf = (all: ReadonlyArray<Lie>): ReadonlyArray<Cell> =>
  measures.flatMap((measure) =>
    liars.flatMap((liar) => {
      const own = all.filter(
        (lie) =>
          lie.condition.measure === measure && lie.liar.side === liar.side && lie.liar.name === liar.name,
      )
      return securityNames.map((security): Cell => {
        const secured = own.filter((lie) => securityOf(lie) === security)
        const [half, without] = [true, false].map((says) =>
          greatest(secured.filter(({ condition }) => (condition.otherwiseMillionths !== null) === says)),
        )
        return { liar, measure, security, withoutCents: without ?? 0, halfCents: half ?? 0 }
      })
    }),
  )

export const gainOf = ({ withoutCents, halfCents }: Cell): number => Math.max(withoutCents, halfCents)
