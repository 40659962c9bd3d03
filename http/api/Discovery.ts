/** The documents by which programs find the court: the agent card, the dispute-resolution object and the legal context. */

import { Schema } from "effect"
import { listOf } from "../../core/kernel/Json.ts"
import { Clauses } from "../../core/law/index.ts"
import { group, operation, publicRead, text } from "./Operation.ts"

const cardMax = 50
const texts = listOf(text, cardMax)

const Skill = Schema.Struct({ id: text, name: text, description: text, tags: texts })

/** The A2A agent card, with those members of A2A 1.0 (`AgentCard` of its `a2a.proto`) that this court uses. */
export const AgentCard = Schema.Struct({
  name: text,
  description: text,
  version: text,
  provider: Schema.Struct({ organization: text, url: text }),
  documentationUrl: text,
  supportedInterfaces: listOf(
    Schema.Struct({ url: text, protocolBinding: text, protocolVersion: text }),
    cardMax,
  ),
  capabilities: Schema.Struct({
    streaming: Schema.Boolean,
    pushNotifications: Schema.Boolean,
    extensions: listOf(
      Schema.Struct({
        uri: text,
        description: text,
        params: Clauses.DisputeResolution.omit("enrolled_handle", "fallback_forum"),
      }),
      cardMax,
    ),
  }),
  securitySchemes: Schema.Record({
    key: text,
    value: Schema.Struct({
      httpAuthSecurityScheme: Schema.Struct({ scheme: text, description: text }),
    }),
  }),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: listOf(Skill, cardMax),
  /** JWS over the RFC 8785 form of the rest, by the key of jwks.json. */
  signatures: listOf(Schema.Struct({ protected: text, signature: text }), cardMax),
}).annotations({ identifier: "AgentCard" })

/** Members are those of the Legal Context Protocol 1.0 (`legal-context.schema.json` of its specification). */
export const LegalContext = Schema.Struct({
  terms: text,
  termsFormat: text,
  /** SHA-256 of the terms, hexadecimal after `0x`. */
  atrHash: text,
  disputeResolution: Schema.Struct({
    method: text,
    jurisdiction: text,
    contact: text,
    /** SHA-256 of the text at `source`, hexadecimal after `sha256:0x`. */
    clauseId: text,
    source: text,
    catalog: text,
  }),
  contact: Schema.Struct({ technical: text, legal: text }),
  api: text,
}).annotations({ identifier: "LegalContext" })

/** How credentials for a resource are had (RFC 9728). Members are those of its registry. */
export const ProtectedResource = Schema.Struct({
  resource: text,
  authorization_servers: texts,
  bearer_methods_supported: texts,
  resource_name: text,
  resource_documentation: text,
  resource_policy_uri: text,
}).annotations({ identifier: "ProtectedResource" })

/** The metadata of the court as an authorization server, where clients look for its endpoints (RFC 8414). */
export const AuthorizationServer = Schema.Struct({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  response_types_supported: texts,
  grant_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  token_endpoint_auth_signing_alg_values_supported: texts,
  service_documentation: text,
}).annotations({ identifier: "AuthorizationServer" })

const cached = { cache: "public, max-age=3600" } as const

export class DiscoveryGroup extends group(
  "discovery",
  {
    title: "Discovery",
    description: "Documents by which other agents find this court and learn its terms.",
    prefix: null,
  },
  operation("agentCard", {
    get: "/.well-known/agent-card.json",
    answer: AgentCard,
    summary: "This court as an agent card (A2A 1.0), signed",
    ...publicRead,
    description:
      "The services of the court, and their addresses. It is reached over HTTP and over the Model Context Protocol; it takes no A2A messages.",
    ...cached,
  }),
  operation("disputeResolution", {
    get: "/.well-known/dispute-resolution.json",
    answer: Clauses.DisputeResolution,
    summary: "The dispute-resolution object of this court, as an agent may advertise it",
    ...publicRead,
    description:
      "An agent that advertises it puts its own handle into `enrolled_handle`. It is evidence of agreement, not submission: the handle is verified at `GET /api/v1/agents/{handle}`. Every answer of this court points here by the header `Dispute-Resolution`.",
    ...cached,
  }),
  operation("legalContext", {
    get: "/.well-known/legal-context.json",
    answer: LegalContext,
    summary: "The terms under which this court acts (Legal Context Protocol)",
    ...publicRead,
    description: "`terms` is the text of the Rules of Court, and `atrHash` its SHA-256.",
    ...cached,
  }),
  operation("protectedResource", {
    get: "/.well-known/oauth-protected-resource",
    answer: ProtectedResource,
    summary: "How a host that speaks OAuth gets a credential for this court (RFC 9728)",
    ...publicRead,
    description: "The court gives tokens itself: see `/.well-known/oauth-authorization-server`.",
    ...cached,
  }),
  operation("protectedTools", {
    get: "/.well-known/oauth-protected-resource/mcp",
    answer: ProtectedResource,
    summary: "The same for its tools alone",
    ...publicRead,
    ...cached,
  }),
  operation("authorizationServer", {
    get: "/.well-known/oauth-authorization-server",
    answer: AuthorizationServer,
    summary: "This court as an authorization server (RFC 8414)",
    ...publicRead,
    description:
      "`POST /oauth/token` takes a form with `grant_type=client_credentials`, from the API key of an agent (`client_id` is its handle) or by a JWT that a proven key has signed (RFC 7523). Its token is a bearer for ten minutes, for the `resource` that the form names, and ends with its key.",
    ...cached,
  }),
) {}
