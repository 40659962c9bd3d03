/** What each judge of the configuration is, as the help, the start and the judgments of a court say it. */

/** What the judge on the papers is, in few words. */
export const ofDocuments = "a judge of documents, not of credibility"

export const natures = {
  papers: `${ofDocuments}: it rests on what is admitted or undefended and on what documents on record prove, and it believes or disbelieves nobody`,
  bench: "a Judge decides every matter, and no program drafts",
  model: "a model drafts, and a Judge confirms or replaces each draft",
} as const
