/** The start of a witness: its keys and its memory, which belong together. */
import { existsSync } from "node:fs"
import { Failure } from "../../terminal/Terminal.ts"
import { makeKeys } from "./Keys.ts"
import { makeMemory } from "./Memory.ts"

/** Makes what a new witness needs. A witness that has its key and has lost its memory is never given an empty one. */
export const prepareWitness = (name: string | undefined, key: string, state: string): void => {
  const [hasKey, hasState] = [existsSync(key), existsSync(state)]
  if (name !== undefined && !hasKey) {
    makeMemory(state)
    makeKeys(key, name)
  } else if (!hasKey) throw new Failure(`${key} does not exist; give --name to make a new witness`)
  else if (!hasState)
    throw new Failure(
      `${state} does not exist; a witness that forgot what it signed could sign a fork: put its state back, or begin with a new key`,
    )
}
