import { Either, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import * as Kind from "../Kind.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { Instant } from "../Time.ts"

/** Leave for one more agent of a proven operator. The token itself is kept nowhere: the id is its SHA-256. */
export const Approval = Schema.Struct({
  id: Schema.String,
  operatorId: Schema.String,
  issuedBy: Schema.String,
  issuedAt: Instant,
  expiresAt: Instant,
  usedBy: Schema.NullOr(Schema.String),
})
export type Approval = typeof Approval.Type
export const Approvals = Kind.make<Approval>({
  name: "approval",
  schema: Approval,
  id: (approval) => approval.id,
})

/** Uses up an approval for an agent of the operator that issued it. Every reason to refuse answers alike, so that tokens can't be probed. */
export const redeem = rule(
  ["PD3 §2"],
  (
    approval: Approval | null,
    operatorId: string,
    agentId: string,
    now: Instant,
  ): Either.Either<Change, Refusal> =>
    approval === null ||
    approval.usedBy !== null ||
    now >= approval.expiresAt ||
    approval.operatorId !== operatorId
      ? Either.left(refusal("approval_unusable", {}))
      : Either.right(Changed.put(Approvals, { ...approval, usedBy: agentId })),
)
