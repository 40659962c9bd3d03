/** The gate: one line in the program of an agent asks the court before money moves. It needs `fetch` alone. */
export { beforeMessage, type Message } from "./A2a.ts"
export {
  type Approval,
  approveTools,
  beforeTool,
  type GuardedCall,
  guardrail,
  guardTools,
  type HookInput,
  type HookOutput,
  type LangChainCall,
  type PartyOf,
  Refused,
  type ToolCall,
  wrapTools,
} from "./Call.ts"
export type { Check } from "./Check.ts"
export { writeDelta } from "./Delta.ts"
export { type Gate, gate, type Options, type Verdict } from "./Gate.ts"
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
export { beforePayment, centsOfPayment, type Payment } from "./X402.ts"
