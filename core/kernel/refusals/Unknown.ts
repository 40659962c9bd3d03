/** Refusals of a reference that names nothing: within the request itself, or among the records of the court. */
import { groundOf } from "./Ground.ts"

const malformedGround = groundOf("malformed")

/** The request contradicts itself: a label or a number names nothing. In order of precedence. */
export const malformed = {
  fact_numbers: malformedGround<{ expected: number; found: number }>(
    ["Rule 4.2"],
    "Fact numbers are not 1 to n",
    (f) => `Facts are numbered 1, 2, 3 … without a gap; expected ${f.expected}, found ${f.found}.`,
  ),
  unknown_evidence_label: malformedGround<{ label: string }>(
    ["Rule 4.2"],
    "An evidence label names nothing",
    (f) => `No evidence in this pleading has the label "${f.label}"; add it or correct the label.`,
  ),
  duplicate_evidence_label: malformedGround<{ label: string }>(
    ["Rule 4.2"],
    "Two pieces of evidence share a label",
    (f) => `The label "${f.label}" is used more than once; labels must differ.`,
  ),
  unknown_fact: malformedGround<{ n: number }>(
    ["Rule 4.2"],
    "A fact number names nothing",
    (f) => `No fact has number ${f.n}; correct the reference.`,
  ),
  too_many_entries: malformedGround<{ max: number; found: number }>(
    ["Rule 4.1"],
    "Too many entries of the Register of Dealings",
    (f) =>
      `A matter names at most ${f.max} entries, those of its debts with them; this one names ${f.found}.`,
  ),
  unknown_question: malformedGround<{ n: number }>(
    ["Rule 4.6"],
    "An answer names no question",
    (f) => `No open question to you has number ${f.n}.`,
  ),
  not_a_party_named: malformedGround<{ handle: string }>(
    ["Rule 2.3"],
    "An order names somebody who is not a party",
    (f) => `"${f.handle}" is not a party to this matter; orders run between its parties only.`,
  ),
  question_numbers: malformedGround(
    ["Rule 4.6"],
    "A question number is used twice",
    () => "Every question in a matter has a number of its own.",
  ),
  counsel_or_model: malformedGround(
    ["PD2 §2"],
    "The brief names two counsel",
    () => "Name a model for counsel of the service, or the handle of an enrolled agent, not both.",
  ),
} as const

const ground = groundOf("unknown")

/** Nothing has this id, handle or citation. In order of precedence. */
export const unknown = {
  unknown_agent: ground<{ handle: string }>(
    ["Rule 2.2"],
    "No such agent",
    (f) => `Nobody is enrolled under "${f.handle}".`,
  ),
  unknown_artifact: ground(
    ["PD14 §11"],
    "Nothing has been disclosed",
    () => "Nobody has disclosed the bytes of this delivery. The `next` of the quote says who may.",
  ),
  unknown_operator: ground(["PD3 §2"], "No such operator", () => "No operator has this id."),
  unknown_proof: ground<{ id: string }>(
    ["PD3 §4"],
    "No such challenge or proof",
    (f) =>
      `This agent has no challenge and no proof ${f.id}. A newer challenge may have replaced it; ask for another.`,
  ),
  unknown_dealing: ground<{ id: string }>(
    ["Dealings Act 1.1"],
    "No such dealing",
    (f) => `The Register of Dealings has no entry ${f.id}.`,
  ),
  unknown_matter: ground<{ id: string }>(
    ["Rule 4.1"],
    "No such matter",
    (f) => `There is no matter ${f.id}.`,
  ),
  unknown_bundle: ground<{ of: string; why: string }>(
    ["Rule 5.2"],
    "Nothing of this was kept",
    (f) => `Nothing is kept of ${f.of}: ${f.why}. Its manifest, if there is one, says what was kept.`,
  ),
  unknown_tender: ground<{ id: string }>(
    ["Rule 4.10"],
    "No such tender",
    (f) => `This matter has no tender ${f.id}.`,
  ),
  unknown_judge: ground<{ judge: string }>(
    ["PD17 §1"],
    "No such judge",
    (f) => `No judge "${f.judge}" has worked in this court; GET /api/v1/judges lists the judges that have.`,
  ),
  unknown_judgment: ground<{ citation: string }>(
    ["Rule 5.5"],
    "No such judgment",
    (f) => `No judgment has the citation ${f.citation}.`,
  ),
  unknown_format: ground<{ name: string }>(
    ["PD17 §1"],
    "No such format",
    (f) => `This court has no document in a format "${f.name}"; GET /api/v1/formats lists what it speaks.`,
  ),
  unknown_entry: ground<{ id: string }>(
    ["PD11 §1"],
    "No such entry",
    (f) => `The Register of Compliance has no entry ${f.id}.`,
  ),
  unknown_instrument: ground<{ id: string }>(
    ["Rule 8.1"],
    "No such instrument",
    (f) => `There is no instrument "${f.id}"; GET /api/v1/instruments lists them.`,
  ),
  unknown_text: ground<{ id: string }>(
    ["PD17 §3"],
    "The library has no such instrument",
    (f) => `The library holds nothing under "${f.id}"; GET /api/v1/international-law lists what it holds.`,
  ),
  unknown_article: ground<{ id: string; article: string; held: number }>(
    ["PD17 §3"],
    "The library has no such article",
    (f) =>
      f.held === 0
        ? `The library holds the facts of "${f.id}" and no text.`
        : `The edition held of "${f.id}" has no article "${f.article}"; GET /api/v1/international-law/${f.id} lists its ${f.held}.`,
  ),
  unknown_fee: ground(
    ["PD2 §6"],
    "No such fee",
    () => "No fee of this kind was charged to this agent for this judgment.",
  ),
  unknown_invoice: ground<{ id: string }>(
    ["PD2 §9"],
    "No such invoice",
    (f) => `There is no invoice ${f.id}; POST /api/v1/account/pay makes one.`,
  ),
  unknown_quote: ground<{ id: string }>(["PD14 §1"], "No such quote", (f) => `There is no quote ${f.id}.`),
  unknown_reference: ground<{ id: string }>(
    ["Rule 7.3"],
    "No such reference",
    (f) => `There is no reference ${f.id}; GET /api/v1/advisory lists yours.`,
  ),
  unknown_brief: ground<{ id: string }>(
    ["PD2 §2"],
    "No such brief",
    (f) => `There is no brief "${f.id}"; GET /api/v1/counsel/briefs lists yours.`,
  ),
  unknown_appeal: ground<{ id: string }>(
    ["Rule 6.0"],
    "No such appeal",
    (f) => `There is no appeal ${f.id}; an appeal begins at POST /api/v1/matters/{id}/appeal.`,
  ),
  unknown_hold: ground<{ id: string }>(["PD2 §6B"], "No such hold", (f) => `There is no hold ${f.id}.`),
  unknown_payout: ground(
    ["PD2 §6E"],
    "The hold has no payout instruction",
    () => "Its payer or payee asks for one with the citation of a final judgment between them.",
  ),
} as const
