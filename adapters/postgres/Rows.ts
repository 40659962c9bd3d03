/** A change set as the rows that the commit function takes. */
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { Json } from "../../core/Json.ts"
import type { Ref } from "../../core/Store.ts"
import { encode } from "./Wire.ts"

/** The arguments of the commit function after the locks, in their order. */
const sections = [
  "receipts",
  "checks",
  "puts",
  "changed",
  "entries",
  "numbers",
  "claims",
  "releases",
  "settles",
  "cancels",
  "tasks",
  "events",
  "blobs",
  "tallies",
] as const
type Rows = { readonly [Section in (typeof sections)[number]]: ReadonlyArray<Json> }

/** A change set ready to be sent. */
export interface Prepared {
  readonly set: ChangeSet
  /** Sections that have rows, as JSON texts without the number of the set. */
  readonly texts: ReadonlyMap<string, ReadonlyArray<string>>
  /** Names of everything that it may write, and of everything else that it rests on. */
  readonly writes: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  readonly size: number
}

export const recordLock = (ref: Ref): string => `record/${ref.kind}/${ref.id}`
const taskLock = (id: string): string => `task/${id}`

/** Names that one set claims for two holders: it can't be had by both, whoever has it now. */
const torn = (set: ChangeSet): ReadonlySet<string> => {
  const holders = new Map<string, string>()
  const names = new Set<string>()
  for (const { claim, holder } of set.claims) {
    if ((holders.get(claim) ?? holder) !== holder) names.add(claim)
    holders.set(claim, holder)
  }
  return names
}

const rowsOf = (set: ChangeSet): Rows => {
  const clashes = torn(set)
  const { receipt, at } = set
  return {
    receipts:
      receipt === null
        ? []
        : [
            {
              at,
              id: receipt.id,
              fingerprint: receipt.fingerprint,
              reply: receipt.reply,
              expires: receipt.expiresAt,
            },
          ],
    checks: [
      ...set.checks.map(({ ref: { kind, id }, version }) => ({ kind, id, version })),
      ...set.puts.map(({ ref: { kind, id }, expected }) => ({ kind, id, version: expected })),
    ],
    puts: set.puts.map(({ ref: { kind, id }, expected, body }) => ({ kind, id, expected, body })),
    changed: set.puts.filter(({ expected }) => expected > 0).map(({ ref: { kind, id } }) => ({ kind, id })),
    entries: set.puts.flatMap(({ ref: { kind, id }, index }) =>
      index.map(({ words = null, ...entry }) => ({ index: entry.index, key: entry.key, kind, id, words })),
    ),
    numbers: set.numbers.map(({ series, ref: { kind, id } }, i) => ({ i, series, kind, id })),
    claims: set.claims.map(({ claim, holder }) => ({ name: claim, holder, torn: clashes.has(claim) })),
    releases: set.releases.map(({ claim, holder }) => ({ name: claim, holder })),
    settles: set.settles.map(({ id, token }) => ({ id, token })),
    cancels: set.cancels.map((id) => ({ id })),
    tasks: set.tasks.map(({ id, kind, dueAt, body }) => ({ id, kind, due: dueAt, body })),
    events: set.events.map(({ id, at, type, subject, rules, data }) => ({
      id,
      at,
      type,
      subject,
      rules,
      data,
    })),
    blobs: set.blobs.map(({ sha256, text }) => ({ sha256, text })),
    tallies: set.tallies.map(({ name, add }) => ({ name, add })),
  }
}

export const prepare = (set: ChangeSet): Prepared => {
  const rows = rowsOf(set)
  const texts = new Map<string, ReadonlyArray<string>>()
  let size = 0
  for (const section of sections) {
    if (rows[section].length === 0) continue
    const encoded = rows[section].map((row) => encode(row).slice(1))
    for (const text of encoded) size += text.length
    texts.set(section, encoded)
  }
  const writes = new Set([
    ...set.puts.map(({ ref }) => recordLock(ref)),
    ...[...set.claims, ...set.releases].map(({ claim }) => `claim/${claim}`),
    ...[...set.settles.map(({ id }) => id), ...set.cancels, ...set.tasks.map(({ id }) => id)].map(taskLock),
    ...(set.receipt === null ? [] : [`receipt/${set.receipt.id}`]),
  ])
  const reads = new Set(set.checks.map(({ ref }) => recordLock(ref)).filter((name) => !writes.has(name)))
  return { set, texts, writes, reads, size }
}

/** The arguments of the commit function for a batch; the place in the batch numbers each set. */
export const argumentsOf = (batch: ReadonlyArray<Prepared>): ReadonlyArray<string | number | null> => [
  Math.min(...batch.map(({ set }) => set.at)),
  batch.length,
  encode(batch.flatMap(({ writes }) => [...writes])),
  encode([...new Set(batch.flatMap(({ reads }) => [...reads]))]),
  ...sections.map((section) => {
    const rows = batch.flatMap(({ texts }, s) => (texts.get(section) ?? []).map((row) => `{"s":${s},${row}`))
    return rows.length === 0 ? null : `[${rows.join(",")}]`
  }),
]
