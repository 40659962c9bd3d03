import { Effect, Either, Option } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, formatNullable, hours, type Instant } from "../Time.ts"
import { subjectOf } from "./Agent.ts"
import { type Credential, Credentials, type Keyring, Keyrings } from "./Credential.ts"
import { needAgent, serves } from "./Lookup.ts"
import { own, registrarOnly } from "./Own.ts"

const keysOf = (reader: Reader, handle: string) =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, handle)
    const keyring = Option.getOrElse(
      yield* reader.find(Keyrings, agent.id),
      (): Keyring => ({ agentId: agent.id, current: null, previous: null }),
    )
    const credential = (id: string | null) =>
      id === null ? Effect.succeed(null) : Effect.map(reader.find(Credentials, id), Option.getOrNull)
    return {
      agent,
      keyring,
      current: yield* credential(keyring.current),
      previous: yield* credential(keyring.previous),
    }
  })

/** Ends a key at an instant, unless it ended before. */
export const endAt = rule(
  ["Rule 2.6"],
  (key: Credential | null, at: Instant): ReadonlyArray<Change> =>
    key === null || !serves(key, at) ? [] : [Changed.put(Credentials, { ...key, validUntil: at })],
)

/** The body of `POST /agents/{handle}/keys`, and the SHA-256 of the key that the host made. */
export type RotateKeyInput = {
  readonly handle: string
  readonly credentialId: string
  readonly revokePrevious: boolean
}

/** Gives an agent a new key. The old one serves for the overlap (or no longer, where asked); one older still ends now (Rule 2.6). */
export const rotateKey = command({
  name: "rotateKey",
  sections: ["Rule 2.6"],
  gather: (input: RotateKeyInput, _context, reader) => keysOf(reader, input.handle),
  decide: ({ agent, current, previous }, input, { actor, now, terms }) =>
    Either.map(firstOf([own(actor, agent.handle)]), () => {
      const ends = input.revokePrevious ? now : now + hours(terms.keyOverlapHours)
      return {
        changes: [
          ...endAt(previous, now),
          ...(current === null ? [] : [Changed.put(Credentials, { ...current, validUntil: ends })]),
          Changed.put(Credentials, {
            id: input.credentialId,
            agentId: agent.id,
            handle: agent.handle,
            createdAt: now,
            validUntil: null,
          }),
          Changed.put(Keyrings, {
            agentId: agent.id,
            current: input.credentialId,
            previous: input.revokePrevious ? null : (current?.id ?? null),
          }),
        ],
        reply: { previousValidUntil: formatNullable(input.revokePrevious ? null : ends) },
      }
    }),
})

/** The Registrar ends every key of an agent, with reasons (Rule 2.6). */
export const revokeKeys = command({
  name: "revokeKeys",
  sections: ["Rule 2.6", "Constitution 2.1"],
  gather: (input: { readonly handle: string; readonly reasons: string }, _context, reader) =>
    keysOf(reader, input.handle),
  decide: ({ agent, keyring, current, previous }, { reasons }, { actor, now }) => {
    const ended = [...endAt(current, now), ...endAt(previous, now)]
    return Either.map(firstOf([registrarOnly(actor), when(ended.length === 0, "key_revoked", {})]), () => ({
      changes: [
        ...ended,
        Changed.put(Keyrings, { ...keyring, current: null, previous: null }),
        Changed.event("registrar.keys_revoked", subjectOf(agent.handle), ["Rule 2.6"], {
          handle: agent.handle,
          reasons,
        }),
      ],
      reply: { handle: agent.handle, revoked: ended.length, at: format(now) },
    }))
  },
})
