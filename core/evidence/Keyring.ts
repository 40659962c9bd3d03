/** Reads what the records know of the keys that signed: proofs, holds, rails and hosts, as far as whoever asks may be told. */
import { Effect, Option } from "effect"
import { Agent, records as agentRecords, hostsServed } from "../agents/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { HeldAddress, KeyName, ProvenKey } from "../proofs/index.ts"
import { Quote } from "../quotes/index.ts"
import type { Held, Keyring, Known, Proof, Root } from "./Holder.ts"
import type { Examined, ExaminedSigner } from "./Verified.ts"

/** On what a paper rests, as far as keys go: the ids of the agents that are parties, and the quote of the matter. */
export interface About {
  readonly parties: ReadonlyArray<string | null>
  readonly quote: Quote.Quote | null
}

/** Who has a paper examined, and whether it is only tried. */
export type Asked = Pick<CommandContext, "actor" | "now" | "terms" | "trial">

const agentsOf = (reader: Reader, ids: ReadonlyArray<string>) =>
  Effect.map(reader.findAll(Agent.Agents, ids), (found) => found.flatMap(Option.toArray))

/** Some records of agents, each with its agent's enrolment and the end of all its keys. */
const withAgents = <R extends { readonly agentId: string }>(reader: Reader, records: ReadonlyArray<R>) =>
  Effect.gen(function* () {
    const ids = records.map(({ agentId }) => agentId)
    const enrolled = new Map((yield* agentsOf(reader, ids)).map(({ id, enrolledAt }) => [id, enrolledAt]))
    const keyrings = (yield* reader.findAll(agentRecords.Keyrings, ids)).flatMap(Option.toArray)
    const ended = new Map(keyrings.map(({ agentId, endedAt }) => [agentId, endedAt]))
    return records.map((record) => ({
      record,
      enrolledAt: needPresent(enrolled.get(record.agentId), "the agent of a key"),
      keysEndedAt: ended.get(record.agentId) ?? null,
    }))
  })

/** The agents that are parties, and which of them show what is private: the address of their service, and their holds. */
interface Parties {
  readonly agents: ReadonlyArray<Agent.Agent>
  readonly open: ReadonlySet<string>
}

/**
 * Who proved a key, and which parties proved its address in confirmed holds. Both come from lists, whose later entries a commit does not
 * notice. That is safe here: whoever shows a key between the reading and the commit shows it after the filing.
 */
const findShown = (reader: Reader, fingerprint: string, { open }: Parties) =>
  Effect.gen(function* () {
    const proofs = yield* withAgents(reader, yield* ProvenKey.proofsOfKey(reader, fingerprint))
    const held = fingerprint.startsWith("evm:")
      ? yield* HeldAddress.heldBy(reader, fingerprint, [...open])
      : []
    return {
      fingerprint,
      proofs: proofs.map(({ record, ...agent }): Proof => ({ proof: record, ...agent })),
      held: (yield* withAgents(reader, held)).map(
        ({ record: { handle, since }, ...agent }): Held => ({ handle, since, ...agent }),
      ),
    }
  })

/** The hosts whose root a party answers for: those of its service, now and before, and those of its did:web keys. */
const rootsOf = (reader: Reader, agent: Agent.Agent, hosts: ReadonlyArray<string>, { open }: Parties) =>
  Effect.gen(function* () {
    if (hosts.length === 0) return []
    const served = open.has(agent.id) ? yield* hostsServed(reader, agent, hosts) : []
    const proofs = yield* ProvenKey.proofsOfAgent(reader, agent.id)
    return [
      ...served.map(
        (one): Root => ({
          ...one,
          endedAt: null,
          how: `answered the Court's challenge at ${one.host}, which publishes the key`,
        }),
      ),
      ...proofs.flatMap(({ name, provenAt, endedAt }): ReadonlyArray<Root> => {
        const host = KeyName.rootOfDid(name)
        const how = `proved ${name}, whose host publishes the key`
        return host === null ? [] : [{ host, from: provenAt, until: null, endedAt, how }]
      }),
    ]
  })

/** Reads all that the records know of the keys that signed. */
export const keyringOf = (
  reader: Reader,
  { parties, quote }: About,
  signers: ReadonlyArray<ExaminedSigner>,
  { actor, trial = false }: Asked,
) =>
  Effect.gen(function* () {
    const ids = parties.filter((id) => id !== null)
    const own = ids.filter((id) => actor.role === "agent" && id === actor.id)
    const agents = yield* agentsOf(reader, ids)
    const all: Parties = { agents, open: new Set(trial ? own : ids) }
    const hosts = [...new Set(signers.flatMap(({ host }) => host?.toLowerCase() ?? []))]
    const fingerprints = [...new Set(signers.map(({ fingerprint }) => fingerprint))]
    const shown = yield* Effect.forEach(fingerprints, (one) => findShown(reader, one, all))
    const supplier = agents.find(({ handle }) => handle === quote?.supplier.handle)
    return {
      proofs: new Map(shown.map(({ fingerprint, proofs }) => [fingerprint, proofs])),
      held: new Map(shown.map(({ fingerprint, held }) => [fingerprint, held])),
      rails: quote === null || supplier === undefined ? null : { supplier, stated: Quote.railsOf(quote) },
      parties: yield* Effect.forEach(agents, (agent) =>
        Effect.map(
          rootsOf(reader, agent, hosts, all),
          (roots): Known => ({ handle: agent.handle, enrolledAt: agent.enrolledAt, roots }),
        ),
      ),
    } satisfies Keyring
  })

/** Whether a key that signed has ended for an agent: then it matters since when the artifact is known. */
export const hasEnded = ({ signers }: Examined, { proofs, held }: Keyring): boolean =>
  signers.some(
    ({ fingerprint }) =>
      proofs.get(fingerprint)?.some(({ proof, keysEndedAt }) => (proof.endedAt ?? keysEndedAt) !== null) ||
      held.get(fingerprint)?.some(({ keysEndedAt }) => keysEndedAt !== null),
  )

/** Whether a signer does not say when it signed: then it is read as of the first instant at which the Court can see it. */
export const isTimeless = ({ signers }: Examined): boolean =>
  signers.some(({ signedAt }) => signedAt === null)
