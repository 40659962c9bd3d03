/** The table of moves of a hold, tried for every act from every status. */
import { describe, expect, it } from "vitest"
import { nextOf } from "../kernel/Moves.ts"
import { days } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import * as Hold from "./Hold.ts"
import { type ActName, acts, reading } from "./Moves.ts"
import { holds, texts } from "./Record.ts"
import {
  buyer,
  clock,
  confirmed,
  evaluation,
  following,
  instructed,
  named,
  registrar,
  seller,
  stranger,
} from "./testing/Given.ts"

const each = {
  named: named(),
  confirmed: confirmed(),
  instructed: instructed(),
  paid_out: confirmed({ status: "paid_out" }),
  lapsed: named({ status: "lapsed" }),
} as const satisfies Record<Hold.Status, unknown>

/** The status that every act leads to from every status, for an actor that may do it. */
const expected: Record<Exclude<ActName, "name">, Partial<Record<Hold.Status, string>>> = {
  confirm: { named: "named" },
  prove: { named: "named" },
  complete: { named: "confirmed" },
  evaluate: { confirmed: "confirmed" },
  contest: { confirmed: "confirmed" },
  payout: { confirmed: "instructed" },
  revoke: { instructed: "confirmed" },
  withdraw: { instructed: "confirmed" },
  "paid-out": { instructed: "paid_out", confirmed: "paid_out" },
  part: { instructed: "confirmed", confirmed: "confirmed" },
  pass: { named: "lapsed", instructed: "confirmed" },
  lapse: { confirmed: "lapsed" },
  keep: { confirmed: "confirmed" },
}
const doers = {
  confirm: seller,
  prove: buyer,
  complete: clock,
  evaluate: buyer,
  contest: clock,
  payout: buyer,
  revoke: registrar,
  withdraw: clock,
  "paid-out": seller,
  part: clock,
  pass: clock,
  lapse: clock,
  keep: clock,
} as const

describe("the moves of a hold", () => {
  it.each(Object.keys(expected) as ReadonlyArray<keyof typeof expected>)(
    "PD2 §6D %s leads to the status that the table gives, and is refused from every other",
    (act) => {
      const found = Object.fromEntries(
        Hold.Status.literals.map((status) => [status, following(each[status], act, doers[act], start)]),
      )
      const wanted = Object.fromEntries(
        Hold.Status.literals.map((status) => [status, expected[act][status] ?? "hold_status"]),
      )
      expect(found).toEqual(wanted)
    },
  )

  it.each([
    ["confirm", buyer, "not_confirming"],
    ["confirm", registrar, "not_confirming"],
    ["payout", registrar, "not_a_party"],
    ["revoke", seller, "registrar_only"],
    ["paid-out", registrar, "not_a_party"],
    ["pass", buyer, "registrar_only"],
    ["lapse", buyer, "registrar_only"],
    ["keep", seller, "registrar_only"],
    ["complete", buyer, "registrar_only"],
    ["withdraw", seller, "registrar_only"],
    ["prove", registrar, "not_a_party"],
    ["confirm", stranger, "not_a_party"],
    ["revoke", stranger, "not_a_party"],
  ] as const)("PD2 §6D %s by %j is refused: %s", (act, actor, code) => {
    expect(following(each.named, act, actor, start)).toBe(code)
  })

  it("PD2 §6DA given a hold that is not confirmed, when its long stop passes, then it lapses at that instant and not before", () => {
    const hold = named()
    expect(holds.passed(hold, hold.longStopAt - 1)).toEqual([])
    const [moved] = holds.passed(hold, hold.longStopAt + days(3))
    expect(moved).toMatchObject({ at: hold.longStopAt, after: { status: "lapsed", since: hold.longStopAt } })
    // Whether a confirmed hold lapses depends on what it secures, so time alone says nothing about it.
    expect(holds.current(confirmed(), hold.longStopAt).status).toBe("confirmed")
  })

  it("PD2 §6E given an instruction, when nobody spends it, then it expires and the hold is confirmed again", () => {
    const hold = instructed()
    expect(holds.current(hold, start + days(8) - 1).status).toBe("instructed")
    expect(holds.current(hold, start + days(8))).toMatchObject({
      status: "confirmed",
      since: start + days(8),
    })
  })

  it("PD2 §6DA given a live instruction past the long stop, then the hold is confirmed again when the instruction ends", () => {
    const hold = instructed({ longStopAt: start + days(2) })
    expect(holds.current(hold, start + days(5)).status).toBe("instructed")
    expect(holds.passed(hold, start + days(9)).map(({ after, at }) => [after.status, at])).toEqual([
      ["confirmed", start + days(8)],
    ])
  })

  it("PD2 §6B `next` names who may act, from the table", () => {
    expect(nextOf(reading, named())).toEqual([
      { who: "seller", act: "confirm", dueBy: start + days(60) },
      { who: "buyer", act: "prove", dueBy: start + days(60) },
    ])
    const { payer, payee } = confirmed()
    const half = named({ payer: { ...payer, provenAt: null }, payee })
    expect(nextOf(reading, half)).toEqual([{ who: "buyer", act: "prove", dueBy: start + days(60) }])
    expect(nextOf(reading, confirmed()).map(({ who, act }) => `${who} ${act}`)).toEqual([
      "buyer payout",
      "seller payout",
      "buyer evaluate",
      "seller evaluate",
      "buyer paid-out",
      "seller paid-out",
    ])
    expect(nextOf(reading, instructed())[0]).toEqual({
      who: "registrar",
      act: "revoke",
      dueBy: start + days(1),
    })
    expect(nextOf(reading, named({ status: "lapsed" }))).toEqual([])
  })

  it("PD2 §6D every event of the table has words for the parties, without an address of the interface", () => {
    for (const { moves } of Object.values(acts))
      for (const move of moves) {
        const hold = instructed({ keptUntil: start + days(70), evaluation })
        const { text } = texts[move.event](hold)
        expect(text, move.event).toContain(hold.id)
        expect(text).not.toContain("/api/")
      }
    const [moved] = holds.passed(named(), named().longStopAt)
    expect(moved && texts[moved.move.event](moved.after).text).toContain("lapsed")
  })
})
