/** The logs that enrolled at an open witness: who gets one of its places, who loses one, and the file that keeps them over a restart. */
import { readFileSync } from "node:fs"
import { Either, Schema } from "effect"
import { WholeFile } from "../../../adapters/host/index.ts"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Note } from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"
import type { Enrolment } from "./Enrolment.ts"
import type { Memory } from "./Memory.ts"

const secondsOfDay = 86_400

export const bounds = {
  places: 100,
  /** How many logs a witness remembers. It never forgets a log that it signed, since it could sign a fork of it then. */
  remembered: 500,
  /** A log that has sent no checkpoint loses its place after so many seconds. */
  unused: secondsOfDay,
  /** The place of a log that has not grown for so many seconds goes to the next log that needs one. */
  quiet: 90 * secondsOfDay,
  /** How far the time of a request may be from the clock of the witness, in seconds. */
  apart: 600,
  /** How long a log waits before it may change what it stated, in seconds. */
  between: 3_600,
} as const

/** A log that has a place. Times are whole seconds since 1970. */
export interface Place {
  readonly log: Note.VerifierKey
  readonly perDay: number
  readonly contact: string
  /** The time that the log stated in its latest request. */
  readonly stated: number
  readonly since: number
}

const Kept = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      log: Schema.String,
      perDay: Schema.Int,
      contact: Schema.String,
      stated: Schema.Int,
      since: Schema.Int,
    }),
  ),
)

/** The answer to a request for a place: the place, and whether it is new or what it states has changed; or why there is no such place. */
export type Enrolling =
  | { readonly place: Place; readonly is: "new" | "changed" | "known" }
  | { readonly status: 400 | 409 | 429 | 503; readonly why: string }

export interface Enrolled {
  /** The key of a log that has a place; null if no such log has one. */
  readonly placeOf: (origin: string, seconds: number) => Place | null
  readonly places: (seconds: number) => ReadonlyArray<Place>
  /** The answer to a request that its log signed. Nothing is recorded. */
  readonly decide: (enrolment: Enrolment, seconds: number) => Enrolling
  /** Keeps a place. When this has returned, it is on the disk. */
  readonly keep: (place: Place, seconds: number) => void
}

/** Makes the file of a witness whose first log is yet to come, unless the file exists. */
export const makeEnrolled = (file: string): boolean => WholeFile.createWhole(file, () => "[]\n")

const readPlaces = (file: string): ReadonlyArray<Place> => {
  const failure = () => new Failure(`${file} is not the list of the logs that enrolled at a witness`)
  return Either.getOrThrowWith(Schema.decodeUnknownEither(Kept)(readFileSync(file, "utf8")), failure).map(
    ({ log, ...rest }) => {
      const key = Note.parseVerifierKey(log)
      if (key === null) throw failure()
      return { ...rest, log: key }
    },
  )
}

const isSame = (one: Note.VerifierKey, other: Note.VerifierKey): boolean =>
  Note.formatVerifierKey(one) === Note.formatVerifierKey(other)

const refuse = (status: 400 | 409 | 429 | 503, why: string): Enrolling => ({ status, why })
const otherKey = refuse(409, "this origin belongs to another key here, and that never changes")

/** The facts about a witness by which it gives places: its own keys, the logs that its operator named, and its memory. */
export interface Facts {
  readonly own: ReadonlyArray<Note.VerifierKey>
  readonly named: ReadonlyArray<Note.VerifierKey>
  readonly memory: Memory
}

/** Opens the list of the logs that enrolled. Throws a `Failure` if the file has something else. */
export const openEnrolled = (file: string, { own, named, memory }: Facts): Enrolled => {
  let kept = new Map(readPlaces(file).map((place) => [place.log.name, place]))

  /** A log that posted nothing in its time has no place. The rest keep theirs until another log needs it. */
  const has = ({ log, since }: Place, seconds: number): boolean =>
    memory.noteOf(log.name) !== null || seconds - since <= bounds.unused
  const places = (seconds: number) => [...kept.values()].filter((place) => has(place, seconds))

  /** When the witness signed a tree of this log that was larger than the one before. */
  const grewAt = ({ log, since }: Place): number => {
    const signed = Checkpoint.parseSigned(memory.noteOf(log.name) ?? "")
    if (signed === null) return since
    const times = own.map((key) => Cosignature.signedAt(key, signed, LogVerifiers.nodeVerifiers) ?? 0)
    return Math.max(since, ...times.map((ms) => Math.floor(ms / 1000)))
  }
  const quietest = (seconds: number): Place | null => {
    const [first] = places(seconds)
      .map((place) => ({ place, at: grewAt(place) }))
      .filter(({ at }) => seconds - at > bounds.quiet)
      .toSorted((a, b) => a.at - b.at)
    return first?.place ?? null
  }

  /** Whether what was signed of an origin was signed for another key. */
  const isOthers = (log: Note.VerifierKey): boolean => {
    const signed = Checkpoint.parseSigned(memory.noteOf(log.name) ?? "")
    return signed !== null && Cosignature.signatureBy(log, signed, LogVerifiers.nodeVerifiers) !== "good"
  }

  const change = (place: Place, { perDay, contact, time }: Enrolment): Enrolling => {
    if (time <= place.stated || (place.perDay === perDay && place.contact === contact))
      return { place, is: "known" }
    return time - place.stated < bounds.between
      ? refuse(429, `a log changes what it stated after ${bounds.between} seconds at the earliest`)
      : { place: { ...place, perDay, contact, stated: time }, is: "changed" }
  }

  const admit = ({ log, perDay, contact, time }: Enrolment, seconds: number): Enrolling => {
    if (memory.noteOf(log.name) === null && memory.origins().length >= bounds.remembered)
      return refuse(503, `this witness remembers ${bounds.remembered} logs, and takes no more`)
    if (places(seconds).length >= bounds.places && quietest(seconds) === null)
      return refuse(503, `all ${bounds.places} places are taken`)
    return { place: { log, perDay, contact, stated: time, since: seconds }, is: "new" }
  }

  return {
    places,
    placeOf: (origin, seconds) => {
      const place = kept.get(origin)
      return place !== undefined && has(place, seconds) ? place : null
    },
    decide: (enrolment, seconds) => {
      const { witness, log, time } = enrolment
      if (!own.some((key) => Note.formatVerifierKey(key) === witness))
        return refuse(400, "the request names another witness")
      if (Math.abs(time - seconds) > bounds.apart)
        return refuse(400, `the time of the request is more than ${bounds.apart} seconds from ${seconds}`)
      if (named.some(({ name }) => name === log.name))
        return refuse(409, "the operator of this witness has named the log of this origin")
      const place = places(seconds).find(({ log: { name } }) => name === log.name)
      if (place !== undefined) return isSame(place.log, log) ? change(place, enrolment) : otherKey
      return isOthers(log) ? otherKey : admit(enrolment, seconds)
    },
    keep: (place, seconds) => {
      const next = new Map(places(seconds).map((one) => [one.log.name, one]))
      const leaves = !next.has(place.log.name) && next.size >= bounds.places ? quietest(seconds) : null
      if (leaves !== null) next.delete(leaves.log.name)
      next.set(place.log.name, place)
      const written = [...next.values()].map(({ log, ...rest }) => ({
        log: Note.formatVerifierKey(log),
        ...rest,
      }))
      WholeFile.replaceWhole(file, `${JSON.stringify(written, null, 1)}\n`)
      kept = next
    },
  }
}
