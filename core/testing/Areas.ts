/** The areas of the core, for the tests of its borders, and the sources that such a test plants. */
import type { Folder, Source } from "./Sources.ts"

/** The areas of the core in their order: an area may import the areas before it. The rulebook collects words from all of them. */
export const areas = [
  "criteria",
  "log",
  "account",
  "agents",
  "chains",
  "proofs",
  "dealings",
  "ledger",
  "quotes",
  "enrolment",
  "judgments",
  "evidence",
  "law",
  "matters",
  "holds",
  "deliveries",
  "compliance",
  "checks",
  "deals",
  "bench",
  "judging",
  "appeals",
  "docket",
  "payouts",
  "counsel",
  "registrar",
  "rulebook",
  "sandbox",
]

/** The area of the core in which a module stands; null for a module of no area. */
export const areaOf = (path: string): string | null => {
  const [folder, area = ""] = path.split("/")
  return folder === "core" && areas.includes(area) ? area : null
}

/** A source that stands nowhere: a test shows by it that a fault is found. */
export const planted = (path: string, text: string): ReadonlyArray<Source> => [
  // Each planted path begins with one of the folders.
  { path, folder: path.split("/")[0] as Folder, text, product: true, test: false },
]
