/**
 * The dispute-resolution object without the schemas: how it is put together, and what is wrong with an object that a counterparty
 * advertises.
 */
import { Clauses, disputeResolution } from "../../core/law/index.ts"
import type { Calling } from "./Checks.ts"
import type { Client } from "./Client.ts"
import { isRefused, type Place } from "./Failure.ts"

/** The terms of a clause of dispute resolution: the court, the version of the Rules, and what holds without the court. */
export interface Terms {
  readonly forumUrl: string
  /** Binds the parties to one version of the Rules. If it is left out, the version in force when a claim is filed applies. */
  readonly pinnedVersion?: string
  readonly fallbackForum?: string
}

/** The object of a handle and these terms, not yet checked. */
export const objectOf = (handle: string, terms: Terms): Clauses.DisputeResolution =>
  disputeResolution(handle, {
    forumUrl: terms.forumUrl,
    pinnedVersion: terms.pinnedVersion ?? null,
    fallbackForum: terms.fallbackForum ?? null,
  })

/** Whether an agent's object is the clause of this court. */
export interface Verdict {
  /** True if nothing is wrong: the object is this court's clause, and its agent is enrolled here. */
  readonly valid: boolean
  readonly problems: ReadonlyArray<Place>
  /** The object as it was read; null if the value isn't such an object. */
  readonly object: Clauses.DisputeResolution | null
}

const verdictOf = (object: Clauses.DisputeResolution | null, problems: ReadonlyArray<Place>): Verdict => ({
  valid: problems.length === 0,
  problems,
  object,
})

/** Reads any value as such an object, or says what keeps it from being one. */
export type Read = (value: unknown) => Clauses.DisputeResolution | ReadonlyArray<Place>
type ReadAgent = Calling<Client["agents"]["readAgent"]>

const enrolment = async (readAgent: ReadAgent, handle: string | null): Promise<ReadonlyArray<Place>> => {
  const path = "enrolled_handle"
  if (handle === null) return [{ path, message: "names no agent: this is a template" }]
  try {
    await readAgent({ path: { handle } })
    return []
  } catch (error) {
    if (!isRefused(error, "unknown_agent")) throw error
    return [{ path, message: `no agent "${handle}" is enrolled at this court` }]
  }
}

const isObject = (read: ReturnType<Read>): read is Clauses.DisputeResolution => !Array.isArray(read)

/** Checks an object as `check` of `DisputeResolution.ts` says. Rejects with a `Failure` if the court gave no answer. */
export const checkObject = async (
  read: Read,
  readAgent: ReadAgent,
  value: unknown,
  forumUrl: string,
): Promise<Verdict> => {
  const object = read(value)
  if (!isObject(object)) return verdictOf(null, object)
  const missing = await enrolment(readAgent, object.enrolled_handle)
  return verdictOf(object, [
    ...Clauses.differences(object, forumUrl).map((path) => ({
      path,
      message: `is not what the clause of ${forumUrl} says`,
    })),
    ...missing,
  ])
}
