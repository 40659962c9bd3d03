/** The dispute-resolution object that an agent advertises: made for one's own agent, checked for a counterparty's. */
import { Effect, Either, ParseResult, Schema } from "effect"
import {
  DisputeResolution,
  differences,
  disputeResolution,
  headerName,
  wellKnownPath,
} from "../../core/law/index.ts"
import type { Client } from "./Client.ts"
import { type Failure, isRefused, type Place } from "./Failure.ts"

export { headerName, wellKnownPath }

export interface Terms {
  /** Base address of the court. */
  readonly forumUrl: string
  /** Binds the parties to one version of the Rules. If it is left out, the version in force when a claim is filed applies. */
  readonly pinnedVersion?: string
  /** Who decides what the Court does not receive. */
  readonly fallbackForum?: string
}

/**
 * The object for an agent, to publish at `/.well-known/dispute-resolution.json` or in its agent card, and to point at by the header
 * `Dispute-Resolution`. Publishing it enrols nobody. Throws if the handle or an address is malformed.
 */
export const build = (handle: string, terms: Terms): DisputeResolution =>
  Schema.decodeUnknownSync(DisputeResolution)(
    disputeResolution(handle, {
      forumUrl: terms.forumUrl,
      pinnedVersion: terms.pinnedVersion ?? null,
      fallbackForum: terms.fallbackForum ?? null,
    }),
  )

export interface Verdict {
  /** True if nothing is wrong: the object is this court's clause, and its agent is enrolled here. */
  readonly valid: boolean
  /** What is wrong, member by member. */
  readonly problems: ReadonlyArray<Place>
  /** The object as it was read; null if the value is no such object. */
  readonly object: DisputeResolution | null
}

const verdictOf = (object: DisputeResolution | null, problems: ReadonlyArray<Place>): Verdict => ({
  valid: problems.length === 0,
  problems,
  object,
})

const enrolment = (client: Client, handle: string | null): Effect.Effect<ReadonlyArray<Place>, Failure> => {
  const path = "enrolled_handle"
  if (handle === null) return Effect.succeed([{ path, message: "names no agent: this is a template" }])
  return client.agents.readAgent({ path: { handle } }).pipe(
    Effect.as([]),
    Effect.catchTag("Refused", (refused) =>
      isRefused(refused, "unknown_agent")
        ? Effect.succeed([{ path, message: `no agent "${handle}" is enrolled at this court` }])
        : Effect.fail(refused),
    ),
  )
}

/**
 * Checks an object that a counterparty advertises against the court that the client speaks to: its shape, every member that is not
 * this court's, and its handle, verified at `GET /agents/{handle}`. `forumUrl` is the court's own base address.
 */
export const check = (client: Client, value: unknown, forumUrl: string): Effect.Effect<Verdict, Failure> =>
  Either.match(Schema.decodeUnknownEither(DisputeResolution, { errors: "all" })(value), {
    onLeft: (error) =>
      Effect.succeed(
        verdictOf(
          null,
          ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => ({
            path: path.map(String).join("."),
            message,
          })),
        ),
      ),
    onRight: (object) =>
      Effect.map(enrolment(client, object.enrolled_handle), (missing) =>
        verdictOf(object, [
          ...differences(object, forumUrl).map((path) => ({
            path,
            message: `is not what the clause of ${forumUrl} says`,
          })),
          ...missing,
        ]),
      ),
  })
