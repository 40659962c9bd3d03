import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { defaultCurrency } from "../Money.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { format } from "../Time.ts"
import { Balances, balanceCents, newBalance, owedCents } from "./Balance.ts"
import { accountIndex, LedgerEntries, type LedgerEntry } from "./LedgerEntry.ts"

/** The agent whose account is asked for: nobody reads another's. */
export const holderOf = (actor: Actor): Effect.Effect<string, Refusal> =>
  actor.role === "agent" ? Effect.succeed(actor.id) : Effect.fail(refusal("agents_only", {}))

const entryView = ({ id, kind, cents, reason, rule: provision, subject, at }: LedgerEntry) => ({
  id,
  kind,
  cents,
  reason,
  rule: provision,
  subject,
  at: format(at),
})
export type EntryView = ReturnType<typeof entryView>

/** What an agent owes (below nothing: what it has to its credit), up to how much it may, and whether it is over that (PD2 §7). */
export const accountHead = rule(["PD2 §7"], (reader: Reader, agentId: string, terms: Terms) =>
  Effect.map(reader.find(Balances, agentId), (found) => {
    const balance = Option.getOrElse(found, () => newBalance(agentId))
    return {
      currency: defaultCurrency,
      balanceCents: balanceCents(balance),
      creditLimitCents: terms.creditCentsMax,
      overLimit: owedCents(balance) > terms.creditCentsMax,
    }
  }),
)

/** The entries of an agent's ledger, oldest first. `after` is the `next` of the page before. */
export const accountPage = (
  reader: Reader,
  agentId: string,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<EntryView>, StoreUnavailable> =>
  Effect.map(
    reader.list(LedgerEntries, { index: accountIndex, prefix: `${agentId}/`, ...page }),
    (found) => ({
      items: found.items.map(entryView),
      next: found.next,
    }),
  )
