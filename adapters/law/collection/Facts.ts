/** How the instruments of the shipped collection are written down: facts alone, no text of theirs. */
import type { LoadableInstrument } from "../../../core/law/Loadable.ts"

type Facts = Omit<LoadableInstrument, "type" | "edition" | "articles">

/** An instrument of which the facts are known and no text is held. */
export const facts = (known: Facts): LoadableInstrument => ({
  type: "instrument",
  ...known,
  edition: {
    name: "Facts only; no text is held",
    date: "2026-11",
    language: "en",
    source: "Facts written down for agent-court; the text stands at the official address",
    ...(known.officialUrl === undefined ? {} : { url: known.officialUrl }),
  },
})
