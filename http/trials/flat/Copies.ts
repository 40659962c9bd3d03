/**
 * Copies of real acts, as rows. A copy has its own ids, hashes, numbers, places and instants, wherever they stand in a row, so that a court
 * reads it as if it had been made. It shares with its original the agents, the judgment of an entry and the texts of pleadings.
 */
import { randomBytes } from "node:crypto"
import type { Group } from "./Models.ts"

/** A record as both stores have it. `entries` is what SQLite repeats of its index entries. */
export interface RecordRow {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly number: number | null
  readonly body: string
  readonly entries: string | null
}
export interface EntryRow {
  readonly index: string
  readonly key: string
  readonly kind: string
  readonly id: string
}
export interface EventRow {
  readonly id: string
  readonly at: number
  readonly type: string
  readonly subject: string
  readonly rules: string
  readonly data: string
}
export interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly due: number
  readonly body: string
}
export interface ReceiptRow {
  readonly id: string
  readonly fingerprint: string
  readonly reply: string
  readonly numbers: string
  readonly expires: number
}

/** All that a store has of some acts, in the order of its places. */
export interface Rows {
  readonly records: ReadonlyArray<RecordRow>
  readonly entries: ReadonlyArray<EntryRow>
  readonly events: ReadonlyArray<EventRow>
  readonly tasks: ReadonlyArray<TaskRow>
  readonly receipts: ReadonlyArray<ReceiptRow>
}

export interface Copy {
  /** By how many milliseconds it is later than its model. */
  readonly shift: number
  /** The number that it draws: of its dealing in the register, or of its matter. */
  readonly number: number
  /** Its first place in the lists; each of its records has one of its own. */
  readonly place: number
  /** Whether the receipt of its act has not expired yet. */
  readonly isRecent: boolean
}

interface Fresh extends Copy {
  readonly random: string
  readonly sha256: string
}
type Part = string | ((copy: Fresh) => string)
type Text = (copy: Fresh) => string

const kindsOf: Readonly<Record<Group["kind"], ReadonlyArray<string>>> = {
  dealing: ["dealing"],
  quote: ["quote", "notice", "delivery"],
  entry: ["entry"],
  matter: ["matter", "notice", "delivery"],
}

const hex = (length: number): string => randomBytes(Math.ceil(length / 2)).toString("hex")
const pool = { bytes: "", at: 0 }
/** Some random hexadecimal characters, out of many that are drawn at once. */
const draw = (length: number): string => {
  if (pool.at + length > pool.bytes.length) {
    pool.bytes = hex(1 << 17)
    pool.at = 0
  }
  pool.at += length
  return pool.bytes.slice(pool.at - length, pool.at)
}

const freshId = (id: string, n: number) => {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const tail = n.toString(16).padStart(4, "0")
  return ({ shift, random: r }: Fresh): string => {
    const time = (at + shift).toString(16).padStart(12, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-7${r.slice(0, 3)}-8${r.slice(3, 6)}-${r.slice(6, 14)}${tail}`
  }
}

/** In an index, instants and numbers have 15 digits; lists with the newest first count the instants down from the largest. */
const sortable = (n: number): string => String(n).padStart(15, "0")
const most = 999_999_999_999_999
const isInstant = (n: number): boolean => n > 1.7e12 && n < 2e12

const token =
  /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|"(?:sequence|number)":\d+|\b\d{30}\b|\b\d{22}\b|\b\d{15}\b|\b\d{13}\b/g

/** One group of rows, as a function from what makes a copy another to its rows. */
export interface Model {
  readonly kind: Group["kind"]
  readonly places: number
  /** Whether a deadline waits for it, so that its instants must be late ones. */
  readonly isOpen: boolean
  readonly copy: (copy: Copy) => Rows
}

const rowsOf = ({ kind, id }: Group, all: Rows): Rows => {
  const records = all.records.filter(
    (row) => kindsOf[kind].includes(row.kind) && (row.id === id || row.body.includes(id)),
  )
  const notices = new Set(records.filter((row) => row.kind === "notice").map((row) => row.id))
  const deliveries = all.records.filter((row) => row.kind === "delivery" && notices.has(row.id))
  const own = [...records.filter((row) => row.kind !== "delivery"), ...deliveries]
  const names = new Set(own.map((row) => `${row.kind} ${row.id}`))
  return {
    records: own,
    entries: all.entries.filter((row) => names.has(`${row.kind} ${row.id}`)),
    events: all.events.filter(({ subject }) => subject === `${kind}/${id}`),
    tasks: all.tasks.filter((row) => row.id.endsWith(`/${id}`)),
    receipts: all.receipts.filter(({ reply }) => reply.startsWith(`{"id":"${id}"`)),
  }
}

/** The model of a group of acts. Throws if the store has no record of it. */
export const modelOf = (group: Group, all: Rows): Model => {
  const rows = rowsOf(group, all)
  const main = rows.records.find(({ id }) => id === group.id)
  if (main === undefined) throw new Error(`no record of ${group.kind} ${group.id}`)
  const ids = [...new Set([...rows.records, ...rows.events].map(({ id }) => id))]
  const idOf = new Map(ids.map((id, n) => [id, freshId(id, n)]))
  const sha256 = group.kind === "dealing" ? /"sha256":"(\w+)"/.exec(main.body)?.[1] : undefined
  const partOf = (found: string, place: number): Part => {
    const id = idOf.get(found)
    if (id !== undefined) return id
    if (found === sha256) return (copy) => copy.sha256
    if (/^\d{4}-\d\d-\d\dT/.test(found)) {
      const at = Date.parse(found)
      return ({ shift }) => new Date(at + shift).toISOString()
    }
    if (found.startsWith('"')) {
      const [name] = found.split(":")
      return ({ number }) => `${name}:${number}`
    }
    if (!/^\d+$/.test(found)) return found
    if (found.length === 30) return (copy) => `${sortable(copy.place + place)}${found.slice(15)}`
    if (found.length === 22)
      return (copy) => `${String(copy.place + place).padStart(16, "0")}${found.slice(16)}`
    const n = Number(found)
    if (found.length === 13) return isInstant(n) ? ({ shift }) => String(n + shift) : found
    if (isInstant(n)) return ({ shift }) => sortable(n + shift)
    if (isInstant(most - n)) return ({ shift }) => sortable(n - shift)
    return ({ number }) => sortable(number)
  }
  const compile = (text: string, place = 0): Text => {
    const parts: Array<Part> = []
    let from = 0
    for (const { 0: found, index } of text.matchAll(token)) {
      parts.push(text.slice(from, index), partOf(found, place))
      from = index + found.length
    }
    parts.push(text.slice(from))
    const joined = parts.filter((part) => part !== "")
    return (copy) => {
      let made = ""
      for (const part of joined) made += typeof part === "string" ? part : part(copy)
      return made
    }
  }
  const records = rows.records.map((row, place) => ({
    row,
    id: compile(row.id),
    body: compile(row.body),
    entries: row.entries === null ? null : compile(row.entries),
    index: rows.entries
      .filter(({ kind, id }) => kind === row.kind && id === row.id)
      .map(({ index, key }) => ({ index, key: compile(key, place) })),
  }))
  const events = rows.events.map((row) => ({
    row,
    id: compile(row.id),
    subject: compile(row.subject),
    data: compile(row.data),
  }))
  const tasks = rows.tasks.map((row) => ({ row, id: compile(row.id), body: compile(row.body) }))
  const receipts = rows.receipts.map((row) => ({ row, reply: compile(row.reply) }))
  return {
    kind: group.kind,
    places: records.length,
    isOpen: tasks.length > 0,
    copy: (given) => {
      const copy: Fresh = { ...given, random: draw(14), sha256: draw(64) }
      const { shift } = copy
      const made: Array<RecordRow> = []
      const entries: Array<EntryRow> = []
      for (const { row, ...one } of records) {
        const id = one.id(copy)
        const number = row.number === null ? null : copy.number
        made.push({ ...row, id, number, body: one.body(copy), entries: one.entries?.(copy) ?? null })
        for (const { index, key } of one.index) entries.push({ index, key: key(copy), kind: row.kind, id })
      }
      return {
        records: made,
        entries,
        events: events.map(({ row, ...one }) => ({
          ...row,
          id: one.id(copy),
          at: row.at + shift,
          subject: one.subject(copy),
          data: one.data(copy),
        })),
        tasks: tasks.map(({ row, ...one }) => ({
          ...row,
          id: one.id(copy),
          due: row.due + shift,
          body: one.body(copy),
        })),
        receipts: copy.isRecent
          ? receipts.map(({ row, ...one }) => ({
              ...row,
              id: draw(64),
              reply: one.reply(copy),
              numbers: row.numbers === "[]" ? "[]" : `[${copy.number}]`,
              expires: row.expires + shift,
            }))
          : [],
      }
    },
  }
}
