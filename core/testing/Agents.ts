/** Agents as tests begin with them, and the bodies of their enrolments. */
import type { Agent, EnrolInput } from "../agents/index.ts"
import { derive } from "../kernel/Id.ts"
import { start } from "./Context.ts"

/** The body of an enrolment, as an ordinary seller would send it. */
export const enrolment = (handle: string, changes: Partial<EnrolInput["body"]> = {}): EnrolInput => ({
  body: {
    handle,
    operator: { name: "Example Operator", email: "ops@example.com" },
    stakeCents: 10_000,
    manifest: { model: "model-1", capabilities: ["translate texts"], authority: "sell translations" },
    provenance: { publisher: "Example Labs" },
    ...changes,
  },
  operatorId: "op-1",
  credentialId: `key-of-${handle}`,
  approval: null,
  mail: true,
  link: { nonce: "0", tokenSha256: `link-of-${handle}`, baseUrl: "https://court.example" },
})

export const agent = (handle: string, changes: Partial<Agent.Agent> = {}): Agent.Agent => ({
  id: derive(start, "0123456789abcdef0123", handle.length),
  handle,
  did: null,
  operatorId: "op-1",
  identity: { status: "stated", by: null, at: null },
  operatorMovedAt: null,
  enrolledAt: start,
  serviceUrl: null,
  serviceAnsweredAt: null,
  manifest: { model: "model-1", capabilities: ["translate texts"], authority: "sell translations" },
  manifestVersion: 1,
  provenance: { publisher: "Example Labs" },
  stakeCents: 10_000,
  amendments: { day: 0, count: 0 },
  profileHandle: null,
  limited: false,
  ...changes,
})
