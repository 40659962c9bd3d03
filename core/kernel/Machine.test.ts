/** A small machine: the loan of a book, which its reader returns or renews, and which lapses at its term. */
import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, tasksOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import * as Changed from "./Change.ts"
import { ById } from "./Id.ts"
import * as Kind from "./Kind.ts"
import { afterOf, make, nothingBeside, type TypesOf } from "./Machine.ts"
import { of } from "./Moves.ts"
import { type Refusal, refusal } from "./Refusal.ts"

const Loan = Schema.Struct({
  id: Schema.String,
  status: Schema.Literal("lent", "returned", "lapsed"),
  until: Schema.Number,
})
type Loan = typeof Loan.Type
const Loans = Kind.make<Loan>({ name: "loan", schema: Loan, id: ({ id }) => id })

type Part = "reader" | "clock"
const { act, move } = of<Loan["status"], Part>({})
const acts = {
  lend: act(["reader"], "not_a_party", move(["none"], "lent", "lent", [], ["PD17 §1"])),
  renew: act(["reader"], "not_a_party", move(["lent"], "same", "renewed", [], ["PD17 §1"])),
  return: act(["reader"], "not_a_party", move(["lent"], "returned", "returned", [], ["PD17 §1"])),
  pass: act(["clock"], "registrar_only", move(["lent"], "lapsed", "lapsed", [], ["PD17 §1"])),
}
interface LoanAct {
  readonly act: keyof typeof acts
  readonly who: Part
  readonly until?: number
  readonly against?: ReadonlyArray<Refusal | null>
}
type Types = TypesOf<Loan, typeof acts, LoanAct>

const loans = make<Types>({
  acts,
  closed: ({ status }, act) => refusal("hold_status", { status, act }),
  kind: Loans,
  who: (_loan, { role }) => (role === "agent" ? "reader" : "clock"),
  unknown: (id) => refusal("unknown_hold", { id }),
  due: {
    kind: "loan-term",
    task: (id) => `loan-term/${id}`,
    body: "loanId",
    at: ({ status, until }) => (status === "lent" ? until : null),
    act: { act: "pass", who: "clock" },
  },
  governs: () => [],
  objection: ({ until }, act) =>
    act.until !== undefined && act.until < until ? refusal("future_date", {}) : null,
  effectAt: ({ until }, { event }, now) => (event === "lapsed" ? until : now),
  after: (loan, { until = loan.until }, { to }) => ({
    ...loan,
    until,
    status: to === "same" ? loan.status : to,
  }),
  beside: nothingBeside,
  events: (moves) =>
    moves.map(({ move, after, at }) => Changed.event(`loan.${move.event}`, after.id, move.sections, {}, at)),
  notices: () => [],
})

const lent: Loan = { id: "loan-1", status: "lent", until: start + 10 }
const reader = { role: "agent", id: "id-reader", handle: "reader" } as const
const named = { sections: ["PD17 §1"], answer: ({ status }: Loan) => status } as const
const giveBack = loans.command({
  ...named,
  name: "return-loan",
  input: ById,
  act: (_facts, who) => ({ act: "return", who }),
})
/** Lends a book for as long as another is lent. If that one is back already, the book comes back at once. */
const follow = loans.command({
  ...named,
  name: "renew-like",
  input: Schema.Struct({ ...ById.fields, like: Schema.String }),
  gather: (_facts, { like }, _context, from) => Effect.map(loans.need(from, like), (other) => ({ other })),
  act: ({ other }, who) => ({ act: "renew", who, until: other.until }),
  against: ({ record, other }) => [record.id === other.id ? refusal("unknown_hold", { id: other.id }) : null],
  followUp: (_after, { other }) => (other.status === "returned" ? { act: "return", who: "reader" } : null),
  also: ({ other }, moves, _input, { now }) => [
    Changed.event("loan.followed", other.id, ["PD17 §1"], { moves: moves.length }, now),
  ],
})
const pass = loans.passing({ ...named, name: "pass-loan" })
const facts = (loan: Loan = lent) => factsOf(Changed.put(Loans, loan))

describe("a machine", () => {
  it("given a record, when an act is allowed, then the record, its deadline and its event are written", () => {
    const decided = Either.getOrThrow(facts().decide(giveBack, { id: lent.id }, contextFor(reader, start)))
    expect(decided.reply).toBe("returned")
    expect(decided.changes.map(({ _tag }) => _tag)).toEqual(["Put", "Cancel", "Event"])
  })

  it("given facts besides the record, then the act, its refusals, the act that follows and other changes rest on them", () => {
    const other: Loan = { id: "loan-2", status: "lent", until: start + 20 }
    const decide = (like: Loan, id = lent.id) =>
      factsOf(Changed.put(Loans, lent), Changed.put(Loans, like)).decide(
        follow,
        { id, like: like.id },
        contextFor(reader, start),
      )
    const told = (like: Loan) => {
      const { changes, reply } = Either.getOrThrow(decide(like))
      return [reply, ...eventsOf(changes).map(({ type }) => type)]
    }
    expect(told(other)).toEqual(["lent", "loan.renewed", "loan.followed"])
    expect(told({ ...other, status: "returned" })).toEqual([
      "returned",
      "loan.renewed",
      "loan.returned",
      "loan.followed",
    ])
    expect(codeOf(decide(other, other.id))).toBe("unknown_hold")
    expect(codeOf(decide({ ...other, until: start }))).toBe("future_date")
  })

  it("given a term that has passed, when somebody acts, then what time did comes first and the act is judged after it", () => {
    const late = facts().decide(giveBack, { id: lent.id }, contextFor(reader, lent.until))
    expect(codeOf(late)).toBe("hold_status")
    expect(loans.current(lent, lent.until).status).toBe("lapsed")
    expect(loans.current(lent, lent.until - 1)).toBe(lent)
  })

  it("given a deadline, when it fires late, then the move has the instant at which it was due, and a second firing does nothing", () => {
    const at = (now: number, given = lent) =>
      Either.getOrThrow(
        facts(given).decide(pass, { loanId: lent.id }, contextFor({ role: "scheduler" }, now)),
      )
    expect(eventsOf(at(lent.until + 5).changes)).toMatchObject([{ type: "loan.lapsed", at: lent.until }])
    expect(at(lent.until + 5, { ...lent, status: "lapsed" })).toEqual({ changes: [], reply: "lapsed" })
  })

  it("given a new record, then its deadline is set, and it is set again only if an act moves it", () => {
    const opened = loans.opened(lent, "lend", "reader", start)
    const recorded = (moves: ReadonlyArray<typeof opened>) =>
      tasksOf(loans.record([moves], null, contextFor(reader, start)))
    expect(recorded([opened])).toMatchObject([
      { id: "loan-term/loan-1", dueAt: lent.until, body: { loanId: "loan-1" } },
    ])
    const renew = (until: number) =>
      Either.getOrThrow(loans.perform(lent, { act: "renew", who: "reader", until }, start))
    expect(recorded(renew(lent.until))).toEqual([])
    expect(recorded(renew(lent.until + 1))).toMatchObject([{ dueAt: lent.until + 1 }])
    expect(afterOf(renew(lent.until + 1)).until).toBe(lent.until + 1)
  })

  it("given an act with refusals of what it states, then the first of them and of the table's in order of precedence answers", () => {
    const allowed = { act: "return", who: "reader" } as const
    const given = { act: "pass", who: "reader" } as const
    const code = (act: LoanAct, ...against: ReadonlyArray<Refusal | null>) =>
      codeOf(loans.transition(lent, { ...act, against }, start))
    const unknown = refusal("unknown_hold", { id: "loan-2" })
    const future = refusal("future_date", {})
    expect(code(allowed, null)).toBe(null)
    expect(code(allowed, null, future, unknown)).toBe("unknown_hold")
    expect(code(given, future)).toBe("registrar_only")
    expect(code(given, unknown)).toBe("unknown_hold")
  })

  it("an act is refused by the table, by its own condition, and if there is no record", () => {
    const act = (act: LoanAct) => codeOf(loans.transition(lent, act, start))
    expect(act({ act: "pass", who: "reader" })).toBe("registrar_only")
    expect(act({ act: "renew", who: "reader", until: start })).toBe("future_date")
    expect(codeOf(facts().decide(giveBack, { id: "none" }, contextFor(reader, start)))).toBe("unknown_hold")
  })
})
