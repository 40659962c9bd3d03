/** Whether the keys and the store of a process belong to one court. A court starts only if they do. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { Judgment } from "../../core/judgments/index.ts"
import { format, type Instant } from "../../core/kernel/Time.ts"
import type { Loss, Policy, Records } from "../../core/log/index.ts"
import { Founding, LastEvent } from "../../core/registrar/index.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { Integrator } from "../../scheduler/index.ts"
import { fail } from "../court/StartFailure.ts"
import { version } from "../terminal/Terminal.ts"
import { askPast } from "./log/LookBack.ts"
import { finishRenewal, hasLogKey, logBefore, prepareRenewal, type Renewal } from "./log/Renewing.ts"

/** The changes that the person who starts a court declares to be intended. */
export interface Intended {
  /** The store is new, or an older copy: the court of these keys begins or continues there. */
  readonly newStore: boolean
  /** The keys of the court are lost: it continues with new ones. */
  readonly newKeys: boolean
}
export const nothingIntended: Intended = { newStore: false, newKeys: false }

export interface Place {
  readonly folder: string
  readonly store: string
  readonly sandbox: boolean
}

export interface Start extends Place {
  readonly origin: string
  /** Who signs the checkpoints of the log; nobody if left out. */
  readonly witnesses?: Policy.Policy | null
}

/** The keys and the store as they are found at start. */
export interface Found extends Place {
  /** The id of the court whose keys the folder has; null if no court has used them. */
  readonly ofKeys: string | null
  /** The names of the key files that are missing, and whether all are missing. */
  readonly missing: { readonly names: ReadonlyArray<string>; readonly all: boolean }
  /** The last citation that the keys have sealed, in each series and year. */
  readonly sealed: ReadonlyArray<Judgment.SeriesCounter>
  readonly founded: Founding.Founded
  /** When the court last recorded an event, to within ten seconds; null if it has recorded no event. */
  readonly lastEventAt: Instant | null
  /** Whether the folder has the notary key that opened the store. */
  readonly opener: boolean
  readonly log: Records.LogState | null
  /** Whether the folder has no key of the log, or another one. */
  readonly lacksLogKey: boolean
  /** The loss that the witnesses know of; null if they were not asked, or know of no loss. */
  readonly loss: Loss | null
}

export const lastCitation = ({ year, series, last }: Judgment.SeriesCounter): string =>
  Judgment.citationOf(year, series, last)
const upTo = (sealed: ReadonlyArray<Judgment.SeriesCounter>): string =>
  sealed.length === 0 ? "no judgment yet" : `judgments up to ${sealed.map(lastCitation).join(", ")}`

/**
 * The series in which the keys have sealed more than the store knows. One number more proves nothing, since a number can be sealed and
 * its commit fail. No second number is drawn before the first is committed, so a store that is two numbers behind is an older copy.
 */
const behind = ({ sealed, founded }: Found): ReadonlyArray<Judgment.SeriesCounter> =>
  sealed.filter(({ last }, i) => last > (founded.given[i]?.last ?? 0) + 1)

const objectionToNewStore = (
  { folder, store, ofKeys, missing, sealed }: Found,
  intended: Intended,
): string | null =>
  ofKeys === null || missing.all || intended.newStore
    ? null
    : `the keys in ${folder} are those of court ${ofKeys}, with ${upTo(sealed)}, and ${store} is new. If the store of that court was lost or is elsewhere, restore it or name it (COURT_STORE). Where a new store is intended, start once with serve --new: the court keeps its keys, and its citations go on after the last`

/** A sandbox would move the clock of a real court, and a real court would give judgments among those of a trial. */
const objectionToKind = ({ store, sandbox }: Found, founding: Founding.Founding): string | null => {
  if (sandbox === founding.sandbox) return null
  return sandbox
    ? `${store} is that of a real court, ${founding.courtId}, and COURT_SANDBOX asks for a sandbox: start without COURT_SANDBOX, or give the sandbox a folder of its own (COURT_DATA) and a store of its own (COURT_STORE)`
    : `${store} is that of a sandbox, ${founding.courtId}: start with COURT_SANDBOX=1, or give the real court a folder of its own (COURT_DATA) and a store of its own (COURT_STORE)`
}

const signerOf = ({ origin, vkey }: Records.LogState, { store }: Pick<Found, "store">): string =>
  `the log ${origin} in ${store} is signed by the key ${vkey}`

/** Nothing may be signed in a log by another key than its own. */
const objectionToLogKey = (found: Found, intended: Intended): string | null => {
  const { folder, log, lacksLogKey } = found
  return log === null || !lacksLogKey || intended.newKeys
    ? null
    : `${signerOf(log, found)}, and ${folder} ${FileKeys.logKeyOf(folder) === null ? "lacks this key (log)" : "has another (log)"}. Restore keys/log from where the court ran last, or from its newest copy. Where it is lost for good, start once with serve --new-keys: this log ends, and another follows with a key of its own`
}

const objectionToOpenStore = (
  found: Found,
  founding: Founding.Founding,
  intended: Intended,
): string | null => {
  const { folder, store, ofKeys, missing, opener, log, lacksLogKey, loss } = found
  const { courtId } = founding
  const otherKind = objectionToKind(found, founding)
  if (otherKind !== null) return otherKind
  const ended = log !== null && lacksLogKey ? `; ${signerOf(log, found)}, and ends, and another follows` : ""
  const lost = `Restore the keys of this court from their copy. Where they are lost for good, start once with serve --new-keys: what was sealed before is then good only by key documents that others kept, and operators are not found again by their addresses${ended}`
  if (ofKeys !== null && ofKeys !== courtId)
    return `the keys in ${folder} are those of court ${ofKeys}, and ${store} holds court ${courtId}. Name the keys and the store of one court (COURT_DATA, COURT_STORE)`
  if (ofKeys === null && !opener && !intended.newKeys)
    return `${store} holds court ${courtId}, and ${folder} has no keys of it. ${lost}`
  if (missing.names.length > 0 && !intended.newKeys)
    return `${folder} lacks ${missing.names.join(", ")} of court ${courtId}, which ${store} holds. ${lost}`
  const later = behind(found)
  if (later.length > 0 && !intended.newStore)
    return `the keys in ${folder} have sealed ${upTo(later)}, and ${store} has fewer: it is an older copy. Restore the newest copy. Where what it lacks is lost for good, start once with serve --new: its citations go on after the last`
  if (later.length === 0 && loss === null && intended.newStore)
    return `--new says that the store is new or an older copy, and ${store} is the store of court ${courtId} as these keys and the witnesses of COURT_WITNESSES know it: start without --new`
  if (ofKeys !== null && missing.names.length === 0 && !lacksLogKey && intended.newKeys)
    return `--new-keys says that the keys of court ${courtId} are lost, and they are in ${folder}: start without --new-keys`
  return objectionToLogKey(found, intended)
}

/** Why a court may not start with these keys and this store, and what to do; null if it may. */
export const objection = (found: Found, intended: Intended): string | null => {
  const { founding } = found.founded
  return founding === null
    ? objectionToNewStore(found, intended)
    : objectionToOpenStore(found, founding, intended)
}

/** Why a court may not start by a clock that shows `now`; null if it may. The clock of a sandbox is in its store. */
const objectionToClock = ({ store, sandbox, lastEventAt }: Found, now: Instant): string | null => {
  const late = sandbox ? null : LastEvent.behind(now, lastEventAt)
  return late === null || lastEventAt === null
    ? null
    : `the clock of this machine shows ${format(now)}, and ${store} has an event of ${format(lastEventAt)}: set the clock (timedatectl). A court does not start more than five minutes behind its last event`
}

/** Reads the store before the keys: if two processes start at once, the process that opened the store has made its keys before. */
export const look = (driver: Pick<Driver, "read">, place: Place) =>
  Effect.gen(function* () {
    const { folder } = place
    const sealed = FileKeys.lastSealed(folder)
    const first = yield* Founding.read(driver, sealed)
    const ofKeys = FileKeys.courtIdOf(folder)
    const founded = first.founding === null && ofKeys !== null ? yield* Founding.read(driver, sealed) : first
    const missing = FileKeys.missingKeys(folder)
    const opener =
      founded.founding !== null &&
      missing.names.length === 0 &&
      FileKeys.notaryKeys(folder).includes(founded.founding.notary)
    const { at: lastEventAt } = yield* LastEvent.read(driver)
    const log = (yield* Integrator.readLog(driver))?.state ?? null
    const lacksLogKey = log !== null && !hasLogKey(log, folder)
    const own = { ...place, ofKeys, missing, sealed, founded, lastEventAt, opener, log, lacksLogKey }
    return { ...own, loss: null } satisfies Found
  })

/**
 * Opens the store for the court of these keys, unless another process with the same keys has just done so. `renewal` ends the log of the
 * store with the same commit. Gives the founding of the store.
 */
export const openStore = (
  driver: Driver,
  { folder, founded, sealed }: Found,
  founding: Founding.Founding,
  renewal: Renewal | null = null,
) =>
  Effect.gen(function* () {
    const opening = Founding.openFor(founding, founded, sealed, randomUUID())
    const { puts = [], events = [] } = renewal?.changes ?? {}
    const result = yield* driver.commit({
      ...opening,
      puts: [...opening.puts, ...puts],
      events: [...opening.events, ...events],
    })
    if (result._tag === "Committed") return founding
    const now = (yield* Founding.read(driver, [])).founding
    if (now === null || !FileKeys.notaryKeys(folder).includes(now.notary))
      return yield* fail(
        `another process has just opened the store, with other keys than those in ${folder}: give both processes the same keys`,
      )
    if (now.sandbox !== founding.sandbox)
      return yield* fail(
        "another process has just opened the store, and one of the two is a sandbox: give both the same COURT_SANDBOX",
      )
    return now
  })

/** The keys and the store as they are found, if a court may start with them now. Otherwise fails with a line that says why not. It makes nothing. */
export const permitPlace = (place: Place, intended: Intended, loss: Loss | null = null) =>
  Effect.gen(function* () {
    const found: Found = { ...(yield* look(yield* Store, place)), loss }
    const why = objection(found, intended) ?? objectionToClock(found, Date.now())
    return why === null ? found : yield* fail(why)
  })

/** The loss that the witnesses know of, if a start says that the store is an older copy; otherwise null. */
const askLoss = (driver: Driver, { witnesses = null, ...place }: Start, { newStore }: Intended) =>
  newStore && witnesses !== null && FileKeys.logKeyOf(place.folder) !== null
    ? Effect.map(askPast(driver, place, witnesses), ({ isLost, loss }) => (isLost ? loss : null))
    : Effect.succeed(null)

/** Keeps the name of the log beside its key, so that a new store can say which log ended. */
const keepLogName = (driver: Driver, { folder, origin }: Start) =>
  Effect.map(Integrator.readLog(driver), (found) =>
    FileKeys.keepLogName(folder, (found?.state ?? logBefore(origin, folder)).vkey),
  )

/**
 * Makes sure that the keys and the store belong to one court, and makes what a first start lacks. Gives the names of the key files
 * that it made, and how the log was renewed, if it was. Fails with a line that says what does not fit and what to do.
 */
export const agree = (place: Start, intended: Intended) =>
  Effect.gen(function* () {
    const driver = yield* Store
    const found = yield* permitPlace(place, intended, yield* askLoss(driver, place, intended))
    const brokenOff = yield* finishRenewal(driver, place.folder)
    const hadLog = found.ofKeys !== null && FileKeys.logKeyOf(place.folder) !== null
    const { founding } = found.founded
    const late = founding !== null && (behind(found).length > 0 || found.loss !== null)
    // The log of these keys may have signed events that this store lacks. It would show another past if it went on here.
    const isRenewed = late || found.lacksLogKey || (founding === null && hadLog)
    if (brokenOff !== null && !isRenewed) return yield* fail(brokenOff)
    const made = FileKeys.ensure(place.folder)
    const written = { by: version, format: Founding.storeFormat }
    const fresh: Founding.Founding = {
      courtId: founding?.courtId ?? found.ofKeys ?? randomUUID(),
      notary: FileKeys.open(place.folder).notary.publicKey,
      sandbox: place.sandbox,
      openedAt: Date.now(),
      written,
    }
    const renewed = isRenewed ? yield* prepareRenewal(driver, place, found.loss ?? {}, fresh.openedAt) : null
    const court = founding === null || isRenewed ? yield* openStore(driver, found, fresh, renewed) : founding
    if (isRenewed) yield* finishRenewal(driver, place.folder)
    const marked = isRenewed ? null : Founding.markFormat(found.founded, written, fresh.openedAt)
    // Another process of this version may mark the store at the same time, and then this commit changes nothing.
    if (marked !== null) yield* driver.commit(marked)
    yield* keepLogName(driver, place)
    const kept = FileKeys.keepCourtId(place.folder, court.courtId)
    if (kept !== court.courtId)
      return yield* fail(`another process has just used the keys in ${place.folder} for court ${kept}`)
    return { made, renewed }
  })
