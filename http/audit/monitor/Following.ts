/**
 * The knowledge that a monitor has of a court: the tree of its log, and the registers that follow from the events of the log by the rules.
 */
import { type ReplayedDealings, replayDealings } from "../../../core/dealings/index.ts"
import type { PublicItem } from "../../../core/kernel/Journal.ts"
import { Range } from "../../../core/log/index.ts"
import { replayDocket } from "../../../core/matters/index.ts"
import { type Followed, followItems, forgetFaults, nothing } from "../replay/Folded.ts"

export interface Following extends Followed {
  readonly range: Range.Range
  readonly docket: ReturnType<typeof replayDocket>
  readonly lodged: ReadonlyMap<string, number>
  /** The last dealings as they are served, by id. A court has too many dealings for all of them to be kept. */
  readonly dealings: ReplayedDealings["dealings"]
}

export const beginning: Following = {
  ...nothing,
  range: Range.empty,
  docket: replayDocket([]),
  lodged: new Map(),
  dealings: new Map(),
}

/** Whether an event changes a register that is followed. Most events of a court lodge dealings, which are only counted. */
const isRegistered = ({ type }: PublicItem): boolean => !type.startsWith("dealing.")

const count = (lodged: ReadonlyMap<string, number>, items: ReadonlyArray<PublicItem>) => {
  const counts = new Map(lodged)
  for (const { type, data } of items) {
    if (type !== "dealing.lodged") continue
    const lodger: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "lodger") : null
    if (typeof lodger === "string") counts.set(lodger, (counts.get(lodger) ?? 0) + 1)
  }
  return counts
}

/** How many of the last dealings are kept, and compared. */
const dealingsKept = 100

const lastDealings = (before: Following["dealings"], items: ReadonlyArray<PublicItem>) => {
  const lodged = items.filter(({ type }) => type === "dealing.lodged").slice(-dealingsKept)
  return new Map([...before, ...replayDealings(lodged).dealings].slice(-dealingsKept))
}

/** Goes on with further events of the log, whose tree with them is `range`. */
export const follow = (
  before: Following,
  items: ReadonlyArray<PublicItem>,
  range: Range.Range,
): Following => {
  const registered = items.filter(isRegistered)
  return {
    range,
    ...followItems(before, registered),
    docket: replayDocket(registered, forgetFaults(before.docket)),
    lodged: count(before.lodged, items),
    dealings: lastDealings(before.dealings, items),
  }
}

/** Where the entries that were followed last contradict the rules or each other. */
export const faultsOf = ({ registers, judgments, agents, docket }: Following): ReadonlyArray<string> =>
  [registers, judgments, agents, docket].flatMap(({ faults }) => faults)
