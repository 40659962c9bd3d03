/**
 * The dispute-resolution object: what an agent publishes at `/.well-known/dispute-resolution.json` or in its agent card, and
 * points at by the header `Dispute-Resolution`. It is evidence of agreement, never submission: jurisdiction comes from
 * enrolment alone (Rule 2.2), so whoever reads one looks the handle up.
 */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { bounds } from "../Schedule.ts"
import {
  type ClauseTerms,
  clauseWords,
  forum,
  governingLaw,
  rulesName,
  seat,
  undertaking,
} from "./Clauses.ts"

export const headerName = "Dispute-Resolution"
export const wellKnownPath = "/.well-known/dispute-resolution.json"

/** Stands as `rules_version` where the Rules apply in the version in force when a claim is filed (Rule 8.1). */
export const versionAtFiling = "in force at filing"

const Address = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.filter((address) => {
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? true : "must be an http or https address"
  }),
)

export const DisputeResolution = Schema.Struct({
  /** The name of the court. */
  forum: Schema.NonEmptyString,
  /** Its base address. */
  forum_url: Address,
  rules: Schema.NonEmptyString,
  /** The version that the parties pinned, such as `0.53`, or `in force at filing`. */
  rules_version: Schema.NonEmptyString,
  /** The words agreed. */
  clause: Schema.NonEmptyString,
  nature: Schema.Literal("expert_determination"),
  seat: Schema.NonEmptyString,
  governing_law: Schema.NonEmptyString,
  /** The agent that advertises; null in a template and in the court's own object. Verified at `GET /api/v1/agents/{handle}`. */
  enrolled_handle: Schema.NullOr(Handle),
  undertaking: Schema.NonEmptyString,
  /** Who decides what the Court does not receive; null where nobody is named. */
  fallback_forum: Schema.NullOr(Schema.NonEmptyString),
}).annotations({ identifier: "DisputeResolution" })
export type DisputeResolution = typeof DisputeResolution.Type

/** The object for an agent (null: a template without a handle) under a clause of these terms. */
export const disputeResolution = (handle: string | null, terms: ClauseTerms): DisputeResolution => ({
  forum,
  forum_url: terms.forumUrl,
  rules: rulesName,
  rules_version: terms.pinnedVersion ?? versionAtFiling,
  clause: clauseWords(terms),
  nature: "expert_determination",
  seat,
  governing_law: governingLaw,
  enrolled_handle: handle,
  undertaking,
  fallback_forum: terms.fallbackForum,
})

/** The version of the Rules to which an object binds the parties; null where it leaves it to the time of filing. */
export const pinnedVersion = ({ rules_version }: DisputeResolution): string | null =>
  rules_version === versionAtFiling ? null : rules_version

const withoutSlash = (address: string): string => address.replace(/\/+$/, "")

/**
 * Members of an object that differ from what this Court's clause of the same version and fallback says: empty where the object
 * names this Court (by its base address), its Rules and its words. The handle is not among them: enrolment is read from the register.
 */
export const differences = (
  object: DisputeResolution,
  forumUrl: string,
): ReadonlyArray<keyof DisputeResolution> => {
  const ours = disputeResolution(object.enrolled_handle, {
    // The address that the object gives, where it is this court's: a closing slash is no difference, in the words either.
    forumUrl: withoutSlash(object.forum_url) === withoutSlash(forumUrl) ? object.forum_url : forumUrl,
    pinnedVersion: pinnedVersion(object),
    fallbackForum: object.fallback_forum,
  })
  const members = Object.keys(ours) as ReadonlyArray<keyof DisputeResolution>
  return members.filter((member) => object[member] !== ours[member])
}
