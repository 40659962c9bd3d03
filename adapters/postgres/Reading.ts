/** `search`, `journal`, `lease` and `blob`: one statement for each call. */
import { Duration, Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Driver, Indexed, Journalled, Leased, Page } from "../../core/store/Store.ts"
import { keep, keepJson } from "../store/Text.ts"
import type { Call } from "./Call.ts"

type RecordRow = readonly [version: number, number: number | null, body: Json]
/** An entry of a page with its record, as the functions give it. */
export type EntryRow = readonly [key: string, kind: string, id: string, ...RecordRow]

export type Range = Parameters<Driver["list"]>[0]

/** A range as the functions take it. It asks for one row more than the page holds, which shows whether another page follows. */
const rangeOf = ({ index, prefix, after, limit }: Range) => [
  keep(index),
  keep(prefix),
  after === null ? null : keep(after),
  limit + 1,
]

/** The page of a range, from the rows that a function gave for it. */
export const pageOf =
  ({ limit }: Range) =>
  (rows: ReadonlyArray<EntryRow> | null): Page<Indexed> => {
    const items = (rows ?? []).slice(0, limit).map(
      ([key, kind, id, version, number, body]): Indexed => ({
        ref: { kind, id },
        version,
        number,
        body,
        key,
      }),
    )
    return { items, next: (rows ?? []).length > limit ? (items.at(-1)?.key ?? null) : null }
  }

const search =
  (call: Call): Driver["search"] =>
  ({ phrases, ...range }) =>
    Effect.map(
      call<ReadonlyArray<EntryRow>>("search", "agent_court.search($1, $2, $3, $4, $5)", [
        ...rangeOf(range),
        keepJson(phrases),
      ]),
      pageOf(range),
    )

interface JournalAnswer {
  readonly items: ReadonlyArray<
    readonly [
      tx: number,
      position: number,
      id: string,
      at: number,
      type: string,
      subject: string,
      rules: ReadonlyArray<string>,
      data: Json,
    ]
  >
  readonly horizon: number
  readonly behind: number | null
}

/** The transaction and position of a cursor. A cursor that no store gave reads from the beginning. */
const positionOf = (cursor: string | null): readonly [tx: string, position: string] => {
  const [, tx, position] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor ?? "") ?? []
  return [tx ?? "0", position ?? "0"]
}

const journalledOf = ([
  tx,
  position,
  id,
  at,
  type,
  subject,
  rules,
  data,
]: JournalAnswer["items"][number]): Journalled => ({
  cursor: `${tx}-${position}`,
  id,
  at,
  type,
  subject,
  rules,
  data,
})

/** How long a reader at the end of the journal waits for the open transactions that hold back later events. */
const patience = Duration.seconds(1)

/** Reads the journal again, after waits that grow from 2 ms, until the transactions that held back events have ended. */
const rereadPast =
  <E>(once: Effect.Effect<JournalAnswer, E>, limit: number) =>
  (first: JournalAnswer): Effect.Effect<JournalAnswer, E> =>
    Effect.gen(function* () {
      const { behind } = first
      if (behind === null) return first
      const until = performance.now() + Duration.toMillis(patience)
      let answer = first
      for (let wait = 2; answer.items.length < limit && answer.horizon <= behind; wait *= 1.5) {
        if (performance.now() >= until) break
        yield* Effect.sleep(wait)
        answer = yield* once
      }
      return answer
    })

const journal =
  (call: Call): Driver["journal"] =>
  ({ subject, after, limit }) => {
    const start = positionOf(after)
    const once = Effect.map(
      call<JournalAnswer>("journal", "agent_court.journal($1, $2, $3, $4)", [
        subject === null ? null : keep(subject),
        ...start,
        limit,
      ]),
      (answer) => answer ?? { items: [], horizon: 0, behind: null },
    )
    return Effect.map(Effect.flatMap(once, rereadPast(once, limit)), (answer) => {
      const items = answer.items.map(journalledOf)
      return { items, next: items.at(-1)?.cursor ?? start.join("-") }
    })
  }

const lease =
  (call: Call): Driver["lease"] =>
  ({ kinds, worker, now, until, limit }) =>
    Effect.map(
      call<ReadonlyArray<readonly [id: string, kind: string, dueAt: number, body: Json, token: string]>>(
        "lease",
        "agent_court.lease($1, $2, $3, $4, $5)",
        [kinds === null ? null : keepJson(kinds), keep(worker), now, until, limit],
      ),
      (rows) =>
        (rows ?? []).map(([id, kind, dueAt, body, token]): Leased => ({ id, kind, dueAt, body, token })),
    )

const blob =
  (call: Call): Driver["blob"] =>
  (sha256) =>
    call<string>("blob", "(select to_json(text)::text from agent_court.blobs where sha256 = $1)", [
      keep(sha256),
    ])

export const readsOf = (call: Call): Pick<Driver, "search" | "journal" | "lease" | "blob"> => ({
  search: search(call),
  journal: journal(call),
  lease: lease(call),
  blob: blob(call),
})
