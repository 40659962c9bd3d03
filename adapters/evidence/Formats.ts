/**
 * The formats that are verified, in the order in which a piece is tried, and the answer of a verifying thread to one piece. A new format
 * is a folder and a line here.
 */
import type { Verified } from "../../core/evidence/index.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { card } from "./a2a/Card.ts"
import { acceptance } from "./a2a-acceptance/Acceptance.ts"
import { ap2 } from "./ap2/Ap2.ts"
import { record as atdrp } from "./atdrp/Record.ts"
import { judgment } from "./court/Judgment.ts"
import { receipt as courtReceipt } from "./court/Receipt.ts"
import { claim } from "./delivery-claim/Claim.ts"
import { dispute } from "./dispute/Dispute.ts"
import { job } from "./erc8183/Job.ts"
import { message } from "./http/Message.ts"
import { jws } from "./Jws.ts"
import type { Answered, Asked } from "./Pool.ts"
import { isMembers, parseJson, pieceBytesMax } from "./Read.ts"
import { type Documents, fails, type Opened, type Verifier } from "./Verifier.ts"
import { offer, receipt } from "./x402/Artifact.ts"

export const verifiers: ReadonlyArray<Verifier> = [
  offer,
  receipt,
  atdrp,
  job,
  claim,
  acceptance,
  ap2,
  card,
  judgment,
  message,
  courtReceipt,
  dispute,
  jws,
]

/** Of all that is no JSON object, only tokens are artifacts: what a court signed, a dispute, or any other. */
const tokens: ReadonlySet<Verified.Format> = new Set(["court_receipt", "dispute_jwt", "jws"])

interface Recognised extends Opened {
  readonly format: Verifier["format"]
}

/**
 * The format of a piece; null if no format fits it. `spoken` names the experimental formats that the court reads: a piece in another of
 * them is read as what else it is.
 */
export const recognise = (text: string, spoken: ReadonlyArray<Verified.Format> = []): Recognised | null => {
  if (Buffer.byteLength(text) > pieceBytesMax) return null
  const value = /^\s*\{/.test(text) ? parseJson(text) : undefined
  for (const { format, experimental = false, open } of verifiers) {
    if (experimental && !spoken.includes(format)) continue
    if (isMembers(value) ? format === "jws" : !tokens.has(format)) continue
    const opened = open({ text, value })
    if (opened !== null) return { format, ...opened }
  }
  return null
}

/** A piece examined with the documents that it needs; null if it has no format. */
export const examine = (
  text: string,
  documents: Documents,
  now: Instant,
  spoken?: ReadonlyArray<Verified.Format>,
): Omit<Verified.Examined, "documents"> | null => {
  const found = recognise(text, spoken)
  return found === null ? null : { format: found.format, ...found.examine(documents, now) }
}

const unreadable = fails("form", "It is not of its form, and can't be examined.")

export const answer = ({ text, now, documents, spoken }: Asked): Answered => {
  const found = recognise(text, spoken)
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
