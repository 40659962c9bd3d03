/**
 * The handlers for matters and what comes of them: tenders, judgments, appeals and entries of the Register of Compliance.
 *
 * The look-up before a deal is the compliance record of an agent, signed. A first page is kept with its signature for a second, unless
 * this process records something about any agent meanwhile; what another process records shows within that second.
 */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import * as Moved from "../../adapters/store/Moved.ts"
import { appeal, deliverAppeal, readAppeal, readFee, seekLeave, withdraw } from "../../core/appeals/index.ts"
import {
  acceptConsent,
  deliverJudgment,
  readBundle,
  readBundlePart,
  readProposal,
} from "../../core/bench/index.ts"
import {
  addressEntry,
  attestEntry,
  confirmEntry,
  disputeEntry,
  proveEntry,
  readCompliance,
  readEntry,
  readHistory,
  readRegister,
} from "../../core/compliance/index.ts"
import { listMatters, readMatter } from "../../core/docket/index.ts"
import { checkEvidence } from "../../core/evidence/index.ts"
import {
  isSigned,
  listJudgments,
  proveJudgment,
  readDisposition,
  readJudgment,
} from "../../core/judgments/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { Schedule } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import {
  admitTender,
  answer,
  call,
  discontinue,
  disputeTender,
  docket,
  fileDefence,
  fileMatter,
  fileReply,
  holdings,
  offerConsent,
  putQuestions,
  setPeriod,
} from "../../core/matters/index.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { AppealsGroup, JudgmentsGroup } from "../api/Judgments.ts"
import type { EvidenceGroup, MattersGroup, TendersGroup } from "../api/Matters.ts"
import { document, etagOf, type Reply, reply } from "../server/Answer.ts"
import { type AnyRequest, ask, askPage, beginning, type Handlers } from "../server/Handler.ts"
import { serveProof } from "./Log.ts"

type Request = AnyRequest & {
  readonly path: { readonly handle: string }
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
}

const summary = Effect.fnUntraced(function* (request: Request) {
  const { value } = yield* askPage(readCompliance, { handle: request.path.handle }, request)
  const { asOf, ...rest } = value
  const { sign } = yield* Keys
  const signature = yield* sign({ ...rest, asOf })
  // The tag is that of the record: it stays while only the time of the answer differs.
  return document({ ...rest, asOf, signature }, { etag: `W/${etagOf(JSON.stringify(rest))}` })
})

/** A page with what must still be so if it is given again. */
interface Kept<A> {
  readonly reply: Reply<A>
  readonly moves: number
  readonly schedule: Schedule
  readonly asOf: Instant
  readonly until: number
}

const keptMs = 1_000
// So many pages of so many bytes: 8 MB at most.
const keptMax = 1_000
const keptBytesMax = 8_192

type Page = Effect.Effect.Success<ReturnType<typeof summary>>
const ofCourts = new WeakMap<Moved.Count, Map<string, Kept<Page["value"]>>>()
const keptBy = (count: Moved.Count) => {
  const found = ofCourts.get(count) ?? new Map<string, Kept<Page["value"]>>()
  ofCourts.set(count, found)
  return found
}

/** A reader who was told a position is shown nothing earlier, so it is given nothing that is kept. */
const asksLatest = ({ header, query }: Request): boolean =>
  query.cursor !== undefined || header("court-read-position") !== undefined

const agentCompliance = Effect.fnUntraced(function* (request: Request) {
  const count = yield* Moved.Moved
  if (count === null || asksLatest(request)) return yield* summary(request)
  const { path, query, now: asOf } = request
  const pages = keptBy(count)
  const name = `${path.handle}/${query.limit ?? ""}`
  const moves = count()
  const schedule = yield* (yield* Host).schedule
  const kept = pages.get(name)
  if (
    kept !== undefined &&
    kept.moves === moves &&
    kept.schedule === schedule &&
    performance.now() < kept.until &&
    asOf >= kept.asOf &&
    asOf - kept.asOf < keptMs
  )
    return kept.reply
  const reply = yield* summary(request)
  if ((reply.rendered?.body.length ?? 0) > keptBytesMax) return reply
  if (pages.size >= keptMax) pages.clear()
  pages.set(name, { reply, moves, schedule, asOf, until: performance.now() + keptMs })
  return reply
})

export const matters: Handlers<typeof MattersGroup> = {
  docket,
  fileMatter,
  listMatters,
  readMatter,
  fileDefence,
  fileReply,
  disputeTender,
  admitTender,
  putQuestions,
  answerQuestions: answer,
  setPeriod,
  offerConsent,
  acceptConsent,
  callForJudgment: call,
  discontinue,
  readProposal,
  readBundle,
  readBundlePart,
  deliverJudgment,
}

export const tenders: Handlers<typeof TendersGroup> = {
  holdings,
}

export const evidence: Handlers<typeof EvidenceGroup> = {
  checkEvidence,
}

export const judgments = (baseUrl: string): Handlers<typeof JudgmentsGroup> => ({
  listJudgments,
  readJudgment: (request) =>
    Effect.flatMap(Keys, ({ notary }) => ask(readJudgment, { ...request.path, notary, baseUrl }, request)),
  readDisposition: (request) =>
    Effect.gen(function* () {
      const { value } = yield* ask(readDisposition, request.path, request)
      const keys = yield* Keys
      return reply({ ...value, signature: isSigned(value) ? yield* keys.sign(value) : null })
    }),
  proveJudgment: serveProof(proveJudgment),
})

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal,
  seekLeave,
  readFee,
  withdrawAppeal: withdraw,
  deliverAppeal,
  readAppeal,
}

export const compliance: Handlers<typeof ComplianceGroup> = {
  agentCompliance,
  listCompliance: readRegister,
  readCompliance: beginning(readEntry, "historyCursor"),
  complianceHistory: readHistory,
  proveCompliance: serveProof(proveEntry),
  attestCompliance: attestEntry,
  confirmCompliance: confirmEntry,
  setComplianceAddress: addressEntry,
  disputeCompliance: disputeEntry,
}
