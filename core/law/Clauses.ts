/** Model clauses: words that operators paste into their own contracts, so that disputes between their agents are decided here. */

/** The court as a clause names it. */
export const forum = "Agent Dispute Court"
export const rulesName = "Rules of Court"
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
