import { records as proofRecords, records } from "../../../../core/proofs/index.ts"
import { each, type Invariant } from "../Invariant.ts"

export const keys: ReadonlyArray<Invariant> = [
  each("a key is one agent's at a time", proofRecords.ProvenKeys, ({ after }, store) => {
    const standing = store
      .all(proofRecords.ProvenKeys)
      .filter(({ fingerprint, endedAt }) => fingerprint === after.fingerprint && endedAt === null)
    return standing.length <= 1
  }),
  each("a proof that has ended stays as it was", proofRecords.ProvenKeys, ({ before, after }) => {
    if (before === null) return after.endedAt === null
    return before.endedAt === null && JSON.stringify({ ...after, endedAt: null }) === JSON.stringify(before)
  }),
  each("the book of an agent has its standing proofs", records.KeyBooks, ({ after }, store) => {
    const own = store
      .all(proofRecords.ProvenKeys)
      .filter(({ agentId, endedAt }) => agentId === after.agentId && endedAt === null)
    const ids = (proofs: ReadonlyArray<{ readonly id: string }>) => proofs.map(({ id }) => id).sort()
    return JSON.stringify(ids(after.standing)) === JSON.stringify(ids(own))
  }),
]
