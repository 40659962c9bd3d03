/** How the model reads an act of a table: which of its conditions it keeps, what the act does besides its row, and what the model leaves out. */
import type { acts as appeals } from "../../../core/appeals/index.ts"
import type { acts as entries } from "../../../core/compliance/index.ts"
import type { acts as holds } from "../../../core/holds/index.ts"
import type { acts as matters } from "../../../core/matters/index.ts"
import type { acts as quotes } from "../../../core/quotes/index.ts"
import type { Actor, Effect } from "./Language.ts"

/** A condition of an act apart from its row, which the model keeps. */
export interface Guard {
  /** The provision, and the condition in words. */
  readonly says: string
  readonly when: string
}

/** One of several ways in which an act may go. */
export interface Choice {
  readonly words?: string
  readonly when?: string
  /** The status to which this way leads, if the row leads to several. */
  readonly to?: string
  /** True if another act that follows writes the status. */
  readonly stays?: true
  readonly does?: ReadonlyArray<Effect>
}

export interface Reading {
  /** False if the act is done only with another act, in the same commit. */
  readonly free?: false
  readonly guards?: (actor: Actor) => ReadonlyArray<Guard>
  readonly choices?: (actor: Actor) => ReadonlyArray<Choice>
  /** The conditions that the model leaves out: it allows more than the court does. */
  readonly leaves: string
}

type Of<Acts> = { readonly [Act in keyof Acts]: Reading }
/** A reading of every act of the five tables: the compiler finds a missing one. */
export interface Readings {
  readonly quote: Of<typeof quotes>
  readonly matter: Of<typeof matters>
  readonly hold: Of<typeof holds>
  readonly entry: Of<typeof entries>
  readonly appeal: Of<typeof appeals>
}
