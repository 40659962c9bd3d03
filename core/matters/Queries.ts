/** The questions about matters: the public docket, the lists of matters, and one matter with the words of its papers. */

import { Effect, Option, Schema } from "effect"
import { appealsOf } from "../appeals/Gather.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { readText } from "../Text.ts"
import { matterDetail } from "./Detail.ts"
import { DocketLists, Eligibilities, emptyList, filingEligibility, listState } from "./Docket.ts"
import { docketIndex, Matters, partyIndex } from "./Matter.ts"
import { readPapers } from "./Paper.ts"
import { mayRead } from "./Parties.ts"
import { passMatter } from "./Passing.ts"
import { OrderSought } from "./Pleading.ts"
import { docketItem, matterView } from "./View.ts"

/** Whether filing is open, how full the current list is, and a page of the docket in the order of filing: `GET /docket`, public. */
export const docket = query({
  name: "docket",
  read: Effect.fnUntraced(function* (
    { page }: Paged,
    { now, schedule, terms }: QueryContext,
    reader: Reader,
  ) {
    const eligibility = yield* reader.find(Eligibilities, "filing")
    const list = Option.getOrElse(yield* reader.find(DocketLists, emptyList.id), () => emptyList)
    const { items, next } = yield* reader.list(Matters, { index: docketIndex, prefix: "", ...page })
    return {
      filingEligibility: filingEligibility(Option.getOrNull(eligibility)),
      list: listState(list, terms),
      items: items.map((matter) => docketItem(matter, now, schedule.at(matter.filedAt))),
      next,
    }
  }),
})

/** A page of an agent's own matters, or of all matters for the Registrar and the Judge: `GET /matters`. Refused `agents_only`. */
export const listMatters = query({
  name: "list-matters",
  read: Effect.fnUntraced(function* (
    { page }: Paged,
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    if (actor.role !== "registrar" && actor.role !== "judge" && actor.role !== "agent")
      return yield* refusal("agents_only", {})
    const of =
      actor.role === "agent"
        ? { index: partyIndex, prefix: `${actor.id}/` }
        : { index: docketIndex, prefix: "" }
    const { items, next } = yield* reader.list(Matters, { ...of, ...page })
    const appeals = yield* appealsOf(reader, items)
    return {
      items: items.map((matter, i) =>
        matterView(matter, actor, now, schedule.at(matter.filedAt), appeals[i] ?? null),
      ),
      next,
    }
  }),
})

/**
 * One matter with the words of its papers: `GET /matters/{id}`. Refused `unknown_matter`, and `not_a_party` to everybody but its
 * parties, counsel on the record, the Registrar and the Judge.
 */
export const readMatter = query({
  name: "read-matter",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const stored = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    if (!mayRead(stored, actor)) return yield* refusal("not_a_party", {})
    const terms = schedule.at(stored.filedAt)
    const { matter } = passMatter(stored, now, terms)
    const papers = yield* readPapers(reader, matter)
    const bench = actor.role === "judge"
    const consent = bench ? null : matter.consent
    const offer =
      consent === null ? null : yield* readText(reader, Schema.Array(OrderSought), consent.ordersSha256)
    const appeal = (yield* appealsOf(reader, [matter]))[0] ?? null
    return matterDetail(matter, matterView(matter, actor, now, terms, appeal), papers, offer, bench)
  }),
})
