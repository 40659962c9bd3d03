import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../Store.ts"
import type { Instant } from "../Time.ts"
import { type Agent, Agents, handleClaim } from "./Agent.ts"
import type { Credential } from "./Credential.ts"

/** The agent enrolled under a handle, or nothing. A handle is never freed, so the name alone may be relied on. */
export const agentByHandle = (
  reader: Reader,
  handle: string,
): Effect.Effect<Option.Option<Agent>, StoreUnavailable> =>
  Effect.flatMap(reader.holder(handleClaim(handle)), (id) =>
    id === null ? Effect.succeedNone : reader.find(Agents, id),
  )

/** The agent enrolled under a handle, or the refusal `unknown_agent`. */
export const needAgent = (reader: Reader, handle: string): Effect.Effect<Agent, Refusal | StoreUnavailable> =>
  Effect.flatMap(
    agentByHandle(reader, handle),
    Option.match({
      onNone: () => Effect.fail(refusal("unknown_agent", { handle })),
      onSome: Effect.succeed,
    }),
  )

/** Whether a credential serves at an instant: until `validUntil`, and not at it. */
export const serves = rule(
  ["Rule 2.6"],
  (credential: Credential, now: Instant): boolean =>
    credential.validUntil === null || now < credential.validUntil,
)

/** Whom a credential names at an instant; nobody where it no longer serves. */
export const actorOf = (
  credential: Credential,
  now: Instant,
): Option.Option<Extract<Actor, { role: "agent" }>> =>
  serves(credential, now)
    ? Option.some({ role: "agent", id: credential.agentId, handle: credential.handle })
    : Option.none()
