/**
 * The specification that histories are checked against: the answers of a store that runs one question at a time. It has records, the
 * entries of one index, names, tallies and receipts. States are immutable.
 */

import { canonical, type Json } from "../../core/kernel/Json.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { CommitResult } from "../../core/store/Store.ts"

export type Question =
  | { readonly _tag: "commit"; readonly set: ChangeSet }
  | { readonly _tag: "read"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "list" }
  | { readonly _tag: "holder"; readonly claim: string }
  | { readonly _tag: "tallies"; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "receipt"; readonly id: string }

interface Members<A> {
  readonly [name: string]: A
}
export interface State {
  readonly records: Members<{ readonly version: number; readonly body: Json; readonly listed: boolean }>
  readonly claims: Members<string>
  readonly tallies: Members<number>
  readonly receipts: Members<{ readonly fingerprint: string; readonly reply: Json }>
}
export const nothing: State = { records: {}, claims: {}, tallies: {}, receipts: {} }

interface Answered {
  readonly answer: Json
  readonly after: State
}

const versionOf = (state: State, id: string): number => state.records[id]?.version ?? 0

/** The part of a result that the contract determines. */
export const resultOf = (result: CommitResult): Json => {
  switch (result._tag) {
    case "Conflict":
      return {
        _tag: result._tag,
        stale: result.stale.map(({ id }) => id).sort(),
        taken: [...result.taken].sort(),
      }
    case "Replayed":
      return { _tag: result._tag, reply: result.receipt.reply }
    default:
      return { _tag: result._tag }
  }
}

const staleIn = (state: State, { checks, puts }: ChangeSet): ReadonlyArray<string> => [
  ...checks.flatMap(({ ref, version }) => (versionOf(state, ref.id) === version ? [] : [ref.id])),
  ...puts.flatMap(({ ref, expected }) => (versionOf(state, ref.id) === expected ? [] : [ref.id])),
]

/** The holders of names after the releases of a change set. */
const releaseNames = (state: State, { releases }: ChangeSet): Members<string> => {
  const gone = new Set(
    releases.filter(({ claim, holder }) => state.claims[claim] === holder).map(({ claim }) => claim),
  )
  return Object.fromEntries(Object.entries(state.claims).filter(([claim]) => !gone.has(claim)))
}

const addTallies = (before: Members<number>, { tallies }: ChangeSet): Members<number> => {
  const sums: Record<string, number> = { ...before }
  for (const { name, add } of tallies) sums[name] = (sums[name] ?? 0) + add
  return sums
}

const applySet = (state: State, set: ChangeSet, free: Members<string>): State => ({
  records: {
    ...state.records,
    ...Object.fromEntries(
      set.puts.map(({ ref, expected, body, index }) => [
        ref.id,
        { version: expected + 1, body, listed: index.length > 0 },
      ]),
    ),
  },
  claims: { ...free, ...Object.fromEntries(set.claims.map(({ claim, holder }) => [claim, holder])) },
  tallies: addTallies(state.tallies, set),
  receipts:
    set.receipt === null
      ? state.receipts
      : {
          ...state.receipts,
          [set.receipt.id]: { fingerprint: set.receipt.fingerprint, reply: set.receipt.reply },
        },
})

const commitState = (state: State, set: ChangeSet): Answered => {
  const earlier = set.receipt === null ? undefined : state.receipts[set.receipt.id]
  if (earlier !== undefined) {
    const same = earlier.fingerprint === set.receipt?.fingerprint
    return {
      answer: same ? { _tag: "Replayed", reply: earlier.reply } : { _tag: "Mismatch" },
      after: state,
    }
  }
  const free = releaseNames(state, set)
  const stale = [...staleIn(state, set)].sort()
  const taken = set.claims
    .filter(({ claim, holder }) => (free[claim] ?? holder) !== holder)
    .map(({ claim }) => claim)
    .sort()
  return stale.length + taken.length > 0
    ? { answer: { _tag: "Conflict", stale, taken }, after: state }
    : { answer: { _tag: "Committed" }, after: applySet(state, set, free) }
}

const recordOf = (state: State, id: string): Json => {
  const record = state.records[id]
  return record === undefined ? null : { id, version: record.version, body: record.body }
}

export const answer = (state: State, question: Question): Answered => {
  switch (question._tag) {
    case "commit":
      return commitState(state, question.set)
    case "read":
      return { answer: question.ids.map((id) => recordOf(state, id)), after: state }
    case "list": {
      const listed = Object.keys(state.records).filter((id) => state.records[id]?.listed)
      return { answer: listed.sort().map((id) => recordOf(state, id)), after: state }
    }
    case "holder":
      return { answer: state.claims[question.claim] ?? null, after: state }
    case "tallies":
      return { answer: question.names.map((name) => state.tallies[name] ?? 0), after: state }
    case "receipt":
      return { answer: state.receipts[question.id]?.reply ?? null, after: state }
  }
}

export const textOf = (state: State): string => canonical(state as unknown as Json) // every member of a state is JSON
