/** The client of the official MCP library, connected to the `/mcp` of a court, for tests. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

interface Called {
  readonly refused: boolean
  readonly value: Record<string, unknown>
  readonly text: string
  readonly replayed: boolean
}

/** `modern`: revision 2026-07-28. `legacy`: the revisions that begin with `initialize`. */
export type Era = "modern" | "legacy"

export const mcpClient = async (url: string, key: string | null = null, era: Era = "modern") => {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era === "modern" ? "auto" : "legacy" } },
  )
  const requestInit = key === null ? {} : { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return {
    client,
    call: async (name: string, args: Record<string, unknown> = {}): Promise<Called> => {
      const result = await client.callTool({ name, arguments: args })
      const [content] = result.content
      const text = content?.type === "text" ? content.text : ""
      return {
        refused: result.isError === true,
        // Whatever a tool of the court answers is an object.
        value: (result.structuredContent ??
          (text.startsWith("{") ? JSON.parse(text) : {})) as Called["value"],
        text,
        replayed: result._meta?.["agent-court/replayed"] === true,
      }
    },
  }
}
export type McpClient = Awaited<ReturnType<typeof mcpClient>>
