/** The transfers on chains that need a look of the Registrar's. */
import { Effect } from "effect"
import { registrarOnly } from "../agents/Law.ts"
import { present } from "../Missing.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import { format, formatNullable } from "../Time.ts"
import { attentionIndex, type Counted, CountedTransfers } from "./Transfer.ts"

const transferView = (one: Counted) => ({
  network: one.network,
  asset: one.asset,
  txid: one.txid,
  index: one.index,
  to: one.to,
  units: one.units,
  cents: one.cents,
  towards: one.towards,
  why: present(one.attention, "the reason of a listed transfer"),
  at: format(one.at),
  reversedAt: formatNullable(one.reversedAt),
})
export type TransferView = ReturnType<typeof transferView>

/**
 * Transfers that the Registrar is told of: of another asset than was asked for, or taken back by a reorganisation. Oldest first.
 * `GET /registrar/transfers`. Refused `registrar_only`.
 */
export const listTransfers = query({
  name: "list-transfers",
  read: rule(["PD2 §9", "PD11 §11"], ({ page }: Paged, { actor }: QueryContext, reader: Reader) => {
    const refused = registrarOnly(actor)
    if (refused !== null) return Effect.fail(refused)
    return Effect.map(
      reader.list(CountedTransfers, { index: attentionIndex, prefix: "", ...page }),
      ({ items, next }) => ({ items: items.map(transferView), next }),
    )
  }),
})
