/** A store filled with copies of what a few requests made: matters and quotes by their parties, dealings of one hash. */
import { Effect, Either, Option } from "effect"
import type { Change } from "../../core/Change.ts"
import * as Changed from "../../core/Change.ts"
import { command } from "../../core/Command.ts"
import * as Court from "../../core/Court.ts"
import { notarise } from "../../core/dealings/Notarise.ts"
import { Matters } from "../../core/matters/Matter.ts"
import { Notary } from "../../core/Notary.ts"
import { Quotes } from "../../core/quotes/Quote.ts"
import { published } from "../../core/Schedule.ts"
import { type Driver, Store } from "../../core/Store.ts"

const perCommit = 16
const notary = Notary.of({ sign: () => Effect.die("nothing is sealed here") })

/** An id that no record has, in the order of its number. */
const idOf = (n: number): string => `019f0000-0000-7000-8000-${String(n).padStart(12, "0")}`

export interface Filling {
  readonly matter: string
  readonly quote: string
  readonly sha256: string
  readonly matters: number
  readonly quotes: number
  readonly dealings: number
}

/** Copies one matter and one quote, and lodges one hash, so often; with the store's own commits. */
export const fill = (driver: Driver, now: number, filling: Filling): Promise<void> => {
  const { matter, quote, sha256 } = filling
  const batch = (
    makes: (n: number, context: Parameters<typeof notarise.decide>[2], facts: Facts) => ReadonlyArray<Change>,
  ) =>
    command({
      name: "fill",
      sections: [],
      gather: (_from: number, _context, reader) =>
        Effect.all({ matter: reader.find(Matters, matter), quote: reader.find(Quotes, quote) }),
      decide: (facts, from, context) => {
        const numbers = Array.from({ length: perCommit }, (_, i) => from + i)
        return Either.right({ changes: numbers.flatMap((n) => makes(n, context, facts)), reply: {} })
      },
    })
  type Facts = {
    readonly matter: Option.Option<typeof Matters.schema.Type>
    readonly quote: Option.Option<typeof Quotes.schema.Type>
  }
  const copies = {
    matters: batch((n, _context, facts) => [
      Changed.put(Matters, { ...Option.getOrThrow(facts.matter), id: idOf(n), number: n + 1_000 }),
    ]),
    quotes: batch((n, _context, facts) => [
      Changed.put(Quotes, { ...Option.getOrThrow(facts.quote), id: idOf(n), offeredAt: now + n }),
    ]),
    dealings: batch((n, context) => {
      const lodged = notarise.decide(
        null,
        { sha256 },
        { ...context, id: (k) => context.id(k + (n % perCommit) * 4) },
      )
      return Either.getOrThrow(lodged).changes
    }),
  }
  const program = Effect.forEach(["matters", "quotes", "dealings"] as const, (kind) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(filling[kind] / perCommit) }, (_, i) => i * perCommit),
      (from) =>
        Court.execute(copies[kind], from, {
          actor: { role: "agent", id: "filler", handle: "filler" },
          now: now + from,
          seed: `${kind.charCodeAt(0)}${String(from).padStart(18, "0")}`.slice(0, 20).padEnd(20, "0"),
          schedule: published,
        }),
      { concurrency: 64, discard: true },
    ),
  )
  return Effect.runPromise(
    program.pipe(Effect.asVoid, Effect.provideService(Store, driver), Effect.provideService(Notary, notary)),
  )
}
