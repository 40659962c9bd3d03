import { Effect } from "effect"
import { Host } from "../../core/Host.ts"
import { acceptConsent } from "../../core/judgments/AcceptConsent.ts"
import { deliverJudgment } from "../../core/judgments/Deliver.ts"
import { readProposal } from "../../core/judgments/Proposal.ts"
import { answer } from "../../core/matters/Answer.ts"
import { call } from "../../core/matters/Call.ts"
import { offerConsent } from "../../core/matters/Consent.ts"
import { readMatter } from "../../core/matters/Detail.ts"
import { discontinue } from "../../core/matters/Discontinue.ts"
import { docketHead, docketPage, mattersPage } from "../../core/matters/Docket.ts"
import { fileMatter } from "../../core/matters/FileMatter.ts"
import { fileDefence, fileReply } from "../../core/matters/Plead.ts"
import { putQuestions } from "../../core/matters/Questions.ts"
import { setPeriod } from "../../core/matters/SetPeriod.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import { admitTender, disputeTender } from "../../core/tenders/Stance.ts"
import type { MattersGroup } from "../api/Matters.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, type Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"

const scheduled = Effect.flatMap(Host, (host) => host.schedule)

export const matters: Handlers<typeof MattersGroup> = {
  docket: (request) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const schedule = yield* scheduled
      const head = yield* docketHead(reader, request.now, schedule)
      const { value } = yield* paged((r, page) => docketPage(r, page, request.now, schedule), request)
      return reply({ ...head, ...value })
    }),
  fileMatter: (request) => answerWith(fileMatter, request.payload, request),
  listMatters: (request) =>
    Effect.flatMap(scheduled, (schedule) =>
      paged((reader, page) => mattersPage(reader, request.actor, page, request.now, schedule), request),
    ),
  readMatter: ({ path, actor, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* readMatter(reader, path.id, actor, now, yield* scheduled))
    }),
  fileDefence: (request) =>
    answerWith(fileDefence, { matterId: request.path.id, pleading: request.payload }, request),
  fileReply: (request) =>
    answerWith(fileReply, { matterId: request.path.id, pleading: request.payload }, request),
  disputeTender: ({ path, payload, ...request }) =>
    answerWith(disputeTender, { matterId: path.id, tenderId: path.tenderId, dispute: payload }, request),
  admitTender: ({ path, ...request }) =>
    answerWith(admitTender, { matterId: path.id, tenderId: path.tenderId }, request),
  putQuestions: (request) =>
    answerWith(putQuestions, { ...request.payload, matterId: request.path.id }, request),
  answerQuestions: (request) =>
    answerWith(answer, { ...request.payload, matterId: request.path.id }, request),
  setPeriod: (request) =>
    answerWith(setPeriod, { matterId: request.path.id, setting: request.payload }, request),
  offerConsent: (request) =>
    answerWith(offerConsent, { ...request.payload, matterId: request.path.id }, request),
  acceptConsent: (request) => answerWith(acceptConsent, { matterId: request.path.id }, request),
  callForJudgment: (request) => answerWith(call, { matterId: request.path.id }, request),
  discontinue: (request) => answerWith(discontinue, { matterId: request.path.id }, request),
  readProposal: ({ path, actor }) =>
    Effect.flatMap(Store, (store) =>
      Effect.map(readProposal(Reader.make(store).reader, path.id, actor), (found) => reply(found)),
    ),
  deliverJudgment: (request) =>
    answerWith(deliverJudgment, { matterId: request.path.id, draft: request.payload }, request),
}
