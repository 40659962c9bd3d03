/** For tests of what proves an event: a court whose log has all of its events, and which of them a proof is of. */
import { Effect } from "effect"
import * as Changed from "../../kernel/Change.ts"
import type { Reader } from "../../kernel/Reader.ts"
import type { Journalled } from "../../store/Store.ts"
import { start } from "../../testing/Context.ts"
import { factsOf } from "../../testing/Facts.ts"
import { Integration, Merkle, Proof, type ProofView, Records, Tile } from "../index.ts"

const none: Integration.Grown = { size: 0, cursor: null, edge: [] }
const emptyNote =
  "court.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— court.example/log AAAAAQA=\n"

/** An event whose cursor is its number, of one digit. */
export const eventOf = (n: number, type: string, subject: string): Journalled => ({
  cursor: `${n}`,
  id: `event-${n}`,
  at: start,
  type,
  subject,
  rules: [],
  data: {},
})

/** A court with these records and events. The cursors of the events rise and have the same length. */
export const loggedCourt = (
  told: ReadonlyArray<Journalled>,
  ...given: ReadonlyArray<Changed.Change>
): Reader => {
  const leaves = told.map((event) => ({ hash: Merkle.hashLeaf(Tile.leafOf(event)), cursor: event.cursor }))
  const { tree, changed } = Integration.grow(none, leaves)
  const size = told.length
  const state = { origin: "", vkey: "", size, cursor: tree.cursor, published: size, checkpoint: emptyNote }
  const { reader } = factsOf(
    ...given,
    Changed.put(Records.LogStates, state),
    ...changed.map((tile) => Changed.put(Records.LogTiles, tile)),
  )
  const journal: Reader["journal"] = ({ subject, after, limit }) => {
    const wanted = told.filter(
      (event) => (subject === null || event.subject === subject) && event.cursor > (after ?? ""),
    )
    return Effect.succeed({ items: wanted.slice(0, limit), next: tree.cursor })
  }
  return { ...reader, journal }
}

/** The place in the log of the event that is proved; null if no event is proved. */
export const provedPlace = ({ proof }: ProofView): number | null =>
  proof === null ? null : (Proof.parse(proof)?.index ?? null)
