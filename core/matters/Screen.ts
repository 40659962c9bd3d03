import { Context, Data, type Effect } from "effect"
import type { Terms } from "../Schedule.ts"

/** Something that PD1 §4 keeps out, and where it stands. Never the words themselves. */
export interface ScreenFinding {
  readonly path: string
  readonly code: "natural_person" | "personal_data"
  /** What kind of thing was found: `e-mail address`, `telephone number`, `personal name` … */
  readonly what: string
}

/** A text and where it stands in what was sent. */
export interface Passage {
  readonly path: string
  readonly text: string
}

/** Whose paper is read, so that one agent's papers keep no others waiting; null where it is a draft of the service's own. */
export interface Reading {
  readonly agentId: string | null
  /** The figures in force: how long a paper is read, and how many of one agent's. */
  readonly terms: Terms
}

/** A paper was not read to its end, or not at all. */
export class Unread extends Data.TaggedError("Unread")<{
  /** `late`: its time was over. `under_way` and `refused`: its agent has as many papers there, or refused of late, as it may have. */
  readonly reason: "late" | "under_way" | "refused"
  /** Seconds until it may be worth sending it again. */
  readonly waitSeconds: number
}> {}

/** The screen of PD1 §4 as a port: it reads what parties wrote and says where a natural person shows. */
export interface ScreenService {
  readonly examine: (
    texts: ReadonlyArray<Passage>,
    reading: Reading,
  ) => Effect.Effect<ReadonlyArray<ScreenFinding>, Unread>
}
export class Screen extends Context.Tag("agent-court/Screen")<Screen, ScreenService>() {}
