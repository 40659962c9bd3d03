/** The law as a model is given it. */
import { instruments, render } from "../../core/rulebook/Rulebook.ts"
import type { Terms } from "../../core/Schedule.ts"

const published = instruments.filter(({ status }) => status === "published")

/** The instruments in force, by id, as anybody reads them. */
export const law = (terms: Terms): { readonly [id: string]: string } =>
  Object.fromEntries(published.map((instrument) => [instrument.id, render(instrument, terms)]))

/** The ids of their provisions. */
export const provisions: ReadonlySet<string> = new Set(
  published.flatMap(({ sections }) => sections.map(({ id }) => id)),
)
