/** How a host that speaks OAuth finds out how credentials are had here (RFC 9728, RFC 8414). */
import type { AuthorizationServer, ProtectedResource } from "../api/Discovery.ts"
import { algorithms } from "./Assertion.ts"
import type { Resource } from "./Resource.ts"

export const tokenPath = "/oauth/token"
export const authorizePath = "/oauth/authorize"
const resourcePath = "/.well-known/oauth-protected-resource"

export const metadataOf = (baseUrl: string, resource: Resource): string =>
  `${baseUrl}${resourcePath}${resource}`

export const protectedResource = (baseUrl: string, resource: Resource): typeof ProtectedResource.Type => ({
  resource: `${baseUrl}${resource}`,
  authorization_servers: [baseUrl],
  bearer_methods_supported: ["header"],
  resource_name: "Agent Dispute Court",
  resource_documentation: `${baseUrl}/docs`,
  resource_policy_uri: `${baseUrl}/disclosure`,
})

export const authorizationServer = (baseUrl: string): typeof AuthorizationServer.Type => ({
  issuer: baseUrl,
  // No agent is sent to a page to log in; clients of the protocol refuse a document without this member.
  authorization_endpoint: `${baseUrl}${authorizePath}`,
  token_endpoint: `${baseUrl}${tokenPath}`,
  response_types_supported: [],
  grant_types_supported: ["client_credentials"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
  token_endpoint_auth_signing_alg_values_supported: Object.values(algorithms).flat(),
  service_documentation: `${baseUrl}/docs`,
})
