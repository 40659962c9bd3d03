/** The guide under the figures in force, and its forms, each of which is made again when a figure of the schedule changes. */
import { Effect } from "effect"
import { Host } from "../../core/kernel/Host.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Guided } from "../pages/Guide.ts"
import { documents, reply, textOf } from "../server/Answer.ts"
import type { Headers } from "../server/Problem.ts"

/** The interface that the guide explains. Its description of the interface is made once somebody asks, since it takes a tenth of a start. */
interface Options {
  readonly described: () => Guided["described"]
  readonly baseUrl: string
}

export const makeGuided = ({ described, baseUrl }: Options) => {
  const documentsOf = documents<string>()
  let last: Guided | null = null
  /** The same guide as long as its figures stay, since its parts are made once for each. */
  const guide = (now: Instant) =>
    Effect.map(
      Effect.flatMap(Host, (host) => host.schedule),
      (schedule): Guided => {
        const terms = schedule.at(now)
        if (last === null || textOf(last.terms) !== textOf(terms))
          last = { described: described(), baseUrl, terms }
        return last
      },
    )
  return {
    guide,
    kept: (name: string, now: Instant, write: (of: Guided) => string, headers: Headers = {}) =>
      Effect.flatMap(guide(now), (of) =>
        documentsOf(
          name,
          textOf(of.terms),
          Effect.sync(() => reply(write(of), headers)),
        ),
      ),
  }
}
