/** The gate as a hook of Claude Code before a tool is used (`PreToolUse`): JSON in, JSON out. */
import { type PartyOf, reasonAgainst } from "./Call.ts"
import type { Gate } from "./Gate.ts"

/** The data that the hook is given on its standard input, as far as the gate reads it. */
export interface HookInput {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}

/** The data that the hook prints; null if it has nothing to say. */
export interface HookOutput {
  readonly hookSpecificOutput: {
    readonly hookEventName: "PreToolUse"
    readonly permissionDecision: "deny"
    readonly permissionDecisionReason: string
  }
}

/** A hook for Claude's tools: it denies a call to a party that the gate refuses, and else decides nothing. */
export const beforeTool =
  (gate: Gate, partyOf: PartyOf) =>
  async ({ tool_name, tool_input }: HookInput): Promise<HookOutput | null> => {
    const reason = await reasonAgainst(gate, partyOf, tool_name, tool_input)
    return reason === null
      ? null
      : {
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        }
  }
