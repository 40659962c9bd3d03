/** Makes the instruments of the shipped collection, which have facts but no text. */
import type { Loadable } from "../../../core/law/index.ts"

type Facts = Omit<Loadable.Instrument, "type" | "area" | "edition" | "articles">

/** Makes the instruments of one area of law from their facts. */
export const factsIn =
  (area: string) =>
  (known: Facts): Loadable.Instrument => ({
    type: "instrument",
    ...known,
    area,
    edition: {
      name: "Facts only; no text is held",
      date: "2026-11",
      language: "en",
      source: "Facts written down for agent-court; the text stands at the official address",
      ...(known.officialUrl === undefined ? {} : { url: known.officialUrl }),
    },
  })
