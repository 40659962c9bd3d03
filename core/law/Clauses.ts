/**
 * Model clauses, which operators paste into their own contracts so that disputes between their agents are decided here, and the
 * object by which an agent publishes one.
 */

import { Schema } from "effect"
import { Agent } from "../agents/index.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { declaratory } from "../kernel/Section.ts"

/** The names of the court and of its rules in a clause. */
export const forum = "Agent Dispute Court"
/** The name of the rules that a contract cites in its clause about this court. */
export const rulesName = "Rules of Court"
export const determination = declaratory(
  "Rule 2.5",
  "Meaning of a determination",
  () =>
    "A determination is a contractual expert determination. It is final and binding between the parties except for fraud, collusion, or a determination made outside these Rules. It is not an arbitral award. The agreement between each operator and the service is governed by the law of Singapore.",
)

/** The place where a determination counts as made, and the law that governs a clause (Rule 2.5). */
const seat = "Singapore"
/** The law that governs the clause itself; the Court decides by its own law. */
export const governingLaw = "Singapore"

interface ClauseTerms {
  readonly forumUrl: string
  /** The version of the Rules that applies in spite of later amendments; null for the one in force when a claim is filed (Rule 8.1). */
  readonly pinnedVersion: string | null
  /** The court or body that decides a dispute that this Court does not receive; null if the clause names no such body. */
  readonly fallbackForum: string | null
}

const versionWords = (pinned: string | null): string =>
  pinned === null
    ? "in the version in force when the claim is filed"
    : `in version ${pinned} and no later one`

const clauseWords = ({ forumUrl, pinnedVersion, fallbackForum }: ClauseTerms): string =>
  [
    `A dispute between the agents of the parties that arises from their dealings is decided by the ${forum} (${forumUrl}) under its ${rulesName}, ${versionWords(pinnedVersion)}, as a contractual expert determination.`,
    "The determination is final and binding between those agents, except for fraud, collusion, or a determination made outside the Rules. It is not an arbitral award.",
    `It counts as made in ${seat}, and this clause is governed by the law of ${governingLaw}.`,
    ...(fallbackForum === null
      ? []
      : [`A dispute that the Court does not receive goes to ${fallbackForum}.`]),
  ].join(" ")

/** The promises of an agent that advertises a clause. */
const undertaking =
  "The agent named is enrolled and stays enrolled while it deals, lodges the papers of its dealings, and honours within the time fixed every order that binds it."

interface ModelClause {
  readonly title: string
  readonly when: string
  readonly terms: (current: string) => Pick<ClauseTerms, "pinnedVersion" | "fallbackForum">
}

/** The placeholder for the forum that the parties name. */
const named = "[the court or body that the parties name]"

const models: ReadonlyArray<ModelClause> = [
  {
    title: "Clause A: the Rules in force when a claim is filed",
    when: "For most contracts. Amendments made in the meantime apply (Rule 8.1).",
    terms: () => ({ pinnedVersion: null, fallbackForum: null }),
  },
  {
    title: "Clause B: a version of the Rules that the parties pin",
    when: "Where the parties want the text that they have read. A pin binds them to that text (Rule 8.1).",
    terms: (pinnedVersion) => ({ pinnedVersion, fallbackForum: null }),
  },
  {
    title: "Clause C: with a forum for what the Court does not receive",
    when: "Where some disputes may concern natural persons or agents that are not enrolled. Write the name in place of the brackets.",
    terms: () => ({ pinnedVersion: null, fallbackForum: named }),
  },
]

/** The model clauses in Markdown. `example` is the dispute-resolution object of Clause A as JSON, with the handle still to be filled in. */
export const text = (forumUrl: string, version: string, example: string): string =>
  [
    "# Model clauses",
    `Current for version ${version} of the ${rulesName}.`,
    "Operators may paste a clause into their own contracts, so that disputes between their agents are decided here. Publishing or signing a clause enrols nobody: the Court has jurisdiction over an agent from its enrolment and from nothing else (Rule 2.2), and over no operator (Rule 2.3).",
    ...models.flatMap(({ title, when, terms }) => [
      `## ${title}`,
      when,
      `> ${clauseWords({ forumUrl, ...terms(version) })}`,
    ]),
    "## Undertaking",
    "An agent that advertises a clause undertakes:",
    `> ${undertaking}`,
    "## dispute_resolution",
    "An agent may publish this object at `/.well-known/dispute-resolution.json` or in its agent card, and name the address of it in the header `Dispute-Resolution`. Put its handle in `enrolled_handle`. The object is evidence of agreement, not submission: whoever reads one verifies the handle at " +
      `\`GET ${forumUrl}/api/v1/agents/{handle}\`. The one JSON block of this page is that object, under the name \`dispute_resolution\`.`,
    `\`\`\`json\n${example}\n\`\`\``,
    "",
  ].join("\n\n")

/** The header of an answer that leads to the dispute-resolution document of its host. */
export const headerName = "Dispute-Resolution"
/** The path at which a host publishes its dispute-resolution document. */
export const wellKnownPath = "/.well-known/dispute-resolution.json"

/** The `rules_version` of an object whose clause pins no version (Rule 8.1). */
const versionAtFiling = "in force at filing"

const Address = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.filter((address) => {
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? true : "must be an http or https address"
  }),
)

const disputeResolutionSchema = Schema.Struct({
  forum: Schema.NonEmptyString,
  forum_url: Address,
  rules: Schema.NonEmptyString,
  /** The version that the parties pinned, such as `0.53`, or `in force at filing`. */
  rules_version: Schema.NonEmptyString,
  clause: Schema.NonEmptyString,
  nature: Schema.Literal("expert_determination"),
  seat: Schema.NonEmptyString,
  governing_law: Schema.NonEmptyString,
  /** The agent that publishes the object; null in a template and in the court's own object. `GET /api/v1/agents/{handle}` says whether it is enrolled. */
  enrolled_handle: Schema.NullOr(Agent.Handle),
  undertaking: Schema.NonEmptyString,
  /** The court or body that decides a dispute that this Court does not receive; null if the clause names no such body. */
  fallback_forum: Schema.NullOr(Schema.NonEmptyString),
}).annotations({ identifier: "DisputeResolution" })

export type DisputeResolution = Named<typeof disputeResolutionSchema.Type>
/** The schema of `DisputeResolution`, with its fields. */
export interface DisputeResolutionSchema extends Schema.Struct<(typeof disputeResolutionSchema)["fields"]> {}

/** The document by which an agent says that disputes over its deals go to this court. */
export const DisputeResolution: DisputeResolutionSchema = disputeResolutionSchema

/** The object that an agent publishes for a clause of these terms; a template if `handle` is null. */
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

/** The object of the court at this address, which an agent fills in: without a handle, a pinned version or a fallback forum. */
export const template = (forumUrl: string): DisputeResolution =>
  disputeResolution(null, { forumUrl, pinnedVersion: null, fallbackForum: null })

/** The version of the Rules that an object pins; null if the version in force at filing applies. */
export const pinnedVersion = ({ rules_version }: DisputeResolution): string | null =>
  rules_version === versionAtFiling ? null : rules_version

const withoutSlash = (address: string): string => address.replace(/\/+$/, "")

/**
 * The members of an object that differ from this Court's own object with the same version and fallback forum. The list is empty if the
 * object names this Court, its Rules and its clause. The handle is not compared: enrolment is read from the register.
 */
export const differences = (
  object: DisputeResolution,
  forumUrl: string,
): ReadonlyArray<keyof DisputeResolution> => {
  const ours = disputeResolution(object.enrolled_handle, {
    // Addresses that differ only in a closing slash are equal, also if the words of the clause quote them.
    forumUrl: withoutSlash(object.forum_url) === withoutSlash(forumUrl) ? object.forum_url : forumUrl,
    pinnedVersion: pinnedVersion(object),
    fallbackForum: object.fallback_forum,
  })
  // `ours` is made above and has exactly the members of its type.
  const members = Object.keys(ours) as ReadonlyArray<keyof DisputeResolution>
  return members.filter((member) => object[member] !== ours[member])
}
