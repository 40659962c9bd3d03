/**
 * The loss of a court whose earlier state is restored. A state is refused if it lacks something that the log of the court signed. If the
 * loss is accepted, that log ends: with its next event it would show another past, which nobody who saw it would sign or believe. The court
 * goes on in a new log, and its journal, its key document and its log's name say so.
 */
import { Context, Effect, Layer } from "effect"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { Stores } from "../../../adapters/stores/index.ts"
import {
  type Loss as LogLoss,
  Merkle,
  Note,
  Range,
  Records,
  standingOf,
  Tile,
} from "../../../core/log/index.ts"
import { type Driver, type Journalled, type Page, Store } from "../../../core/store/Store.ts"
import { beginning, type Following, follow } from "../../audit/monitor/Following.ts"
import { addEntries } from "../../audit/monitor/LogReader.ts"
import type { Config } from "../../court/Config.ts"
import { fail } from "../../court/StartFailure.ts"
import { askWitnesses, type Known, type OwnLog, readCheckpoint } from "../log/Known.ts"
import { finishRenewal, logBefore, prepareRenewal } from "../log/Renewing.ts"
import { ownLogOr, type Stood, wordsOf } from "../log/Standing.ts"

export interface LossOptions {
  /** Files and addresses of checkpoints, and states of monitors, with which the restored state is compared. */
  readonly checkpoints: ReadonlyArray<string>
  /** Everything that the restored state lacks counts as lost, and the court goes on without it, in a new log. */
  readonly acceptLoss: boolean
}

export interface Loss {
  /** A sentence for each loss, or for why it isn't known; empty if everything that is known is there. */
  readonly lines: ReadonlyArray<string>
  readonly silent: ReadonlyArray<string>
  readonly isAsked: boolean
  /** The known loss, if it was accepted: the log ends with it. Null if the log goes on. */
  readonly ends: LogLoss | null
}

/** The log of the restored store. A store from before its first checkpoint has the empty one. */
const logOf = (store: Driver, config: Config, folder: string) =>
  ownLogOr(store, () => logBefore(Records.originOf(config.baseUrl), folder))

const pageEvents = 1000

/** The journal of a restored store, also what its log has not merged yet. */
interface Read {
  readonly following: Following
  /** The root of its first events, by their number, for each number that was asked for. */
  readonly roots: ReadonlyMap<number, Uint8Array>
  /** When the last event happened; null if the journal is empty. */
  readonly lastAt: number | null
}

const readJournal = (store: Driver, sizes: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const stops = [...new Set(sizes)].sort((a, b) => a - b)
    const roots = new Map<number, Uint8Array>()
    let following = beginning
    let [after, lastAt]: [string | null, number | null] = [null, null]
    for (;;) {
      const { size } = following.range
      if (stops.includes(size)) roots.set(size, Range.rootOf(following.range))
      const stop = stops.find((one) => one > size) ?? Number.POSITIVE_INFINITY
      const limit = Math.min(pageEvents, stop - size)
      const { items, next }: Page<Journalled> = yield* store.journal({ subject: null, after, limit })
      if (items.length === 0) return { following, roots, lastAt } satisfies Read
      const added = addEntries(following.range, items.map(Tile.leafOf))
      following = follow(following, added.items, added.range)
      after = next
      lastAt = items.at(-1)?.at ?? lastAt
    }
  })

/** How a journal stands to something that is known of its log. */
const standingTo = ({ following, roots }: Read, known: Known): Stood => {
  const { size, root, isRefused } = known
  if (!isRefused && size > following.range.size) return { known, standing: "behind" }
  const own = roots.get(size)
  const isSame = root === null || (own !== undefined && Merkle.equalBytes(own, root))
  return { known, standing: isRefused || !isSame ? "forked" : "kept" }
}

const shownNames = 20
const listNames = (names: ReadonlyArray<string>): string =>
  names.length > shownNames
    ? `${names.slice(0, shownNames).join(", ")} and ${names.length - shownNames} more`
    : names.join(", ")

/** The registers of which a monitor knows each item. */
const registers = {
  agents: ({ agents }: Following) => agents.rows,
  matters: ({ docket }: Following) => docket.matters,
  judgments: ({ judgments }: Following) => judgments.judgments,
  "entries of compliance": ({ registers }: Following) => registers.entries,
} as const

const countLodged = ({ lodged }: Following): number =>
  [...lodged.values()].reduce((sum, count) => sum + count, 0)

/** The items of which a monitor knows an act that the restored state does not have. */
const namesOf = (ours: Following, theirs: Following): ReadonlyArray<string> => {
  const items = Object.entries(registers).flatMap(([name, mapOf]) => {
    const own: ReadonlyMap<string, unknown> = mapOf(ours)
    const lost = [...mapOf(theirs)].filter(
      ([id, item]) => JSON.stringify(own.get(id)) !== JSON.stringify(item),
    )
    return lost.length === 0 ? [] : [`${name}: ${listNames(lost.map(([id]) => id))}`]
  })
  const lodgements = countLodged(theirs) - countLodged(ours)
  const dealings = [...theirs.dealings.keys()].filter((id) => !ours.dealings.has(id))
  return lodgements > 0 ? [...items, `${lodgements} dealings: ${listNames(dealings)}`] : items
}

const time = (at: number | null): string => (at === null ? "an unknown time" : new Date(at).toISOString())

const linesOf = (stood: Stood, { following, lastAt }: Read): ReadonlyArray<string> => {
  const { known, standing } = stood
  const { size } = following.range
  if (standing === "kept") return []
  const since =
    standing === "behind"
      ? [`The missing acts were recorded between ${time(lastAt)} and ${time(known.at)}.`]
      : []
  const names = known.following === null ? [] : namesOf(following, known.following)
  const named =
    known.following === null
      ? "A checkpoint names no act: the state of a monitor (--checkpoint) or a journal that somebody kept (replay --since) does."
      : `Acts on these are missing: ${names.join("; ")}.`
  return [`${wordsOf(stood, size)}.`, ...since, named]
}

const readCheckpoints = (checkpoints: ReadonlyArray<string>, { key }: OwnLog) =>
  Effect.tryPromise({
    try: () => Promise.all(checkpoints.map((where) => readCheckpoint(where, key))),
    catch: (error) => error,
  })

/** Fails if the events of a store are not those of its own log, or if the key of the log is another one. */
const checkOwn = ({ state, reader }: OwnLog, { roots }: Read, folder: string, { acceptLoss }: LossOptions) =>
  Effect.gen(function* () {
    const { size } = state
    const root = roots.get(size)
    if (root === undefined || (size > 0 && (yield* standingOf(reader, size, { size, root })) !== "kept"))
      return yield* fail("the events of the store are not those that its own log has: it was changed by hand")
    const key = FileKeys.logKeyOf(folder)
    if (
      !acceptLoss &&
      (key === null || Note.formatVerifierKey(Records.keyOf(state.origin, key)) !== state.vkey)
    )
      return yield* fail(
        `keys/log is not the key of the log ${state.origin}. Use the keys of the same court and time; if they are lost, restore with --accept-loss, which begins a new log`,
      )
  })

/** Ends the log of a restored store, and begins the next one with a new key in the folder. Gives the name of the next log. */
export const renew = (config: Config, folder: string, loss: LogLoss) =>
  Effect.gen(function* () {
    const store = Context.get(yield* Layer.build(Stores.layer(config.store)), Store)
    const place = { folder, origin: Records.originOf(config.baseUrl) }
    const { next, changes } = yield* prepareRenewal(store, place, loss, Date.now())
    const { _tag } = yield* store.commit(changes)
    if (_tag !== "Committed")
      return yield* fail(
        "another process writes to the store: stop the court and its schedulers, and restore again with --accept-loss --replace",
      )
    yield* finishRenewal(store, folder)
    return next.origin
  }).pipe(Effect.scoped)

const refusal = (lines: ReadonlyArray<string>): string =>
  `the restored state has not all that the court acknowledged. ${lines.join(" ")} Find a newer copy. If there is none, restore with --accept-loss: the court then goes on without these acts, in a new log, and says so`

/**
 * Compares a restored store with what is known of the court's log, and says how the log ends if a loss is accepted and this isn't a trial.
 */
export const examineLoss = (
  store: Driver,
  config: Config,
  folder: string,
  options: LossOptions & { readonly check: boolean },
) =>
  Effect.gen(function* () {
    const log = yield* logOf(store, config, folder)
    const named = yield* readCheckpoints(options.checkpoints, log)
    const policy = config.witnesses ?? null
    const asked = policy === null ? { known: [], silent: [] } : yield* askWitnesses(policy, log)
    const known: ReadonlyArray<Known> = [...named, ...asked.known]
    const journal = yield* readJournal(store, [log.state.size, ...known.map((one) => one.size)])
    yield* checkOwn(log, journal, folder, options)
    const { size } = journal.following.range
    const stood = known.map((one) => standingTo(journal, one))
    const unknown =
      policy !== null && known.length === 0
        ? [
            "No witness of the court says what it signed, so that a loss can't be excluded: name a checkpoint with --checkpoint.",
          ]
        : []
    const lines = [...stood.flatMap((one) => linesOf(one, journal)), ...unknown]
    const loss: Loss = { lines, silent: asked.silent, isAsked: known.length > 0, ends: null }
    if (options.check) return loss
    if (!options.acceptLoss) return lines.length === 0 ? loss : yield* fail(refusal(lines))
    const kept = stood.some(({ standing }) => standing === "forked") ? null : size
    const largest = Math.max(0, ...known.map((one) => one.size))
    const ends = { kept, known: largest > size || kept === null ? largest : null }
    return { ...loss, ends } satisfies Loss
  })
