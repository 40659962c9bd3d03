/** Where public reads are answered from, where a court's store has copies that run a little behind. */
import { Context } from "effect"
import type { Driver } from "../../core/store/Store.ts"

export interface Reading {
  /** The store to read from. What a copy can't answer, the court's own store does. */
  readonly driver: Driver
  /** How far the store had come that was read from: whoever sends it back is told nothing earlier. Opaque. */
  readonly position: () => string | null
}

export interface ReadsService {
  /** For one reader, who was told a position before (null: none). `own` is the court's own store. */
  readonly from: (told: string | null, own: Driver) => Reading
  /** How far the court's own store had come when this process last wrote or read there. */
  readonly position: () => string | null
}

/** Null where the store has no copies. */
export class Reads extends Context.Reference<Reads>()("agent-court/Reads", {
  defaultValue: (): ReadsService | null => null,
}) {}
