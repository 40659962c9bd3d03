/**
 * The answers that only an open witness gives, to `POST /enrol` and `GET /logs`, and its limits on the requests of an address and of a log
 * that enrolled.
 */
import { Note } from "../../../core/log/index.ts"
import { bucketOf } from "../../server/Incoming.ts"
import { make as makeLimiter, type RateLimiter } from "../../server/RateLimit.ts"
import { type Answer, refuseWith, tooMany } from "./Answer.ts"
import type { Enrolled, Place } from "./Enrolled.ts"
import { readEnrolment } from "./Enrolment.ts"
import type { WitnessKey } from "./Keys.ts"

const secondsOfDay = 86_400

/** How much one address may ask, and how many new places there are in a day, for one address and for all. */
export const rates = {
  address: { perSecond: 5, burst: 60 },
  placesOfAddress: { perSecond: 3 / secondsOfDay, burst: 3 },
  placesOfAll: { perSecond: 20 / secondsOfDay, burst: 20 },
} as const

/** The most bytes of the text of a checkpoint of a log that enrolled, and of a request for a place. */
export const textBytesMax = 2_048
export const enrolmentBytesMax = 4_096

/** At most so many checkpoints of one log are signed at once, after a pause. */
const burstMax = 60
const hoursOfDay = 24

export interface Open {
  readonly enrolled: Enrolled
  /** Refuses an address that asks too much; null if it may ask. */
  readonly arrive: (address: string) => Answer | null
  readonly enrol: (note: string, address: string) => Answer
  /** Counts a checkpoint by which a log grows; null if it may be signed. Nobody but the log's own key can use this up. */
  readonly grow: (place: Place) => Answer | null
  readonly list: () => Answer
}

/** The witness, and its clocks in milliseconds: since 1970, and by a clock that is never set back. */
interface Given {
  readonly keys: ReadonlyArray<WitnessKey>
  readonly enrolled: Enrolled
  readonly now: () => number
  readonly monotonic: () => number
}

/** A log in the form of the lists of the witness network, which other witnesses read (logs/v0). */
const itemOf = ({ log, perDay, contact }: Place): string =>
  `vkey ${Note.formatVerifierKey(log)}\nqpd ${perDay}\ncontact ${contact}\n`

/** The rate of a log: what it stated for a day, of which an hour's share may come at once. */
const limiterOf = (perDay: number): RateLimiter =>
  makeLimiter({
    perSecond: perDay / secondsOfDay,
    burst: Math.max(1, Math.min(burstMax, Math.ceil(perDay / hoursOfDay))),
  })

export const openWitness = ({ keys, enrolled, now, monotonic }: Given): Open => {
  const addresses = makeLimiter(rates.address)
  const newcomers = makeLimiter(rates.placesOfAddress)
  const all = makeLimiter(rates.placesOfAll)
  const ofLogs = new Map<string, RateLimiter>()
  const seconds = () => Math.floor(now() / 1000)

  const takeTurn = (limiter: RateLimiter, key: string, why: string): Answer | null => {
    const verdict = limiter.take(key, monotonic(), 1)
    return verdict.allowed ? null : tooMany(why, verdict.seconds)
  }
  const newcomer = (address: string): Answer | null =>
    takeTurn(newcomers, bucketOf(address), "this address has enrolled as many logs as it may today") ??
    takeTurn(all, "all", "as many logs have enrolled as may in a day")

  return {
    enrolled,
    arrive: (address) => takeTurn(addresses, bucketOf(address), "this address asks too much"),
    enrol: (note, address) => {
      const enrolment = readEnrolment(note)
      if (enrolment === "malformed")
        return refuseWith(400, "this is no request for a place (agent-court witness)")
      if (enrolment === "unsigned") return refuseWith(403, "the key of the log did not sign the request")
      const decided = enrolled.decide(enrolment, seconds())
      if ("why" in decided) return refuseWith(decided.status, decided.why)
      const refused = decided.is === "new" ? newcomer(address) : null
      if (refused !== null) return refused
      if (decided.is !== "known") {
        enrolled.keep(decided.place, seconds())
        ofLogs.delete(decided.place.log.name)
        for (const name of ofLogs.keys()) if (enrolled.placeOf(name, seconds()) === null) ofLogs.delete(name)
      }
      return { status: decided.is === "new" ? 201 : 200, body: itemOf(decided.place) }
    },
    grow: ({ log, perDay }) => {
      const limiter = ofLogs.get(log.name) ?? limiterOf(perDay)
      ofLogs.set(log.name, limiter)
      return takeTurn(limiter, log.name, "the log has had as many checkpoints signed as it stated")
    },
    list: () => {
      const own = keys.map(({ key }) => `# Witness: ${Note.formatVerifierKey(key)}\n`)
      return {
        status: 200,
        body: [...own, ["logs/v0\n", ...enrolled.places(seconds()).map(itemOf)].join("\n")].join(""),
      }
    },
  }
}
