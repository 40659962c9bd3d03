/** The gate as a guardrail of a tool in OpenAI's Agents SDK: `tool({ inputGuardrails: [guardrail(gate({ court }), partyOf)] })`. */
import { type PartyOf, reasonAgainst } from "./Call.ts"
import type { Gate } from "./Gate.ts"

/** The data that the SDK passes to a guardrail of a tool, as far as the gate reads it. The arguments are JSON text. */
export interface GuardedCall {
  readonly toolCall: { readonly name: string; readonly arguments: string }
}

type Behavior = { type: "allow" } | { type: "rejectContent"; message: string }

/** Answers a refused call with the court's reasons, which the model reads. */
export const guardrail = (
  gate: Gate,
  partyOf: PartyOf,
): { name: string; run: (data: GuardedCall) => Promise<{ behavior: Behavior }> } => ({
  name: "agent-court gate",
  run: async ({ toolCall }) => {
    const message = await reasonAgainst(gate, partyOf, toolCall.name, toolCall.arguments)
    return { behavior: message === null ? { type: "allow" } : { type: "rejectContent", message } }
  },
})
