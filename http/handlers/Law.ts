/** The handlers for the law: the Court's instruments, the model clauses, the Restatement and the library of international law. */

import { createHash } from "node:crypto"
import { Effect } from "effect"
import { linesAndCauses } from "../../core/account/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import { type Publication, publication, rulesVersion } from "../../core/kernel/Instrument.ts"
import { refusal } from "../../core/kernel/Refusal.ts"
import { type Schedule, versionAt, versionsOf } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import {
  Clauses,
  heldText,
  heldView,
  internationalLawInstrument,
  type Restatement,
  readRestatement,
} from "../../core/law/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import type { LawGroup } from "../api/Law.ts"
import { document, documents, etagOf, type Reply, reply, textOf } from "../server/Answer.ts"
import { ask, askPage } from "../server/Handler.ts"
import type { ByHand } from "./Work.ts"

const serveHeld: ByHand<typeof LawGroup>["internationalLawInstrument"] = (request) =>
  Effect.map(
    ask(internationalLawInstrument, { id: request.path.id, article: request.query.article }, request),
    ({ value: held }) =>
      request.query.format === "md"
        ? reply(heldText(held), { "content-type": "text/markdown; charset=utf-8" })
        : reply(heldView(held)),
  )

const scheduleNow = Effect.flatMap(Host, (host) => host.schedule)

const serveText = ({ text, status, version }: Publication): Reply<string> =>
  reply(text, {
    "court-publication-status": status,
    "court-instrument-version": version,
    "repr-digest": `sha-256=:${createHash("sha256").update(text).digest("base64")}:`,
  })

/** The instruments, each kept until its version or a figure changes. */
const makeServe = () => {
  const keep = documents<string>()
  return (id: string, now: Instant) =>
    Effect.gen(function* () {
      const found = Rulebook.instrument(id)
      if (found === undefined) return yield* refusal("unknown_instrument", { id })
      const schedule = yield* scheduleNow
      const terms = schedule.at(now)
      const version = versionAt(schedule, found, now)
      const made = Effect.sync(() => serveText(publication(found, terms, version)))
      return yield* keep(found.id, `${version} ${textOf(terms)}`, made)
    })
}

const itemsOf = (schedule: Schedule, now: Instant) => ({
  items: Rulebook.instruments.map((of) => {
    const { text: _, ...made } = publication(of, schedule.at(now), versionAt(schedule, of, now))
    const href = `/api/v1/instruments/${encodeURIComponent(of.id)}`
    return { ...made, versions: versionsOf(schedule, of), href }
  }),
})

/** The list of the instruments, kept until a version or a figure changes. */
const makeList = () => {
  const keep = documents<ReturnType<typeof itemsOf>>()
  return (now: Instant) =>
    Effect.flatMap(scheduleNow, (schedule) => {
      const inForce = Rulebook.instruments.map((of) => versionAt(schedule, of, now)).join()
      const of = `${inForce} ${textOf(schedule.versions)} ${textOf(schedule.at(now))}`
      return keep(
        "instruments",
        of,
        Effect.sync(() => reply(itemsOf(schedule, now))),
      )
    })
}

const causes = document(linesAndCauses)

/** The model clauses of the court at this address, with the dispute-resolution object that an agent fills in. */
export const clausesOf = (baseUrl: string): string => {
  const object = JSON.stringify({ dispute_resolution: Clauses.template(baseUrl) }, null, 2)
  return Clauses.text(baseUrl, rulesVersion, object)
}

/** How many judgments are restated if the caller names no limit. */
const restatedShown = 100

/** Tags the Restatement without `generatedAt`, so that the tag changes only if a rule does. */
type Restated = Restatement & { readonly nextCursor: string | null }

const tagReply = ({ value }: Reply<Restated>): Reply<Restated> => {
  const { generatedAt: _, ...said } = value
  return reply(value, { etag: `W/${etagOf(JSON.stringify(said))}` })
}

/** The court's own texts at this address, each rendered once a version: an instrument, the list of instruments, the model clauses. */
export const textsOf = (baseUrl: string) => ({
  instrument: makeServe(),
  instruments: makeList(),
  clauses: document(clausesOf(baseUrl)),
})

export const law = (baseUrl: string): ByHand<typeof LawGroup> => {
  const texts = textsOf(baseUrl)
  return {
    rules: ({ now }) => texts.instrument("rules", now),
    listInstruments: ({ now }) => texts.instruments(now),
    readInstrument: ({ path, now }) => texts.instrument(path.instrument, now),
    clauses: () => Effect.succeed(texts.clauses),
    causes: () => Effect.succeed(causes),
    restatement: (request) =>
      Effect.map(
        askPage(readRestatement, {}, { ...request, query: { limit: restatedShown, ...request.query } }),
        tagReply,
      ),
    internationalLawInstrument: serveHeld,
  }
}
