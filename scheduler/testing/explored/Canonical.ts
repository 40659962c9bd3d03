/**
 * The name of a state under which equal states are one. Ids and hashes count by the order in which they appear; instants to come count by
 * their distance from now, and instants that have passed by their order alone. The records that the scene began with count only once they
 * change.
 */
import { createHash } from "node:crypto"
import type { Json } from "../../../core/kernel/Json.ts"
import { Seals } from "../../../core/kernel/Notary.ts"
import type { Snapshot } from "./ForkedStore.ts"

const tokens =
  /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{40,}|\b1[5-9]\d{11}\b|\b20\d\d-\d\d-\d\dT[\d:.]+Z|"1[5-9]\d{8}"/g

/** A text as what stands between its tokens, and its tokens: instants as numbers, ids and hashes as they are. */
interface Parts {
  readonly between: ReadonlyArray<string>
  readonly tokens: ReadonlyArray<string | number>
}

const instantOf = (token: string): string | number => {
  if (token.startsWith('"')) return Number(token.slice(1, -1)) * 1000
  if (token.endsWith("Z")) return Date.parse(token)
  return /^\d{13}$/.test(token) ? Number(token) : token
}

const split = (text: string): Parts => {
  const found = [...text.matchAll(tokens)]
  const ends = found.map(({ index, 0: token }) => index + token.length)
  return {
    between: [
      ...found.map(({ index }, i) => text.slice(ends[i - 1] ?? 0, index)),
      text.slice(ends.at(-1) ?? 0),
    ],
    tokens: found.map(([token]) => instantOf(token)),
  }
}

const known = new WeakMap<object, Parts>()
/** The parts of a record's body, which is the same value in every state that has it unchanged. */
const partsOf = (kind: string, body: Json): Parts => {
  if (body === null || typeof body !== "object") return split(`${kind} ${JSON.stringify(body)}`)
  const found = known.get(body)
  if (found !== undefined) return found
  const made = split(`${kind} ${JSON.stringify(body)}`)
  known.set(body, made)
  return made
}

/** The names of a state's instants: a distance, or a place among all that have passed. */
const namesOf = (all: ReadonlyArray<Parts>, now: number) => {
  const instants = new Set(
    all.flatMap(({ tokens }) => tokens.filter((token): token is number => typeof token === "number")),
  )
  const passed = [...instants].filter((at) => at <= now).sort((a, b) => a - b)
  const places = new Map(passed.map((at, place) => [at, `@${place}`]))
  return (at: number): string => places.get(at) ?? `@+${at - now}`
}

const written = ({ between, tokens }: Parts, name: (token: string | number, i: number) => string): string =>
  between.map((text, i) => (i < tokens.length ? text + name(tokens[i] ?? "", i) : text)).join("")

export const nameOf = ({ at, records, tasks, claims }: Snapshot): string => {
  const all = [
    ...[...records.values()]
      .filter(({ ref }) => ref.kind !== Seals.name)
      .map(({ ref, body }) => partsOf(ref.kind, body)),
    ...[...tasks.values()].map(({ id, dueAt }) => split(`task ${id} ${dueAt}`)),
    split(`claims ${claims.size}`),
  ]
  const named = namesOf(all, at)
  const masked = all
    .map((parts) => ({
      parts,
      text: written(parts, (token) => (typeof token === "number" ? named(token) : "#")),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const ids = new Map<string, number>()
  const idOf = (token: string): string => {
    const n = ids.get(token) ?? ids.size
    ids.set(token, n)
    return `#${n}`
  }
  const hash = createHash("sha256")
  for (const { parts, text } of masked) {
    hash.update(text)
    for (const token of parts.tokens) if (typeof token === "string") hash.update(idOf(token))
    hash.update("\n")
  }
  return hash.digest("base64url")
}
