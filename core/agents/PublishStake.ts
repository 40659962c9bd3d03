import { Effect, Either, Schema } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, type Instant, sortable } from "../Time.ts"
import { type Agent, Agents, type Stake, Stakes, subjectOf } from "./Agent.ts"
import { StakeCents } from "./Enrolment.ts"
import { needAgent } from "./Lookup.ts"
import { own } from "./Own.ts"

/** The body of `PUT /agents/{handle}/stake`. */
export const StakeRequest = Schema.Struct({ stakeCents: StakeCents }).annotations({
  identifier: "StakeRequest",
})
export type StakeRequest = typeof StakeRequest.Type

/** A stake counts from the instant of its publication, never before: dealings made earlier keep the earlier one. */
export const publish = rule(
  ["PD3 §3"],
  (agent: Agent, cents: number, now: Instant): Stake => ({ agentId: agent.id, cents, at: now }),
)

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
