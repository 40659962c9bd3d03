/** Payouts: what a judgment gives of the money of a hold, the instruction to pay it, and the report that it was paid (PD2 §§6E to 6H). */
import { requestPayout } from "./Instruct.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"
import { paidOut, sums } from "./Sums.ts"

export const commands = { requestPayout, reportPaidOut }
export const sections = { paidOut, sums }

export { requestPayout } from "./Instruct.ts"
export { reportPaidOut } from "./ReportPaidOut.ts"
