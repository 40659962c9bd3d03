/** The library of international law over HTTP: the law that the court holds and has not made. */
import { Effect } from "effect"
import { heldText, heldView } from "../../core/law/Catalogue.ts"
import { readLaw, searchLaw, searchPapers } from "../../core/law/Queries.ts"
import type { LawGroup } from "../api/Law.ts"
import { reply } from "../server/Answer.ts"
import { ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

type Library = Pick<
  Handlers<typeof LawGroup>,
  "internationalLaw" | "internationalLawInstrument" | "internationalLawResearch"
>

export const library: Library = {
  internationalLaw: (request) => askPage(searchLaw, { q: request.query.q }, request),
  internationalLawInstrument: (request) =>
    Effect.map(
      ask(readLaw, { id: request.path.id, article: request.query.article }, request),
      ({ value: held }) =>
        request.query.format === "md"
          ? reply(heldText(held), { "content-type": "text/markdown; charset=utf-8" })
          : reply(heldView(held)),
    ),
  internationalLawResearch: (request) =>
    askPage(searchPapers, { kind: request.query.kind, q: request.query.q }, request),
}
