/** The answer of a verifying thread to one piece. */
import { recognise } from "./Formats.ts"
import { fails } from "./Verifier.ts"
import type { Answered, Asked } from "./Work.ts"

const unreadable = fails("form", "It is not of its form, and can't be examined.")

export const answer = ({ text, now, documents }: Asked): Answered => {
  const found = recognise(text)
  if (found === null) return { kind: "none" }
  const { format, needs, examine } = found
  const urls = [...new Set(needs)]
  if (documents === null && urls.length > 0) return { kind: "needs", format, urls }
  try {
    return { kind: "examined", examined: { format, ...examine(new Map(documents ?? []), now) } }
  } catch {
    // A verifier that fails is a fault of ours. The piece is filed all the same, and proves nothing.
    return { kind: "examined", examined: { format, signers: [], checks: [unreadable], statement: [] } }
  }
}
