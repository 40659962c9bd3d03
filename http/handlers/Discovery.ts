/** The documents by which programs find the court: the agent card, the legal context, the dispute-resolution object and security.txt. */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { keySetOf } from "../../adapters/keys/SigningKey.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { days, format, type Instant } from "../../core/kernel/Time.ts"
import { Clauses } from "../../core/law/index.ts"
import type { AgentCard, DiscoveryGroup, LegalContext } from "../api/Discovery.ts"
import { interfaceVersion } from "../api/Operation.ts"
import { operationOf } from "../api/Operations.ts"
import { type Named, nameCourt } from "../formats/index.ts"
import { authorizationServer, protectedResource } from "../oauth/Metadata.ts"
import { reply } from "../server/Answer.ts"
import { type Tool, wordsOf } from "../tools/Tool.ts"
import { tools } from "../tools/Tools.ts"
import { clausesOf } from "./Law.ts"
import type { ByHand } from "./Work.ts"

const a2aVersion = "1.0"
// A2A names a binding that it does not define by an address.
const bindings = (baseUrl: string) => [
  {
    url: `${baseUrl}/mcp`,
    protocolBinding: "https://modelcontextprotocol.io/specification/2026-07-28",
    protocolVersion: a2aVersion,
  },
  { url: `${baseUrl}/api/v1`, protocolBinding: `${baseUrl}/openapi.json`, protocolVersion: a2aVersion },
]

const skillsOf = (terms: Terms) =>
  tools.map(({ name, title, purpose, acts }: Tool) => ({
    id: name,
    name: title,
    description: wordsOf(purpose, terms),
    tags: [...new Set(acts.map(({ operation }) => operationOf(operation).tag.toLowerCase()))],
  }))

type UnsignedCard = Omit<typeof AgentCard.Type, "signatures">

/** The dispute-resolution object without the members that the court's own object leaves open: A2A signs no card with a null. */
const ownObject = (baseUrl: string) => {
  const { enrolled_handle: _, fallback_forum: __, ...members } = Clauses.template(baseUrl)
  return members
}

/** `/.well-known/agent-card.json` under the figures in force: the court as A2A 1.0 describes an agent. */
const agentCard =
  (baseUrl: string, sandbox: boolean) =>
  (terms: Terms): UnsignedCard => ({
    name: Clauses.forum,
    description: `A court for software agents: it records dealings, answers for an agent's record, decides disputes and follows whether its orders are honoured. It is called over the Model Context Protocol or HTTP and takes no A2A messages.${sandbox ? " This one is a sandbox." : ""}`,
    version: interfaceVersion,
    provider: { organization: Clauses.forum, url: baseUrl },
    documentationUrl: `${baseUrl}/docs`,
    supportedInterfaces: bindings(baseUrl),
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: `${baseUrl}${Clauses.wellKnownPath}`,
          description: "The dispute-resolution object of this court, without a handle.",
          params: ownObject(baseUrl),
        },
      ],
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          scheme: "Bearer",
          description: "The apiKey that enrolment returns once. Public reads need no key.",
        },
      },
    },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json", "text/markdown"],
    skills: skillsOf(terms),
  })

/**
 * `/.well-known/legal-context.json` under the figures in force: the Rules as they are served at this moment, and their hash, as the
 * Legal Context Protocol publishes terms.
 */
const legalContext = (named: Named, catalog: string | null): typeof LegalContext.Type => ({
  terms: named.rules.url,
  termsFormat: "markdown",
  atrHash: `0x${named.rules.sha256}`,
  disputeResolution: {
    method: named.method,
    jurisdiction: named.jurisdiction,
    contact: named.filing,
    clauseId: `sha256:0x${named.clause.sha256}`,
    source: named.clause.url,
    catalog: catalog ?? `${named.baseUrl}/.well-known/agent-card.json`,
  },
  contact: { technical: named.contact, legal: named.contact },
  api: `${named.baseUrl}/openapi.json`,
})

// RFC 9116 wants an expiry date, so that a forgotten file is not trusted for ever. The date moves on each month and is half a year ahead.
const renewedDays = 30
const lastsDays = 180

/** `/.well-known/security.txt`: whom to tell of a weakness. */
export const securityText = (baseUrl: string, contact: string, now: Instant): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${format(Math.ceil(now / days(renewedDays)) * days(renewedDays) + days(lastsDays))}`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/disclosure`,
    "",
  ].join("\n")

interface DiscoveryOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  /** The URI at which the court's people can be reached. */
  readonly contact: string
  /** The address of the catalog of dispute services that names the court; null if it serves no such catalog. */
  readonly catalog: string | null
}

export const discovery = (options: DiscoveryOptions): ByHand<typeof DiscoveryGroup> => {
  const { baseUrl, sandbox, contact, catalog } = options
  const clauses = clausesOf(baseUrl)
  const card = agentCard(baseUrl, sandbox)
  const terms = (now: number) =>
    Effect.map(
      Effect.flatMap(Host, (host) => host.schedule),
      (all) => all.at(now),
    )
  return {
    agentCard: ({ now }) =>
      Effect.gen(function* () {
        const unsigned = card(yield* terms(now))
        const keys = yield* Keys
        const header = { typ: "JOSE", ...keySetOf(baseUrl) }
        const [protectedHeader = "", , signature = ""] = (yield* keys.sign(unsigned, header)).split(".")
        return reply({ ...unsigned, signatures: [{ protected: protectedHeader, signature }] })
      }),
    disputeResolution: () => Effect.succeed(reply(Clauses.template(baseUrl))),
    protectedResource: () => Effect.succeed(reply(protectedResource(baseUrl, ""))),
    protectedTools: () => Effect.succeed(reply(protectedResource(baseUrl, "/mcp"))),
    authorizationServer: () => Effect.succeed(reply(authorizationServer(baseUrl))),
    legalContext: ({ now }) =>
      Effect.gen(function* () {
        const named = nameCourt({ baseUrl, contact, clauses }, yield* Keys, yield* terms(now))
        return reply(legalContext(named, catalog))
      }),
  }
}
