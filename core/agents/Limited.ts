/** The manifest of an agent enrolled by an invitation: limited to accepting quotes until its operator is proven (PD14 §8). */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { type Agent, subjectOf } from "./Agent.ts"
import type { Manifest } from "./Manifest.ts"

const limit = "Accepts quotes addressed to it, and nothing else, until its operator is proven (PD14 §8)."

/** What the agent warrants now: its manifest as filed, or the limited one in its place. */
export const manifestInForce = rule(
  ["PD14 §8", "Dealings Act 3.4"],
  ({ manifest, limited }: Pick<Agent, "manifest" | "limited">): Manifest =>
    limited
      ? { model: manifest.model, capabilities: ["Accepts quotes."], authority: limit, limits: null }
      : manifest,
)

/** An agent whose manifest is limited briefs no counsel, of the service or of another agent: it accepts quotes and pleads itself. */
export const mayBrief = rule(["PD14 §8", "PD2 §2"], (client: Agent | null): Refusal | null =>
  when(client?.limited === true, "limited_manifest", {}),
)

/** What the journal says when the limit ends: the manifest as filed is in force. */
export const unlimited = (agent: Agent): ReadonlyArray<Change> =>
  agent.limited
    ? [
        Changed.event("agent.manifest_amended", subjectOf(agent.handle), ["PD14 §8", "Dealings Act 3.4"], {
          handle: agent.handle,
          manifest: agent.manifest,
          manifestVersion: agent.manifestVersion,
          modelChanged: false,
        }),
      ]
    : []
