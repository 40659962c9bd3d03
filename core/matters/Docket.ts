/** The public docket and the lists of matters (PD1 §5, §6). */
import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { appealsOf } from "../appeals/Gather.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { Schedule } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import { type FilingEligibility, filingEligibility } from "./Eligibility.ts"
import {
  DocketLists,
  docketIndex,
  Eligibilities,
  emptyList,
  type Matter,
  Matters,
  partyIndex,
} from "./Matter.ts"
import { type DocketItem, docketItem, type MatterView, matterView } from "./View.ts"

export type DocketHead = {
  readonly filingEligibility: FilingEligibility
  /** The current list: its number, its places, how many are taken, and how many matters wait. */
  readonly list: {
    readonly number: number
    readonly capacity: number
    readonly open: number
    readonly queued: number
  }
}

/** Whether filing is open, and how full the list is. */
export const docketHead = (
  reader: Reader,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<DocketHead, StoreUnavailable> =>
  Effect.gen(function* () {
    const eligibility = yield* reader.find(Eligibilities, "filing")
    const list = Option.getOrElse(yield* reader.find(DocketLists, emptyList.id), () => emptyList)
    return {
      filingEligibility: filingEligibility(Option.getOrNull(eligibility)),
      list: {
        number: list.list,
        capacity: schedule.at(now).listCapacityMatters,
        open: list.placed,
        queued: list.queued,
      },
    }
  })

/** Where a page begins and how long it is; `after` is the `next` of the page before. */
export interface PageQuery {
  readonly after: string | null
  readonly limit: number
}
export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next: string | null
}

const page = (reader: Reader, index: string, prefix: string, { after, limit }: PageQuery) =>
  Effect.map(reader.list(Matters, { index, prefix, after, limit }), ({ items, next }) => ({ items, next }))

/** A page of the docket, in the order of filing. */
export const docketPage = (
  reader: Reader,
  query: PageQuery,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<PageOf<DocketItem>, StoreUnavailable> =>
  Effect.map(page(reader, docketIndex, "", query), ({ items, next }) => ({
    items: items.map((matter) => docketItem(matter, now, schedule.at(matter.filedAt))),
    next,
  }))

/** A page of an agent's own matters; of all matters for the Registrar. */
export const mattersPage = (
  reader: Reader,
  actor: Actor,
  query: PageQuery,
  now: Instant,
  schedule: Schedule,
): Effect.Effect<PageOf<MatterView>, Refusal | StoreUnavailable> => {
  const viewed = ({ items, next }: PageOf<Matter>) =>
    Effect.map(appealsOf(reader, items), (appeals) => ({
      items: items.map((matter, i) =>
        matterView(matter, actor, now, schedule.at(matter.filedAt), appeals[i] ?? null),
      ),
      next,
    }))
  if (actor.role === "registrar" || actor.role === "judge")
    return Effect.flatMap(page(reader, docketIndex, "", query), viewed)
  return actor.role === "agent"
    ? Effect.flatMap(page(reader, partyIndex, `${actor.id}/`, query), viewed)
    : Effect.fail(refusal("agents_only", {}))
}
