/** The gate as a hook of Claude Code before a tool is used (`PreToolUse`): JSON in, JSON out. */
import type { Gate } from "./Gate.ts"

/** What the hook is given on its standard input, as far as the gate reads it. */
export interface HookInput {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}

/** What the hook prints; null if it has nothing to say. */
export interface HookOutput {
  readonly hookSpecificOutput: {
    readonly hookEventName: "PreToolUse"
    readonly permissionDecision: "deny"
    readonly permissionDecisionReason: string
  }
}

/** The answer of the hook. `partyOf` gives the party that a call of a tool deals with; null if it deals with nobody. */
export const beforeTool =
  ({ ask }: Gate, partyOf: (input: HookInput) => string | null) =>
  async (input: HookInput): Promise<HookOutput | null> => {
    const party = partyOf(input)
    if (party === null) return null
    const { allow, why } = await ask(party, input.tool_input)
    return allow
      ? null
      : {
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: why.join(" "),
          },
        }
  }
