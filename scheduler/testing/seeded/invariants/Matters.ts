import { Judgment } from "../../../../core/judgments/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { bounds } from "../../../../core/kernel/Schedule.ts"
import {
  Matter,
  moves as matterMoves,
  records as matterRecords,
  passMatterDeadline,
} from "../../../../core/matters/index.ts"
import { capacityTask, statedShare } from "../../../../core/matters/testing/index.ts"
import { records as registrarRecords } from "../../../../core/registrar/index.ts"
import { count, each, type Invariant, leads, waits } from "../Invariant.ts"
import { person } from "../Outside.ts"

const matterLeads = leads<Matter.Matter["status"]>(
  matterMoves.flatMap(({ from, to, act }) =>
    from.flatMap((status) =>
      status === "none" ? [] : [[status, to === "same" ? status : to, act === "pass"] as const],
    ),
  ),
)

export const matters: ReadonlyArray<Invariant> = [
  each(
    "a matter moves as its table allows",
    Matter.Matters,
    ({ before, after }) => before === null || matterLeads(before.status, after.status),
  ),
  each("a matter has its deadline", Matter.Matters, ({ after }, store) =>
    waits(store, `${passMatterDeadline.taskKind}/${after.id}`, after.period?.closesAt ?? null),
  ),
  each(
    "a matter that has ended has no period, and a decided matter has a citation",
    Matter.Matters,
    ({ after: { status, endedAt, period, citation, review } }) =>
      (endedAt === null || period === null) &&
      (status !== "decided" || citation !== null || (review?.inForce.length ?? 0) === 0),
  ),
  each(
    "only a reserved matter has a task for the judge",
    Matter.Matters,
    ({ after }, { tasks }) => after.status === "reserved" || !tasks.has(`${Matter.judgeKind}/${after.id}`),
  ),
  each("what a claimant has filed is counted", Matter.Matters, ({ after: { claimant } }, store) => {
    const own = store.all(Matter.Matters).filter((matter) => matter.claimant.id === claimant.id)
    const filer = store.find(matterRecords.Filers, needPresent(claimant.id, "the id of a claimant"))
    return filer?.open === count(own, ({ endedAt }) => endedAt === null) && filer.total === own.length
  }),
  each(
    "no claimant files more matters than it may",
    matterRecords.Filers,
    ({ after }) => after.total <= bounds.claimsMax,
  ),
  each(
    "the docket numbers its matters without a gap, and counts the matters that wait",
    matterRecords.DocketLists,
    ({ after }, store) => {
      const all = store.all(Matter.Matters)
      const numbers = new Set(all.map(({ number }) => number))
      return (
        numbers.size === all.length &&
        after.lastNumber === all.length &&
        after.queued === count(all, ({ status }) => status === "queued")
      )
    },
  ),
  each(
    "a list counts its places, and the shares of the operators that have them or wait",
    matterRecords.Shares,
    ({ after }, store) => {
      const of = ({ claimant, stated }: Matter.Matter) =>
        after.id === statedShare
          ? stated
          : after.id === `${stated ? "stated" : "proven"}/${claimant.operatorId}`
      const all = store.all(Matter.Matters).filter(of)
      const keeps = ({ status, defence }: Matter.Matter) => status !== "discontinued" || defence !== null
      return (
        after.waiting === count(all, ({ status }) => status === "queued") &&
        after.placed >= count(all, (matter) => matter.list === after.list && keeps(matter))
      )
    },
  ),
  each(
    "a dealing is before the Court once for each claimant",
    matterRecords.Suits,
    ({ after: { suits } }) => {
      // A quote has one account for both of its parties.
      const barred = suits.flatMap(({ claimant, about, bars = about }) =>
        bars.map((one) => (one.startsWith("quote/") ? one : `${claimant} ${one}`)),
      )
      return new Set(barred).size === barred.length
    },
  ),
  each(
    "a new capacity of the list has a task that serves the waiting matters",
    registrarRecords.VariedFigures,
    ({ after: { name, from } }, store) =>
      name !== "listCapacityMatters" || waits(store, capacityTask(from), from),
  ),
  each(
    "what is in force in a matter is neither vacated nor superseded",
    Matter.Matters,
    ({ after: { review } }, store) =>
      (review?.inForce ?? []).every((citation) => {
        const status = store.find(Judgment.Judgments, citation)?.finality.status
        return status !== undefined && status !== "vacated" && status !== "superseded"
      }),
  ),
  {
    name: "no text that the screen refuses is kept",
    broken: ({ set }) => set.blobs.filter(({ text }) => text.includes(person)).map(({ sha256 }) => sha256),
  },
]
