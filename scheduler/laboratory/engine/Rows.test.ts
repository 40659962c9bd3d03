import { describe, expect, it } from "vitest"
import { Standing } from "../../../core/agents/index.ts"
import { emptyRow, type Row, Rows, rowBytes } from "./Rows.ts"
import { never } from "./State.ts"

/** A row in which every field differs from an empty row's. */
const full = (i: number): Row => ({
  ...emptyRow(),
  opened: true,
  state: {
    ...emptyRow().state,
    status: Standing.EntryStatus.literals[i % 5] ?? "open",
    window: "notice",
    closesAt: 1_798_761_600_001 + i,
    dueAt: 1_798_761_600_002,
    suspendedSince: 1_798_761_600_003,
    tolledUntil: 1_798_761_600_004,
    performedAt: 1_798_761_600_005,
    attested: true,
    silent: true,
    standing: -300,
  },
  key0: 4_294_967_295,
  key1: i,
  bound: 3_000_000_000,
  favoured: 7,
  filedAt: 1,
  deliveredAt: 2,
  amountCents: 4_000_000_000,
  paidCents: 5,
  doneAt: 3,
  settledAt: 4,
  boundAct: 6,
  boundAt: 5,
  boundPart: 0.25,
  favouredAct: 2,
  favouredAt: 6,
  proving: true,
  behaviour: 65_535,
  kind: 2,
  era: 300,
  founded: true,
  defended: true,
  wrong: true,
  disputes: 200,
  appeals: 1,
  refusals: 8,
})

describe("the rows of a run", () => {
  it("are loaded as they were saved, over many blocks", () => {
    const rows = new Rows()
    const count = 20_000
    for (let i = 0; i < count; i++) {
      const row = i % 2 === 0 ? full(i) : emptyRow()
      rows.save(rows.add(), row)
    }
    const row = emptyRow()
    for (let i = 0; i < count; i++) {
      rows.load(i, row)
      expect(row).toEqual(i % 2 === 0 ? full(i) : emptyRow())
      expect(rows.isOpened(i)).toBe(i % 2 === 0)
    }
    expect(rows.bytes).toBeLessThan(count * rowBytes * 1.5)
    expect(() => rows.load(30_000, row)).toThrow(RangeError)
  })

  it("hold the instant of the Registrar's decision if no window runs, and else the window", () => {
    const rows = new Rows()
    const before = emptyRow()
    before.state.status = "disputed"
    before.registrarAt = 1_798_761_600_000
    rows.save(rows.add(), before)
    const after = emptyRow()
    rows.load(0, after)
    expect([after.registrarAt, after.state.closesAt]).toEqual([1_798_761_600_000, never])
  })
})
