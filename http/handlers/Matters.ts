/** The acts and reads of matters. */
import { Effect } from "effect"
import { Host } from "../../core/Host.ts"
import { acceptConsent } from "../../core/judgments/AcceptConsent.ts"
import { deliverJudgment } from "../../core/judgments/Deliver.ts"
import { readProposal } from "../../core/judgments/Proposal.ts"
import { call, discontinue, setPeriod } from "../../core/matters/Acts.ts"
import { offerConsent } from "../../core/matters/Consent.ts"
import { fileMatter } from "../../core/matters/FileMatter.ts"
import { fileDefence, fileReply } from "../../core/matters/Plead.ts"
import { docket, listMatters, readMatter } from "../../core/matters/Queries.ts"
import { answer, putQuestions } from "../../core/matters/Questions.ts"
import { admitTender, disputeTender } from "../../core/matters/Tenders.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { MattersGroup } from "../api/Matters.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

export const matters: Handlers<typeof MattersGroup> = {
  docket: (request) => askPage(docket, {}, request),
  fileMatter: (request) => answerWith(fileMatter, request.payload, request),
  listMatters: (request) => askPage(listMatters, {}, request),
  readMatter: (request) => ask(readMatter, request.path, request),
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
