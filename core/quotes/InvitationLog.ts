/** The logs that limit how many invitations go out. */
import { Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"

/** When invitations were last sent: by one operator (`operator/<id>`), or to one address (`address/<hash>`). */
export const InvitationLog = Schema.Struct({ id: Schema.String, sentAt: Schema.Array(Instant) })

export type InvitationLog = typeof InvitationLog.Type

export const InvitationLogs = Kind.make<InvitationLog>({
  name: "invitation-log",
  schema: InvitationLog,
  id: (log) => log.id,
})

export const byOperator = (operatorId: string): string => `operator/${operatorId}`

export const toAddress = (emailHash: string): string => `address/${emailHash}`
