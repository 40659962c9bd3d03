/** The gate: one line in the program of an agent asks the court before money moves. It needs `fetch` alone. */
export { beforeMessage, type Message } from "./A2a.ts"
export { type Approval, approveTools } from "./AiSdk.ts"
export { type PartyOf, Refused, type ToolCall } from "./Call.ts"
export type { Check } from "./Check.ts"
export { beforeTool, type HookInput, type HookOutput } from "./ClaudeHook.ts"
export { writeDelta } from "./Delta.ts"
export { type Gate, gate, type Options, type Verdict } from "./Gate.ts"
export { type LangChainCall, wrapTools } from "./LangChain.ts"
export {
  findName,
  type List,
  type ListedName,
  type ListHead,
  type ListKey,
  leastStake,
  listType,
  readList,
  saltedName,
  writeRows,
} from "./List.ts"
export { guardTools } from "./Mcp.ts"
export { type GuardedCall, guardrail } from "./OpenAiAgents.ts"
export { beforePayment, centsOfPayment, type Payment } from "./X402.ts"
