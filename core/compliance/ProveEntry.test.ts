/** The proof of the latest move of an entry. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { subjectOf as judgmentSubject } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type Grown, grow, hashLeaf, LogStates, LogTiles, leafOf, parseProof } from "../log/index.ts"
import type { Journalled } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { proveEntry } from "./Queries.ts"
import { item, journal, open, put } from "./testing/Given.ts"

const none: Grown = { size: 0, cursor: null, edge: [] }
const emptyNote =
  "court.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— court.example/log AAAAAQA=\n"

/** The place in the log of the event that is proved, given the events of the journal. */
const provedOf = (told: ReadonlyArray<Journalled>) => {
  const leaves = told.map((event) => ({ hash: hashLeaf(leafOf(event)), cursor: event.cursor }))
  const { tree, changed } = grow(none, leaves)
  const size = told.length
  const state = { origin: "", vkey: "", size, cursor: tree.cursor, published: size, checkpoint: emptyNote }
  const { reader } = factsOf(
    put(open),
    Changed.put(LogStates, state),
    ...changed.map((tile) => Changed.put(LogTiles, tile)),
  )
  const found = journal(told).journal
  const read: typeof found = (query) =>
    query.subject === null ? Effect.succeed({ items: [...told], next: tree.cursor }) : found(query)
  const context = contextFor({ role: "public" }, start)
  const { proof } = Effect.runSync(
    Effect.orDie(proveEntry.read({ id: open.id }, context, { ...reader, journal: read })),
  )
  return proof === null ? null : parseProof(proof)?.index
}

describe("the proof of an entry", () => {
  const ofJudgment = (n: number, data: Journalled["data"]) => ({
    ...item(n, judgmentSubject(open.citation)),
    data,
  })

  it("PD11 §1 is of its latest move: its own, or one that its judgment made with all its entries", () => {
    const opened = ofJudgment(1, { entries: [{ entry: "other" }, { entry: open.id }] })
    const delivered = ofJudgment(2, { citation: open.citation })
    const others = ofJudgment(3, { entries: ["none", { entry: "other" }] })
    expect(provedOf([opened, delivered, others])).toBe(0)
    const own = item(4, `entry/${open.id}`)
    expect(provedOf([opened, delivered, others, own])).toBe(3)
    expect(provedOf([opened, own, ofJudgment(5, { entries: [{ entry: open.id }] })])).toBe(2)
    expect(provedOf([delivered])).toBeNull()
  })
})
