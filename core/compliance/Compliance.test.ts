/** The Register of Compliance on the memory store: after any acts its registers equal those computed from the public journal. */
import { Effect, Either, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { Conduct } from "../bench/index.ts"
import type { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import type { Journalled } from "../store/Store.ts"
import { anything } from "../testing/Anything.ts"
import { clock, registrar, stage } from "../testing/Stage.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  passEntry,
} from "./Commands.ts"
import { deadlineKind, Entries } from "./Entry.ts"
import { boundAgents, gatherEntries, moveEntries, openEntries } from "./Judged.ts"
import { checkCompliance, readCompliance } from "./Queries.ts"
import { registersAt, replay } from "./Replay.ts"
import { reputationOf } from "./Reputation.ts"
import { registering } from "./testing/Wallets.ts"

type Stage = ReturnType<typeof stage>
type Agent = Actor & { readonly role: "agent" }

const partyOf = ({ id, handle }: Agent) => ({ id, handle, operatorId: `op-of-${handle}` })
const orderOf = (n: number, against: Agent, inFavourOf: Agent): Judgment.Order => ({
  n,
  kind: "pay",
  text: "as ordered",
  amountCents: 100,
  against: partyOf(against),
  inFavourOf: partyOf(inFavourOf),
  hours: 72,
})

/** Delivers a judgment: its entries open, and it may find misconduct of the party bound. */
const deliver = command({
  name: "deliver",
  sections: ["PD11 §2"],
  input: anything<{ readonly orders: ReadonlyArray<Judgment.Order>; readonly finding: number }>(),
  gather: (
    { orders }: { readonly orders: ReadonlyArray<Judgment.Order>; readonly finding: number },
    _context,
    reader,
  ) => Standing.readAll(reader, boundAgents(orders)),
  decide: (standings, { orders, finding }, { now, fresh, schedule }) => {
    const facts = {
      citation: "[2026] MC 1",
      matterId: "m",
      filedAt: now,
      deliveredAt: now,
      currency: "USD",
      finality: { status: "final", until: null } as const,
      orders,
    }
    const opened = openEntries(facts, schedule, (k) => fresh("entry", k), standings)
    const conduct = opened.standings.map(({ agentId, handle }) => ({
      agentId,
      handle,
      finding: "unlodged_quote",
      reason: "a quote was not lodged",
      delta: finding,
    }))
    const { citation } = facts
    const found =
      finding === 0
        ? []
        : Conduct.adjustStandings(opened.standings, conduct, { act: "find", citation }).changes
    const reply = { entries: opened.entries.map((entry) => entry.id) }
    return Either.right({ changes: [...opened.changes, ...found], reply })
  },
})

type Moving = { readonly ids: ReadonlyArray<string>; readonly act: "suspend" | "resume" | "supersede" }
/** Moves the entries of a judgment as an appeal does, without the appeal. */
const move = command({
  name: "move",
  sections: ["PD11 §7"],
  input: anything<Moving>(),
  gather: ({ ids }: Moving, _context, reader) => gatherEntries(reader, ids),
  decide: (facts, { act }, context) => {
    const finality = { status: act === "resume" ? "final" : "under appeal", until: null } as const
    return Either.right({ changes: moveEntries(act, finality, facts, context).changes, reply: {} })
  },
})

/** Fires the deadlines of entries that are due, as a scheduler does. */
const fire = ({ driver, run, now }: Stage) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const kinds = [deadlineKind]
      const leased = yield* driver.lease({ kinds, worker: "w", now: now(), until: now() + 1, limit: 100 })
      for (const { id, token, body } of leased) {
        // A deadline's task names its entry.
        const { entryId } = body as { readonly entryId: string }
        yield* run(passEntry, { entryId }, clock, [{ id, token }])
      }
      return leased.length
    }),
  )

/** The registers as stored, and as computed from the public journal after a round trip through JSON. */
const compared = async (court: Stage, agents: ReadonlyArray<Agent>, ids: ReadonlyArray<string>) => {
  const items = JSON.parse(JSON.stringify(await court.events())) as ReadonlyArray<Journalled>
  const computed = replay(items)
  expect(computed.faults).toEqual([])
  const registers = registersAt(computed, court.now())
  const stored = await Promise.all(
    agents.map(async ({ id, handle }) => {
      const page = { after: null, limit: 100 }
      const record = await court.ask(checkCompliance, { handle, page }, { role: "public" })
      const standing = await court.read((reader) => reader.find(Standing.Standings, id))
      expect(Option.getOrThrow(standing).reputation).toBe(record.reputation)
      return { handle, label: record.label, reputation: record.reputation, counts: record.counts }
    }),
  )
  const entries = (await court.read((reader) => reader.findAll(Entries, ids))).map(Option.getOrThrow)
  return {
    stored: { agents: stored, entries: entries.map(({ status }) => status) },
    computed: {
      agents: agents.map(({ handle }) => ({ handle, ...registers.get(handle) })),
      entries: ids.map((id) => computed.entries.get(id)?.status),
    },
    each: entries.map(({ adjustments }) => reputationOf(adjustments)),
  }
}

/** The next step: any act, by anybody, allowed or not. */
const acts = [
  "attest",
  "attest late",
  "confirm",
  "dispute",
  "address",
  "satisfied",
  "unsatisfied",
  "pending",
  "fire",
  "fire",
  "suspend",
  "resume",
  "supersede",
] as const
type Act = (typeof acts)[number]
const step = fc.record({
  act: fc.constantFrom<Act>(...acts),
  who: fc.nat({ max: 1 }),
  entry: fc.nat({ max: 2 }),
  wait: fc.constantFrom(0, 1, hours(36), hours(72) - 1, hours(72), hours(72) + 1, hours(200)),
})

const once = async (
  court: Stage,
  actor: Actor,
  id: string,
  act: Act,
  all: ReadonlyArray<string>,
): Promise<unknown> => {
  const decide = (status: "satisfied" | "unsatisfied" | "pending") =>
    court.codeOf(decideCompliance, { id, status, reasons: "on the papers" }, registrar)
  const now = court.now()
  switch (act) {
    case "attest":
      return court.codeOf(attestCompliance, { id, date: now, evidence: "e" }, actor)
    case "attest late":
      return court.codeOf(attestCompliance, { id, date: now - hours(50), evidence: "e" }, actor)
    case "confirm":
      return court.codeOf(confirmCompliance, { id }, actor)
    case "dispute":
      return court.codeOf(disputeCompliance, { id, ground: "other", statement: "s" }, actor)
    case "address": {
      const address = `0x${"ab".repeat(20)}`
      return court.codeOf(registering(), { id, network: "base", asset: "USDC", address }, actor)
    }
    case "satisfied":
    case "unsatisfied":
    case "pending":
      return decide(act)
    case "suspend":
    case "resume":
    case "supersede":
      return court.codeOf(move, { ids: all, act }, registrar)
    case "fire":
      return fire(court)
  }
}

describe("the registers", () => {
  it("PD17 §1 after every act of any sequence, the stored registers equal those computed from the public journal", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom(0, -1, -5),
        async (steps, finding) => {
          const court = stage()
          const one = await court.enrolled("one", "op-1")
          const two = await court.enrolled("two", "op-2")
          const orders = [orderOf(1, one, two), orderOf(2, two, one), orderOf(3, one, two)]
          const { entries } = await court.act(deliver, { orders, finding }, registrar)
          for (const { act, who, entry, wait } of steps) {
            court.advance(wait)
            await once(court, who === 0 ? one : two, needPresent(entries[entry], "an entry"), act, entries)
            const { stored, computed, each } = await compared(court, [one, two], entries)
            expect(computed).toEqual(stored)
            // The first and the third order bind the same party to the same other: they give once and take once.
            const [first = 0, second = 0, third = 0] = each
            const given = second + Math.max(first, third, 0) + Math.min(first, third, 0)
            expect(stored.agents.reduce((sum, { reputation }) => sum + reputation, 0)).toBe(
              given + 2 * finding,
            )
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe("an entry of the Register", () => {
  const delivered = async () => {
    const court = stage()
    const one = await court.enrolled("one", "op-1")
    const two = await court.enrolled("two", "op-2")
    const orders = [orderOf(1, one, two)]
    const { entries } = await court.act(deliver, { orders, finding: 0 }, registrar)
    return { court, one, two, id: needPresent(entries[0], "the entry of the order") }
  }
  const entryOf = ({ court, id }: Awaited<ReturnType<typeof delivered>>) =>
    court.ask(readCompliance, { id }, { role: "public" })

  it("PD11 §1 the history of an entry has every move with its actor and its provision", async () => {
    const given = await delivered()
    const { court, one, two, id } = given
    court.advance(hours(72))
    await fire(court)
    await court.act(attestCompliance, { id, date: court.now() - hours(10), evidence: "e" }, one)
    court.advance(hours(1))
    await court.act(disputeCompliance, { id, ground: "part_performed", statement: "half" }, two)
    await court.act(decideCompliance, { id, status: "unsatisfied", reasons: "half is not all" }, registrar)
    const { history } = await entryOf(given)
    expect(history.map(({ actor, act, from, to, rule }) => [actor, act, from, to, rule])).toEqual([
      ["court", "open", null, "open", "PD11 §2"],
      ["scheduler", "pass", "open", "notified", "PD11 §4"],
      ["one", "attest", "notified", "attested", "PD11 §3"],
      ["two", "dispute", "attested", "disputed", "PD11 §5"],
      ["registrar", "decide", "disputed", "unsatisfied", "PD11 §6"],
    ])
    expect(history.at(-1)?.delta).toBe(-3)
  })

  it("PD11 §3 when several attestations arrive at once, then exactly one is recorded", async () => {
    const { court, one, id } = await delivered()
    const attest = () => court.codeOf(attestCompliance, { id, date: court.now(), evidence: "e" }, one)
    const codes = await Promise.all([attest(), attest(), attest()])
    expect(codes.toSorted()).toEqual(["entry_state", "entry_state", null])
  })

  it("PD11 §4 a late act that is refused records nothing, not even the passing that is due", async () => {
    const given = await delivered()
    const { court, two, id } = given
    court.advance(hours(73))
    await fire(court)
    court.advance(hours(72))
    expect(await court.codeOf(confirmCompliance, { id }, two)).toBe("entry_state")
    expect((await entryOf(given)).status).toBe("notified")
    await fire(court)
    expect((await entryOf(given)).status).toBe("unsatisfied")
  })

  it("PD11 §4 the deadline of a window that was replaced does not fire any more", async () => {
    const given = await delivered()
    const { court, one, two, id } = given
    await court.act(attestCompliance, { id, date: court.now(), evidence: "e" }, one)
    await court.act(disputeCompliance, { id, ground: "other", statement: "s" }, two)
    court.advance(days(14) - 1)
    expect(await fire(court)).toBe(0)
    expect((await entryOf(given)).status).toBe("disputed")
    court.advance(1)
    expect(await fire(court)).toBe(1)
    expect((await entryOf(given)).status).toBe("notified")
  })
})
