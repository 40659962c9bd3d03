/** The goods that are dealt in: their price, their worth to the buyer, their cost to the seller, and the criteria that they must meet. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { type Evaluation, evaluate, read } from "../../../core/criteria/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { hashBytes } from "../../../core/kernel/Hash.ts"
import { whole as wholeOf } from "../../../core/kernel/Money.ts"

/** The goods that a seller makes: all that was agreed, half of it, half of it with padding, something useless, or nothing. */
export type Quality = "whole" | "half" | "padded" | "garbage" | "nothing"

interface Goods {
  readonly content: string
  readonly worthCents: number
  readonly costCents: number
  /** The part of the price that it deserves, in millionths. */
  readonly deserves: number
}

export const goods: { readonly [Q in Quality]: Goods } = {
  whole: { content: '{"rows":[1,2,3,4]}', worthCents: 15_000, costCents: 6_000, deserves: wholeOf },
  half: { content: '{"rows":[1,2]}', worthCents: 7_500, costCents: 3_000, deserves: 500_000 },
  padded: {
    content: `{"rows":[1,2]${" ".repeat(200)}}`,
    worthCents: 7_500,
    costCents: 3_000,
    deserves: 500_000,
  },
  garbage: { content: "as agreed", worthCents: 0, costCents: 0, deserves: 0 },
  nothing: { content: "", worthCents: 0, costCents: 0, deserves: 0 },
}

export const figures = {
  priceCents: 10_000,
  /** When the delivery is due, and when an honest seller makes it, in hours since the acceptance. */
  dueHours: 96,
  deliveryHours: 70,
  inspectionHours: 24,
  /** Off the price for each whole hour after the due time, in millionths. */
  lateMillionthsPerHour: 10_000,
  /**
   * The cents that a seller saves if it delivers a day late, and how much less a delivery is worth to the buyer for each hour past the due
   * time.
   */
  lateSavesCents: 1_000,
  lateCostsCentsPerHour: 100,
} as const

/** The criteria: JSON with four rows. Without the rows half of the price comes off. */
export const document = {
  version: "court.criteria/1",
  artifact: { bytesMax: 100 },
  checks: [
    { id: "json", kind: "json" },
    { id: "rows", kind: "count", of: "/rows", min: 4, share: 500_000 },
  ],
}

const found = read(document)
const criteria = needPresent("criteria" in found ? found.criteria : null, "the criteria of the laboratory")

const once = <A>(of: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    const found = known.get(text) ?? of(text)
    known.set(text, found)
    return found
  }
}

export const evaluationOf: (content: string) => Evaluation = once((content) =>
  evaluate(criteria, utf8ToBytes(content)),
)

export const hashOf: (content: string) => string = once((content) =>
  bytesToHex(hashBytes(utf8ToBytes(content))),
)
