/** Keys that have ended, remembered from what was committed: nothing is done with one, and none comes back. */
import { Agents } from "../../../core/agents/Agent.ts"
import { Credentials, type Keyring, Keyrings, named } from "../../../core/agents/Keys.ts"
import type { Commit } from "./Watched.ts"
import type { World } from "./World.ts"

export interface EndedKeys {
  /** What a commit breaks. The keys that it ends itself may have asked for it. */
  readonly broken: (commit: Commit) => ReadonlyArray<string>
}

export const make = ({ store, asking }: World): EndedKeys => {
  const ended = new Set<string>()

  /** Every key of an agent that the Registrar says is revoked, whatever the keyring says. */
  const revoked = ({ set }: Commit): ReadonlyArray<string> =>
    set.events
      .filter(({ type }) => type === "registrar.keys_revoked")
      .flatMap(({ subject }) => {
        const agent = store.all(Agents).find(({ handle }) => subject === `agent/${handle}`)
        return store.all(Credentials).filter(({ agentId }) => agentId === agent?.id)
      })
      .map(({ id }) => id)

  /** Keys that a keyring no longer names, and the earlier one of them again where it names it. */
  const moved = ({ changed }: Commit) =>
    changed
      .filter(({ put }) => put.ref.kind === Keyrings.name)
      .map(({ put, before }) => {
        // A record's type is its JSON (core/Kind.ts).
        const now = named(put.body as Keyring)
        const earlier = before === null ? [] : named(before as Keyring)
        return { back: now.filter((id) => ended.has(id)), left: earlier.filter((id) => !now.includes(id)) }
      })

  return {
    broken: (commit) => {
      const key = asking.get(commit.by)
      const rings = moved(commit)
      const wrong = [
        ...(key !== undefined && ended.has(key) ? [`a key that has ended does nothing: ${key}`] : []),
        ...rings.flatMap(({ back }) => back).map((id) => `a key that has ended never serves again: ${id}`),
      ]
      for (const id of [...rings.flatMap(({ left }) => left), ...revoked(commit)]) ended.add(id)
      return wrong
    },
  }
}
