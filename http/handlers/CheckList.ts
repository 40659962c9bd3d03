/** `GET /check/list`: the register as one signed file, which is the same for everybody and says nothing of who reads it. */
import { createHash } from "node:crypto"
import { Duration, Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { type Listed, listChecked } from "../../core/checks/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { PageAt } from "../../core/kernel/Query.ts"
import { format } from "../../core/kernel/Time.ts"
import { readState } from "../../core/log/index.ts"
import { limits } from "../../core/store/Store.ts"
import { type ListHead, listType, saltedName, writeDelta, writeRows } from "../gate/index.ts"
import type { Rendered } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { chooseCoding, encodeAnswer, tagUnder } from "../server/Encoding.ts"
import { ask, type Services } from "../server/Handler.ts"
import { type Incoming, queryOf } from "../server/Incoming.ts"
import { type Failure, Faulted } from "../server/Problem.ts"
import { publicRead } from "../server/PublicRead.ts"

/** How many earlier lists are kept, and how many bytes of them. */
const earlierMax = 30
const earlierBytesMax = 16_000_000
const tagChars = 16

type Rows = Uint8Array<ArrayBuffer>

/** A list with the rows of those before it, each under the SHA-256 of its rows. */
export interface Changing {
  readonly etag: string
  readonly line: string
  readonly salt: string
  readonly sha256: string
  readonly rows: Rows
  readonly earlier: ReadonlyMap<string, Rows>
  /** The changes since each earlier list; null if they are as long as the list. Each text is made once. */
  readonly changes: Map<string, Rendered | null>
}

/** The lists before the next one, the latest first. A list under another salt has no row in common with it. */
export const earlierThan = (last: Changing | null, salt: string): Changing["earlier"] => {
  if (last === null || last.salt !== salt) return new Map()
  let bytes = 0
  const all = new Map([[last.sha256, last.rows], ...last.earlier])
  return new Map(
    [...all].filter(([, rows], index) => {
      bytes += rows.length
      return index < earlierMax && bytes <= earlierBytesMax
    }),
  )
}

const makeChanges = ({ line, rows, etag }: Changing, since: string, earlier: Rows): Rendered | null => {
  const body = writeDelta(line, earlier, rows)
  return body === null
    ? null
    : { body: Buffer.from(body), etag: `"${since.slice(0, tagChars)}-${etag.slice(1)}` }
}

/** The changes since an earlier list. If they are not known, the refusal says to read the whole list. */
export const changesSince = (list: Changing, since: string): Effect.Effect<Rendered, Faulted> => {
  const earlier = since === list.sha256 ? list.rows : list.earlier.get(since)
  if (earlier !== undefined && !list.changes.has(since))
    list.changes.set(since, makeChanges(list, since, earlier))
  const found = list.changes.get(since) ?? null
  return found === null ? Effect.fail(new Faulted({ code: "list_too_old" })) : Effect.succeed(found)
}

export const path = "/api/v1/check/list"

/** A list is made at most once in this time, whoever asks for it. */
const everyMs = 60_000
const dayChars = "2026-11-28".length
const saltChars = 32

/** Whoever asks while a list is older by so much waits for the next. */
const lateMs = 10 * everyMs

interface Made extends Rendered, Changing {
  readonly until: number
}

type PageOf = { readonly items: ReadonlyArray<Listed>; readonly next: string | null }

/** Whether a row is listed. It is left out if it says only what the check says of an unknown name. */
const isSaid = ({ advice, stakeCents }: Listed): boolean => advice !== "unknown" || stakeCents > 0

const hashName = (salt: string, name: string) => createHash("sha256").update(saltedName(salt, name)).digest()

/** The names on all pages of the register, hashed. Between two pages others have their turn. */
const readListed = Effect.fnUntraced(function* (now: number, salt: string) {
  const asking = { actor: { role: "public" } as const, now }
  const all: Array<Parameters<typeof writeRows>[0][number]> = []
  let page: PageAt | null = { after: null, limit: limits.pageItems }
  while (page !== null) {
    const read: PageOf = (yield* ask(listChecked, { page }, asking)).value
    for (const { names, ...said } of read.items.filter(isSaid))
      all.push(...names.map((name) => ({ ...said, hash: hashName(salt, name) })))
    page = read.next === null ? null : { after: read.next, limit: limits.pageItems }
    yield* Effect.sleep(Duration.zero)
  }
  const { value: state } = yield* ask(readState, {}, asking)
  return { all, checkpoint: state?.checkpoint ?? null }
})

const makeList = (court: string, last: Made | null): Effect.Effect<Made, Failure, Services> =>
  Effect.gen(function* () {
    const [keys, { now: clock }] = [yield* Keys, yield* Host]
    const asOf = format(yield* clock)
    const salt = keys.keyedHash(`check-list/${asOf.slice(0, dayChars)}`).slice(0, saltChars)
    const { all, checkpoint } = yield* readListed(yield* clock, salt)
    const rows = writeRows(all)
    const sha256 = createHash("sha256").update(rows).digest("hex")
    const head = { version: 1, court, asOf, salt, names: all.length, sha256, checkpoint } satisfies ListHead
    const line = yield* keys.sign(head, { typ: listType })
    return {
      ...{ line, salt, sha256, rows, earlier: earlierThan(last, salt), changes: new Map() },
      body: Buffer.concat([Buffer.from(`${line}\n`), rows]),
      etag: `"${sha256.slice(0, saltChars)}-${asOf}"`,
      until: performance.now() + everyMs,
    }
  })

const digest = /^[0-9a-f]{64}$/

/** The digest of the list that a caller has; null if it has no list. */
const readSince = (incoming: Incoming): Effect.Effect<string | null, Faulted> => {
  const { since = null, ...rest } = queryOf(incoming)
  const unexpected = Object.keys(rest).map((name) => ({ path: `query.${name}`, message: "is unexpected" }))
  if (unexpected.length === 0 && since === null) return Effect.succeed(null)
  if (unexpected.length === 0 && typeof since === "string" && digest.test(since)) return Effect.succeed(since)
  const errors =
    unexpected.length > 0
      ? unexpected
      : [{ path: "query.since", message: "must be the `sha256` of a list that was read" }]
  return Effect.fail(new Faulted({ code: "invalid_request", errors }))
}

/** Serves the list. One is made for all who wait for the first; later ones are made while the last is served. */
export const mountList = (court: string): Mounted => {
  let made: Made | null = null
  const turn = Effect.unsafeMakeSemaphore(1)
  const remake = turn.withPermits(1)(
    Effect.gen(function* () {
      if (made !== null && performance.now() < made.until) return made
      made = yield* makeList(court, made)
      return made
    }),
  )
  let isRemaking = false
  const current = Effect.suspend(() => {
    const [now, last] = [performance.now(), made]
    if (last === null || now > last.until + lateMs) return remake
    if (now < last.until || isRemaking) return Effect.succeed(last)
    isRemaking = true
    const ended = Effect.sync(() => {
      isRemaking = false
    })
    return Effect.as(Effect.forkDaemon(Effect.ignoreLogged(Effect.ensuring(remake, ended))), last)
  })
  return publicRead((incoming) =>
    Effect.gen(function* () {
      const since = yield* readSince(incoming)
      const list = yield* current
      const rendered = since === null ? list : yield* changesSince(list, since)
      const coding = chooseCoding(incoming.header("accept-encoding"))
      const etag = tagUnder(rendered.etag, coding)
      const headers = {
        "content-type": "application/octet-stream",
        "cache-control": `public, max-age=${everyMs / 1_000}`,
        "access-control-allow-origin": "*",
        vary: "accept-encoding",
        etag,
      }
      if (incoming.header("if-none-match") === etag) return { status: 304, headers, body: "" }
      const answer = { status: 200, headers, body: rendered.body }
      return coding === null ? answer : yield* encodeAnswer(answer, rendered, coding)
    }),
  )
}
