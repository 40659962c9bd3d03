/** Deliveries of as many bytes as there may be, each under as many checks as a document may have: what a careful buyer would ask. */
import { createHash } from "node:crypto"

const bytesMax = 262_144

const regions = ["north", "east", "south", "west"]
/** Numbers that look random and are the same at each run. */
const scrambled = (n: number, below: number): number => ((n * 7_919 + 12_345) % 104_729) % below

const rowOf = (n: number) => ({
  id: `order-${String(n).padStart(6, "0")}`,
  at: `2026-${String(1 + scrambled(n, 12)).padStart(2, "0")}-${String(1 + scrambled(n, 28)).padStart(2, "0")}T09:00:00Z`,
  region: regions[scrambled(n, regions.length)],
  quantity: 1 + scrambled(n, 40),
  price: scrambled(n, 90_000) / 100,
  paid: scrambled(n, 10) > 0,
  tags: ["retail", `g${scrambled(n, 30)}`],
  note: scrambled(n, 7) === 0 ? null : `Délivré à l’étage ${scrambled(n, 9)}`,
})

const makeDelivery = (): Uint8Array => {
  const whole = (rows: ReadonlyArray<ReturnType<typeof rowOf>>) => {
    const cents = rows.reduce((total, { price }) => total + Math.round(price * 100), 0)
    const quantity = rows.reduce((total, row) => total + row.quantity, 0)
    return { name: "orders", rows, totals: { quantity, rows: rows.length, price: cents / 100 } }
  }
  const encode = (count: number) =>
    new TextEncoder().encode(JSON.stringify(whole(Array.from({ length: count }, (_, n) => rowOf(n)))))
  const first = encode(1_000).length
  const bytesOfRow = (encode(1_500).length - first) / 500
  return encode(1_000 + Math.floor((bytesMax - first) / bytesOfRow) - 5)
}
const delivery = makeDelivery()

const row = {
  type: "object",
  required: ["id", "at", "region", "quantity", "price", "paid", "tags", "note"],
  additionalProperties: false,
  properties: {
    id: { type: "string", pattern: "^order-[0-9]{6}$" },
    at: { type: "string", pattern: "^2026-[0-9]{2}-[0-9]{2}T" },
    region: { enum: regions },
    quantity: { type: "integer", minimum: 1, maximum: 40 },
    price: { type: "number", minimum: 0, exclusiveMaximum: 1000 },
    paid: { type: "boolean" },
    tags: { type: "array", items: { type: "string" }, minItems: 1, contains: { const: "retail" } },
    note: { type: ["string", "null"], maxLength: 60 },
  },
}
const objectWith = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) })
const eachRow = (items: object) => objectWith({ rows: { type: "array", items } })
const isIn = (region: string) => objectWith({ region: { const: region } })
const rows = { of: "/rows" }

/** At least one check of each kind that reads bytes. Most of them go through all rows. */
const asked: ReadonlyArray<{ readonly kind: string; readonly [member: string]: unknown }> = [
  { kind: "bytes", min: 1_000, max: bytesMax },
  { kind: "text", contains: ['"totals"', "étage 8"], absent: ["TODO", "lorem ipsum", "undefined"] },
  { kind: "text", absent: ["NaN", "<script", "�"] },
  { kind: "pattern", pattern: "[0-9]{4}-12-28T" },
  { kind: "pattern", pattern: "(?i)order-0002[0-9]{2}" },
  { kind: "pattern", pattern: '"note":(null|"[^"]*étage [0-9]")' },
  { kind: "pattern", pattern: '"price":[0-9]+(\\.[0-9]+)?\\}\\}$' },
  { kind: "json" },
  { kind: "schema", schema: eachRow(row) },
  { kind: "schema", schema: { ...eachRow({ $ref: "#/$defs/row" }), $defs: { row } } },
  ...regions.map((region) => ({
    kind: "schema",
    schema: eachRow({
      anyOf: [{ not: isIn(region) }, objectWith({ price: { minimum: 0 }, quantity: { minimum: 1 } })],
    }),
  })),
  ...regions.map((region) => ({ kind: "count", ...rows, where: isIn(region), min: 100 })),
  { kind: "count", ...rows, where: row, shareMin: 1_000_000 },
  { kind: "count", ...rows, where: objectWith({ note: { type: "string" } }), shareMin: 500_000 },
  { kind: "count", ...rows, where: objectWith({ id: { pattern: "7$" } }), shareMin: 50_000 },
  { kind: "count", ...rows, min: 1_000 },
  { kind: "sum", ...rows, member: "/price", equals: "/totals/price" },
  { kind: "sum", ...rows, member: "/price", max: 10_000_000 },
  { kind: "sum", ...rows, member: "/quantity", min: 1_000 },
  { kind: "sum", ...rows, member: "/quantity", equals: "/totals/quantity" },
  { kind: "unique", ...rows, member: "/id" },
  { kind: "unique", ...rows },
  { kind: "compare", left: "/totals/rows", op: "<", right: "/totals/price" },
  { kind: "compare", left: "/totals/rows", op: "<=", right: "/totals/quantity" },
  { kind: "schema", schema: objectWith({ name: { const: "orders" }, totals: { type: "object" } }) },
  { kind: "sha256", oneOf: [createHash("sha256").update(delivery).digest("hex")] },
]

/** The smallest rows that still have members, so that checks of them take the most steps a byte. */
const small = new TextEncoder().encode(
  JSON.stringify(Array.from({ length: 18_700 }, (_, n) => ({ a: n % 10, b: (n * 7) % 10 }))),
)
const digit = { type: "integer", minimum: 0, maximum: 9 }
const askedOfSmall = (n: number): typeof asked => [
  {
    kind: "schema",
    schema: {
      type: "array",
      items: {
        type: "object",
        required: ["a", "b"],
        properties: { a: digit, b: { ...digit, not: { const: 11 + n } } },
        additionalProperties: false,
      },
    },
  },
  {
    kind: "count",
    of: "",
    where: { anyOf: [{ properties: { a: { const: n } } }, { properties: { b: { enum: [1, 2, 3] } } }] },
    min: 1,
  },
  { kind: "sum", of: "", member: "/a", min: 1 },
  {
    kind: "schema",
    schema: { items: { allOf: [{ properties: { a: digit } }, { properties: { b: digit } }] } },
  },
]

const documentOf = (checks: typeof asked) => ({
  version: "court.criteria/1",
  artifact: { bytesMax, mediaType: "application/json" },
  checks: checks.map((check, n) => ({ id: `check-${n}`, share: 10_000, ...check })),
})

/** Each meets all that is asked, so that nothing ends early. */
export const deliveries = [
  { name: "orders, each kind of check", document: documentOf(asked), bytes: delivery },
  {
    name: "rows of two digits, 24 checks of every row and 8 sums",
    document: documentOf([...Array(8).keys()].flatMap(askedOfSmall)),
    bytes: small,
  },
]
