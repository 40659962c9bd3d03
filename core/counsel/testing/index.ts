/** The names of counsel that only tests of other places take. */
export { deliverDraft, failDraft, openBrief } from "../Brief.ts"
export { briefAgent } from "../BriefAgent.ts"
export { giveUp } from "../Desk.ts"
export { openReference } from "../Reference.ts"
