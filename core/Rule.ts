/** A rule: a function that names the sections that it enforces. */
import type { SectionId } from "./rulebook/Section.ts"

/** What every rule function carries: the sections that it gives effect to. */
export interface Enforces {
  readonly sections: ReadonlyArray<SectionId>
}

/**
 * Names the sections that a function enforces. The function itself is unchanged and costs nothing more to call;
 * the rulebook's own test reads the names to show that every enforced section has code.
 */
export const rule = <F extends (...args: never) => unknown>(
  sections: readonly [SectionId, ...SectionId[]],
  enforce: F,
): F & Enforces => Object.assign(enforce, { sections })
