/** The changes in the list of the check since an earlier one, so that a gate reads a few bytes a minute and not the whole register. */
import { Effect } from "effect"
import { writeDelta } from "../gate/index.ts"
import type { Rendered } from "../server/Answer.ts"
import { Faulted } from "../server/Problem.ts"

/** How many earlier lists are kept, and how many bytes of them. */
const earlierMax = 30
const earlierBytesMax = 16_000_000
const tagChars = 16

type Rows = Uint8Array<ArrayBuffer>

/** A list with the rows of those before it, each under the SHA-256 of its rows. */
export interface Changing {
  readonly etag: string
  /** Its signed line. */
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
