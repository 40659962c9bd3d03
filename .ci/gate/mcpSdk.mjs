// MCP: a client calls a tool of a server, and the gate stands before its `callTool`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { guardTools } from "agent-court/gate"

export const played = async ({ door, place, pay }) => {
  const server = new McpServer({ name: "seller", version: "1" })
  server.registerTool("buy", { description: "Sells." }, async () => ({
    content: [{ type: "text", text: await pay() }],
  }))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "buyer", version: "1" })
  await Promise.all([server.connect(far), client.connect(near)])
  // The lines that a user writes.
  const callTool = guardTools(client, door, { party: place })
  // The end of these lines.
  try {
    return JSON.stringify(await callTool({ name: "buy", arguments: {} }))
  } catch (error) {
    return error.message
  } finally {
    await client.close()
  }
}
