import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import { registrarOnly } from "../agents/Law.ts"
import { present } from "../Missing.ts"
import type { Reader } from "../Reader.ts"
import type { Refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
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

/** Transfers that the Registrar is told of: of another asset than was asked for, or taken back by a reorganisation. Oldest first. */
export const attentionPage = rule(
  ["PD2 §9", "PD11 §11"],
  (
    reader: Reader,
    actor: Actor,
    page: { readonly after: string | null; readonly limit: number },
  ): Effect.Effect<Page<TransferView>, Refusal | StoreUnavailable> => {
    const refused = registrarOnly(actor)
    if (refused !== null) return Effect.fail(refused)
    return Effect.map(
      reader.list(CountedTransfers, { index: attentionIndex, prefix: "", ...page }),
      ({ items, next }) => ({ items: items.map(transferView), next }),
    )
  },
)
