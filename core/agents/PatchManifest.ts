import { Either, Schema } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format } from "../Time.ts"
import { type Agent, Agents, ManifestVersions, subjectOf } from "./Agent.ts"
import { manifestInForce } from "./Limited.ts"
import { needAgent } from "./Lookup.ts"
import { Manifest } from "./Manifest.ts"
import { own } from "./Own.ts"

/** The body of `PATCH /agents/{handle}/manifest`: only the fields that change. */
export const ManifestPatch = Schema.partialWith(Manifest, { exact: true }).annotations({
  identifier: "ManifestPatch",
})
export type ManifestPatch = typeof ManifestPatch.Type

const members = ["model", "capabilities", "authority", "limits"] as const
const same = (a: Manifest, b: Manifest): boolean =>
  members.every((member) => JSON.stringify(a[member]) === JSON.stringify(b[member]))

/** The agent under its amended manifest; the version goes up only where something changed. A new model is the same agent. */
export const amendManifest = rule(
  ["Rule 2.1", "Dealings Act 3.4"],
  (agent: Agent, patch: ManifestPatch): Agent => {
    const manifest = { ...agent.manifest, ...patch }
    return same(agent.manifest, manifest)
      ? agent
      : { ...agent, manifest, manifestVersion: agent.manifestVersion + 1 }
  },
)

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
