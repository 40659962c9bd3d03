import { Effect, Either } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { refusal } from "../Refusal.ts"
import { format } from "../Time.ts"
import { Heartbeats } from "./Agent.ts"

/** An agent says that it is there. The public record shows when it last did; no register rests on it, so the journal has no event. */
export const heartbeat = command({
  name: "heartbeat",
  sections: ["Rule 2.7"],
  gather: (_input: undefined, { actor }, reader) =>
    actor.role === "agent" ? Effect.asVoid(reader.find(Heartbeats, actor.id)) : Effect.void,
  decide: (_facts, _input, { actor, now }) =>
    actor.role !== "agent"
      ? Either.left(refusal("agents_only", {}))
      : Either.right({
          changes: [Changed.put(Heartbeats, { agentId: actor.id, at: now })],
          reply: { handle: actor.handle, at: format(now), inbox: "/api/v1/inbox" },
        }),
})
