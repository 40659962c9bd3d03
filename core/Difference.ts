/** Where two JSON values differ: how a comparison of registers names what it found. */
import { Predicate } from "effect"
import { canonical, type Json } from "./Json.ts"

/** A place at which two values differ. `path` joins names of members and places of lists by dots; it is empty for the value itself. */
export interface Difference {
  readonly path: string
  /** Undefined where this side has no such member. */
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

const membersOf = (value: Json | undefined): { readonly [key: string]: Json } | null => {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item: Json, i) => [String(i), item]))
  return Predicate.isReadonlyRecord(value) ? (value as { readonly [key: string]: Json }) : null
}

const same = (ours: Json | undefined, theirs: Json | undefined): boolean =>
  ours === undefined || theirs === undefined ? ours === theirs : canonical(ours) === canonical(theirs)

/** The innermost places at which two values differ; none where they are equal. The order of members makes no difference. */
export const differences = (
  ours: Json | undefined,
  theirs: Json | undefined,
  path = "",
): ReadonlyArray<Difference> => {
  if (same(ours, theirs)) return []
  const [left, right] = [membersOf(ours), membersOf(theirs)]
  if (left === null || right === null || Array.isArray(ours) !== Array.isArray(theirs))
    return [{ path, ours, theirs }]
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.flatMap((key) => differences(left[key], right[key], path === "" ? key : `${path}.${key}`))
}

/** A value in a line for a person: JSON, and `nothing` where there is none. */
export const shown = (value: Json | undefined): string => (value === undefined ? "nothing" : canonical(value))
