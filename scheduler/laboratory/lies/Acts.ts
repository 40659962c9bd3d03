/** The acts of a deal, each with its instant in hours since the acceptance. A court could record each, or it moves goods or money. */
import type { Deal } from "../../../core/account/index.ts"

/** A payment as it is stated: a payment that was made, a payment that was never made, or a payment on an earlier deal. */
export type Form = "made" | "invented" | "reused"

export type Act = { readonly hours: number; readonly by: Deal.Side } & (
  | { readonly act: "fund" }
  | { readonly act: "pay"; readonly cents: number }
  | { readonly act: "state"; readonly cents: number; readonly form: Form }
  | { readonly act: "review"; readonly form: Form; readonly outcome: "confirmed" | "contested" }
  | { readonly act: "hand over" }
  | {
      readonly act: "close"
      readonly cents: number
      readonly delivered: string
      readonly deliveredHours: number | null
      readonly dispute: boolean
      readonly received: boolean | null
    }
  | { readonly act: "disclose"; readonly content: string }
  | { readonly act: "release" }
  | { readonly act: "file"; readonly askedCents: number; readonly denies: boolean }
  | { readonly act: "plead"; readonly denies: boolean; readonly admitsCents: number }
  | { readonly act: "call" }
)

export type Of<A extends Act["act"]> = Extract<Act, { readonly act: A }>

export const all = <A extends Act["act"]>(acts: ReadonlyArray<Act>, kind: A): ReadonlyArray<Of<A>> =>
  acts.filter((one): one is Of<A> => one.act === kind)

/** The first act of a kind by a side; null if the side has done no such act. */
export const first = <A extends Act["act"]>(
  acts: ReadonlyArray<Act>,
  kind: A,
  by?: Deal.Side,
): Of<A> | null => all(acts, kind).find((one) => by === undefined || one.by === by) ?? null

export const sumOf = (of: ReadonlyArray<{ readonly cents: number }>): number =>
  of.reduce((sum, { cents }) => sum + cents, 0)
