/** What the check of a record gives: where its keys are, what it shows of the record, and the rules with the key document. */
import type { RuleChecked } from "../../client/Seal.ts"

export interface Checked {
  /** The file or address of the key document. */
  readonly keys: string
  /** What was asked for, in words. */
  readonly asked: string
  /** Prints what the signature covers. */
  readonly tell: () => void
  /** Each rule with whether it holds. Throws a `Failure` if the document is no key document. */
  readonly rules: (document: unknown) => ReadonlyArray<RuleChecked>
  readonly good: string
  readonly bad: string
}
