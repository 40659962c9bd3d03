// Vercel's AI SDK: a model asks for a payment, and the approval of tools is the gate.
import { approveTools } from "agent-court/gate"
import { generateText, stepCountIs, tool } from "ai"
import { MockLanguageModelV4 } from "ai/test"
import { z } from "zod"

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
/** A model that asks for a payment, and then says that it is done. */
const asking = (to) => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "pay", input: JSON.stringify({ to }) }
  const answers = [
    { content: [call], finishReason: { unified: "tool-calls", raw: "tool_calls" } },
    { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "stop" } },
  ]
  return new MockLanguageModelV4({ doGenerate: async () => ({ ...answers.shift(), usage, warnings: [] }) })
}

export const played = async ({ door, partyOf, to, pay }) => {
  const inputSchema = z.object({ to: z.string() })
  const tools = { pay: tool({ inputSchema, execute: pay }) }
  const [model, prompt, stopWhen] = [asking(to), `Pay ${to}.`, stepCountIs(3)]
  // The lines that a user writes.
  const toolApproval = approveTools(door, partyOf)
  const { steps } = await generateText({ model, prompt, tools, toolApproval, stopWhen })
  // The end of these lines.
  return JSON.stringify(steps.map(({ content, response }) => [content, response.messages]))
}
