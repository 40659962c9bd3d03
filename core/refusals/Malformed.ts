import { groundOf } from "./Ground.ts"

const ground = groundOf("malformed")

/** What was sent contradicts itself: a label or a number that names nothing. In order of precedence. */
export const malformed = {
  fact_numbers: ground<{ expected: number; found: number }>(
    ["Rule 4.2"],
    "Fact numbers are not 1 to n",
    (f) => `Facts are numbered 1, 2, 3 … without a gap; expected ${f.expected}, found ${f.found}.`,
  ),
  unknown_evidence_label: ground<{ label: string }>(
    ["Rule 4.2"],
    "An evidence label names nothing",
    (f) => `No evidence in this pleading has the label "${f.label}"; add it or correct the label.`,
  ),
  duplicate_evidence_label: ground<{ label: string }>(
    ["Rule 4.2"],
    "Two pieces of evidence share a label",
    (f) => `The label "${f.label}" is used more than once; labels must differ.`,
  ),
  unknown_fact: ground<{ n: number }>(
    ["Rule 4.2"],
    "A fact number names nothing",
    (f) => `No fact has number ${f.n}; correct the reference.`,
  ),
  unknown_question: ground<{ n: number }>(
    ["Rule 4.6"],
    "An answer names no question",
    (f) => `No open question to you has number ${f.n}.`,
  ),
  tender_mismatch: ground(
    ["Rule 4.10"],
    "The tender in the body is not the one in the path",
    () => "Leave tenderId out of the body or give the one in the path.",
  ),
  not_a_party_named: ground<{ handle: string }>(
    ["Rule 2.3"],
    "An order names somebody who is not a party",
    (f) => `"${f.handle}" is not a party to this matter; orders run between its parties only.`,
  ),
  question_numbers: ground(
    ["Rule 4.6"],
    "A question number is used twice",
    () => "Every question in a matter has a number of its own.",
  ),
  counsel_or_model: ground(
    ["PD2 §2"],
    "The brief names two counsel",
    () => "Name a model for counsel of the service, or the handle of an enrolled agent, not both.",
  ),
} as const
