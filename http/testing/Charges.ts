/** A store in which a test can charge fees, as the delivery of a judgment past the free list does. */
import { Effect, Either, Option } from "effect"
import { command } from "../../core/Command.ts"
import * as Court from "../../core/Court.ts"
import { Balances, type LedgerEntry, newBalance, post } from "../../core/ledger/Account.ts"
import { Notary } from "../../core/Notary.ts"
import { published } from "../../core/Schedule.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"

const enter = command({
  name: "enter",
  sections: [],
  gather: ({ agentId }: LedgerEntry, _context, reader) =>
    Effect.map(
      reader.find(Balances, agentId),
      Option.getOrElse(() => newBalance(agentId)),
    ),
  decide: (balance, entry) => Either.right({ changes: post(balance, entry), reply: {} }),
})
const notary = Notary.of({ sign: () => Effect.die("nothing is sealed here") })

export const freshStore = (): Driver => Effect.runSync(MemoryStore.make)

/** Charges the Magistrate's fee of the n-th judgment to an agent. */
export const charge = (driver: Driver, now: Instant, agentId: string, n: number, cents: number) => {
  const entry: LedgerEntry = {
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    agentId,
    kind: "charge",
    cents,
    reason: "magistrate_fee",
    rule: "PD2 §4",
    subject: `judgment/[2026] MC ${n}`,
    at: now + n,
  }
  const seed = String(n).padStart(20, "0")
  const ended = Court.execute(enter, entry, { actor: { role: "judge" }, now, seed, schedule: published })
  return Effect.runPromise(
    ended.pipe(Effect.provideService(Store, driver), Effect.provideService(Notary, notary)),
  )
}
