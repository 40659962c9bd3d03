/** The moves of a matter against the law, written down a second time by hand, and the passing of its periods. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { afterOf } from "../kernel/Machine.ts"
import { moveFrom } from "../kernel/Moves.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import * as Decisions from "../testing/Decisions.ts"
import { matterIn } from "../testing/Matters.ts"
import { advance } from "./Law.ts"
import * as Matter from "./Matter.ts"
import { type ActName, acts, hasEnded, type Move, moves, nextOf, partsOf } from "./Moves.ts"
import { matters } from "./Record.ts"

const statuses = Matter.Status.literals
const agent = (id: string): Actor => ({ role: "agent", id, handle: id })
const actors: ReadonlyArray<readonly [name: string, actor: Actor]> = [
  ["claimant", agent("buyer")],
  ["respondent", agent("seller")],
  ["stranger", agent("stranger")],
  ["registrar", { role: "registrar" }],
  ["judge", { role: "judge" }],
  ["public", { role: "public" }],
]

/** The acts that are allowed, written down a second time by hand: act → status → who. */
const law: { readonly [A in ActName]?: { readonly [status: string]: ReadonlyArray<string> } } = {
  defence: { served: ["respondent"], undefended: ["respondent"], pleading: ["respondent"] },
  "defence/more": { served: ["respondent"], pleading: ["respondent"] },
  reply: { defended: ["claimant"] },
  call: { undefended: ["claimant"], closed: ["claimant", "respondent"] },
  questions: { reserved: ["judge"] },
  answers: { questioned: ["claimant"] },
  judgment: { reserved: ["judge"] },
  discontinue: {
    queued: ["claimant"],
    served: ["claimant"],
    undefended: ["claimant"],
    pleading: ["claimant"],
    defended: ["claimant"],
    closed: ["claimant"],
  },
  consent: {
    served: ["claimant", "respondent"],
    undefended: ["claimant", "respondent"],
    pleading: ["claimant", "respondent"],
    defended: ["claimant", "respondent"],
    closed: ["claimant", "respondent"],
    reserved: ["claimant", "respondent"],
    questioned: ["claimant", "respondent"],
  },
  periods: {
    served: ["judge"],
    undefended: ["judge"],
    pleading: ["judge"],
    defended: ["judge"],
    closed: ["judge"],
    questioned: ["judge"],
  },
}

const codeOf = (status: Matter.Status, act: ActName, actor: Actor) => {
  const matter = matterIn(status)
  return Decisions.codeOf(matters.transition(matter, { act, who: partsOf(matter, actor) }, start, bounds))
}

describe("moves of a matter", () => {
  // `Object.keys` widens the keys of `law` to strings.
  it.each(Object.keys(law) as ReadonlyArray<ActName>)(
    "Rule 4.9 in every status %s is open to the actors that the law names, and to no others",
    (act) => {
      const open = statuses.flatMap((status) =>
        actors
          .filter(([, actor]) => codeOf(status, act, actor) === null)
          .map(([name]) => `${status} ${name}`),
      )
      const expected = Object.entries(law[act] ?? {}).flatMap(([status, who]) =>
        who.map((name) => `${status} ${name}`),
      )
      expect(new Set(open)).toEqual(new Set(expected))
    },
  )

  it.each([
    ["defence", "served", "claimant", "not_respondent"],
    ["defence", "defended", "respondent", "already_pleaded"],
    ["defence/more", "closed", "respondent", "already_pleaded"],
    ["defence/more", "pleading", "claimant", "not_respondent"],
    ["defence/more", "undefended", "respondent", "wrong_status"],
    ["reply", "pleading", "claimant", "wrong_status"],
    ["defence", "decided", "stranger", "not_a_party"],
    ["reply", "served", "claimant", "wrong_status"],
    ["reply", "served", "respondent", "not_claimant"],
    ["call", "undefended", "respondent", "not_claimant"],
    ["call", "served", "respondent", "wrong_status"],
    ["call", "served", "public", "agents_only"],
    ["questions", "closed", "registrar", "judge_only"],
    ["questions", "closed", "judge", "wrong_status"],
    ["answers", "questioned", "respondent", "not_asked"],
    ["answers", "reserved", "claimant", "wrong_status"],
    ["discontinue", "reserved", "claimant", "wrong_status"],
    ["discontinue", "reserved", "respondent", "not_claimant"],
    ["consent", "queued", "claimant", "wrong_status"],
    ["periods", "reserved", "judge", "wrong_status"],
    ["periods", "served", "claimant", "judge_only"],
  ] as const)("Rule 4.9 %s of a %s matter by the %s is refused as %s", (act, status, who, code) => {
    const actor = actors.find(([name]) => name === who)?.[1] ?? { role: "public" }
    expect(codeOf(status, act, actor)).toBe(code)
  })

  it.each([
    ["queued", "list/open", "served", "defence", hours(48)],
    ["served", "defence", "defended", "reply", hours(48)],
    ["pleading", "defence", "defended", "reply", hours(48)],
    ["pleading", "pass", "defended", "reply", hours(48)],
    ["served", "pass", "undefended", "call", days(30)],
    ["undefended", "defence", "defended", "reply", hours(48)],
    ["undefended", "pass", "lapsed", null, null],
    ["defended", "reply", "closed", "call", days(30)],
    ["defended", "pass", "closed", "call", days(30)],
    ["closed", "call", "reserved", null, null],
    ["closed", "pass", "lapsed", null, null],
    ["reserved", "questions", "questioned", "answers", hours(48)],
    ["questioned", "answers", "reserved", null, null],
    ["questioned", "pass", "reserved", null, null],
    ["reserved", "judgment", "decided", null, null],
  ] as const)("Rule 4.9 a %s matter after %s is %s, with its period", (status, act, to, step, length) => {
    const move = needPresent(moveFrom<Move>(acts[act], status), "the move of the act")
    const after = advance(matterIn(status), move, 1000, bounds)
    expect(after.status).toBe(to)
    expect(after.period?.step ?? null).toBe(step)
    expect(after.period === null ? null : after.period.closesAt - 1000).toBe(length)
    expect(after.endedAt).toBe(hasEnded(to) ? 1000 : null)
  })

  it("Rule 4.8 no move leads out of a matter that has ended", () => {
    for (const status of ["discontinued", "lapsed"] as const)
      expect(moves.filter(({ from }) => from.includes(status))).toEqual([])
    // A decided matter is decided again only if it was remitted on appeal (Rule 6.3) or is reheard (Rule 7.4).
    expect(moves.filter(({ from }) => from.includes("decided")).map(({ act }) => act)).toEqual([
      "remit",
      "rehear",
    ])
  })

  it("Rule 4.9 `next` names the acts that are open, who may do them, and the end of the running period", () => {
    const next = nextOf(matterIn("undefended"), start)
    expect(next.find(({ act }) => act === "call")).toEqual({
      who: "buyer",
      act: "call",
      dueBy: start + hours(48),
    })
    expect(next.find(({ act }) => act === "defence")).toEqual({ who: "seller", act: "defence", dueBy: null })
    expect(next.some(({ act }) => act === "consent/accept")).toBe(false)
  })
})

const end = start + hours(48)

describe("the passing of periods", () => {
  it.each([
    ["served", "undefended"],
    ["pleading", "defended"],
    ["defended", "closed"],
    ["questioned", "reserved"],
    ["undefended", "lapsed"],
    ["closed", "lapsed"],
  ] as const)("Rule 4.9 a %s matter is %s at the instant its period closes, and not before", (from, to) => {
    const matter = matterIn(from)
    expect(matters.current(matter, end - 1, bounds)).toBe(matter)
    expect(matters.current(matter, end, bounds).status).toBe(to)
    expect(matters.passed(matter, end + 1, bounds)[0]?.at).toBe(end)
  })

  it.each(["queued", "reserved", "decided", "discontinued", "lapsed"] as const)(
    "Rule 4.9 nothing passes for a %s matter",
    (status) => {
      expect(matters.passed(matterIn(status), start + days(1000), bounds)).toEqual([])
    },
  )

  it("Rule 4.8 overdue periods pass in order, each at its own instant", () => {
    const passings = matters.passed(matterIn("served"), end + days(40), bounds)
    expect(passings.map(({ at, after }) => [after.status, at])).toEqual([
      ["undefended", end],
      ["lapsed", end + days(30)],
    ])
    expect(afterOf(passings).endedAt).toBe(end + days(30))
  })

  it("Rule 4.9 a matter that is read often is the same as a matter that is read once", () => {
    const running = fc.constantFrom<Matter.Status>(
      "served",
      "undefended",
      "pleading",
      "defended",
      "closed",
      "questioned",
    )
    const waits = fc.array(fc.integer({ min: 0, max: days(20) }), { maxLength: 8 })
    fc.assert(
      fc.property(running, waits, (status, steps) => {
        let now = start
        let often = matterIn(status)
        const seen: Array<number> = []
        for (const step of steps) {
          now += step
          seen.push(...matters.passed(often, now, bounds).map(({ at }) => at))
          often = matters.current(often, now, bounds)
        }
        expect(often).toEqual(matters.current(matterIn(status), now, bounds))
        expect(seen).toEqual(matters.passed(matterIn(status), now, bounds).map(({ at }) => at))
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
      }),
    )
  })
})
