/** The table of moves of an entry, written out in full, and tried for every act from every status. */
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import { actNames, acts, type EntryAct, moveFrom } from "./Moves.ts"
import {
  address,
  attest,
  confirm,
  decide,
  dispute,
  having,
  meet,
  open,
  passedAt,
  prove,
  refusedWith,
  resume,
  supersede,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const at = start + hours(1)
const attested = having(open, [attest(at), at])
const notified = passedAt(open, start + threeDays)
const disputed = having(open, [dispute(), at])
const examples: { readonly [Status in Standing.EntryStatus]: Entry } = {
  open,
  attested,
  notified,
  satisfied: having(open, [confirm, at]),
  unsatisfied: having(disputed, [decide("unsatisfied"), at]),
  disputed,
  pending: having(disputed, [decide("pending"), at]),
  superseded: having(open, [supersede, at]),
}

const statuses = Standing.EntryStatus.literals
const live = statuses.filter((status) => status !== "superseded")
const no = "entry_state"
/** A row in which an act leads from every status but the last one, which is superseded, to this one. */
const everywhere = (status: string) => [...live.map(() => status), no]

/** The table of PD11, written out again by hand: the status or the refusal to which each act leads from each status, in their order. */
const expected: ReadonlyArray<readonly [string, EntryAct, ReadonlyArray<string>]> = [
  ["an attestation", attest(at), ["attested", no, "attested", no, no, no, no, no]],
  ["a confirmation", confirm, ["satisfied", "satisfied", "satisfied", no, no, no, no, no]],
  // The block is of a time when the entry was open: before its notice, but not before its attestation, which was at this instant.
  ["a chain reading", prove(at), ["satisfied", no, "satisfied", no, no, no, no, no]],
  ["a dispute", dispute(), everywhere("disputed").with(statuses.indexOf("disputed"), "already_disputed")],
  [
    "a payment from a hold",
    meet,
    ["satisfied", "satisfied", "satisfied", no, "satisfied", no, "satisfied", no],
  ],
  ["the decision `satisfied`", decide("satisfied"), everywhere("satisfied")],
  ["the decision `unsatisfied`", decide("unsatisfied"), everywhere("unsatisfied")],
  ["the decision `pending`", decide("pending"), everywhere("pending")],
  ["a supersession", supersede, everywhere("superseded")],
  ["an address", address, [...live, no]],
  ["a suspension", suspend, [...live, no]],
]

describe("the legal moves of an entry", () => {
  for (const [name, act, row] of expected) {
    for (const [i, status] of statuses.entries()) {
      it(`PD11 §1 given an entry that is ${status}, when ${name} comes, then the outcome is ${row[i]}`, () => {
        // No window is about to close.
        const entry = examples[status]
        expect(entry.status).toBe(status)
        const now = status === "notified" ? start + threeDays + 1 : at
        const refused = refusedWith(entry, act, now)
        expect(refused ?? having(entry, [act, now]).status).toBe(row[i])
      })
    }
  }

  const strangers: ReadonlyArray<readonly [EntryAct, string]> = [
    [{ ...attest(at), who: "favoured" }, "not_bound"],
    [{ ...attest(at), who: "nobody" }, "not_bound"],
    [{ ...attest(at), who: "registrar" }, "not_bound"],
    [{ ...confirm, who: "bound" }, "not_favoured"],
    [{ ...confirm, who: "nobody" }, "not_favoured"],
    [{ ...address, who: "bound" }, "not_favoured"],
    [{ ...dispute(), who: "nobody" }, "not_a_party"],
    [{ ...dispute(), who: "registrar" }, "not_a_party"],
    [{ ...decide("satisfied"), who: "bound" }, "registrar_only"],
    [{ ...decide("satisfied"), who: "favoured" }, "registrar_only"],
  ]
  for (const [act, code] of strangers) {
    it(`PD11 §3 the act "${act.act}" by "${act.who}" is refused with ${code}, before the status is checked`, () => {
      expect(refusedWith(open, act, at)).toBe(code)
      expect(refusedWith(examples.superseded, act, at)).toBe(code)
    })
  }

  it("PD11 §5 either party may dispute", () => {
    expect(having(open, [dispute("bound"), at]).dispute?.by).toBe("debtor")
    expect(having(open, [dispute("favoured"), at]).dispute?.by).toBe("creditor")
  })

  it("PD11 §7 an entry is suspended once, and resumed only while suspended", () => {
    expect(refusedWith(having(open, [suspend, at]), suspend, at + 1)).toBe("entry_state")
    expect(refusedWith(open, resume, at)).toBe("entry_state")
  })

  it("PD11 §1 no act moves a superseded entry, and no act has two moves from one status", () => {
    for (const act of actNames) {
      expect(moveFrom(act, "superseded")).toBeUndefined()
      const from = acts[act].moves.flatMap((move) => [...move.from])
      expect(new Set(from).size).toBe(from.length)
    }
  })

  it("PD11 §3 a performance in the future can't be attested, found, or read from a chain", () => {
    expect(refusedWith(open, attest(at + 1), at)).toBe("future_date")
    expect(refusedWith(open, attest(at), at)).toBeNull()
    expect(refusedWith(open, decide("satisfied", at + 1), at)).toBe("future_date")
    expect(refusedWith(open, prove(at + 1), at)).toBe("future_date")
  })

  it("PD11 §11 an address that can't be read is refused, after the status is checked", () => {
    const unreadable: EntryAct = { act: "address", who: "favoured", address: null, proven: false }
    expect(refusedWith(open, unreadable, at)).toBe("address_unreadable")
    expect(refusedWith(examples.superseded, unreadable, at)).toBe("entry_state")
  })
})

/** One line for each move: who, the refusal of others, from, to, window, credit, when, event, on whom it is served, provisions. */
const lines = () =>
  actNames.flatMap((name) => {
    const { who, stranger, moves: made } = acts[name]
    return made.map(
      (move) =>
        `${name} | ${who.join(" ")} else ${stranger} | ${move.from.join(" ")} > ${move.to} | ${move.window} ${move.credit} ${move.at} | ${move.event} | ${move.serves.join(" ")} | ${move.sections.join(", ")}`,
    )
  })

describe("the table of moves", () => {
  it("PD11 §3 the moves are these, and no others", () => {
    expect(lines()).toEqual([
      "open | court else judge_only | none > open | performance none now | opened |  | PD11 §2",
      "attest | bound else not_bound | open notified > attested | dispute none now | attested | favoured | PD11 §3",
      "confirm | favoured else not_favoured | open notified attested > satisfied | closed timely now | confirmed | bound | PD11 §3, PD11 §10",
      "prove | court else registrar_only | open notified attested > satisfied | closed timely now | proved | bound favoured | PD11 §11, PD11 §10",
      `address | favoured else not_favoured | ${live.join(" ")} > same | kept none now | addressed | bound | PD11 §11`,
      "pass | clock else registrar_only | open > notified | notice none now | notified | bound | PD11 §4",
      "pass | clock else registrar_only | attested > satisfied | closed timely close | satisfied | bound favoured | PD11 §3, PD11 §10",
      "pass | clock else registrar_only | notified > unsatisfied | closed missed close | unsatisfied | bound favoured | PD11 §4, PD11 §10",
      "pass | clock else registrar_only | disputed > began | began began now | undecided | bound favoured | PD11 §5, PD11 §10",
      "dispute | bound favoured else not_a_party | open attested notified satisfied unsatisfied pending > disputed | decision none now | disputed | bound favoured | PD11 §5",
      `decide | registrar else registrar_only | ${live.join(" ")} > found | closed found now | decided | bound favoured | PD11 §6, PD11 §10`,
      `suspend | court else registrar_only | ${live.join(" ")} > same | kept none now | suspended | bound favoured | PD11 §7`,
      `resume | court else registrar_only | ${live.join(" ")} > same | fresh none now | resumed | bound favoured | PD11 §7`,
      `supersede | court else registrar_only | ${live.join(" ")} > superseded | closed reversed now | superseded | bound favoured | PD11 §8, PD11 §10`,
      "meet | court else registrar_only | open attested notified satisfied unsatisfied disputed pending > satisfied | closed unearned now | met | bound favoured | PD11 §12",
    ])
  })

  it("PD11 §3 from each status an act makes the move that the table has for it", () => {
    for (const name of actNames)
      for (const status of Standing.EntryStatus.literals)
        expect(moveFrom(name, status)).toBe(
          acts[name].moves.find((move) => move.from.some((from) => from === status)),
        )
  })
})
