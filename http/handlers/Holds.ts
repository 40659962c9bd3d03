import { confirmHold } from "../../core/holds/Acts.ts"
import { requestPayout } from "../../core/holds/Instruct.ts"
import { nameOnMatter, nameOnQuote } from "../../core/holds/Naming.ts"
import { holdsOnMatter, holdsOnQuote, readHold, readPayout, revocations } from "../../core/holds/Queries.ts"
import { reportPaidOut } from "../../core/holds/ReportPaidOut.ts"
import type { HoldsGroup } from "../api/Holds.ts"
import { answerWith, ask, type Handlers } from "../server/Handler.ts"

export const holds: Handlers<typeof HoldsGroup> = {
  nameHoldOnQuote: (request) => answerWith(nameOnQuote, { ...request.payload, ...request.path }, request),
  listHoldsOnQuote: (request) => ask(holdsOnQuote, request.path, request),
  nameHoldOnMatter: (request) => answerWith(nameOnMatter, { ...request.payload, ...request.path }, request),
  listHoldsOnMatter: (request) => ask(holdsOnMatter, request.path, request),
  holdRevocations: (request) => ask(revocations, {}, request),
  readHold: (request) => ask(readHold, request.path, request),
  confirmHold: (request) => answerWith(confirmHold, { ...request.payload, ...request.path }, request),
  requestPayout: (request) => answerWith(requestPayout, { ...request.payload, ...request.path }, request),
  readPayout: (request) => ask(readPayout, request.path, request),
  reportPaidOut: (request) => answerWith(reportPaidOut, { ...request.payload, ...request.path }, request),
}
