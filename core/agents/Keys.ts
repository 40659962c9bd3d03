/** The keys of agents: how a credential is found, and the acts that change the keyring (Rule 2.6). */
import { Effect, Either, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, command } from "../kernel/Command.ts"
import { GivenName } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { format, formatNullable, hours, type Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import * as Agent from "./Agent.ts"
import { maySign, own, Reasons, registrarOnly, serves } from "./Law.ts"

/** The keys that a keyring names, whether or not the time of the previous one has passed. */
export const listKeys = ({ current, previous }: Agent.Keyring): ReadonlyArray<string> =>
  [current, previous?.id ?? null].filter((id) => id !== null)

/** A credential with the keyring that says whether it serves. */
export interface Held {
  readonly credential: Agent.Credential
  readonly keyring: Agent.Keyring
}

/**
 * Reads a credential by its id, unless it is known already, and its keyring. The agent is known by both, so an act is committed
 * only if the keyring has not changed since.
 */
export const findCredential = (
  reader: Reader,
  id: string,
  known: Option.Option<Agent.Credential> = Option.none(),
): Effect.Effect<Option.Option<Held>, StoreUnavailable> =>
  Effect.flatMap(
    Option.isSome(known) ? Effect.succeed(known) : reader.find(Agent.Credentials, id),
    Option.match({
      onNone: () => Effect.succeedNone,
      onSome: (credential) =>
        Effect.map(
          reader.find(Agent.Keyrings, credential.agentId),
          Option.map((keyring) => ({ credential, keyring })),
        ),
    }),
  )

/** The agent that a credential names at an instant; no agent if the key has ended. */
export const bearer = (
  { credential: { id, agentId, handle }, keyring }: Held,
  now: Instant,
): Option.Option<Extract<Actor, { role: "agent" }>> =>
  serves(keyring, id, now) ? Option.some({ role: "agent", id: agentId, handle }) : Option.none()

/**
 * Whether a proven key may sign requests for an agent. The keyring is read by its id, so an act is committed only if the Registrar
 * has not ended the agent's keys since.
 */
export const signsFor = (reader: Reader, agentId: string): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(reader.find(Agent.Keyrings, agentId), Option.exists(maySign))

const noKeys = (agentId: string): Agent.Keyring => ({ agentId, current: null, previous: null })

const keysOf = (reader: Reader, handle: string) =>
  Effect.gen(function* () {
    const agent = yield* Agent.need(reader, handle)
    const keyring = Option.getOrElse(yield* reader.find(Agent.Keyrings, agent.id), () => noKeys(agent.id))
    return { agent, keyring }
  })

/** Kind of the task that ends the overlap of two keys. */
export const overlapKind = "key-overlap"

const overlapTask = (agentId: string): string => `${overlapKind}/${agentId}`

/** The input of that task: the key to end, if it is still the agent's previous one. */
export const Overlap = Schema.Struct({ agentId: Schema.String, credentialId: Schema.String })

/** Puts an agent's new keyring, and schedules the task that ends the previous key, if there is one. */
const putKeyring = (keyring: Agent.Keyring): ReadonlyArray<Change> => {
  const { agentId, previous } = keyring
  return [
    Changed.put(Agent.Keyrings, keyring),
    previous === null
      ? Changed.cancel(overlapTask(agentId))
      : Changed.task(overlapTask(agentId), overlapKind, previous.until, {
          agentId,
          credentialId: previous.id,
        }),
  ]
}

/** The body of `POST /agents/{handle}/keys`, and the SHA-256 of the key that the host made. */
const RotateKeyInput = Schema.Struct({
  handle: GivenName,
  credentialId: Schema.String,
  revokePrevious: Schema.Boolean,
  /** The id of the credential with which the caller asks; null if the caller is not an agent. */
  by: Schema.NullOr(Schema.String),
})

/**
 * Gives an agent a new key, at the request of a key that serves. The key that was current serves until the end of the overlap, or
 * ends now if the request says so; the key before that ends now (Rule 2.6).
 */
export const rotateKey = command({
  name: "rotate-key",
  sections: ["Rule 2.6"],
  input: RotateKeyInput,
  gather: ({ handle }, _context, reader) => keysOf(reader, handle),
  decide: ({ agent, keyring }, { credentialId, revokePrevious, by }, { actor, now, terms }) => {
    const ended = by === null || !serves(keyring, by, now)
    return Either.map(firstOf([own(actor, agent.handle), when(ended, "key_ended", {})]), () => {
      const { current } = keyring
      const until = revokePrevious || current === null ? null : now + hours(terms.keyOverlapHours)
      const previous = until === null || current === null ? null : { id: current, until }
      return {
        changes: [
          Changed.put(Agent.Credentials, {
            id: credentialId,
            agentId: agent.id,
            handle: agent.handle,
            createdAt: now,
          }),
          ...putKeyring({ agentId: agent.id, current: credentialId, previous }),
        ],
        reply: { previousValidUntil: formatNullable(until) },
      }
    })
  },
})

/** Ends the previous key once its overlap has passed. From this commit on no process accepts it, even if its clock is slow. */
export const endOverlap = bindTask(
  overlapKind,
  command({
    name: "end-overlap",
    sections: ["Rule 2.6"],
    input: Overlap,
    gather: ({ agentId }, _context, reader) => reader.find(Agent.Keyrings, agentId),
    decide: (keyring, { credentialId }) =>
      Either.right({
        changes: Option.match(keyring, {
          onNone: () => [],
          onSome: (ring) =>
            ring.previous?.id === credentialId
              ? [Changed.put(Agent.Keyrings, { ...ring, previous: null })]
              : [],
        }),
        reply: null,
      }),
  }),
)

/** The Registrar ends every key of an agent, with reasons (Rule 2.6). */
export const revokeKeys = command({
  name: "revoke-keys",
  sections: ["Rule 2.6A", "Constitution 2.1"],
  input: Schema.Struct({ handle: GivenName, reasons: Reasons }),
  gather: ({ handle }, _context, reader) => keysOf(reader, handle),
  decide: ({ agent, keyring }, { reasons }, { actor, now }) => {
    const revoked = listKeys(keyring).length
    return Either.map(firstOf([registrarOnly(actor), when(revoked === 0, "key_revoked", {})]), () => ({
      changes: [
        ...putKeyring({ ...noKeys(agent.id), endedAt: now }),
        Changed.event("registrar.keys_revoked", Agent.subjectOf(agent.handle), ["Rule 2.6"], {
          handle: agent.handle,
          reasons,
        }),
      ],
      reply: { handle: agent.handle, revoked, at: format(now) },
    }))
  },
})
