/**
 * The changes since an earlier list of a court. The first line is that of the newer list, so that its signature and its hash prove what the
 * changes give. The second counts them. After it come the hashes of the names that left, and the rows that are new or say something else.
 */
import { hashBytes, type List, type ListKey, readHead, rowBytes, wholeList } from "./List.ts"

type Bytes = Uint8Array<ArrayBuffer>

interface Counts {
  readonly removed: number
  readonly put: number
}

/** Each row of a table with so many columns as a column of another. */
const turn = (bytes: Bytes, columns: number): Bytes => {
  const rows = bytes.length / columns
  const turned = new Uint8Array(bytes.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = bytes[row * columns + column] ?? 0
  return turned
}
const rowByRow = (rows: Bytes): Bytes => turn(rows, rows.length / rowBytes)
const columnByColumn = (rows: Bytes): Bytes => turn(rows, rowBytes)

/** How the hash at one place compares with that at another. A place beyond the end comes after every other. */
const compareAt = (a: Bytes, i: number, b: Bytes, j: number): number => {
  if (i >= a.length || j >= b.length) return (i >= a.length ? 1 : 0) - (j >= b.length ? 1 : 0)
  for (let k = 0; k < hashBytes; k++) {
    const difference = (a[i + k] ?? 0) - (b[j + k] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const utf8 = new TextEncoder()
const join = (parts: ReadonlyArray<Uint8Array>): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The changes between the rows of two lists, under the signed line of the later one; null if they are as long as that list. */
export const writeDelta = (line: string, earlier: Bytes, later: Bytes): Bytes | null => {
  const [old, fresh] = [rowByRow(earlier), rowByRow(later)]
  const [removed, put]: [Array<Bytes>, Array<Bytes>] = [[], []]
  for (let i = 0, j = 0; i < old.length || j < fresh.length; ) {
    const order = compareAt(old, i, fresh, j)
    const isOther = order === 0 && old[i + hashBytes] !== fresh[j + hashBytes]
    if (order < 0) removed.push(old.subarray(i, i + hashBytes))
    if (order > 0 || isOther) put.push(fresh.subarray(j, j + rowBytes))
    if (order <= 0) i += rowBytes
    if (order >= 0) j += rowBytes
  }
  const counts = { removed: removed.length, put: put.length } satisfies Counts
  const changes = join([...removed, ...put])
  if (changes.length > 0 && changes.length >= later.length) return null
  return join([utf8.encode(`${line}\n${JSON.stringify(counts)}\n`), changes])
}

/** The list that an earlier one becomes by these changes. Throws if no key of the court signed that list, or if it is not whole. */
export const applyDelta = async (
  bytes: Bytes,
  { rows: earlier }: List,
  keys: ReadonlyArray<ListKey>,
): Promise<List> => {
  const { head, rest } = await readHead(bytes, keys)
  const end = rest.indexOf(10)
  const counts: Counts = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)))
  const changes = rest.slice(end + 1)
  const middle = counts.removed * hashBytes
  const [gone, put] = [changes.slice(0, middle), changes.slice(middle)]
  if (put.length !== counts.put * rowBytes) throw new Error("These changes are not whole.")
  const old = rowByRow(earlier)
  const kept: Array<Bytes> = []
  for (let i = 0, j = 0, k = 0; i < old.length || j < put.length; ) {
    const order = compareAt(old, i, put, j)
    const leaves = order < 0 && compareAt(old, i, gone, k) === 0
    if (leaves) k += hashBytes
    else kept.push(order < 0 ? old.subarray(i, i + rowBytes) : put.subarray(j, j + rowBytes))
    if (order <= 0) i += rowBytes
    if (order >= 0) j += rowBytes
  }
  return wholeList(head, columnByColumn(join(kept)))
}
