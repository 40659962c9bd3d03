/** The accounts of deals, as far as the filing of a claim and the call ask about them (PD15 §§2, 9). */
import { Context, Effect } from "effect"
import type { Prospect, Ripeness } from "../account/index.ts"
import type { Findings } from "../evidence/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Quote } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Matter } from "./Matter.ts"
import type { Filing } from "./Pleading.ts"
import type { Between } from "./Suits.ts"

/** A claim that is about to be filed, with what intake has read for it. */
export interface Claiming {
  readonly filing: Pick<Filing, "claim">
  readonly claimant: { readonly id: string }
  readonly respondent: { readonly id: string } | null
  readonly quote: Quote.Quote | null
  /** The suits between the two, once a matter that has lapsed makes way. */
  readonly suits: Between | null
  /** The findings on its evidence; absent while it is not examined. */
  readonly kept?: Findings.Kept | null
}

/** The case of a party on a deal, and what stands in holds for what it would get. */
export interface Told {
  readonly told: Prospect.Case
  readonly held: Prospect.InHolds
}

type At = { readonly now: Instant; readonly terms: Terms }

interface AccountsService {
  /** Why the accounts on which a claim rests can't be claimed now. An order without a cause is not refused for an account. */
  readonly unripe: (
    reader: Reader,
    claiming: Claiming,
    at: At,
  ) => Effect.Effect<ReadonlyArray<Refusal>, StoreUnavailable>
  /** The claimant's case on each deal on which its orders rest, as it would stand once the claim is filed. */
  readonly cases: (
    reader: Reader,
    claiming: Claiming,
    at: At,
  ) => Effect.Effect<ReadonlyArray<Told>, StoreUnavailable>
  /** Why a matter on the account of a quote can't be called now, and from when it can; null if it can be called now. */
  readonly waits: (
    reader: Reader,
    matter: Matter,
    at: At,
  ) => Effect.Effect<Ripeness.CallWaits | null, StoreUnavailable>
}

/** The accounts of deals. `rulebook.layer` provides them: they are drawn from records of areas that stand after matters. */
export class Accounts extends Context.Tag("agent-court/Accounts")<Accounts, AccountsService>() {}

/** The statuses in which a matter may be called, and the status from which a single act or the passing of time leads there. */
const callSoon: ReadonlySet<string> = new Set(["undefended", "defended", "closed"])

/** From when a matter may be called, if the times of its deal still run (PD15 §9); null if it may be called at once. */
export const callOpensAt = Effect.fnUntraced(function* (reader: Reader, matter: Matter, at: At) {
  if (!callSoon.has(matter.status)) return null
  const waits = yield* (yield* Accounts).waits(reader, matter, at)
  return waits?.opensAt ?? null
})
