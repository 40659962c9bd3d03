/** The gate as the approval of tools in Vercel's AI SDK 7: `generateText({ tools, toolApproval: approveTools(gate({ court }), partyOf) })`. */
import { type PartyOf, reasonAgainst } from "./Call.ts"
import type { Gate } from "./Gate.ts"

/** The data that the SDK passes to the approval of a tool, as far as the gate reads it. */
export interface Approval {
  readonly toolCall: { readonly toolName: string; readonly input: unknown }
}

/** Denies a call with the court's reasons, which the model reads. It approves nothing: the program's own approvals stay. */
export const approveTools =
  (gate: Gate, partyOf: PartyOf) =>
  async ({
    toolCall,
  }: Approval): Promise<"not-applicable" | { readonly type: "denied"; readonly reason: string }> => {
    const reason = await reasonAgainst(gate, partyOf, toolCall.toolName, toolCall.input)
    return reason === null ? "not-applicable" : { type: "denied", reason }
  }
