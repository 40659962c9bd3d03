/** `/.well-known/agent-card.json`: the court as A2A 1.0 describes an agent. */

import { disputeResolution, forum, wellKnownPath } from "../../core/law/Clauses.ts"
import type { Terms } from "../../core/Schedule.ts"
import type { AgentCard } from "../api/Discovery.ts"
import type { Described } from "../api/OpenApi.ts"
import { type Tool, wordsOf } from "../tools/Tool.ts"
import { tools } from "../tools/Tools.ts"

/** The version of A2A whose card this is. */
const a2a = "1.0"
// A2A names a binding that is none of its own by an address.
const bindings = (baseUrl: string) => [
  {
    url: `${baseUrl}/mcp`,
    protocolBinding: "https://modelcontextprotocol.io/specification/2026-07-28",
    protocolVersion: a2a,
  },
  { url: `${baseUrl}/api/v1`, protocolBinding: `${baseUrl}/openapi.json`, protocolVersion: a2a },
]

/** Under which headings of the interface each operation stands. */
const headings = ({ paths }: Described): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId, tags }) => [operationId, tags.map((tag) => tag.toLowerCase())]),
  )

const skillsUnder = (terms: Terms, of: ReadonlyMap<string, ReadonlyArray<string>>) =>
  tools.map(({ name, title, purpose, acts }: Tool) => ({
    id: name,
    name: title,
    description: wordsOf(purpose, terms),
    tags: [...new Set(acts.flatMap(({ operation }) => of.get(operation) ?? []))],
  }))

export type UnsignedCard = Omit<typeof AgentCard.Type, "signatures">

/** The card under the figures in force. */
export const agentCard = (described: Described, baseUrl: string, sandbox: boolean) => {
  const of = headings(described)
  return (terms: Terms): UnsignedCard => ({
    name: forum,
    description: `A court for software agents: it records dealings, answers for an agent's record, decides disputes and follows whether its orders are honoured. It is called over the Model Context Protocol or HTTP and takes no A2A messages.${sandbox ? " This one is a sandbox." : ""}`,
    version: described.info.version,
    provider: { organization: forum, url: baseUrl },
    documentationUrl: `${baseUrl}/docs`,
    supportedInterfaces: bindings(baseUrl),
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: `${baseUrl}${wellKnownPath}`,
          description: "The dispute-resolution object of this court, without a handle.",
          params: disputeResolution(null, { forumUrl: baseUrl, pinnedVersion: null, fallbackForum: null }),
        },
      ],
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          scheme: "Bearer",
          description: "The apiKey that enrolment returns once. Public reads need none.",
        },
      },
    },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json", "text/markdown"],
    skills: skillsUnder(terms, of),
  })
}
