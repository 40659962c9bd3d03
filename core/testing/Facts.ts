/** For tests of commands: a court that has the records of the test and the records that earlier commands of the test have put. */
import { Effect, Either } from "effect"
import { accounts } from "../deals/index.ts"
import type { Change } from "../kernel/Change.ts"
import type { Command, CommandContext, Decision } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import type { NotaryUnavailable } from "../kernel/Notary.ts"
import type { Query, QueryContext } from "../kernel/Query.ts"
import * as Reader from "../kernel/Reader.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import { OwnLaw } from "../law/index.ts"
import { Accounts } from "../matters/index.ts"
import { Rulebook } from "../rulebook/index.ts"
import { type IndexEntry, isPlaced, type KeyedEntry, type Ref, refKey } from "../store/ChangeSet.ts"
import { holdsAll } from "../store/Search.ts"
import { type Driver, limits, type Stored, StoreUnavailable } from "../store/Store.ts"

type Ports = OwnLaw | Accounts.Accounts

/** The result of an effect that ends at once. It may read the court's own law, and accounts. */
export const run = <A, E>(effect: Effect.Effect<A, E, Ports>): A =>
  Effect.runSync(
    effect.pipe(
      Effect.provideService(OwnLaw, Rulebook.ownLaw),
      Effect.provideService(Accounts.Accounts, accounts),
    ),
  )

type Put = Extract<Change, { readonly _tag: "Put" }>

const unused = (operation: string) => () => Effect.fail(new StoreUnavailable({ operation, cause: "a test" }))
const stored = ({ kind, id, body }: Put): Stored => ({ ref: { kind, id }, version: 1, number: null, body })
/** Compares two values by their keys, for an ascending order. */
const by =
  <A>(key: (one: A) => string) =>
  (a: A, b: A): number =>
    key(a) < key(b) ? -1 : 1

/** An index entry with its key. The key of a placed entry follows the order in which the records were put. */
const keyed = (entry: IndexEntry, place: number): KeyedEntry =>
  isPlaced(entry)
    ? { index: entry.index, key: `${entry.list}${String(place).padStart(6, "0")}/${entry.rest}` }
    : entry

/** A store that a test fills with changes. It keeps records, names and texts, and it drops tasks and events. */
export const factsOf = (...given: ReadonlyArray<Change>) => {
  const records = new Map<string, Put>()
  const claims = new Map<string, string>()
  const texts = new Map<string, string>()
  const take = (changes: ReadonlyArray<Change>): void => {
    for (const change of changes)
      if (change._tag === "Put") records.set(refKey(change), change)
      else if (change._tag === "Claim") claims.set(change.claim, change.holder)
      else if (change._tag === "Release") claims.delete(change.claim)
      else if (change._tag === "Blob") texts.set(change.sha256, change.text)
  }
  take(given)
  const found = (ref: Ref): Stored | null => {
    const put = records.get(refKey(ref))
    return put === undefined ? null : stored(put)
  }
  const search: Driver["search"] = ({ index, prefix, after, limit, phrases }) => {
    const all = [...records.values()]
      .flatMap((put, place) => put.index.map((entry) => ({ ...stored(put), ...keyed(entry, place) })))
      .filter((one) => one.index === index && one.key.startsWith(prefix) && one.key > (after ?? ""))
      .filter(({ words = "" }) => holdsAll(words, phrases))
      .sort(by(({ key }) => key))
    const items = all.slice(0, Math.min(limit, limits.pageItems))
    return Effect.succeed({ items, next: all.length > items.length ? (items.at(-1)?.key ?? null) : null })
  }
  const driver: Driver = {
    supports: { durable: false, shared: false },
    read: (refs) => Effect.succeed(refs.map(found)),
    list: (query) => search({ ...query, phrases: [] }),
    search,
    holder: (claim) => Effect.succeed(claims.get(claim) ?? null),
    tallies: (names) => Effect.succeed(names.map(() => 0)),
    blob: (sha256) => Effect.succeed(texts.get(sha256) ?? null),
    receipt: unused("receipt"),
    journal: unused("journal"),
    lease: unused("lease"),
    commit: unused("commit"),
  }
  const { reader } = Reader.make(driver)
  /** Decides a command on these facts, and keeps what it changes if it is not refused. */
  const decide = <I, F, R extends Json>(
    command: Command<I, F, R, Ports> | Command<I, F, R>,
    input: I,
    context: CommandContext,
  ): Either.Either<Decision<R>, Refusal> => {
    const gathered: Effect.Effect<F, Refusal | StoreUnavailable | NotaryUnavailable, Ports> = command.gather(
      input,
      context,
      reader,
    )
    const decided = run(
      Effect.either(
        Effect.flatMap(gathered, (facts) => command.decide(facts, input, context)).pipe(
          Effect.catchIf(isOutage, Effect.die),
        ),
      ),
    )
    if (Either.isRight(decided)) take(decided.right.changes)
    return decided
  }
  const ask = <I, View>(
    query: Query<I, View, OwnLaw> | Query<I, View>,
    input: I,
    context: QueryContext,
  ): Either.Either<View, Refusal> => {
    const read: Effect.Effect<View, Refusal | StoreUnavailable, OwnLaw> = query.read(input, context, reader)
    return run(Effect.either(Effect.catchTag(read, "StoreUnavailable", Effect.die)))
  }
  return { reader, decide, ask, take }
}

const isOutage = (
  failure: Refusal | StoreUnavailable | NotaryUnavailable,
): failure is StoreUnavailable | NotaryUnavailable => failure._tag !== "Refusal"

/** The decision of a command that must not be refused. */
export const allowed = <A>(decided: Either.Either<A, Refusal>): A =>
  Either.getOrThrowWith(decided, ({ code }) => new Error(`refused: ${code}`))
