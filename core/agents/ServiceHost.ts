/**
 * The hosts at whose root an agent's service stood and had answered the Court. A key that such a host publishes is the agent's for that
 * time (Rule 4.11): an agent that names another service has not unsaid what it signed before.
 */
import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Agent } from "./Agent.ts"

/**
 * A host that an agent has left. If the agent comes back and leaves again, the host counts as the agent's from its first answer to the
 * last time that it left, so that no number of moves drops what was signed.
 */
export const ServiceHost = Schema.Struct({
  agentId: Schema.String,
  host: Schema.String,
  from: Instant,
  until: Instant,
})
export interface ServiceHost extends Schema.Schema.Type<typeof ServiceHost> {}

const idOf = ({ agentId, host }: Pick<ServiceHost, "agentId" | "host">): string =>
  `${agentId}/${sha256Hex(host)}`

export const ServiceHosts = Kind.make<ServiceHost>({
  name: "service_host",
  schema: ServiceHost,
  id: idOf,
})

/**
 * The host of the address of a service at its root; null for any other address. A host may have tenants, and a key at its root does not
 * belong to a tenant: the service at a path shows that its agent answers there, and not that it speaks for the host.
 */
export const rootOf = (url: string): string | null =>
  /^https?:\/\/([^/?#@]+)\/?$/i.exec(url)?.[1]?.toLowerCase() ?? null

/** The host that an agent answers for now, and since when; null if it answers for no host. */
export const hostNow = ({ serviceUrl, serviceAnsweredAt }: Agent) => {
  const host = serviceUrl === null ? null : rootOf(serviceUrl)
  return host === null || serviceAnsweredAt === null ? null : { host, from: serviceAnsweredAt }
}

/** The record of the host that an agent answers for now, from an earlier stay; null if the agent has not stayed there before. */
export const earlierStay = (
  reader: Reader,
  agent: Agent,
): Effect.Effect<ServiceHost | null, StoreUnavailable> => {
  const now = hostNow(agent)
  return now === null
    ? Effect.succeed(null)
    : Effect.map(reader.find(ServiceHosts, idOf({ agentId: agent.id, host: now.host })), Option.getOrNull)
}

/** The changes by which an agent leaves the host that it answers for. */
export const leaveHost = (
  agent: Agent,
  earlier: ServiceHost | null,
  until: Instant,
): ReadonlyArray<Change> => {
  const now = hostNow(agent)
  if (now === null) return []
  return [
    Changed.put(ServiceHosts, {
      agentId: agent.id,
      host: now.host,
      from: earlier?.from ?? now.from,
      until,
    }),
  ]
}

/** For which time an agent answers, or answered, for each of some hosts. */
export const hostsServed = (reader: Reader, agent: Agent, hosts: ReadonlyArray<string>) =>
  Effect.map(
    reader.findAll(
      ServiceHosts,
      hosts.map((host) => idOf({ agentId: agent.id, host })),
    ),
    (found) => {
      const now = hostNow(agent)
      return [
        ...found.flatMap(Option.toArray).map(({ host, from, until }) => ({ host, from, until })),
        ...(now === null || !hosts.includes(now.host) ? [] : [{ ...now, until: null }]),
      ]
    },
  )
