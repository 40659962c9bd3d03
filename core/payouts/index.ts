/** Payouts: what a judgment gives of the money of a hold, the instruction to pay it, and the report that it was paid (PD2 §§6E to 6H). */
import { requestPayout } from "./Instruct.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

export const commands = { requestPayout, reportPaidOut }

export * as Instruct from "./Instruct.ts"
export * as Judged from "./Judged.ts"
export * as Pending from "./Pending.ts"
export * as ReportPaidOut from "./ReportPaidOut.ts"
export * as Sums from "./Sums.ts"
