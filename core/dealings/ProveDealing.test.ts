import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { eventOf, loggedCourt, provedPlace } from "../log/testing/Proved.ts"
import { contextFor, start } from "../testing/Context.ts"
import { type Dealing, Dealings, subjectOf } from "./Dealing.ts"
import { proveDealing } from "./Queries.ts"

const dealing: Dealing = {
  id: "d-1",
  sha256: "ab".repeat(32),
  kind: null,
  label: null,
  lodger: "seller",
  lodgedAt: start,
  dealingAt: null,
  ref: null,
  counterparty: "buyer",
  counterpartyId: "buyer-id",
  valueCents: null,
  review: null,
}
const told = [
  eventOf(1, "dealing.lodged", subjectOf("d-2")),
  eventOf(2, "dealing.lodged", subjectOf("d-1")),
  eventOf(3, "dealing.reviewed", subjectOf("d-1")),
]
const ask = (id: string) =>
  proveDealing.read({ id }, contextFor({ role: "public" }), loggedCourt(told, Changed.put(Dealings, dealing)))

describe("the proof of a dealing", () => {
  it("Dealings Act 1.1 is of its lodgement, also once it is reviewed", () => {
    expect(provedPlace(Effect.runSync(Effect.orDie(ask("d-1"))))).toBe(1)
  })

  it("Dealings Act 1.1 is refused for an id that the register does not have", () => {
    expect(Effect.runSync(Effect.flip(ask("d-2")))).toMatchObject({ code: "unknown_dealing" })
  })
})
