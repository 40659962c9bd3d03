/** The tables of moves that are drawn: their rows in one form, and the stories that are told with them. */
import { acts as appeals } from "../../core/appeals/index.ts"
import { acts as entries } from "../../core/compliance/index.ts"
import { acts as holds } from "../../core/holds/index.ts"
import { partsInRules } from "../../core/kernel/Moves.ts"
import { moves as matters } from "../../core/matters/index.ts"
import { acts as quotes } from "../../core/quotes/index.ts"

export interface Row {
  /** `none` stands for the time before there is a record. */
  readonly from: ReadonlyArray<string>
  readonly act: string
  readonly who: ReadonlyArray<string>
  /** Every status in which the record may be afterwards; empty if the status does not change. */
  readonly to: ReadonlyArray<string>
  /** The parties that get a notice, if the table says so. */
  readonly serves: ReadonlyArray<string>
  readonly sections: ReadonlyArray<string>
}

/** An act; with the status after it, if there may be several, and with its actor, if that is not the first actor who may do it. */
type Step = string | readonly [act: string, to: string, who?: string]

export interface Story {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}

export interface Machine {
  /** The name of the page in this folder, without its extension. */
  readonly name: string
  readonly title: string
  readonly words: string
  /** The path of the table from the root of the repository. */
  readonly table: string
  readonly rows: ReadonlyArray<Row>
  readonly stories: ReadonlyArray<Story>
}

interface Rows {
  readonly from: ReadonlyArray<string>
  readonly act: string
  readonly who: ReadonlyArray<string>
  readonly to: string
  readonly sections: ReadonlyArray<string>
}
/** The rows of a table of the Rules that lists its moves one by one. */
const ofRows = (rows: ReadonlyArray<Rows>): ReadonlyArray<Row> =>
  rows.map(({ from, act, who, to, sections }) => ({
    from,
    act,
    who: partsInRules(who),
    to: to === "same" ? [] : [to],
    serves: [],
    sections,
  }))

interface Acts {
  readonly [act: string]: {
    readonly who: ReadonlyArray<string>
    readonly moves: ReadonlyArray<{
      readonly from: ReadonlyArray<string>
      readonly to: string
      readonly serves: ReadonlyArray<string>
      readonly sections: ReadonlyArray<string>
    }>
  }
}
/**
 * The rows of a table by acts; `found` lists the statuses among which a decision chooses, `began` lists the statuses to which a dispute may
 * lead back.
 */
const ofActs = (
  acts: Acts,
  found: ReadonlyArray<string>,
  began: ReadonlyArray<string> = [],
): ReadonlyArray<Row> =>
  Object.entries(acts).flatMap(([act, { who, moves }]) =>
    moves.map(({ from, to, serves, sections }) => ({
      from,
      act,
      who,
      to: to === "found" ? found : to === "began" ? began : to === "same" ? [] : [to],
      serves,
      sections,
    })),
  )

const filed = { from: ["none"], act: "file", who: ["claimant"], serves: [], sections: ["PD1 §5"] }

export const machines: ReadonlyArray<Machine> = [
  {
    name: "matters",
    title: "Matters",
    words:
      "A dispute from the claim to the judgment (Rules, part 4). A matter waits as `queued` while the current list is full; every step has its period, and a step that nobody takes in time is skipped.",
    table: "core/matters/Moves.ts",
    rows: [{ ...filed, to: ["served", "queued"] }, ...ofRows(matters)],
    stories: [
      { title: "Contested", steps: [["file", "served"], "defence", "reply", "call", "judgment"] },
      { title: "By default", steps: [["file", "served"], "pass", "call", "judgment"] },
      {
        title: "With questions from the judge",
        steps: [["file", "served"], "defence", "pass", "call", "questions", "answers", "judgment"],
      },
      {
        title: "With a defence that is added to",
        steps: [["file", "served"], "defence/more", "pass", "reply", "call", "judgment"],
      },
      { title: "Settled by consent", steps: [["file", "served"], "defence", "consent", "consent/accept"] },
      { title: "Out of a full list, and given up", steps: [["file", "queued"], "list/open", "discontinue"] },
    ],
  },
  {
    name: "compliance",
    title: "Entries of the Register of Compliance",
    words:
      "One entry for every order to pay, perform or refrain (PD11). A window closes at its instant, and a later act finds the entry in the status that followed from this.",
    table: "core/compliance/Moves.ts",
    rows: ofActs(
      entries,
      ["satisfied", "unsatisfied", "pending"],
      ["open", "attested", "notified", "satisfied", "unsatisfied", "pending"],
    ),
    stories: [
      { title: "Honoured and confirmed", steps: ["open", "attest", "confirm"] },
      { title: "Honoured, and the other side silent", steps: ["open", "attest", "pass"] },
      { title: "Not honoured", steps: ["open", "pass", "pass"] },
      {
        title: "Disputed and decided",
        steps: ["open", "attest", ["dispute", "disputed", "favoured"], ["decide", "unsatisfied"]],
      },
      {
        title: "Disputed, and decided by nobody",
        steps: ["open", "attest", ["dispute", "disputed", "favoured"], ["pass", "notified"], "pass"],
      },
      {
        title: "Suspended by an appeal that fails",
        steps: ["open", "suspend", "resume", "attest", "confirm"],
      },
    ],
  },
  {
    name: "quotes",
    title: "Quotes",
    words: "A price and a delivery, agreed and closed (PD14).",
    table: "core/quotes/Moves.ts",
    rows: ofActs(quotes, ["settled", "disputed"]),
    stories: [
      { title: "Delivered and settled", steps: ["offer", "accept", "close", ["countersign", "settled"]] },
      { title: "Deemed settled", steps: ["offer", "accept", "close", "pass"] },
      { title: "Disputed", steps: ["offer", "accept", "close", ["countersign", "disputed"]] },
      { title: "Never accepted", steps: ["offer", "pass"] },
    ],
  },
  {
    name: "holds",
    title: "Holds",
    words:
      "An escrow that two parties have named, with the court as referee (PD2 §§6A to 6H). The court holds nothing: it signs an instruction, and the escrow's own parties act on it.",
    table: "core/holds/Moves.ts",
    rows: ofActs(holds, []),
    stories: [
      { title: "Paid by a judgment", steps: ["name", "confirm", "prove", "complete", "payout", "paid-out"] },
      {
        title: "Revoked, and signed again",
        steps: ["name", "confirm", "prove", "complete", "payout", "revoke", "payout", "paid-out"],
      },
      {
        title: "Revoked, because its judgment fell",
        steps: ["name", "confirm", "prove", "complete", "payout", "withdraw"],
      },
      { title: "Settled by the parties", steps: ["name", "confirm", "prove", "complete", "paid-out"] },
      { title: "Never confirmed", steps: ["name", "pass"] },
    ],
  },
  {
    name: "appeals",
    title: "Appeals",
    words:
      "To the Upper Court as of right, to the High Court by leave of the Registrar (Rules, part 6). The hearing begins when the window for withdrawal that the fee statement opened has closed.",
    table: "core/appeals/Moves.ts",
    rows: ofActs(appeals, []).map((row) => ({ ...row, who: partsInRules(row.who) })),
    stories: [
      { title: "As of right", steps: ["appeal", "estimate", "pass", "judgment"] },
      { title: "By leave", steps: ["leave", "grant leave", "estimate", "pass", "judgment"] },
      { title: "Leave refused", steps: ["leave", "refuse leave"] },
      { title: "Withdrawn for its price", steps: ["appeal", "estimate", "withdraw"] },
    ],
  },
]
