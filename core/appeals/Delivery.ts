/** What the delivery of a judgment on appeal rests on. */
import { Effect, Option } from "effect"
import type { CommandContext } from "../Command.ts"
import type { Standing } from "../compliance/Entry.ts"
import { standingsOf } from "../compliance/Standing.ts"
import { yearOf } from "../judgments/Citation.ts"
import type { ComposeFacts } from "../judgments/Compose.ts"
import { soughtOf, stakesAt } from "../judgments/Gather.ts"
import { SeriesCounters } from "../judgments/Judgment.ts"
import { type Balance, Balances, newBalance } from "../ledger/Balance.ts"
import type { Filer } from "../matters/Docket.ts"
import { enrolledOf } from "../matters/Parties.ts"
import { filerOf } from "../matters/Record.ts"
import type { Reader } from "../Reader.ts"
import type { Appeal } from "./Appeal.ts"
import { type AppealDraft, bearerOf } from "./Draft.ts"
import type { OnAppeal } from "./Gather.ts"

/** What delivering rests on besides the appeal. */
export interface AppealDelivery extends OnAppeal, Omit<ComposeFacts, "terms"> {
  /** Of both parties that are enrolled. */
  readonly standings: ReadonlyArray<Standing>
  /** Of the party that would bear the fee; null where none that is enrolled would. */
  readonly balance: Balance | null
  /** Where the matter goes back to the judge. */
  readonly filer: Filer | null
}

/** Reads what delivering this draft rests on: of the ledger and the counters only what it would move. */
export const gatherDelivery = (
  reader: Reader,
  facts: OnAppeal,
  appeal: Appeal,
  draft: Pick<AppealDraft, "outcome" | "feeBorneBy">,
  { now }: CommandContext,
) =>
  Effect.gen(function* () {
    const { matter } = facts
    const parties = enrolledOf(matter)
    const bearer = matter[bearerOf(appeal, draft, matter)].id
    return {
      ...facts,
      counter: yield* reader.find(SeriesCounters, `${appeal.court}/${yearOf(now)}`),
      stakes: yield* stakesAt(
        reader,
        parties.map(({ id }) => id),
        matter.dealingAt,
      ),
      standings: yield* standingsOf(reader, parties),
      sought: yield* soughtOf(reader, matter),
      balance:
        bearer === null
          ? null
          : Option.getOrElse(yield* reader.find(Balances, bearer), () => newBalance(bearer)),
      filer: draft.outcome === "remitted" ? yield* filerOf(reader, matter) : null,
    } satisfies AppealDelivery
  })
