/** The end of the bytes of a delivery by time. Only here is everything known that could still need them (PD14 §13). */
import { Effect, Either, Option, Schema } from "effect"
import { claimableUntil } from "../deals/index.ts"
import { records as deliveries, Kept } from "../deliveries/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { GivenName } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Suits } from "../matters/index.ts"
import { type Quote, quotes } from "../quotes/index.ts"
import { proceedingsIn } from "./Proceedings.ts"

/** Whether anything on a quote is undecided, and when its moves ended or can end. */
const gatherMoves = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  context: CommandContext,
) {
  const { id, supplier, buyer } = quote
  if (buyer.party === null) return { undecided: false, ends: [] }
  const between = yield* Suits.between(reader, supplier.handle, buyer.party.handle)
  const { undecided, ended, openUntil } = yield* proceedingsIn(
    reader,
    Suits.onQuote(between, id),
    ({ now }) => now === "disputed",
    context,
  )
  const past = Suits.pastOn(between, [Suits.quoteKey(id)]).map(({ to }) => to)
  const until = yield* claimableUntil(reader, quote, context)
  return { undecided, ends: [...past, ...ended, ...openUntil, ...(until === null ? [] : [until])] }
})

/**
 * Drops the bytes of a delivery once nothing on its quote has been able to move for the days that the law says, and else asks again when
 * that may be so: the work of the task `disclosure-kept`. A proceeding that is undecided now is asked for again after as many days, so no
 * bytes are kept longer for it.
 */
export const passDisclosure = bindTask(
  Kept.keptKind,
  command({
    name: "pass-disclosure",
    sections: ["PD14 §13"],
    input: Schema.Struct({ quoteId: GivenName }),
    gather: ({ quoteId }, context, reader) =>
      Effect.gen(function* () {
        const quote = yield* quotes.need(reader, quoteId)
        const disclosed = Option.getOrNull(yield* reader.find(deliveries.Disclosures, quoteId))
        return { disclosed, moves: yield* gatherMoves(reader, quote, context) }
      }),
    decide: ({ disclosed, moves }, { quoteId }, { now, terms }) => {
      if (disclosed === null || disclosed.droppedAt !== undefined)
        return Either.right({ changes: [], reply: { quoteId, dropped: disclosed !== null } })
      const until = Kept.keptUntil(disclosed, moves, now, terms)
      if (until > now)
        return Either.right({ changes: [Kept.askAt(quoteId, until)], reply: { quoteId, dropped: false } })
      const { after, changes } = Kept.dropBytes(disclosed, now)
      return Either.right({
        changes: [Changed.put(deliveries.Disclosures, after), ...changes],
        reply: { quoteId, dropped: true },
      })
    },
  }),
)
