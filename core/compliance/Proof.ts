/** What has arrived at the address registered on an entry, by the time of its blocks (PD11 §11). */
import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { rule } from "../Rule.ts"
import { Instant } from "../Time.ts"

/** A part of the sum, and the time of the block that brought it. */
export const Part = Schema.Struct({ cents: Schema.Positive, at: Instant })
export type Part = typeof Part.Type

/** The parts of one entry in the order of their blocks. */
export const Proof = Schema.Struct({ entryId: Schema.String, parts: Schema.Array(Part) })
export type Proof = typeof Proof.Type
export const Proofs = Kind.make<Proof>({
  name: "chain-proof",
  schema: Proof,
  id: ({ entryId }) => entryId,
})

/** A record has room for so many; anybody can send dust. */
const partsMax = 200

/** The two neighbours that are worth least become one, at the later time: the sum stays, and no part comes earlier than it did. */
const merged = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  let least = 1
  const worth = (i: number) => (parts[i - 1]?.cents ?? 0) + (parts[i]?.cents ?? 0)
  for (let i = 2; i < parts.length; i++) if (worth(i) < worth(least)) least = i
  return parts.flatMap((part, i) =>
    i === least - 1 ? [] : [i === least ? { cents: worth(least), at: part.at } : part],
  )
}

/** The proof with one part more. */
export const withPart = rule(["PD11 §11"], (proof: Proof, part: Part): Proof => {
  const parts = [...proof.parts, part].sort((one, other) => one.at - other.at)
  return { ...proof, parts: parts.length > partsMax ? merged(parts) : parts }
})

/** The proof without what a reversed transfer brought: from the part of its block, or the next ones where that was merged. */
export const withoutPart = (
  proof: Proof,
  { cents, blockAt }: { readonly cents: number; readonly blockAt: Instant },
): Proof => {
  let left = cents
  const parts = proof.parts.flatMap((part) => {
    if (left === 0 || part.at < blockAt) return [part]
    const taken = Math.min(left, part.cents)
    left -= taken
    return taken === part.cents ? [] : [{ ...part, cents: part.cents - taken }]
  })
  return { ...proof, parts }
}

/** The time of the block that reached a sum; null while none has. */
export const reachedAt = rule(["PD11 §11"], ({ parts }: Proof, amountCents: number): Instant | null => {
  let sum = 0
  for (const { cents, at } of parts) {
    sum += cents
    if (sum >= amountCents) return at
  }
  return null
})
