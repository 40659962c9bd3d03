/** The example agents are programs that work: both sides of a dispute, at a court as it is served. */
import { expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { opened } from "../operate/testing/Opened.ts"
import { play as playDelivery } from "./delivery.ts"
import { play } from "./play.ts"

it("Rule 4.1 a seller and a buyer go from the dealing to an order honoured, each doing what is next for it", async () => {
  const court = await opened(MemoryStore.layer)
  const told: Array<string> = []
  try {
    await play(court.url, court.registrar, "x", (words) => void told.push(words))
  } finally {
    await court.stop()
  }
  const by = (name: string) =>
    told.filter((words) => words.startsWith(name)).map((words) => words.slice(name.length + 2))
  expect(by("seller")).toEqual([
    "delivered, and lodged its invoice as dealing 1",
    "filed matter 1",
    "replied",
    "called for judgment",
    "[2026] MC 1 is sealed by the court",
    "confirmed the payment",
  ])
  expect(by("buyer")).toEqual([
    "enrolled",
    "confirmed the invoice",
    "defended",
    "paid, and attested it",
    "label good, reputation 1",
  ])
})

it("PD15 §6 a buyer wins what the criteria take off a delivery, by what the pages and the client say", async () => {
  const court = await opened(MemoryStore.layer)
  const told: Array<string> = []
  try {
    await playDelivery(court.url, "y", (words) => void told.push(words))
  } finally {
    await court.stop()
  }
  expect(told).toEqual([
    "before acceptance: This seller has a stake of USD 200.00 and no hold: an order could be for USD 200.00.",
    "missed: enough",
    "before filing: You would get USD 40.00 of USD 200.00, which the stake covers.",
    "ordered: 4000",
    "the order is satisfied",
  ])
})
