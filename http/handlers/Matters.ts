/** The acts and reads of matters, with the public reads about the authorities tendered in them. */
import { acceptConsent, deliverJudgment } from "../../core/judgments/Commands.ts"
import { readProposal } from "../../core/judgments/Queries.ts"
import { holdings } from "../../core/law/Holdings.ts"
import { call, discontinue, setPeriod } from "../../core/matters/Acts.ts"
import { offerConsent } from "../../core/matters/Consent.ts"
import { fileMatter } from "../../core/matters/FileMatter.ts"
import { fileDefence, fileReply } from "../../core/matters/Plead.ts"
import { docket, listMatters, readMatter } from "../../core/matters/Queries.ts"
import { answer, putQuestions } from "../../core/matters/Questions.ts"
import { admitTender, disputeTender } from "../../core/matters/Tenders.ts"
import type { MattersGroup, TendersGroup } from "../api/Matters.ts"
import { answerWith, ask, askPage, type Handlers } from "../server/Handler.ts"

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
  readProposal: (request) => ask(readProposal, request.path, request),
  deliverJudgment: (request) =>
    answerWith(deliverJudgment, { matterId: request.path.id, draft: request.payload }, request),
}

export const tenders: Handlers<typeof TendersGroup> = {
  holdings: (request) => ask(holdings, request.query, request),
}
