/** The acts and reads of appeals. */
import { appeal, seekLeave } from "../../core/appeals/Begin.ts"
import { withdraw } from "../../core/appeals/Commands.ts"
import { deliverAppeal } from "../../core/appeals/Delivery.ts"
import { readAppeal, readFee } from "../../core/appeals/Queries.ts"
import type { AppealsGroup } from "../api/Appeals.ts"
import { answerWith, ask, type Handlers } from "../server/Handler.ts"

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal: (request) => answerWith(appeal, { ...request.payload, matterId: request.path.id }, request),
  seekLeave: (request) => answerWith(seekLeave, { ...request.payload, matterId: request.path.id }, request),
  readFee: (request) => ask(readFee, request.path, request),
  withdrawAppeal: (request) => answerWith(withdraw, { matterId: request.path.id }, request),
  deliverAppeal: (request) =>
    answerWith(deliverAppeal, { id: request.path.id, draft: request.payload }, request),
  readAppeal: (request) => ask(readAppeal, request.path, request),
}
