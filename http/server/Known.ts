/** Credentials as they were read lately. */
import { Effect, Option } from "effect"
import { type Credential, type Held, held } from "../../core/agents/Keys.ts"
import type { KnownBy } from "../../core/Command.ts"
import * as Reader from "../../core/Reader.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"

export interface Found {
  readonly held: Option.Option<Held>
  readonly knownBy: KnownBy
  /** Whether it was read for an earlier request. */
  readonly remembered: boolean
}

/** Finds a credential by its id, the hash of a key. */
export type Find = (driver: Driver, id: string) => Effect.Effect<Found, StoreUnavailable>

export interface Known {
  /** Reads it. */
  readonly anew: Find
  /**
   * As it was read within five seconds, or reads it: for acts alone, whose commit fails where the keyring has changed since,
   * in this process or another.
   */
  readonly lately: Find
}

const keptMs = 5_000
const keptMax = 10_000

const read = (driver: Driver, id: string, known: Option.Option<Credential>) =>
  Effect.suspend(() => {
    const { reader, versions } = Reader.make(driver)
    return Effect.map(held(reader, id, known), (found) => ({
      held: found,
      knownBy: [...versions.values()],
      remembered: false,
    }))
  })

export const make = (clockMs: () => number = () => performance.now()): Known => {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  const keep = (id: string, found: Found): void => {
    kept.delete(id)
    // Whoever guesses keys fills nothing.
    if (Option.isNone(found.held)) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(id, { found: { ...found, remembered: true }, until: clockMs() + keptMs })
  }
  const anew: Find = (driver, id) =>
    Effect.suspend(() => {
      // A credential is never changed: of one that is known, the keyring alone is read.
      const known = Option.map(kept.get(id)?.found.held ?? Option.none(), ({ credential }) => credential)
      return Effect.tap(read(driver, id, known), (found) => keep(id, found))
    })
  return {
    anew,
    lately: (driver, id) =>
      Effect.suspend(() => {
        const known = kept.get(id)
        return known !== undefined && clockMs() < known.until ? Effect.succeed(known.found) : anew(driver, id)
      }),
  }
}
