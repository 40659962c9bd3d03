/** Events of the journal that a process knows to be recorded, and looks up again whenever the main file has changed. */
import { FileSpoiled } from "./Identity.ts"
import type { Statements } from "./Statements.ts"

interface Witness {
  readonly place: number
  readonly id: string
}

// How far behind the newest event the witnesses stand. The newest one may be seen in the log alone; earlier ones are in the main file.
const distances = [0, 64, 512]

/**
 * SQLite writes to the main file only as it copies pages from the log. If another program writes an older copy over it, what was copied
 * since is lost, though SQLite still finds it in its memory. So that memory is dropped before the events are looked up.
 */
export class Witnesses {
  #known: ReadonlyArray<Witness> = []
  #written = ""

  /** Throws `FileSpoiled` if an event that was recorded is not there. `written` changes whenever the main file is written. */
  check(file: string, written: string, db: Statements): void {
    if (written === this.#written) return
    db.forget.run()
    for (const { place, id } of this.#known)
      if (db.eventAt.get(place)?.id !== id) throw new FileSpoiled(`${file} lost what was written to it`)
    const newest = db.newestEvent.get()?.place ?? 0
    this.#known = distances.flatMap((distance) => {
      const found = db.eventAt.get(newest - distance)
      return found === undefined ? [] : [found]
    })
    this.#written = written
  }
}
