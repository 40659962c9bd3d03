/** Consequences: no command can forget one. The acts here are planted: they know entries and judgments, and nothing of holds. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { pay } from "./bench/testing/Cases.ts"
import { Entry } from "./compliance/index.ts"
import { buyer, hold, holding, seller } from "./holds/testing/Court.ts"
import { Judgment } from "./judgments/index.ts"
import * as Changed from "./kernel/Change.ts"
import { command } from "./kernel/Command.ts"
import { refusal } from "./kernel/Refusal.ts"
import { hours } from "./kernel/Time.ts"
import { readHold, requestPayout } from "./payouts/index.ts"

const { id } = hold()
const On = Schema.Struct({ id: Schema.String })
const unknown = (of: string) => () => refusal("unknown_entry", { id: of })

/** Says that an order is satisfied, or attested. */
const says = (status: "satisfied" | "attested") =>
  command({
    name: "planted",
    sections: [],
    input: On,
    gather: (input, _context, reader) => reader.need(Entry.Entries, input.id, unknown(input.id)),
    decide: (entry) =>
      Either.right({ changes: [Changed.put(Entry.Entries, { ...entry, status })], reply: entry.citation }),
  })

/** Says that a judgment has fallen. */
const fells = command({
  name: "planted",
  sections: [],
  input: On,
  gather: (input, _context, reader) => reader.need(Judgment.Judgments, input.id, unknown(input.id)),
  decide: (judgment) => {
    const finality = { status: "vacated", until: null } as const
    return Either.right({
      changes: [Changed.put(Judgment.Judgments, { ...judgment, finality })],
      reply: null,
    })
  },
})

/** A court whose hold has a live instruction on an order to pay. */
const instructed = async () => {
  const court = await holding([hold()])
  const { citation, entries } = await court.judged(
    pay(500, { against: "buyer", inFavourOf: "seller", hours: 8760 }),
  )
  court.advance(hours(73))
  await court.does(requestPayout, { id, citation }, seller)
  return { ...court, citation, entry: String(entries[0]) }
}

describe("a command that names no consequence", () => {
  it("PD2 §6G given that it satisfies an order, then its commit revokes the instruction on the order", async () => {
    const court = await instructed()
    expect(await court.act(says("satisfied"), { id: court.entry }, buyer)).toBe(court.citation)
    expect(await court.answers(readHold, { id }, seller)).toMatchObject({
      hold: { status: "confirmed", payout: { status: "revoked" } },
    })
    expect((await court.events(`hold/${id}`)).at(-1)?.data).toMatchObject({ act: "withdraw", by: "court" })
  })

  it("PD2 §6G given that it ends the judgment, then its commit revokes the instruction for good", async () => {
    const court = await instructed()
    await court.act(fells, { id: court.citation }, buyer)
    expect((await court.events(`hold/${id}`)).at(-1)?.data).toMatchObject({
      act: "withdraw",
      by: "court",
      reissue: false,
    })
  })

  it("PD2 §6G given that it satisfies nothing, then the instruction stands", async () => {
    const court = await instructed()
    await court.act(says("attested"), { id: court.entry }, buyer)
    expect(await court.answers(readHold, { id }, seller)).toMatchObject({ hold: { status: "instructed" } })
  })
})
