/** The shares of a list (PD1 §5): how many of its places one operator may have, and all operators together that are only stated. */
import { Array as Arr, Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Matter } from "./Matter.ts"

/** The places that some claimants have on a list, and how many matters of theirs wait for one. */
export const Share = Schema.Struct({
  id: Schema.String,
  /** The list on which `placed` counts; on a later one they have no place yet. */
  list: Schema.Int,
  placed: Schema.Int,
  waiting: Schema.Int,
})
export interface Share extends Schema.Schema.Type<typeof Share> {}

export const Shares = Kind.make<Share>({ name: "list-share", schema: Share, id: ({ id }) => id })

/** The share of all operators together that are only stated. */
export const statedShare = "stated"

/** Whose matter it is: its claimant's operator, and whether that was only stated at filing. */
export type Whose = Pick<Matter, "claimant" | "stated">

/**
 * The shares against which a matter counts. Anybody can state an address, so agents that only state it share nothing with the agents
 * that are proven at it.
 */
const idsOf = ({ claimant, stated }: Whose): ReadonlyArray<string> =>
  stated ? [`${statedShare}/${claimant.operatorId}`, statedShare] : [`proven/${claimant.operatorId}`]

const sharesOn = (reader: Reader, ids: ReadonlyArray<string>, list: number) =>
  Effect.map(reader.findAll(Shares, ids), (found) =>
    Arr.zipWith(ids, found, (id, one): Share => {
      const {
        list: counted,
        placed,
        waiting,
      } = Option.getOrElse(one, () => ({ list, placed: 0, waiting: 0 }))
      return { id, list, placed: counted === list ? placed : 0, waiting }
    }),
  )

/** The shares against which some matters count, each once, as they are on a list. */
export const sharesOf = (reader: Reader, matters: ReadonlyArray<Whose>, list: number) =>
  sharesOn(reader, [...new Set(matters.flatMap(idsOf))], list)

/** How many places of a list a share has at most, matters that wait counted. */
export const placesOf = rule(["PD1 §5"], ({ id }: Pick<Share, "id">, terms: Terms): number =>
  id === statedShare
    ? Math.floor((terms.listCapacityMatters * terms.listStatedPercent) / 100)
    : terms.listOperatorPlacesMax,
)

/** Whether a share is used up: matters that wait count, since each takes a place as soon as there is one. */
export const isUsedUp = rule(
  ["PD1 §5"],
  (share: Share, terms: Terms): boolean => share.placed + share.waiting >= placesOf(share, terms),
)

/** Refuses a claim past the share of its claimant's operator, or of all that are only stated. */
export const shareChecks = rule(
  ["PD1 §5"],
  (shares: ReadonlyArray<Share>, terms: Terms): ReadonlyArray<Refusal | null> =>
    shares.map((share) =>
      when(isUsedUp(share, terms), "list_share", {
        whose: share.id === statedShare ? "All operators together that are only stated" : "One operator",
        max: placesOf(share, terms),
      }),
    ),
)

/** Whether the share of the operators that are only stated is used up on a list. */
export const isStatedUsedUp = (reader: Reader, list: number, terms: Terms) =>
  Effect.map(sharesOn(reader, [statedShare], list), (shares) =>
    shares.some((share) => isUsedUp(share, terms)),
  )

/**
 * The changes that a matter makes to the shares against which it counts: it takes a place or waits for one, is placed, or gives up either.
 */
const steps = {
  place: { placed: 1, waiting: 0 },
  wait: { placed: 0, waiting: 1 },
  serve: { placed: 1, waiting: -1 },
  leave: { placed: -1, waiting: 0 },
  "stop waiting": { placed: 0, waiting: -1 },
} as const

/** The changes to shares by one step of each of some matters. */
export const shareChanges = rule(
  ["PD1 §5"],
  (
    shares: ReadonlyArray<Share>,
    matters: ReadonlyArray<Whose>,
    step: keyof typeof steps,
  ): ReadonlyArray<Change> =>
    shares.map((share) => {
      const counted = matters.filter((matter) => idsOf(matter).includes(share.id)).length
      const { placed, waiting } = steps[step]
      const after = {
        placed: share.placed + counted * placed,
        waiting: share.waiting + counted * waiting,
      }
      return Changed.put(Shares, { ...share, ...after })
    }),
)
