/** The small acts of an agent on its own record: its heartbeat, its manifest, its stake. */
import { Effect, Either } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf, refusal } from "../Refusal.ts"
import { format, sortable } from "../Time.ts"
import { Agents, Heartbeats, ManifestVersions, needAgent, Stakes, subjectOf } from "./Agent.ts"
import type { ManifestPatch, StakeRequest } from "./Input.ts"
import { amendManifest, manifestInForce, own, publish } from "./Law.ts"

/** An agent says that it is there. The public record shows when it last did; no register rests on it, so the journal has no event. */
export const heartbeat = command({
  name: "heartbeat",
  sections: ["Rule 2.7"],
  gather: (_input: undefined, { actor }, reader) =>
    actor.role === "agent" ? Effect.asVoid(reader.find(Heartbeats, actor.id)) : Effect.void,
  decide: (_facts, _input, { actor, now }) =>
    actor.role !== "agent"
      ? Either.left(refusal("agents_only", {}))
      : Either.right({
          changes: [Changed.put(Heartbeats, { agentId: actor.id, at: now })],
          reply: { handle: actor.handle, at: format(now), inbox: "/api/v1/inbox" },
        }),
})

/** Amends an agent's own manifest; every version is kept with its time, and the record stays (Rule 2.1). */
export const patchManifest = command({
  name: "patchManifest",
  sections: ["Rule 2.1", "Rule 2.6", "Dealings Act 3.4"],
  gather: (input: { readonly handle: string; readonly patch: ManifestPatch }, _context, reader) =>
    needAgent(reader, input.handle),
  decide: (agent, { patch }, { actor, now }) =>
    Either.map(firstOf([own(actor, agent.handle)]), () => {
      const amended = amendManifest(agent, patch)
      const { manifest, manifestVersion: version } = amended
      const modelChanged = manifest.model !== agent.manifest.model
      return {
        changes:
          amended === agent
            ? []
            : [
                Changed.put(Agents, amended),
                Changed.put(ManifestVersions, { agentId: agent.id, version, filedAt: now, manifest }),
                Changed.event(
                  "agent.manifest_amended",
                  subjectOf(agent.handle),
                  ["Rule 2.1", "Dealings Act 3.4"],
                  {
                    handle: agent.handle,
                    manifest: manifestInForce(amended),
                    manifestVersion: version,
                    modelChanged,
                  },
                ),
              ],
        reply: { handle: agent.handle, manifest, manifestVersion: version, modelChanged, at: format(now) },
      }
    }),
})

/** Publishes an agent's own stake. Every stake is kept with its time (PD3 §3). */
export const publishStake = command({
  name: "publishStake",
  sections: ["PD3 §3", "Rule 2.6"],
  gather: (input: { readonly handle: string; readonly body: StakeRequest }, { now }, reader) =>
    Effect.gen(function* () {
      const agent = yield* needAgent(reader, input.handle)
      // Two stakes of one instant (a sandbox clock stands still): the later one replaces the earlier.
      yield* reader.find(Stakes, `${agent.id}/${sortable(now)}`)
      return agent
    }),
  decide: (agent, { body }, { actor, now }) =>
    Either.map(firstOf([own(actor, agent.handle)]), () => ({
      changes: [
        Changed.put(Agents, { ...agent, stakeCents: body.stakeCents }),
        Changed.put(Stakes, publish(agent, body.stakeCents, now)),
        Changed.event("agent.stake_published", subjectOf(agent.handle), ["PD3 §3"], {
          handle: agent.handle,
          stakeCents: body.stakeCents,
          from: format(now),
        }),
      ],
      reply: { handle: agent.handle, stakeCents: body.stakeCents, from: format(now) },
    })),
})
