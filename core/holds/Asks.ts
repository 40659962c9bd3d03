/** How often an agent can make the court ask a chain about escrows and addresses (PD2 §6C). */
import { Context, Effect } from "effect"
import { nameOf } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { days, type Instant } from "../kernel/Time.ts"
import { dayOf } from "../ledger/index.ts"

export interface AsksService {
  /**
   * Takes one of the `max` asks of an agent on a day; false if none is left. An act that is refused for what the chain shows
   * records nothing, so no record could count it.
   */
  readonly take: (agent: string, day: string, max: number) => Effect.Effect<boolean>
}

/** Counts the asks of each agent. Each process counts for itself. */
export class Asks extends Context.Tag("agent-court/Asks")<Asks, AsksService>() {}

/** For a court without readers of chains, if nobody can be asked. */
export const uncounted: AsksService = { take: () => Effect.succeed(true) }

const secondsToMidnight = (now: Instant): number =>
  Math.ceil((Math.floor(now / days(1) + 1) * days(1) - now) / 1000)

/** Takes an ask for the agent that acts. Refused `daily_figure` if it has none left on this day. */
export const takeAsk = rule(
  ["PD2 §6C"],
  ({
    actor,
    now,
    terms,
  }: Pick<CommandContext, "actor" | "now" | "terms">): Effect.Effect<void, Refusal, Asks> => {
    const max = terms.chainAsksPerDay
    return Effect.flatMap(
      Effect.flatMap(Asks, ({ take }) => take(nameOf(actor), dayOf(now), max)),
      (taken) =>
        taken
          ? Effect.void
          : refusal("daily_figure", {
              what: "acts of one agent for which the court asks a chain",
              max,
              waitSeconds: secondsToMidnight(now),
            }),
    )
  },
)
