/** The cases of the journal once more: this process writes, and a process that never writes reads. */
import { Effect, Fiber } from "effect"
import { type Case, equal, test } from "../Case.ts"
import { commit, cursorOf, event } from "../Changes.ts"
import { journalEnd } from "../Followers.ts"
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

const commits = 60
const mostPauseMs = 6

/** The others write with pauses, so that the reader is at the end of the journal again and again, and looks there while they write. */
const keepingUp = test("shared", "shared")(
  "reader.keeps-up",
  "a process that never writes, and stays at the end of the journal while another writes, misses no event",
  function* ({ reader, store, own, random }) {
    const other = yield* reader
    let after = yield* journalEnd(other)
    let over = false
    const following = yield* Effect.fork(
      Effect.gen(function* () {
        const seen: Array<string> = []
        for (let more = true; more; ) {
          const finished = over
          const page = yield* other.journal({ subject: null, after, limit: 1000 })
          after = yield* cursorOf(page)
          seen.push(...page.items.map(({ id }) => id))
          more = !finished || page.items.length > 0
        }
        return seen
      }),
    )
    const written: Array<string> = []
    for (let n = 0; n < commits; n++) {
      yield* Effect.sleep(random.int(mostPauseMs))
      const noted = event(own("subject"), n)
      yield* commit(store, { events: [noted] })
      written.push(noted.id)
    }
    over = true
    yield* equal("the events that the other process saw", yield* Fiber.join(following), written)
  },
)

export const readers: ReadonlyArray<Case> = [...journalling.map(readElsewhere), keepingUp]
