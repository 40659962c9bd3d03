/** How many e-mails go to one address in a day, and the digest of the rest. */
import { Either, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf, tasksOf } from "../testing/Decisions.ts"
import {
  type Allowance,
  Allowances,
  addToDigest,
  digestOf,
  digestTask,
  recordDigest,
  reserve,
} from "./Allowance.ts"

const max = bounds.addressMailsPerDay
const scheduler = (now: number) => contextFor({ role: "scheduler" }, now)
const of = (id: string) => ({ allowance: "mail/op-1", figure: "addressMailsPerDay", id }) as const
/** The allowance after one e-mail is reserved, and whether it may be sent. */
const asked = (allowance: Allowance | null, id: string, now: number) => {
  const { changes, reply } = Either.getOrThrow(
    reserve.decide(Option.fromNullable(allowance), of(id), scheduler(now)),
  )
  return { allowance: putsOf(Allowances, changes)[0] ?? allowance, sends: reply.sends, reply }
}
const filled = (now: number): Allowance | null => {
  let allowance: Allowance | null = null
  for (let i = 0; i < max; i++) allowance = asked(allowance, `mail-${i}`, now).allowance
  return allowance
}

describe("the e-mails of a day to one address", () => {
  it("Rule 2.7A fifty e-mails are sent, and the next one waits for the next day", () => {
    const full = filled(start)
    expect(full?.ids).toHaveLength(max)
    const { sends, reply } = asked(full, "one more", start)
    expect(sends).toBe(false)
    const midnight = Date.UTC(2026, 10, 21)
    expect(reply.nextDay).toBe(midnight)
    expect([asked(full, "late", midnight - 1).sends, asked(full, "early", midnight).sends]).toEqual([
      false,
      true,
    ])
  })

  it("Rule 2.7A an e-mail that is tried again counts once", () => {
    expect(asked(filled(start), "mail-7", start).sends).toBe(true)
  })

  it("Rule 2.7A no day has more than fifty, whatever is reserved and when", () => {
    const asking = fc.array(fc.tuple(fc.nat(120), fc.nat(hours(3))), { maxLength: 150 })
    fc.assert(
      fc.property(asking, (mails) => {
        let allowance: Allowance | null = null
        let now = start
        const sent = new Map<number, Set<number>>()
        for (const [id, later] of mails) {
          now += later
          const next = asked(allowance, `mail-${id}`, now)
          allowance = next.allowance
          const day = Math.floor(now / days(1))
          if (next.sends) sent.set(day, (sent.get(day) ?? new Set()).add(id))
        }
        for (const ids of sent.values()) expect(ids.size).toBeLessThanOrEqual(max)
      }),
      { numRuns: 30 },
    )
  })
})

describe("the digest", () => {
  const seller = agent("seller")
  it("Rule 2.7A the digest counts the notices held, by agent, and is sent when the next day begins", () => {
    const first = addToDigest(Option.fromNullable(filled(start)), seller, start)
    const [held] = putsOf(Allowances, first)
    const second = addToDigest(Option.fromNullable(held), agent("constructor"), start + 1)
    const [both] = putsOf(Allowances, second)
    expect(both?.held).toEqual({ seller: 1, constructor: 1 })
    expect(tasksOf(second)).toMatchObject([{ kind: digestTask, dueAt: Date.UTC(2026, 10, 21) }])
    expect(digestOf(both?.held ?? {}, start, bounds).text).toMatch(/seller: 1\n\nconstructor: 1/)
    // and the allowance of the next day has no e-mails, and still what is held
    expect(asked(both ?? null, "digest", start + days(1)).allowance).toMatchObject({
      ids: ["digest"],
      held: { seller: 1, constructor: 1 },
    })
  })

  it("Rule 2.7A notices that come in while a digest is sent wait for the next one", () => {
    const id = "mail/op-1"
    const kept: Allowance = { id, day: start, ids: [], held: { seller: 5, buyer: 1 } }
    const { changes } = Either.getOrThrow(
      recordDigest.decide(
        Option.some(kept),
        { operatorId: "op-1", held: { seller: 3, buyer: 1 } },
        scheduler(start),
      ),
    )
    expect(putsOf(Allowances, changes)[0]?.held).toEqual({ seller: 2 })
  })
})
