/** How acts and questions find holds and their instructions. */
import { Effect, Option } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Hold, Holds, Payings } from "./Hold.ts"
import { Payouts } from "./Payout.ts"

export type On = { readonly id: string }

/** The hold for which an instruction on a judgment was signed last; null if none was. The commit rests on there being no later one. */
export const payingHold = Effect.fnUntraced(function* (reader: Reader, citation: string) {
  const paying = Option.getOrNull(yield* reader.find(Payings, citation))
  return paying === null
    ? null
    : needPresent(
        Option.getOrNull(yield* reader.find(Holds, paying.holdId)),
        `the hold that pays ${citation}`,
      )
})

/** The last instruction signed for a hold; null if none was. */
export const lastPayout = (reader: Reader, { instruction }: Hold) =>
  instruction === null
    ? Effect.succeed(null)
    : Effect.map(reader.find(Payouts, instruction.payoutId), Option.getOrNull)
