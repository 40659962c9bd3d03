/**
 * What stands in the way of a change set: its receipt, versions that moved on, names that others hold and leases that were lost. Every
 * store examines them here, inside the transaction that then writes. A store that can't look things up one by one while it is asked
 * reads all that `needsOf` names first.
 */
import type { ChangeSet } from "../ChangeSet.ts"
import type { Instant } from "../Time.ts"
import type { CommitResult, Receipt, Ref } from "./Store.ts"

/** What a store looks up for a change set; null or 0 where there is none. */
export interface Found {
  /** The receipt that is kept under a command id, whether or not it has expired. */
  readonly receipt: (id: string) => Receipt | null
  readonly version: (ref: Ref) => number
  /** Who holds a unique name. */
  readonly holder: (claim: string) => string | null
  /** The token under which a task is leased. */
  readonly token: (task: string) => string | null
}

/** The keys of everything that a change set rests on, replaces or adds to, each once. */
export interface Needs {
  readonly receipts: ReadonlyArray<string>
  readonly records: ReadonlyArray<Ref>
  readonly claims: ReadonlyArray<string>
  readonly tasks: ReadonlyArray<string>
  readonly series: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
  readonly tallies: ReadonlyArray<string>
}

/** A commit that wrote nothing. */
export type Obstacle = Exclude<CommitResult, { readonly _tag: "Committed" }>

// Neither part of a name holds a NUL, so two names never meet in one key.
export const recordKey = ({ kind, id }: Ref): string => `${kind}\0${id}`

const distinct = (refs: ReadonlyArray<Ref>): ReadonlyArray<Ref> => [
  ...new Map(refs.map(({ kind, id }) => [recordKey({ kind, id }), { kind, id }])).values(),
]

export const needsOf = (set: ChangeSet): Needs => ({
  receipts: set.receipt === null ? [] : [set.receipt.id],
  records: distinct([...set.checks, ...set.puts].map(({ ref }) => ref)),
  claims: [...new Set([...set.claims, ...set.releases].map(({ claim }) => claim))],
  tasks: [...new Set([...[...set.settles, ...set.tasks].map(({ id }) => id), ...set.cancels])],
  series: [...new Set(set.numbers.map(({ series }) => series))],
  texts: [...new Set(set.blobs.map(({ sha256 }) => sha256))],
  tallies: [...new Set(set.tallies.map(({ name }) => name))],
})

/** A receipt, unless it has expired: at its instant it has. */
export const unexpired = (receipt: Receipt | null, now: Instant): Receipt | null =>
  receipt === null || receipt.expiresAt <= now ? null : receipt

/** Records that are not of the version that the set expects, each once. */
const staleRefs = (set: ChangeSet, found: Found): ReadonlyArray<Ref> => {
  const stale: Array<Ref> = []
  for (const { ref, version } of set.checks) if (found.version(ref) !== version) stale.push(ref)
  for (const { ref, expected } of set.puts) if (found.version(ref) !== expected) stale.push(ref)
  return stale.length === 0 ? stale : distinct(stale)
}

/** Names that somebody else holds once this set's own releases are done, or that it claims for two holders. */
const takenClaims = (set: ChangeSet, found: Found): ReadonlyArray<string> => {
  if (set.claims.length === 0) return []
  const wanted = new Map<string, string>()
  const taken = new Set<string>()
  const isReleased = (claim: string, by: string) =>
    set.releases.some((one) => one.claim === claim && one.holder === by)
  for (const { claim, holder } of set.claims) {
    const stored = found.holder(claim)
    const left = stored === null || isReleased(claim, stored) ? holder : stored
    if ((wanted.get(claim) ?? left) !== holder) taken.add(claim)
    wanted.set(claim, holder)
  }
  return [...taken]
}

const lostTasks = (set: ChangeSet, found: Found): ReadonlyArray<string> =>
  set.settles.filter(({ id, token }) => found.token(id) !== token).map(({ id }) => id)

/** What the commit of a set answers where nothing may be written; null where all of it may. */
export const examine = (set: ChangeSet, found: Found): Obstacle | null => {
  if (set.receipt !== null) {
    const earlier = unexpired(found.receipt(set.receipt.id), set.at)
    if (earlier !== null)
      return earlier.fingerprint === set.receipt.fingerprint
        ? { _tag: "Replayed", receipt: earlier }
        : { _tag: "Mismatch" }
  }
  const stale = staleRefs(set, found)
  const taken = takenClaims(set, found)
  const lost = lostTasks(set, found)
  return stale.length + taken.length + lost.length === 0 ? null : { _tag: "Conflict", stale, taken, lost }
}
