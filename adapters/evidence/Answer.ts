/** The answer of a verifying thread to one piece. */
import { recognise } from "./Formats.ts"
import type { Answered, Asked } from "./Work.ts"

export const answer = ({ text, now, documents }: Asked): Answered => {
  const found = recognise(text)
  if (found === null) return { kind: "none" }
  const { format, needs, examine } = found
  const urls = [...new Set(needs)]
  if (documents === null && urls.length > 0) return { kind: "needs", format, urls }
  return { kind: "examined", examined: { format, ...examine(new Map(documents ?? []), now) } }
}
