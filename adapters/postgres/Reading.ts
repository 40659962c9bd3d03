/** The reading operations and `lease`: one statement each, by the functions of Functions.ts. */
import type { SqlClient } from "@effect/sql"
import { Duration, Effect, type Scope } from "effect"
import type { Json } from "../../core/Json.ts"
import type {
  Driver,
  Indexed,
  Journalled,
  Leased,
  Receipt,
  Ref,
  Stored,
  StoreUnavailable,
} from "../../core/Store.ts"
import { orUnavailable } from "./Failure.ts"
import * as Together from "./Together.ts"
import { decode, encode, encodeText } from "./Wire.ts"

type Argument = string | number | null
/** Calls a function of the database and decodes its answer. `A` is what that function builds. */
type Call = <A>(
  operation: string,
  text: string,
  args: ReadonlyArray<Argument>,
) => Effect.Effect<A | null, StoreUnavailable>

const caller =
  (sql: SqlClient.SqlClient): Call =>
  <A>(operation: string, text: string, args: ReadonlyArray<Argument>) =>
    sql.unsafe<{ readonly answer: string | null }>(`select ${text} as answer`, args).pipe(
      Effect.map((rows) => {
        const answer = rows[0]?.answer ?? null
        return answer === null ? null : (decode(answer) as A) // our own function built it
      }),
      orUnavailable(operation),
      // A query taken back half-way would need a second one to stop the first: these are short and bounded.
      Effect.uninterruptible,
      Effect.withTracerEnabled(false),
    )

type RecordRow = readonly [version: number, number: number | null, body: Json]
type EntryRow = readonly [key: string, kind: string, id: string, ...RecordRow]

/** Records asked for at once by several are read in one statement, from one snapshot. */
const most = { refs: 400, lanes: 4 }

type Asked = Together.Waiting<ReadonlyArray<Ref>, ReadonlyArray<Stored | null>>
const takeReads = (queue: Array<Asked>): ReadonlyArray<Asked> => {
  let refs = 0
  const over = queue.findIndex(({ request }, i) => {
    refs += request.length
    return i > 0 && refs > most.refs
  })
  return queue.splice(0, over < 0 ? queue.length : over)
}

const storedOf = ({ kind, id }: Ref, row: RecordRow | null): Stored | null => {
  if (row === null) return null
  const [version, number, body] = row
  return { ref: { kind, id }, version, number, body }
}

const readAll = (call: Call) => (batch: ReadonlyArray<ReadonlyArray<Ref>>) => {
  const refs = batch.flat()
  const text = encode(refs.map(({ kind, id }) => ({ kind, id })))
  return Effect.map(call<ReadonlyArray<RecordRow | null>>("read", "agent_court.read($1)", [text]), (rows) => {
    const found = refs.map((ref, i) => storedOf(ref, rows?.[i] ?? null))
    return batch.map(({ length }) => Effect.succeed(found.splice(0, length)))
  })
}

const read = (call: Call): Effect.Effect<Driver["read"], never, Scope.Scope> =>
  Effect.map(
    Together.make({
      operation: "read",
      lanes: most.lanes,
      take: takeReads,
      run: readAll(call),
      done: () => {},
    }),
    (ask) => (refs) => (refs.length === 0 ? Effect.succeed([]) : ask(refs)),
  )

const list =
  (call: Call): Driver["list"] =>
  ({ index, prefix, after, limit }) =>
    Effect.map(
      call<ReadonlyArray<EntryRow>>("list", "agent_court.list($1, $2, $3, $4)", [
        encodeText(index),
        encodeText(prefix),
        after === null ? null : encodeText(after),
        limit + 1,
      ]),
      (rows) => {
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
      },
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

/** A cursor that no store gave reads from the beginning. */
const positionOf = (cursor: string | null): readonly [tx: string, position: string] => {
  const [, tx, position] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor ?? "") ?? []
  return [tx ?? "0", position ?? "0"]
}

const journalled = ([
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

/** How long a reader at the end of the journal waits for the transactions that keep back what it could see already. */
const patience = Duration.seconds(1)

const journal =
  (call: Call): Driver["journal"] =>
  ({ subject, after, limit }) => {
    const start = positionOf(after)
    const once = Effect.map(
      call<JournalAnswer>("journal", "agent_court.journal($1, $2, $3, $4)", [
        subject === null ? null : encodeText(subject),
        ...start,
        limit,
      ]),
      (answer) => answer ?? { items: [], horizon: 0, behind: null },
    )
    return Effect.gen(function* () {
      let answer = yield* once
      const { behind } = answer
      if (behind !== null && answer.items.length < limit) {
        const until = performance.now() + Duration.toMillis(patience)
        for (let wait = 2; answer.items.length < limit && answer.horizon <= behind; wait *= 1.5) {
          if (performance.now() >= until) break
          yield* Effect.sleep(wait)
          answer = yield* once
        }
      }
      const items = answer.items.map(journalled)
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
        [kinds === null ? null : encode(kinds), encodeText(worker), now, until, limit],
      ),
      (rows) =>
        (rows ?? []).map(([id, kind, dueAt, body, token]): Leased => ({ id, kind, dueAt, body, token })),
    )

const textOf =
  (call: Call, operation: string, column: string, table: string, key: string) => (value: string) =>
    call<string>(operation, `(select to_json(${column})::text from agent_court.${table} where ${key} = $1)`, [
      encodeText(value),
    ])

export const make = (
  sql: SqlClient.SqlClient,
): Effect.Effect<Omit<Driver, "supports" | "commit">, never, Scope.Scope> => {
  const call = caller(sql)
  return Effect.map(read(call), (reading) => ({
    read: reading,
    list: list(call),
    journal: journal(call),
    lease: lease(call),
    holder: textOf(call, "holder", "holder", "claims", "name"),
    blob: textOf(call, "blob", "text", "blobs", "sha256"),
    tallies: (names) =>
      names.length === 0
        ? Effect.succeed([])
        : Effect.map(
            call<ReadonlyArray<number>>("tallies", "agent_court.tallies($1)", [encode(names)]),
            (sums) => names.map((_, i) => sums?.[i] ?? 0),
          ),
    receipt: (id, now) => call<Receipt>("receipt", "agent_court.receipt($1, $2)", [encodeText(id), now]),
  }))
}
