// LangChain: an agent asks for a payment, and the gate is its middleware.
import { wrapTools } from "agent-court/gate"
import { AIMessage, createAgent, createMiddleware, fakeModel, ToolMessage, tool } from "langchain"
import { z } from "zod"

export const played = async ({ door, partyOf, to, pay }) => {
  const payTool = tool(pay, { name: "pay", description: "Pays.", schema: z.object({ to: z.string() }) })
  const tools = [payTool]
  const model = fakeModel()
    .respondWithTools([{ name: "pay", args: { to }, id: "1" }])
    .respond(new AIMessage("done"))
  // The lines that a user writes.
  const refuse = (content, { id, name }) =>
    new ToolMessage({ content, tool_call_id: id, name, status: "error" })
  const asked = createMiddleware({ name: "Gate", wrapToolCall: wrapTools(door, partyOf, refuse) })
  const agent = createAgent({ model, tools, middleware: [asked] })
  // The end of these lines.
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: `Pay ${to}.` }] })
  return JSON.stringify(messages)
}
