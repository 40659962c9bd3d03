import type { Vector } from "../Vector.ts"
import { base64, type Fields, type Line, refusedCheck, vector, type Whole } from "./Make.ts"

const abc = base64("abc")
const met = (id: string, more: Fields = {}): Fields => ({ id, kind: "bytes", min: 1, ...more })
const unmet = (id: string, more: Fields = {}): Fields => ({ id, kind: "bytes", max: 1, ...more })
const attested = (id: string, more: Fields = {}): Fields => ({
  id,
  kind: "attested",
  by: "reviewer-1",
  within: 24,
  otherwise: "met",
  ...more,
})
const yes: Line = ["met", 1]
const no: Line = ["unmet", 1]
const open: Line = ["unknown", 1]
const unread: Line = ["unknown", 0]

const whole = (verdict: Whole["verdict"], off: number) => ({ whole: { verdict, off } })

export const outcomeVectors: ReadonlyArray<Vector> = [
  vector("outcome: all met", [met("a"), met("b", { share: 5 })], abc, [yes, yes], whole("satisfied", 0)),
  vector(
    "outcome: a required check is unmet",
    [met("a"), unmet("b")],
    abc,
    [yes, no],
    whole("not_satisfied", 1_000_000),
  ),
  vector(
    "outcome: a share is unmet",
    [met("a"), unmet("b", { share: 250_000 })],
    abc,
    [yes, no],
    whole("partly", 250_000),
  ),
  vector("outcome: the smallest share", [unmet("a", { share: 1 })], abc, [no], whole("partly", 1)),
  vector(
    "outcome: the greatest share",
    [unmet("a", { share: 1_000_000 })],
    abc,
    [no],
    whole("partly", 1_000_000),
  ),
  vector(
    "outcome: shares add up",
    [unmet("a", { share: 1 }), met("b", { share: 10 }), unmet("c", { share: 100 })],
    abc,
    [no, yes, no],
    whole("partly", 101),
  ),
  vector(
    "outcome: shares come to the whole",
    [unmet("a", { share: 400_000 }), unmet("b", { share: 600_000 })],
    abc,
    [no, no],
    whole("partly", 1_000_000),
  ),
  vector(
    "outcome: shares over the whole are the whole",
    [unmet("a", { share: 600_000 }), unmet("b", { share: 600_000 })],
    abc,
    [no, no],
    whole("partly", 1_000_000),
  ),
  vector(
    "outcome: a required check beside a share",
    [unmet("a", { share: 1 }), unmet("b")],
    abc,
    [no, no],
    whole("not_satisfied", 1_000_000),
  ),
  vector(
    "outcome: all checks are evaluated though the first is unmet",
    [unmet("a"), met("b"), unmet("c", { share: 1 })],
    abc,
    [no, yes, no],
    whole("not_satisfied", 1_000_000),
  ),
  vector(
    "outcome: no attestation yet",
    [met("a"), attested("b")],
    abc,
    [yes, open],
    whole("indeterminate", 0),
  ),
  vector(
    "outcome: no attestation of a share yet",
    [attested("a", { share: 7 })],
    abc,
    [open],
    whole("indeterminate", 0),
  ),
  vector(
    "outcome: no attestation yet, and a share is unmet",
    [unmet("a", { share: 9 }), attested("b")],
    abc,
    [no, open],
    whole("indeterminate", 9),
  ),
  vector(
    "outcome: no attestation yet, and a required check is unmet",
    [unmet("a"), attested("b")],
    abc,
    [no, open],
    whole("not_satisfied", 1_000_000),
  ),
  vector(
    "outcome: otherwise is not what the evaluation takes by itself",
    [attested("a", { otherwise: "unmet" })],
    abc,
    [open],
    whole("indeterminate", 0),
  ),
  vector("outcome: attested met", [attested("a")], abc, [yes], {
    attested: [{ check: "a", outcome: "met" }],
    ...whole("satisfied", 0),
  }),
  vector("outcome: attested unmet", [attested("a")], abc, [no], {
    attested: [{ check: "a", outcome: "unmet" }],
    ...whole("not_satisfied", 1_000_000),
  }),
  vector("outcome: attested unmet with a share", [attested("a", { share: 3 })], abc, [no], {
    attested: [{ check: "a", outcome: "unmet" }],
    ...whole("partly", 3),
  }),
  vector("outcome: one of two is attested", [attested("a"), attested("b")], abc, [open, yes], {
    attested: [{ check: "b", outcome: "met" }],
    ...whole("indeterminate", 0),
  }),
  vector(
    "outcome: both are attested, in another order",
    [attested("a", { share: 1 }), attested("b")],
    abc,
    [no, yes],
    {
      attested: [
        { check: "b", outcome: "met" },
        { check: "a", outcome: "unmet" },
      ],
      ...whole("partly", 1),
    },
  ),
  vector("outcome: attested of bytes that are no text", [attested("a")], "/w==", [yes], {
    attested: [{ check: "a", outcome: "met" }],
    ...whole("satisfied", 0),
  }),
  vector("outcome: none is attested, by a list of none", [attested("a")], abc, [open], {
    attested: [],
    ...whole("indeterminate", 0),
  }),
  vector(
    "outcome: no bytes are known",
    [met("a"), unmet("b", { share: 1 }), attested("c")],
    null,
    [unread, unread, open],
    whole("indeterminate", 0),
  ),
  vector(
    "outcome: no bytes are known, of every kind",
    [
      { id: "a", kind: "bytes", min: 1 },
      { id: "b", kind: "sha256", oneOf: ["0".repeat(64)] },
      { id: "c", kind: "text", contains: ["a"] },
      { id: "d", kind: "pattern", pattern: "a" },
      { id: "e", kind: "json" },
      { id: "f", kind: "schema", schema: false },
      { id: "g", kind: "count", of: "", min: 1 },
      { id: "h", kind: "sum", of: "", min: 1 },
      { id: "i", kind: "unique", of: "" },
      { id: "j", kind: "compare", left: "", op: "=", right: "" },
    ],
    null,
    Array<Line>(10).fill(unread),
    whole("indeterminate", 0),
  ),
  vector("outcome: no bytes are known, but all is attested", [attested("a")], null, [yes], {
    attested: [{ check: "a", outcome: "met" }],
    ...whole("satisfied", 0),
  }),
  vector(
    "outcome: no bytes are known, and a required check is attested unmet",
    [met("a"), attested("b")],
    null,
    [unread, no],
    { attested: [{ check: "b", outcome: "unmet" }], ...whole("not_satisfied", 1_000_000) },
  ),
  vector(
    "outcome: no bytes are known, and a share is attested unmet",
    [met("a"), attested("b", { share: 4 })],
    null,
    [unread, no],
    { attested: [{ check: "b", outcome: "unmet" }], ...whole("indeterminate", 4) },
  ),
  vector(
    "outcome: no bytes are known, and shares over the whole are attested unmet",
    [met("a"), attested("b", { share: 1_000_000 }), attested("c", { share: 1 })],
    null,
    [unread, no, no],
    {
      attested: [
        { check: "b", outcome: "unmet" },
        { check: "c", outcome: "unmet" },
      ],
      ...whole("indeterminate", 1_000_000),
    },
  ),
  vector(
    "outcome: over bytesMax every check is unmet",
    [met("a"), unmet("b", { share: 1 })],
    abc,
    [
      ["unmet", 0],
      ["unmet", 0],
    ],
    { bytesMax: 2, ...whole("not_satisfied", 1_000_000) },
  ),
  vector(
    "outcome: over bytesMax the verdict is not satisfied, though all have a share",
    [met("a", { share: 1 }), met("b", { share: 1 })],
    abc,
    [
      ["unmet", 0],
      ["unmet", 0],
    ],
    { bytesMax: 2, ...whole("not_satisfied", 1_000_000) },
  ),
  vector(
    "outcome: over bytesMax what is attested is unmet",
    [attested("a", { share: 1 })],
    abc,
    [["unmet", 0]],
    { bytesMax: 2, attested: [{ check: "a", outcome: "met" }], ...whole("not_satisfied", 1_000_000) },
  ),
  vector(
    "outcome: no bytes at all are bytes that are known",
    [met("a", { share: 2 })],
    "",
    [no],
    whole("partly", 2),
  ),
  vector(
    "outcome: the outcomes stand in the order of the checks",
    [met("z"), unmet("a", { share: 1 }), met("m")],
    abc,
    [yes, no, yes],
    whole("partly", 1),
  ),
  vector(
    "outcome: 32 checks",
    Array.from({ length: 32 }, (_, at) => unmet(`c${at}`, { share: at + 1 })),
    abc,
    Array<Line>(32).fill(no),
    whole("partly", 528),
  ),
]

const refusals: ReadonlyArray<readonly [string, Fields, string]> = [
  ["no agent", { by: null }, "/by"],
  ["a handle of two", { by: "ab" }, "/by"],
  ["a handle of 41", { by: "a".repeat(41) }, "/by"],
  ["a capital letter", { by: "Reviewer" }, "/by"],
  ["a hyphen first", { by: "-reviewer" }, "/by"],
  ["a hyphen last", { by: "reviewer-" }, "/by"],
  ["an underscore", { by: "re_viewer" }, "/by"],
  ["an accent", { by: "réviewer" }, "/by"],
  ["a line ending", { by: "reviewer\n" }, "/by"],
  ...["person", "operator", "invite", "court", "registrar", "clerk", "judge", "system"].map(
    (by): readonly [string, Fields, string] => [`the handle ${by}`, { by }, "/by"],
  ),
  ["no hour", { within: 0 }, "/within"],
  ["337 hours", { within: 337 }, "/within"],
  ["half an hour", { within: 0.5 }, "/within"],
  ["hours as a text", { within: "24" }, "/within"],
  ["otherwise unknown", { otherwise: "unknown" }, "/otherwise"],
  ["otherwise true", { otherwise: true }, "/otherwise"],
  ["an unknown member", { subject: "a" }, "/subject"],
]
const accepted: ReadonlyArray<readonly [string, Fields]> = [
  ["a handle of three", { by: "abc" }],
  ["a handle of 40", { by: "a".repeat(40) }],
  ["a handle of digits", { by: "123" }],
  ["hyphens within", { by: "a--b" }],
  ["a handle that begins like a reserved one", { by: "judges" }],
  ["one hour", { within: 1 }],
  ["336 hours", { within: 336 }],
]
const { id: _, ...plain } = attested("a")
const without = (name: string): Fields =>
  Object.fromEntries(Object.entries(plain).filter(([each]) => each !== name))

export const attestedVectors: ReadonlyArray<Vector> = [
  ...refusals.map(([name, fields, place]) =>
    refusedCheck(`attested: refused, ${name}`, { ...plain, ...fields }, place),
  ),
  ...["by", "within", "otherwise"].map((name) =>
    refusedCheck(`attested: refused, without ${name}`, without(name)),
  ),
  ...accepted.map(([name, fields]) =>
    vector(`attested: ${name}`, [attested("a", fields)], null, [yes], {
      attested: [{ check: "a", outcome: "met" }],
      ...whole("satisfied", 0),
    }),
  ),
]
