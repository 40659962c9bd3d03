import { Context, type Effect } from "effect"

/** Something that PD1 §4 keeps out, and where it stands. Never the words themselves. */
export interface ScreenFinding {
  readonly path: string
  readonly code: "natural_person" | "personal_data"
  /** What kind of thing was found: `e-mail address`, `telephone number`, `personal name` … */
  readonly what: string
}

/** The screen of PD1 §4 as a port: it reads what parties wrote and says where a natural person shows. */
export interface ScreenService {
  readonly examine: (
    texts: ReadonlyArray<{ readonly path: string; readonly text: string }>,
  ) => Effect.Effect<ReadonlyArray<ScreenFinding>>
}
export class Screen extends Context.Tag("agent-court/Screen")<Screen, ScreenService>() {}
