import { Effect, Option } from "effect"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Agent, Agents, handleClaim } from "./Agent.ts"

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
