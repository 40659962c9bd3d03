/** Schemas of the documents that a court publishes, written for tests from the specifications that others publish. */
import { Schema } from "effect"

const text = Schema.NonEmptyString
const texts = Schema.Array(text)
const absolute = Schema.String.pipe(
  Schema.filter((value) => URL.canParse(value) || "must be an absolute address"),
)
const https = absolute.pipe(Schema.pattern(/^https:\/\//))
const mediaTypes = Schema.NonEmptyArray(Schema.String.pipe(Schema.pattern(/^[a-z]+\/[a-z0-9.+-]+$/)))

/**
 * `AgentCard` of A2A 1.0: https://github.com/a2aproject/A2A/blob/v1.0.1/specification/a2a.proto in its JSON form (ProtoJSON, camelCase).
 * Members that the specification marks REQUIRED are required here. Members that are not listed are refused, and members of the
 * specification that a court never sends are not listed.
 */
export const A2aAgentCard = Schema.Struct({
  name: text,
  description: text,
  supportedInterfaces: Schema.NonEmptyArray(
    Schema.Struct({
      url: absolute,
      // A core binding is given by its name and any other by an address (§5.8).
      protocolBinding: Schema.Union(Schema.Literal("JSONRPC", "GRPC", "HTTP+JSON"), absolute),
      tenant: Schema.optional(text),
      protocolVersion: Schema.String.pipe(Schema.pattern(/^\d+\.\d+$/)),
    }),
  ),
  provider: Schema.optional(Schema.Struct({ url: absolute, organization: text })),
  version: text,
  documentationUrl: Schema.optional(absolute),
  capabilities: Schema.Struct({
    streaming: Schema.optional(Schema.Boolean),
    pushNotifications: Schema.optional(Schema.Boolean),
    extendedAgentCard: Schema.optional(Schema.Boolean),
    extensions: Schema.optional(
      Schema.Array(
        Schema.Struct({
          uri: absolute,
          description: Schema.optional(text),
          required: Schema.optional(Schema.Literal(true)), // A default value is omitted from what is signed (§8.4.1).
          params: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
        }),
      ),
    ),
  }),
  securitySchemes: Schema.optional(
    Schema.Record({
      key: Schema.String,
      value: Schema.Struct({
        httpAuthSecurityScheme: Schema.Struct({
          scheme: text,
          description: Schema.optional(text),
          bearerFormat: Schema.optional(text),
        }),
      }),
    }),
  ),
  defaultInputModes: mediaTypes,
  defaultOutputModes: mediaTypes,
  skills: Schema.NonEmptyArray(
    Schema.Struct({
      id: text,
      name: text,
      description: text,
      tags: Schema.NonEmptyArray(text),
      examples: Schema.optional(texts),
    }),
  ),
  signatures: Schema.optional(Schema.Array(Schema.Struct({ protected: text, signature: text }))),
  iconUrl: Schema.optional(absolute),
})

/**
 * The Legal Context Protocol 1.0: `spec/legal-context.schema.json` of
 * https://github.com/legal-context-protocol/legal-context-protocol. The protocol allows further members, but a court sends no others.
 */
export const LegalContextDocument = Schema.Struct({
  terms: https,
  termsFormat: Schema.optional(Schema.Literal("markdown", "json", "plain", "html", "pdf")),
  atrHash: Schema.optional(Schema.String.pipe(Schema.pattern(/^0x[0-9a-f]{64}$/))),
  acceptanceRequired: Schema.optional(Schema.Boolean),
  disputeResolution: Schema.optional(
    Schema.Struct({
      method: Schema.optional(text),
      jurisdiction: Schema.optional(text),
      contact: Schema.optional(text),
      clauseId: Schema.optional(Schema.String.pipe(Schema.pattern(/^sha256:0x[0-9a-f]{64}$/))),
      source: Schema.optional(absolute),
      catalog: Schema.optional(absolute),
    }),
  ),
  returns: Schema.optional(absolute),
  contact: Schema.optional(Schema.Struct({ legal: Schema.optional(text), technical: Schema.optional(text) })),
  api: Schema.optional(absolute),
})

/** The fields of RFC 9116 (§2.5), each with the pattern of its value and how often it may occur. */
const securityFields: Readonly<
  Record<string, { readonly value: RegExp; readonly times: readonly [number, number] }>
> = {
  Contact: { value: /^(?:mailto:|tel:|https:\/\/)\S+$/, times: [1, Number.POSITIVE_INFINITY] },
  Expires: { value: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, times: [1, 1] },
  "Preferred-Languages": { value: /^[a-z-]+(?:, ?[a-z-]+)*$/, times: [0, 1] },
  Canonical: { value: /^https:\/\/\S+$/, times: [0, Number.POSITIVE_INFINITY] },
  Policy: { value: /^https:\/\/\S+$/, times: [0, Number.POSITIVE_INFINITY] },
}

/** Parses a security.txt: what is wrong with it, and its fields. */
export const parseSecurityText = (document: string) => {
  const fields = document
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, name = "", value = ""] = /^([A-Za-z-]+): (.*)$/.exec(line) ?? []
      return { line, name, value }
    })
  const wrong = fields
    .filter(({ name, value }) => securityFields[name]?.value.test(value) !== true)
    .map(({ line }) => line)
  for (const [name, { times }] of Object.entries(securityFields)) {
    const found = fields.filter((field) => field.name === name).length
    if (found < times[0] || found > times[1]) wrong.push(`${name} occurs ${found} times`)
  }
  return { wrong, fields: new Map(fields.map(({ name, value }) => [name, value])) }
}
