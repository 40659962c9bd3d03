/** The store from which public reads are answered, if the court's store has replicas that are a little behind. */
import { Context } from "effect"
import type { Driver } from "../../core/store/Store.ts"

/** The store that one reader of public records reads from, and how far it has come. */
export interface Reading {
  /** The store to read from. If a replica fails, the court's own store answers. */
  readonly driver: Driver
  /** The position of the store that was read from, as an opaque text. A reader who sends it back is shown nothing earlier. */
  readonly position: () => string | null
}

/** Chooses between the store and its replicas for each reader, who never sees time go back. */
export interface ReadsService {
  /** Chooses a store for one reader, who may have been told a position before. `own` is the court's own store. */
  readonly from: (told: string | null, own: Driver) => Reading
  /** The position of the court's own store when this process last wrote or read there; null if it has not yet. */
  readonly position: () => string | null
}

/** The choice among replicas for public reads; null if the store has no replicas. */
export class Reads extends Context.Reference<Reads>()("agent-court/Reads", {
  defaultValue: (): ReadsService | null => null,
}) {}
