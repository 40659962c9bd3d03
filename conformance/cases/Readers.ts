/** The cases of the journal once more: this process writes, and a process that never writes reads. */
import { type Case, test } from "../Case.ts"
import { journalling } from "./Journal.ts"

/**
 * Another process reads all that the case reads of the journal. It has the store open, and has read the journal, before the case writes:
 * so what it keeps in its memory is behind, and only the store itself can tell it of the events that follow.
 */
const readElsewhere = ({ id, title, run }: Case): Case =>
  test("shared", "shared")(
    `reader.${id.replace(/^journal\./, "")}`,
    `as a process reads it that never writes: ${title}`,
    function* (kit) {
      const { journal } = yield* kit.reader
      yield* journal({ subject: null, after: null, limit: 1 })
      yield* run({ ...kit, store: { ...kit.store, journal } })
    },
  )

export const readers: ReadonlyArray<Case> = journalling.map(readElsewhere)
