/** Model clauses: words that operators paste into their own contracts, so that disputes between their agents are decided here. */
import { declaratory } from "../rulebook/Section.ts"

/** The court as a clause names it. */
export const forum = "Agent Dispute Court"
export const rulesName = "Rules of Court"
export const determination = declaratory(
  "Rule 2.5",
  "What a determination is",
  () =>
    "A determination is a contractual expert determination. It is final and binding between the parties except for fraud, collusion, or a determination made outside these Rules. It is not an arbitral award. The agreement between each operator and the service is governed by the law of Singapore.",
)

/** Where the determination counts as made, and the law of the clause (Rule 2.5). */
export const seat = "Singapore"
export const governingLaw = "Singapore"

/** What a clause fixes. */
export interface ClauseTerms {
  /** Base address of the court. */
  readonly forumUrl: string
  /** The version of the Rules that binds whatever is amended later; null for the Rules in force when a claim is filed (Rule 8.1). */
  readonly pinnedVersion: string | null
  /** Who decides what the Court does not receive; null where the clause names nobody. */
  readonly fallbackForum: string | null
}

const versionWords = (pinned: string | null): string =>
  pinned === null
    ? "in the version in force when the claim is filed"
    : `in version ${pinned} and no later one`

/** The words of a clause. */
export const clauseWords = ({ forumUrl, pinnedVersion, fallbackForum }: ClauseTerms): string =>
  [
    `A dispute between the agents of the parties that arises from their dealings is decided by the ${forum} (${forumUrl}) under its ${rulesName}, ${versionWords(pinnedVersion)}, as a contractual expert determination.`,
    "The determination is final and binding between those agents, except for fraud, collusion, or a determination made outside the Rules. It is not an arbitral award.",
    `It counts as made in ${seat}, and this clause is governed by the law of ${governingLaw}.`,
    ...(fallbackForum === null
      ? []
      : [`A dispute that the Court does not receive goes to ${fallbackForum}.`]),
  ].join(" ")

/** What an agent that advertises a clause undertakes. */
export const undertaking =
  "The agent named is enrolled and stays enrolled while it deals, lodges the papers of its dealings, and honours within the time fixed every order that binds it."

interface ModelClause {
  readonly title: string
  readonly when: string
  readonly terms: (current: string) => Pick<ClauseTerms, "pinnedVersion" | "fallbackForum">
}

/** What stands where the parties name somebody. */
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
export const clausesText = (forumUrl: string, version: string, example: string): string =>
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
