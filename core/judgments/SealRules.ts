/** The rules by which anybody checks a judgment (Rule 5.4), in words: four on its seal and two on the words under it. */
import { rule } from "../kernel/Section.ts"
import type { JudgmentCheck } from "./Verify.ts"

const rules: ReadonlyArray<{ readonly words: string; readonly checks: ReadonlyArray<JudgmentCheck> }> = [
  { words: "1. the payload is taken as UTF-8 bytes", checks: ["payload"] },
  { words: "2. the public key is the court's, in force at the delivery", checks: ["key", "retired"] },
  { words: "3. the ed25519 signature is over these bytes", checks: ["algorithm", "signature"] },
  { words: "4. the sha256 is that of these bytes", checks: ["sha256"] },
  { words: "5. the record says what is under seal", checks: ["words", "record"] },
  { words: "6. what is under seal is the judgment that was asked for", checks: ["asked"] },
]

const failures: Readonly<Record<JudgmentCheck, string>> = {
  payload: "it is not text that UTF-8 can carry",
  algorithm: "the algorithm is not ed25519",
  key: "the court does not list this key",
  retired: "the key was retired when the words under seal say that they were delivered",
  signature: "the signature does not verify",
  sha256: "the bytes have another hash",
  words: "the payload is no judgment",
  record: "the record states another citation, court or register than the payload",
  asked: "a true seal of another judgment is not this one's",
}

export interface RuleChecked {
  readonly rule: string
  readonly holds: boolean
  /** Why it does not hold; empty if it does. */
  readonly why: string
}

/** Each rule with whether it holds, by the checks that failed; the judgment is good if all do. */
export const sealRules = rule(
  ["Rule 5.4"],
  (failed: ReadonlyArray<JudgmentCheck>): ReadonlyArray<RuleChecked> =>
    rules.map(({ words, checks }) => {
      const broken = checks.filter((name) => failed.includes(name))
      return {
        rule: words,
        holds: broken.length === 0,
        why: broken.map((name) => failures[name]).join(", "),
      }
    }),
)
