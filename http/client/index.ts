/** The typed client of a court: on Effect (`Client.make`) and for programs that don't use Effect (`connect`). */
export { Api } from "../api/Api.ts"
export { Problem } from "../api/Operation.ts"
export * as Client from "./Client.ts"
export { type Court, connect } from "./Connect.ts"
export * as DisputeResolution from "./DisputeResolution.ts"
export * from "./Failure.ts"
export {
  type CalledNotice,
  checkNotice,
  type NoticeCall,
  type NoticeCheck,
  type NoticeExpected,
  type NoticeVerdict,
  noticeFailures,
} from "./Notice.ts"
export * as Seal from "./Seal.ts"
export { standard as standardRetry } from "./Transport.ts"
export * as Verify from "./Verify.ts"
