/** The gate before a call of a tool: whom the call deals with, why it may not be made, and the line of each program that makes such calls. */
import type { Gate } from "./Gate.ts"

/** A call of a tool by a model: the name of the tool, and the input as the model wrote it. */
export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Whom a call deals with, by all names that it has; null if it deals with nobody. The owner of the program writes it. */
export type PartyOf = (call: ToolCall) => string | ReadonlyArray<string> | null

/** The error of a call that the gate refused. Its message gives the reasons. */
export class Refused extends Error {
  override readonly name = "Refused"
}

/** The members of what a model gave for the arguments of a call, which may be JSON text; no members if it isn't an object. */
const readInput = (given: unknown): ToolCall["input"] => {
  const value: unknown = typeof given === "string" ? JSON.parse(given) : given
  return typeof value === "object" && value !== null ? { ...value } : {}
}

/** Why a call may not be made; null if it may. A call that can't be read may not be made. */
const reasonAgainst = async (
  { ask }: Gate,
  partyOf: PartyOf,
  name: string,
  given: unknown,
): Promise<string | null> => {
  try {
    const call = { name, input: readInput(given) }
    const party = partyOf(call)
    if (party === null) return null
    const { allow, why } = await ask(party, call)
    return allow ? null : why.join(" ")
  } catch {
    return "Whom this call deals with could not be read."
  }
}

/** The data that the SDK passes to the approval of a tool, as far as the gate reads it. */
export interface Approval {
  readonly toolCall: { readonly toolName: string; readonly input: unknown }
}

/**
 * Vercel's AI SDK 7: the approval of tools. `generateText({ tools, toolApproval: approveTools(gate({ court }), partyOf) })`. Denies a call with
 * the court's reasons, which the model reads. It approves nothing: the program's own approvals stay.
 */
export const approveTools =
  (gate: Gate, partyOf: PartyOf) =>
  async ({
    toolCall,
  }: Approval): Promise<"not-applicable" | { readonly type: "denied"; readonly reason: string }> => {
    const reason = await reasonAgainst(gate, partyOf, toolCall.toolName, toolCall.input)
    return reason === null ? "not-applicable" : { type: "denied", reason }
  }

/** A call of a tool as LangChain hands it to middleware; `args` is the input of the tool. */
export interface LangChainCall {
  readonly id?: string | undefined
  readonly name: string
  readonly args: unknown
}

/**
 * LangChain 1: middleware. `createMiddleware({ name: "Gate", wrapToolCall: wrapTools(gate({ court }), partyOf, refuse) })`. Answers a refused call
 * by `refuse`, which makes the message that the model reads, and passes every other call on.
 */
export const wrapTools =
  <Refusal>(gate: Gate, partyOf: PartyOf, refuse: (reason: string, call: LangChainCall) => Refusal) =>
  async <Request extends { readonly toolCall: LangChainCall }, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ): Promise<Result | Refusal> => {
    const { toolCall } = request
    const reason = await reasonAgainst(gate, partyOf, toolCall.name, toolCall.args)
    return reason === null ? handler(request) : refuse(reason, toolCall)
  }

/** The data that the SDK passes to a guardrail of a tool, as far as the gate reads it. The arguments are JSON text. */
export interface GuardedCall {
  readonly toolCall: { readonly name: string; readonly arguments: string }
}

type Behavior = { type: "allow" } | { type: "rejectContent"; message: string }

/**
 * OpenAI's Agents SDK: a guardrail of a tool. `tool({ inputGuardrails: [guardrail(gate({ court }), partyOf)] })`. Answers a refused call with the
 * court's reasons, which the model reads.
 */
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

/**
 * Claude Code: a hook before a tool is used (`PreToolUse`), JSON in and JSON out. It denies a call to a party that the gate refuses, and else
 * decides nothing.
 */
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

interface Calls<Params, Rest extends ReadonlyArray<unknown>, Result> {
  readonly callTool: (params: Params, ...rest: Rest) => Promise<Result>
}

/** Whose server it is, and which of its tools cost something; all of them if that is left out. */
interface Guarded<Params> {
  readonly party: string
  readonly costs?: (params: Params) => boolean
}

/**
 * A client of MCP: `guardTools(client, gate({ court }), { party: "https://seller.example/mcp" })` is its `callTool`, which asks the court first
 * and throws `Refused` instead of calling a party that the gate does not let through.
 */
export const guardTools =
  <Params, Rest extends ReadonlyArray<unknown>, Result>(
    client: Calls<Params, Rest, Result>,
    { ask }: Gate,
    { party, costs = () => true }: Guarded<Params>,
  ): Calls<Params, Rest, Result>["callTool"] =>
  async (params, ...rest) => {
    if (costs(params)) {
      const { allow, why } = await ask(party, params)
      if (!allow) throw new Refused(why.join(" "))
    }
    return client.callTool(params, ...rest)
  }
