// A host that only speaks OAuth: the published client of MCP, by client credentials or by a signed assertion. The conformance tests and
// `oauth.mjs` start it alike, with the address of a server and what the host knows in MCP_CONFORMANCE_CONTEXT.
import { argv, env } from "node:process"
import {
  Client,
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client"

const context = JSON.parse(env.MCP_CONFORMANCE_CONTEXT)
const clientId = context.client_id
const authProvider =
  context.private_key_pem === undefined
    ? new ClientCredentialsProvider({ clientId, clientSecret: context.client_secret })
    : new PrivateKeyJwtProvider({
        clientId,
        privateKey: context.private_key_pem,
        algorithm: context.signing_algorithm,
      })
const client = new Client({ name: "conformance", version: "1" })
await client.connect(new StreamableHTTPClientTransport(new URL(argv.at(-1)), { authProvider }))
const { tools } = await client.listTools()
if (context.call !== undefined) {
  const { isError = false } = await client.callTool({ name: context.call, arguments: {} })
  if (isError) throw new Error(`${context.call} answers with an error`)
}
console.log(`${tools.length} tools`)
await client.close()
