/**
 * The matters of a run and the entries that they open, as rows of 128 bytes. An event reads a row into an object that is always the same,
 * changes it and writes it back, so that no objects are allocated.
 */

import { Standing } from "../../../core/agents/index.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import { blank, never, type State } from "./State.ts"

export interface Row {
  /** Whether the entry has opened. Before that, and if the claim is dismissed, its state has no meaning. */
  opened: boolean
  readonly state: State
  key0: number
  key1: number
  bound: number
  favoured: number
  filedAt: Instant
  deliveredAt: Instant
  amountCents: number
  paidCents: number
  /** When the order was really performed in full; `never` while it is not. */
  doneAt: Instant
  /** When it was satisfied or superseded; `never` while it is neither. */
  settledAt: Instant
  /** The next planned act of each party, as an index from 1 in its list of acts (0: no act), and its instant. */
  boundAct: number
  boundAt: Instant
  boundPart: number
  favouredAct: number
  favouredAt: Instant
  /** When the Registrar decides; `never` if there is nothing to decide. */
  registrarAt: Instant
  /** Whether a payment on a chain is not confirmed yet. */
  proving: boolean
  behaviour: number
  kind: number
  era: number
  founded: boolean
  defended: boolean
  wrong: boolean
  disputes: number
  appeals: number
  refusals: number
}

const rowBits = 7
export const rowBytes = 2 ** rowBits

/** The kinds of orders, by the numbers that rows hold. */
export const orderKinds = ["pay", "perform", "refrain"] as const
const statuses = Standing.EntryStatus.literals
const windows: ReadonlyArray<State["window"]> = ["none", "performance", "dispute", "notice"]
export const codeOf = (status: Standing.EntryStatus): number => statuses.indexOf(status)
const bit = (flag: boolean, place: number): number => (flag ? 1 << place : 0)

export const emptyRow = (): Row => ({
  opened: false,
  state: blank(),
  key0: 0,
  key1: 0,
  bound: 0,
  favoured: 0,
  filedAt: never,
  deliveredAt: never,
  amountCents: 0,
  paidCents: 0,
  doneAt: never,
  settledAt: never,
  boundAct: 0,
  boundAt: never,
  boundPart: 0.5,
  favouredAct: 0,
  favouredAt: never,
  registrarAt: never,
  proving: false,
  behaviour: 0,
  kind: 0,
  era: 0,
  founded: false,
  defended: false,
  wrong: false,
  disputes: 0,
  appeals: 0,
  refusals: 0,
})

export const clear = (row: Row): void => {
  row.opened = false
  row.paidCents = 0
  row.doneAt = never
  row.settledAt = never
  row.boundAct = 0
  row.boundAt = never
  row.boundPart = 0.5
  row.favouredAct = 0
  row.favouredAt = never
  row.registrarAt = never
  row.proving = false
  row.behaviour = 0
  row.kind = 0
  row.wrong = false
  row.disputes = 0
  row.appeals = 0
  row.refusals = 0
}

/**
 * The instant of what happens first: the window closes, or the Registrar decides (below zero). Both may be awaited only in a dispute, which
 * the earlier ends; an appeal that suspends it gives its window anew.
 */
const nextOf = ({ state, registrarAt }: Row): Instant => {
  const closesAt = state.suspendedSince === never ? state.closesAt : never
  if (state.window !== "none" && (state.status !== "disputed" || closesAt <= registrarAt))
    return state.closesAt
  return -registrarAt
}

const blockBits = 13
const blockRows = 2 ** blockBits

/** The offset of a row in its block. Shifts and masks stay in 32-bit integers, whereas products would become floating-point. */
const offsetOf = (i: number): number => (i & (blockRows - 1)) << rowBits
const blockBytes = blockRows * rowBytes

/** Rows in blocks of a mebibyte. A block is added when the last is full, so that rows are never copied and little memory is wasted. */
export class Rows {
  length = 0
  private readonly blocks: Array<DataView> = []

  get bytes(): number {
    return this.blocks.length * blockBytes
  }

  /** Adds a row and gives its number. Its content is undefined until it is saved. */
  add(): number {
    if (this.length === this.blocks.length * blockRows)
      this.blocks.push(new DataView(new ArrayBuffer(blockBytes)))
    return this.length++
  }

  private blockOf(i: number): DataView {
    const block = this.blocks[i >>> blockBits]
    if (block === undefined) throw new RangeError(`there is no row ${i}`)
    return block
  }

  isOpened(i: number): boolean {
    return (this.blockOf(i).getUint8(offsetOf(i) + 122) & 16) !== 0
  }

  boundOf(i: number): number {
    return this.blockOf(i).getUint32(offsetOf(i) + 96, true)
  }
  favouredOf(i: number): number {
    return this.blockOf(i).getUint32(offsetOf(i) + 100, true)
  }

  /** Reads from each cache line of a row, to load it into the cache. The result has no meaning. */
  touch(i: number): number {
    const view = this.blockOf(i)
    const at = offsetOf(i)
    return view.getUint8(at) ^ view.getUint8(at + 64) ^ view.getUint8(at + rowBytes - 1)
  }

  load(i: number, row: Row): void {
    const view = this.blockOf(i)
    const at = offsetOf(i)
    const { state } = row
    const closesAt = view.getFloat64(at, true)
    state.dueAt = view.getFloat64(at + 8, true)
    state.suspendedSince = view.getFloat64(at + 16, true)
    state.tolledUntil = view.getFloat64(at + 24, true)
    state.performedAt = view.getFloat64(at + 32, true)
    row.filedAt = view.getFloat64(at + 40, true)
    row.deliveredAt = view.getFloat64(at + 48, true)
    row.doneAt = view.getFloat64(at + 56, true)
    row.settledAt = view.getFloat64(at + 64, true)
    row.boundAt = view.getFloat64(at + 72, true)
    row.favouredAt = view.getFloat64(at + 80, true)
    row.key0 = view.getUint32(at + 88, true)
    row.key1 = view.getUint32(at + 92, true)
    row.bound = view.getUint32(at + 96, true)
    row.favoured = view.getUint32(at + 100, true)
    row.amountCents = view.getUint32(at + 104, true)
    row.paidCents = view.getUint32(at + 108, true)
    row.boundPart = view.getFloat32(at + 112, true)
    state.standing = view.getInt16(at + 116, true)
    row.behaviour = view.getUint16(at + 118, true)
    const packed = view.getUint8(at + 120)
    const status = statuses[packed & 7] ?? "open"
    const code = (packed >> 3) & 3
    state.status = status
    const disputed = status === "disputed"
    // The window of a dispute is always the Registrar's, so a disputed row has the status before it in the place of the window.
    state.began = disputed ? (statuses[code | ((packed >> 5) & 4)] ?? "none") : "none"
    state.window = disputed ? "decision" : (windows[code] ?? "none")
    // A row does not keep when its window opened. Only a chain reading needs it, and only if the transfer was made after that, which
    // never happens here.
    state.opensAt = never
    // An instant of the Registrar's decision is stored below zero.
    state.closesAt = state.window === "none" || closesAt < 0 ? never : closesAt
    row.registrarAt = closesAt < 0 ? -closesAt : never
    // Only a payment from a hold asks who disputes now, and no hold pays here.
    state.byBound = false
    state.attested = (packed & 32) !== 0
    state.silent = (packed & 64) !== 0
    const acts = view.getUint8(at + 121)
    row.boundAct = acts & 15
    row.favouredAct = acts >> 4
    const flags = view.getUint8(at + 122)
    row.kind = flags & 3
    row.defended = (flags & 4) !== 0
    row.founded = (flags & 8) !== 0
    row.opened = (flags & 16) !== 0
    row.wrong = (flags & 32) !== 0
    row.proving = (flags & 64) !== 0
    state.boundDisputed = (flags & 128) !== 0
    row.disputes = view.getUint8(at + 123)
    row.appeals = view.getUint8(at + 124)
    row.refusals = view.getUint8(at + 125)
    row.era = view.getUint16(at + 126, true)
  }

  save(i: number, row: Row): void {
    const view = this.blockOf(i)
    const at = offsetOf(i)
    const { state } = row
    view.setFloat64(at, nextOf(row), true)
    view.setFloat64(at + 8, state.dueAt, true)
    view.setFloat64(at + 16, state.suspendedSince, true)
    view.setFloat64(at + 24, state.tolledUntil, true)
    view.setFloat64(at + 32, state.performedAt, true)
    view.setFloat64(at + 40, row.filedAt, true)
    view.setFloat64(at + 48, row.deliveredAt, true)
    view.setFloat64(at + 56, row.doneAt, true)
    view.setFloat64(at + 64, row.settledAt, true)
    view.setFloat64(at + 72, row.boundAt, true)
    view.setFloat64(at + 80, row.favouredAt, true)
    view.setUint32(at + 88, row.key0, true)
    view.setUint32(at + 92, row.key1, true)
    view.setUint32(at + 96, row.bound, true)
    view.setUint32(at + 100, row.favoured, true)
    view.setUint32(at + 104, row.amountCents, true)
    view.setUint32(at + 108, row.paidCents, true)
    view.setFloat32(at + 112, row.boundPart, true)
    view.setInt16(at + 116, state.standing, true)
    view.setUint16(at + 118, row.behaviour, true)
    const code = state.began === "none" ? windows.indexOf(state.window) : codeOf(state.began)
    view.setUint8(
      at + 120,
      codeOf(state.status) |
        ((code & 3) << 3) |
        bit(state.attested, 5) |
        bit(state.silent, 6) |
        bit((code & 4) !== 0, 7),
    )
    view.setUint8(at + 121, row.boundAct | (row.favouredAct << 4))
    const flags =
      bit(row.defended, 2) |
      bit(row.founded, 3) |
      bit(row.opened, 4) |
      bit(row.wrong, 5) |
      bit(row.proving, 6) |
      bit(state.boundDisputed, 7)
    view.setUint8(at + 122, row.kind | flags)
    view.setUint8(at + 123, Math.min(row.disputes, 255))
    view.setUint8(at + 124, Math.min(row.appeals, 255))
    view.setUint8(at + 125, Math.min(row.refusals, 255))
    view.setUint16(at + 126, row.era, true)
  }
}
