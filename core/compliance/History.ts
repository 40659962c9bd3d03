/** Every transition of an entry, read from the public journal: its own events, and those of its judgment that moved it. */
import { Predicate } from "effect"
import type { Json } from "../Json.ts"
import { format, type Instant } from "../Time.ts"

export type HistoryItem = {
  readonly at: string
  readonly actor: string
  readonly act: string
  readonly from: string | null
  readonly to: string
  readonly rule: string
  readonly rules: ReadonlyArray<string>
  readonly delta: number
}

/** An item of the journal, as far as a history rests on it. */
interface Item {
  readonly at: Instant
  readonly type: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

interface Told extends HistoryItem {
  readonly instant: Instant
}

const textOf = (data: object, key: string): string | null =>
  Predicate.hasProperty(data, key) && typeof data[key] === "string" ? data[key] : null

/** What an item says of an entry: the item itself, or the line of the entry among those of its judgment; null where it says nothing. */
const linesOf = ({ type, data }: Item, id: string): object | null => {
  if (!type.startsWith("compliance.") || !Predicate.isRecord(data)) return null
  if (!Predicate.hasProperty(data, "entries")) return textOf(data, "entry") === id ? data : null
  const lines = Array.isArray(data.entries) ? data.entries : []
  const line: unknown = lines.find((one) => Predicate.isRecord(one) && textOf(one, "entry") === id)
  return Predicate.isRecord(line) ? { ...line, act: data.act, by: data.by } : null
}

const toldOf = (items: ReadonlyArray<Item>, id: string): ReadonlyArray<Told> =>
  items.flatMap((item) => {
    const line = linesOf(item, id)
    if (line === null) return []
    const delta = Predicate.hasProperty(line, "delta") ? line.delta : 0
    return [
      {
        instant: item.at,
        at: format(item.at),
        actor: textOf(line, "by") ?? "court",
        act: textOf(line, "act") ?? "",
        from: textOf(line, "from"),
        to: textOf(line, "status") ?? "",
        rule: item.rules[0] ?? "",
        rules: item.rules,
        delta: typeof delta === "number" ? delta : 0,
      },
    ]
  })

const comesFirst = (a: Told | undefined, b: Told | undefined, status: string | null): boolean =>
  b === undefined ||
  (a !== undefined && (a.instant === b.instant ? a.from === status : a.instant < b.instant))

/**
 * The history of an entry from the journal items of its own subject and of its judgment's, each in the order of the journal.
 * They are put together by time; at one instant each follows the one from whose status it leaves.
 */
export const historyOf = (
  id: string,
  own: ReadonlyArray<Item>,
  judgment: ReadonlyArray<Item>,
): ReadonlyArray<HistoryItem> => {
  const [first, second] = [[...toldOf(own, id)], [...toldOf(judgment, id)]]
  const merged: Array<HistoryItem> = []
  let status: string | null = null
  while (true) {
    const next: Told | undefined = (comesFirst(first[0], second[0], status) ? first : second).shift()
    if (next === undefined) return merged
    const { instant: _, ...item } = next
    merged.push(item)
    status = item.to
  }
}
