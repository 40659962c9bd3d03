// A2A: a client sends a message to an agent, and the gate is its interceptor.
import { Role } from "@a2a-js/sdk"
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from "@a2a-js/sdk/client"
import { beforeMessage } from "agent-court/gate"

export const played = async ({ door, place, pay }) => {
  const agentCard = {
    name: "Seller",
    description: "It sells.",
    version: "1",
    supportedInterfaces: [{ url: place, protocolBinding: "JSONRPC", tenant: "", protocolVersion: "1.0" }],
    capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    signatures: [],
  }
  const answer = { message: { messageId: "2", role: "ROLE_AGENT", parts: [{ text: "done" }] } }
  const fetchImpl = async (_, { body }) => {
    await pay()
    return Response.json({ jsonrpc: "2.0", id: JSON.parse(body).id, result: answer })
  }
  const transports = [new JsonRpcTransportFactory({ fetchImpl })]
  // The lines that a user writes.
  const clientConfig = { interceptors: [beforeMessage(door)] }
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports, clientConfig })
  const client = await new ClientFactory(options).createFromAgentCard(agentCard)
  // The end of these lines.
  const parts = [{ content: { $case: "text", value: "Sell." }, mediaType: "text/plain", filename: "" }]
  const message = { messageId: "1", contextId: "", taskId: "", role: Role.ROLE_USER, parts }
  const sent = { ...message, metadata: {}, extensions: [], referenceTaskIds: [] }
  try {
    return JSON.stringify(await client.sendMessage({ tenant: "", message: sent, metadata: {} }))
  } catch (error) {
    return error.message
  }
}
