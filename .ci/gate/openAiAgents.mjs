// OpenAI's Agents SDK: an agent asks for a payment, and the gate is a guardrail of its tool.
import { Agent, Runner, tool, Usage } from "@openai/agents-core"
import { guardrail } from "agent-court/gate"
import { z } from "zod"

/** A model that asks for a payment, and then says that it is done. */
const asking = (to) => {
  const call = { type: "function_call", callId: "1", name: "pay", arguments: JSON.stringify({ to }) }
  const text = { type: "message", role: "assistant", status: "completed" }
  const outputs = [
    [{ ...call, status: "completed" }],
    [{ ...text, content: [{ type: "output_text", text: "done" }] }],
  ]
  return { getResponse: async () => ({ usage: new Usage(), output: outputs.shift() }) }
}

export const played = async ({ door, partyOf, to, pay }) => {
  const parameters = z.object({ to: z.string() })
  const description = "Pays."
  const execute = pay
  // The lines that a user writes.
  const inputGuardrails = [guardrail(door, partyOf)]
  const payTool = tool({ name: "pay", description, parameters, execute, inputGuardrails })
  const agent = new Agent({ name: "Buyer", tools: [payTool] })
  // The end of these lines.
  const runner = new Runner({ model: asking(to), tracingDisabled: true })
  const { history } = await runner.run(agent, `Pay ${to}.`)
  return JSON.stringify(history)
}
