import type { Random } from "../../../Random.ts"
import type { Attested } from "../Vector.ts"
import { type Fields, type Json, sha256 } from "../vectors/Make.ts"
import { bytesOf, deliveryOf, numberOf, scalarOf, textOf, wordOf } from "./Artifacts.ts"
import { patternOf } from "./Patterns.ts"
import { rootOf } from "./Schemas.ts"

export interface Pair {
  readonly document: Json
  readonly bytes: Uint8Array | null
  readonly attested: ReadonlyArray<Attested>
}

interface Aim {
  readonly value: Json
  readonly bytes: Uint8Array
}

const lists = [
  "/rows",
  "/rows",
  "/numbers",
  "/numbers",
  "/rows/0/tags",
  "/nowhere",
  "",
  "/total",
  "/a~1b/~0",
] as const
const members = ["/amount", "/amount", "/id", "/id", "/text", "/tags/0", "/none", ""] as const
const places = [
  "/total",
  "/most",
  "/total",
  "/most",
  "/numbers/0",
  "/rows/0/amount",
  "/rows/1/amount",
  "/note",
  "/rows/00",
  "/numbers/-",
  "/a~1b/~0/0/0",
] as const

const at = (value: Json, pointer: string): Json | undefined =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((inner: Json | undefined, token): Json | undefined => {
      if (Array.isArray(inner)) return inner[Number(token)]
      return typeof inner === "object" && inner !== null
        ? Object.entries(inner).find(([name]) => name === token)?.[1]
        : undefined
    }, value)

/** Limits around a number: below it, above it, or both. */
const around = (random: Random, center: number, low: string, high: string): Fields => {
  const [least, most] = [center - random.int(2) * random.int(3), center + random.int(2) * random.int(3)]
  const wrong = random.chance(15) ? random.int(5) + 1 : 0
  return random.pick<() => Fields>([
    () => ({ [low]: least + wrong }),
    () => ({ [high]: most - wrong }),
    () => ({ [low]: Math.min(least, most), [high]: Math.max(least, most) - (random.chance(2) ? 9 : 0) }),
  ])()
}
const lengthAt = (value: Json, pointer: string): number => {
  const list = at(value, pointer)
  return Array.isArray(list) ? list.length : 0
}
const where = (random: Random, value: Json, of: string): Json => {
  const element = at(value, `${of}/0`)
  return rootOf(random, element ?? scalarOf(random))
}

const kinds: Readonly<Record<string, (random: Random, aim: Aim) => Fields>> = {
  bytes: (random, { bytes }) => around(random, bytes.length, "min", "max"),
  sha256: (random, { bytes }) => ({
    oneOf: [...(random.chance(50) ? [sha256("x")] : []), sha256(random.chance(60) ? bytes : "y")],
  }),
  text: (random) => ({
    ...(random.chance(60)
      ? { contains: [random.chance(70) ? random.pick(["a", "o", "rows", "1"]) : `${wordOf(random)}b`] }
      : { absent: ["zz"] }),
    ...(random.chance(50) ? { absent: [`${wordOf(random)}x`, "日é"] } : {}),
  }),
  pattern: (random) => ({ pattern: patternOf(random) }),
  json: () => ({}),
  schema: (random, { value }) => ({ schema: rootOf(random, value) }),
  count: (random, { value }) => {
    const of = random.pick(lists)
    const length = lengthAt(value, of)
    return {
      of,
      ...(random.chance(60) ? { where: where(random, value, of) } : {}),
      ...(random.chance(70) ? around(random, random.chance(60) ? length : random.int(3), "min", "max") : {}),
      ...(random.chance(30)
        ? { shareMin: random.int(2) * 400_000 }
        : { shareMax: 500_000 + random.int(2) * 500_000 }),
    }
  },
  sum: (random, { value }) => {
    const rows = random.chance(70)
    const total = at(value, "/total")
    return {
      ...(rows
        ? { of: "/rows", member: random.chance(90) ? "/amount" : random.pick(members) }
        : { of: random.pick(lists) }),
      ...(random.chance(50)
        ? { equals: random.chance(70) ? "/total" : random.pick(places) }
        : around(
            random,
            typeof total === "number" && random.chance(60) ? total : numberOf(random),
            "min",
            "max",
          )),
    }
  },
  unique: (random) => {
    const of = random.pick(lists)
    return { of, ...(of === "/rows" || random.chance(10) ? { member: random.pick(members) } : {}) }
  },
  compare: (random) => ({
    left: random.pick(places),
    op: random.pick(["=", "<", "<=", "<="]),
    right: random.pick(places),
  }),
  attested: (random) => ({
    by: random.chance(98) ? "reviewer" : "court",
    within: 1 + random.int(336),
    otherwise: random.pick(["met", "unmet"]),
  }),
}
const [first = "", ...others] = Object.keys(kinds)

const checkOf = (random: Random, aim: Aim, index: number): Fields => {
  const kind = random.pick([first, ...others])
  const id = random.chance(99) ? `c${index}` : "c0"
  return {
    id,
    kind,
    ...(random.chance(50) ? { share: 1 + random.int(700_000) } : {}),
    ...kinds[kind]?.(random, aim),
  }
}

/** Spoils a document at one place: a member is lost, is added or has another value. */
const spoiled = (random: Random, document: Json): Json => {
  if (Array.isArray(document)) {
    const chosen = random.int(document.length)
    return document.map((item, index) => (index === chosen ? spoiled(random, item) : item))
  }
  if (typeof document !== "object" || document === null) return scalarOf(random)
  const entries = Object.entries(document)
  const chosen = random.int(entries.length + 1)
  if (chosen === entries.length || random.chance(10))
    return { ...document, [random.pick(["x", "min", "share", "type"])]: scalarOf(random) }
  return Object.fromEntries(
    entries.flatMap(([name, value], index): ReadonlyArray<readonly [string, Json]> => {
      if (index !== chosen) return [[name, value]]
      return random.chance(15) ? [] : [[name, spoiled(random, value)]]
    }),
  )
}

export const pairOf = (random: Random): Pair => {
  const value = deliveryOf(random)
  const bytes = bytesOf(random, value)
  const aim = { value, bytes: bytes ?? new Uint8Array() }
  const checks = Array.from({ length: 1 + random.int(4) }, (_, index) => checkOf(random, aim, index))
  const bytesMax = random.chance(3) ? 1 + random.int(aim.bytes.length + 2) : 1 + random.int(262_144)
  const mediaType = random.chance(10) ? { mediaType: wordOf(random) } : {}
  const whole: Json = { version: "court.criteria/1", artifact: { bytesMax, ...mediaType }, checks }
  const document = random.chance(8) ? spoiled(random, whole) : whole
  const attested = checks
    .filter(({ kind }) => kind === "attested" && random.chance(75))
    .map(({ id }): Attested => ({ check: String(id), outcome: random.chance(50) ? "met" : "unmet" }))
  const once = attested.filter(
    ({ check }, index) => attested.findIndex((other) => other.check === check) === index,
  )
  return { document: random.chance(20) ? textOf(random, document) : document, bytes, attested: once }
}
