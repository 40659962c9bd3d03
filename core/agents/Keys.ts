import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, when } from "../Refusal.ts"
import { format, formatNullable, hours } from "../Time.ts"
import { subjectOf } from "./Agent.ts"
import { Credentials, type Keyring, Keyrings, named, serves } from "./Credential.ts"
import { needAgent } from "./Lookup.ts"
import { own, registrarOnly } from "./Own.ts"

const noKeys = (agentId: string): Keyring => ({ agentId, current: null, previous: null })

const keysOf = (reader: Reader, handle: string) =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, handle)
    const keyring = Option.getOrElse(yield* reader.find(Keyrings, agent.id), () => noKeys(agent.id))
    return { agent, keyring }
  })

/** Kind of the task that ends the overlap of two keys. */
export const overlapKind = "key-overlap"
const overlapTask = (agentId: string): string => `${overlapKind}/${agentId}`

/** What the task ends: this key of this agent, where it is still the previous one. */
export const Overlap = Schema.Struct({ agentId: Schema.String, credentialId: Schema.String })

/** The keyring as it is from now on, and the task that ends the previous key, if there is one. */
const ringed = (keyring: Keyring): ReadonlyArray<Change> => {
  const { agentId, previous } = keyring
  return [
    Changed.put(Keyrings, keyring),
    previous === null
      ? Changed.cancel(overlapTask(agentId))
      : Changed.task(overlapTask(agentId), overlapKind, previous.until, {
          agentId,
          credentialId: previous.id,
        }),
  ]
}

/** The body of `POST /agents/{handle}/keys`, and the SHA-256 of the key that the host made. */
export type RotateKeyInput = {
  readonly handle: string
  readonly credentialId: string
  readonly revokePrevious: boolean
  /** The credential that asks; null where no agent's key does. */
  readonly by: string | null
}

/**
 * Gives an agent a new key, at the request of a key that its keyring names. The key in use so far serves for the overlap (or
 * no longer, where that is asked); one older still ends now (Rule 2.6).
 */
export const rotateKey = command({
  name: "rotateKey",
  sections: ["Rule 2.6"],
  gather: (input: RotateKeyInput, _context, reader) => keysOf(reader, input.handle),
  decide: ({ agent, keyring }, { credentialId, revokePrevious, by }, { actor, now, terms }) => {
    const ended = by === null || !serves(keyring, by, now)
    return Either.map(firstOf([own(actor, agent.handle), when(ended, "key_ended", {})]), () => {
      const { current } = keyring
      const until = revokePrevious || current === null ? null : now + hours(terms.keyOverlapHours)
      const previous = until === null || current === null ? null : { id: current, until }
      return {
        changes: [
          Changed.put(Credentials, {
            id: credentialId,
            agentId: agent.id,
            handle: agent.handle,
            createdAt: now,
          }),
          ...ringed({ agentId: agent.id, current: credentialId, previous }),
        ],
        reply: { previousValidUntil: formatNullable(until) },
      }
    })
  },
})

/** Ends the previous key once its overlap has passed. From this commit on no process takes it, however far its clock is behind. */
export const endOverlap = command({
  name: "end-overlap",
  sections: ["Rule 2.6"],
  gather: ({ agentId }: typeof Overlap.Type, _context, reader) => reader.find(Keyrings, agentId),
  decide: (keyring, { credentialId }) =>
    Either.right({
      changes: Option.match(keyring, {
        onNone: () => [],
        onSome: (ring) =>
          ring.previous?.id === credentialId ? [Changed.put(Keyrings, { ...ring, previous: null })] : [],
      }),
      reply: null,
    }),
})

/** The Registrar ends every key of an agent, with reasons (Rule 2.6). */
export const revokeKeys = command({
  name: "revokeKeys",
  sections: ["Rule 2.6", "Constitution 2.1"],
  gather: (input: { readonly handle: string; readonly reasons: string }, _context, reader) =>
    keysOf(reader, input.handle),
  decide: ({ agent, keyring }, { reasons }, { actor, now }) => {
    const revoked = named(keyring).length
    return Either.map(firstOf([registrarOnly(actor), when(revoked === 0, "key_revoked", {})]), () => ({
      changes: [
        ...ringed(noKeys(agent.id)),
        Changed.event("registrar.keys_revoked", subjectOf(agent.handle), ["Rule 2.6"], {
          handle: agent.handle,
          reasons,
        }),
      ],
      reply: { handle: agent.handle, revoked, at: format(now) },
    }))
  },
})
