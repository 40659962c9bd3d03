/** Credentials as they were read lately. */
import { Effect, Option } from "effect"
import { type Credential, Credentials } from "../core/agents/Credential.ts"
import type { Standing } from "../core/Command.ts"
import * as Reader from "../core/Reader.ts"
import type { Driver, StoreUnavailable } from "../core/Store.ts"

export interface Found {
  readonly credential: Option.Option<Credential>
  readonly standing: Standing
  /** Whether it was read for an earlier request. */
  readonly remembered: boolean
}

/** Finds a credential by its id, the hash of a key. */
export type Find = (driver: Driver, id: string) => Effect.Effect<Found, StoreUnavailable>

export interface Known {
  /** Reads it. */
  readonly anew: Find
  /**
   * As it was read within five seconds, or reads it: for acts alone, whose commit fails where the credential has changed since,
   * in this process or another.
   */
  readonly lately: Find
}

const keptMs = 5_000
const keptMax = 10_000

const read: Find = (driver, id) =>
  Effect.suspend(() => {
    const { reader, versions } = Reader.make(driver)
    return Effect.map(reader.find(Credentials, id), (credential) => ({
      credential,
      standing: [...versions.values()],
      remembered: false,
    }))
  })

export const make = (clockMs: () => number = () => performance.now()): Known => {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  const keep = (id: string, found: Found): void => {
    kept.delete(id)
    // Whoever guesses keys fills nothing.
    if (Option.isNone(found.credential)) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(id, { found: { ...found, remembered: true }, until: clockMs() + keptMs })
  }
  const anew: Find = (driver, id) => Effect.tap(read(driver, id), (found) => keep(id, found))
  return {
    anew,
    lately: (driver, id) =>
      Effect.suspend(() => {
        const known = kept.get(id)
        return known !== undefined && clockMs() < known.until ? Effect.succeed(known.found) : anew(driver, id)
      }),
  }
}
