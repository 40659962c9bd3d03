/** The withdrawal of signed evaluations once a matter on their quote is filed (PD2 §6EB): a consequence of whichever command files it. */
import { Effect, Either, Option } from "effect"
import {
  type Hold,
  records as holdRecords,
  holds,
  holdsOfQuote,
  liveEvaluation,
  type Moved,
  Payout,
  revocationOf,
} from "../holds/index.ts"
import type { Change } from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { consequence } from "../kernel/Consequence.ts"
import { NotaryUnavailable } from "../kernel/Notary.ts"
import type { Reader } from "../kernel/Reader.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"

export const matterInstead = enforced(
  "PD2 §6EB",
  "A matter instead of an evaluation",
  () =>
    "An evaluation decides nothing between the parties. The service signs no evaluation while a matter on the quote is undecided, or decided by a judgment that stands. The filing of a matter on the quote withdraws the evaluation in the same commit, by a signed revocation that its contract can check; the judgment in the matter decides then.",
)

/** The quotes of the matters that these changes file. A matter that only moves was filed before. */
const quotesIn = (changes: ReadonlyArray<Change>, now: Instant): ReadonlyArray<string> =>
  changes.flatMap((change) => {
    if (change._tag !== "Put" || change.kind !== Matter.Matters.name) return []
    const { quoteId, filedAt } = Matter.Matters.decode(change.body)
    return quoteId === null || filedAt !== now ? [] : [quoteId]
  })

/** A hold without its evaluation, which a signed revocation voids on its chain. */
const withdrawEvaluation = Effect.fnUntraced(function* (hold: Hold.Hold, { now }: CommandContext) {
  const live = liveEvaluation(hold, now)
  if (live === null || hold.status !== "confirmed") return []
  const signer = Option.getOrNull(yield* Effect.serviceOption(Payout.Signer))
  if (signer === null) return yield* new NotaryUnavailable({ cause: "this process signs no payouts" })
  const { domain, digest, evaluation: message } = live
  const data = revocationOf({ domain, digest, message }, now)
  const { signature } = yield* signer.sign(data)
  const evaluation = { ...live, withdrawn: { at: now, revocation: data.message, signature } }
  const act = { act: "contest", who: ["court"], stated: { evaluation } } as const
  return [Either.getOrThrow(holds.perform(hold, act, now))]
})

/** The holds on a quote, each read by its id, so that an evaluation signed meanwhile is not overlooked. */
const holdsOn = (reader: Reader, quoteId: string, context: CommandContext) =>
  Effect.flatMap(holdsOfQuote(reader, quoteId, context), (found) =>
    Effect.map(
      reader.findAll(
        holdRecords.Holds,
        found.map(({ id }) => id),
      ),
      (all) => all.flatMap(Option.toArray).map((hold) => holds.current(hold, context.now)),
    ),
  )

/** The withdrawal of the evaluations that the filing of a matter contests. */
export const contestEvaluations = rule(["PD2 §6EB"], () =>
  consequence({
    on: [Matter.Matters],
    gather: (changes, context, reader) =>
      Effect.gen(function* () {
        const lists: Array<ReadonlyArray<Moved>> = []
        for (const quoteId of new Set(quotesIn(changes, context.now)))
          for (const hold of yield* holdsOn(reader, quoteId, context))
            lists.push(...(yield* withdrawEvaluation(hold, context)))
        return lists
      }),
    changes: (lists, context) => {
      const fresh: CommandContext["fresh"] = (name, n) => context.fresh(`contested ${name}`, n)
      return holds.record(lists, null, { ...context, fresh }, {})
    },
  }),
)
