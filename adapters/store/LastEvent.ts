import { Effect } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import { LastEvent } from "../../core/registrar/index.ts"
import type { Driver } from "../../core/store/Store.ts"

/** The record may be so much older than the last event. A busy court would otherwise write it with each act, and its acts would wait for each other. */
export const staleMs = 1_000

/** A store that keeps when its last event was, whichever process recorded it. If the record can't be written, the next act writes it. */
export const keepLastEvent = (driver: Driver): Driver => {
  let known: Instant = Number.NEGATIVE_INFINITY
  const note = (at: Instant) =>
    Effect.gen(function* () {
      const last = yield* LastEvent.read(driver)
      known = last.at ?? known
      if (at - known < staleMs) return
      const result = yield* driver.commit(LastEvent.note(at, last.version))
      if (result._tag === "Committed") known = at
    })
  return {
    ...driver,
    commit: (changes) =>
      Effect.tap(driver.commit(changes), (result) =>
        result._tag === "Committed" && changes.events.length > 0 && changes.at - known >= staleMs
          ? Effect.ignore(note(changes.at))
          : Effect.void,
      ),
  }
}
