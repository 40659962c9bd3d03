/** The gate: one line in the program of an agent asks the court before money moves. It needs `fetch` alone. */
export { beforeTool, type HookInput, type HookOutput } from "./ClaudeHook.ts"
export { type Check, type Gate, gate, type Options, type Verdict } from "./Gate.ts"
export { guardTools, Refused } from "./Mcp.ts"
export { beforePayment, centsOfPayment, type Payment } from "./X402.ts"
