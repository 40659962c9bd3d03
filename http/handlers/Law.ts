import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Host } from "../../adapters/host/Host.ts"
import { clausesText } from "../../core/law/Clauses.ts"
import { disputeResolution } from "../../core/law/DisputeResolution.ts"
import { restatement } from "../../core/law/Restatement.ts"
import * as Reader from "../../core/Reader.ts"
import { refusal } from "../../core/Refusal.ts"
import { versionAt, versionsOf } from "../../core/registrar/InForce.ts"
import { instrument, instruments, type Publication, publication } from "../../core/rulebook/Rulebook.ts"
import type { Instrument } from "../../core/rulebook/Section.ts"
import { rulesVersion } from "../../core/rulebook/Versions.ts"
import { Store } from "../../core/Store.ts"
import type { Instant } from "../../core/Time.ts"
import { type Reply, reply } from "../Answer.ts"
import type { LawGroup } from "../api/Law.ts"
import { etagOf } from "../Etag.ts"
import type { Handlers } from "../Handler.ts"
import { library } from "./Library.ts"

/** An instrument under the figures in force at an instant. */
const published = (of: Instrument, now: Instant) =>
  Effect.gen(function* () {
    const host = yield* Host
    const schedule = yield* host.schedule
    const made = publication(of, schedule.at(now), versionAt(schedule, of, now))
    return { ...made, versions: versionsOf(schedule, of) }
  })

const served = ({ text, status, version }: Publication): Reply<string> =>
  reply(text, {
    "court-publication-status": status,
    "court-instrument-version": version,
    "repr-digest": `sha-256=:${createHash("sha256").update(text).digest("base64")}:`,
  })

const serve = (id: string, now: Instant) =>
  Effect.gen(function* () {
    const found = instrument(id)
    if (found === undefined) return yield* refusal("unknown_instrument", { id })
    return served(yield* published(found, now))
  })

/** The model clauses of the court at this address, with the object that an agent fills in. */
const clauses = (baseUrl: string): string => {
  const template = disputeResolution(null, { forumUrl: baseUrl, pinnedVersion: null, fallbackForum: null })
  return clausesText(baseUrl, rulesVersion, JSON.stringify({ dispute_resolution: template }, null, 2))
}

const readRestatement = (now: Instant) =>
  Effect.gen(function* () {
    const found = yield* restatement(Reader.make(yield* Store).reader, now)
    const { generatedAt: _, ...said } = found
    return reply(found, { etag: `W/${etagOf(JSON.stringify(said))}` })
  })

export const law = (baseUrl: string): Handlers<typeof LawGroup> => ({
  rules: ({ now }) => serve("rules", now),
  listInstruments: ({ now }) =>
    Effect.map(
      Effect.forEach(instruments, (of) => published(of, now)),
      (all) =>
        reply({
          items: all.map(({ id, title, version, versions, status, sha256 }) => ({
            id,
            title,
            version,
            versions,
            status,
            sha256,
            href: `/api/v1/instruments/${encodeURIComponent(id)}`,
          })),
        }),
    ),
  readInstrument: ({ path, now }) => serve(path.instrument, now),
  clauses: () => Effect.succeed(reply(clauses(baseUrl))),
  restatement: ({ now }) => readRestatement(now),
  ...library,
})
