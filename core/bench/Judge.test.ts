/** The court's own judge, and what it proposes to the bench. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { Judges } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { refusal } from "../kernel/Refusal.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { format, hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords } from "../matters/index.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { decideMatter } from "./Commands.ts"
import * as Judge from "./Judge.ts"
import { bundleToPropose, leaveToBench, Proposals, propose } from "./Proposal.ts"
import { readProposal } from "./Queries.ts"
import { draft, pay, sealedIn } from "./testing/Cases.ts"
import { buyer, clock, given, judge, onFile, run, stored } from "./testing/Kept.ts"

const ofMatter = { matterId: onFile.id }

/** The events about judges among changes, with their types and data. */
const toldOf = (changes: ReadonlyArray<Change>) =>
  eventsOf(changes).flatMap(({ type, data }) => (type.startsWith("judge.") ? [[type, data]] : []))

describe("the court's own judge", () => {
  const asked = (service: Partial<Judge.Service>) =>
    command({
      name: decideMatter.name,
      sections: decideMatter.sections,
      input: decideMatter.input,
      gather: (input: { readonly matterId: string }, context, reader) =>
        Effect.provideService(
          decideMatter.gather(input, context, reader),
          Judge.Judge,
          Judge.Judge.of({ line: "By a judge", decide: () => Effect.succeed(null), ...service }),
        ),
      decide: decideMatter.decide,
    })
  const decide = (service: Partial<Judge.Service>, known = given(), actor: Actor = clock) =>
    known.decide(asked(service), ofMatter, contextFor(actor))
  const drafting = { decide: () => Effect.succeed(draft()) }
  const nothing = { matterId: "matter-1", citation: null, refused: null }

  it("Rule 5.2 the scheduler or a judge asks the court's judge about a reserved matter, and its draft is delivered in its name", () => {
    const { changes, reply } = allowed(decide(drafting))
    expect(reply).toEqual({ ...nothing, citation: "[2026] MC 1" })
    expect(putsOf(matterRecords.Filers, changes)).toEqual([{ agentId: "agent-buyer", open: 1, total: 3 }])
    expect(sealedIn(changes)).toContain("*By a judge*")
    expect(codeOf(decide(drafting, given(), judge))).toBeNull()
  })

  it("Rule 5.2 given a judge that drafts nothing, or a draft that the rules refuse, then the matter is left to the bench", () => {
    const none = allowed(decide({}))
    expect(none.reply).toEqual(nothing)
    const by = { judge: "other", version: "By a judge" }
    expect(toldOf(none.changes)).toEqual([["judge.left", by]])
    expect(eventsOf(none.changes)).toMatchObject([{ rules: ["Rule 5.2", "PD17 §1A"] }])
    const refused = allowed(decide({ decide: () => Effect.succeed(draft({ orders: [] })) }))
    expect(refused.reply).toEqual({ ...nothing, refused: "draft_incomplete" })
    expect(toldOf(refused.changes)).toEqual([
      ["judge.failed", { ...by, attempt: 1, why: "refused_by_rules" }],
    ])
    expect([...none.changes, ...refused.changes].map(({ _tag }) => _tag)).toEqual(
      [...Array.from({ length: 2 }, () => ["Event", "Put", "Tally"])].flat(),
    )
  })

  it("Rule 5.2 given a matter that has moved on, then the judge is not asked", () => {
    const never = { decide: () => Effect.die("nothing is to be decided") }
    expect(allowed(decide(never, given({ status: "decided" })))).toEqual({ changes: [], reply: nothing })
    expect(allowed(decide({ proposes: true }, given({ status: "decided" }))).changes).toEqual([])
  })

  it("Rule 5.2 given a judge that proposes, then it is asked by a task of its own, for the matter as it was reserved", () => {
    const { changes, reply } = allowed(
      decide({ proposes: true, decide: () => Effect.die("not in this commit") }),
    )
    expect(reply).toEqual(nothing)
    expect(changes).toEqual([
      Changed.task("matter-proposal/matter-1", "matter-proposal", start, {
        matterId: "matter-1",
        reservedAt: start - hours(1),
      }),
    ])
  })

  it("Rule 5.2 given a judge that can't be reached, then the act fails as if its store can't be reached", () => {
    const gathered = Effect.provideService(
      decideMatter.gather(ofMatter, contextFor(clock), given().reader),
      Judge.Judge,
      Judge.Judge.of({ line: "L", decide: () => Effect.fail(new Judge.Unavailable({ cause: "down" })) }),
    )
    expect(Effect.runSync(Effect.flip(gathered))).toMatchObject({
      _tag: "StoreUnavailable",
      operation: "judge",
      cause: "down",
    })
  })

  describe("judges in their turn", () => {
    const open = draft({ orders: [{ kind: "dismiss", text: "The rest.", decided: false }] })
    const drafts = (made: typeof open, line: string, more: Partial<Judge.Service> = {}): Judge.Service => ({
      line,
      decide: () => Effect.succeed(made),
      ...more,
    })
    const bench: Judge.Service = { line: "The bench", decide: () => Effect.succeed(null) }

    it("PD15 §11A given a judge that decides everything, then nobody else is asked", () => {
      const next = drafts(draft(), "Another")
      expect(sealedIn(allowed(decide({ ...drafting, next })).changes)).toContain("*By a judge*")
    })

    it("PD15 §11A given a judge that leaves something without a decision, then the next judge is asked", () => {
      const next = drafts(draft(), "Another")
      expect(sealedIn(allowed(decide({ ...drafts(open, "First"), next })).changes)).toContain("*Another*")
    })

    it("PD15 §11A given no next judge, then the rest is dismissed without a decision, and the seal says so", () => {
      const sealed = sealedIn(allowed(decide(drafts(open, "Alone"))).changes)
      expect(sealed).toContain('"decided":false')
      expect(sealed).toContain("The claim is not decided, and is dismissed without a decision.")
    })

    it("PD15 §11A given the bench as the next judge, then it gets what the first has drafted, and nothing is decided", () => {
      const known = given()
      const { changes, reply } = allowed(decide({ ...drafts(open, "First"), next: bench }, known))
      expect(reply).toEqual(nothing)
      expect(putsOf(Proposals, changes)).toMatchObject([{ matterId: "matter-1", line: "First" }])
      expect(Either.getOrThrow(known.ask(readProposal, { id: "matter-1" }, contextFor(judge)))).toMatchObject(
        {
          draft: open,
        },
      )
    })

    it("PD15 §11A given a model as the next judge, then it is asked to propose, and a task asks this judge", () => {
      const model = drafts(draft(), "A model", { proposes: true })
      const first = drafts(open, "First", { next: model })
      const { changes } = allowed(decide(first))
      expect(changes[0]).toMatchObject({ kind: "matter-proposal" })
      expect(toldOf(changes)).toEqual([["judge.left", { judge: "other", version: "First" }]])
      expect(Judge.proposerOf(first)).toBe(model)
      expect(Judge.proposerOf(bench)).toBe(bench)
    })
  })

  it("Rule 5.2 given the bench alone, then it is told of nothing, since it leaves nothing", () => {
    const { changes } = allowed(decide({ name: Judges.theBench }))
    expect(changes).toEqual([])
  })

  it("Rule 5.2 a judge that says how it drafted is asked so, and another is asked for its draft alone", () => {
    const bundle = run(
      bundleToPropose.read({ ...ofMatter, reservedAt: start - hours(1) }, contextFor(clock), given().reader),
    )
    if (bundle === null) throw new Error("no bundle")
    const made = draft()
    const plain: Judge.Service = { line: "L", decide: () => Effect.succeed(made) }
    expect(Effect.runSync(Judge.askForDraft(plain, bundle))).toEqual({ draft: made, repaired: false })
    const telling = { ...plain, attempt: () => Effect.succeed({ draft: made, repaired: true }) }
    expect(Effect.runSync(Judge.askForDraft(telling, bundle))).toEqual({ draft: made, repaired: true })
  })

  it("Rule 5.2 nobody but the scheduler and a judge may ask the court's judge", () => {
    for (const actor of [buyer, { role: "registrar" } as const])
      expect(codeOf(decide(drafting, given(), actor))).toBe("judge_only")
  })
})

describe("a proposal for the bench", () => {
  const reservedAt = start - hours(1)
  const proposing = {
    ...ofMatter,
    reservedAt,
    draft: draft({ orders: [pay(20_000), pay(1, { kind: "costs" })] }),
    line: "By a model",
    by: { judge: "model", version: "house" } as const,
    attempt: 1,
    repaired: false,
  }
  const put = (known: ReturnType<typeof factsOf>, input = proposing, actor: Actor = clock) =>
    known.decide(propose, input, contextFor(actor))
  const read = (known: ReturnType<typeof factsOf>, actor: Actor = judge) =>
    known.ask(readProposal, { id: "matter-1" }, contextFor(actor))
  const none = { matterId: "matter-1", draft: null, ordersBeyondPrayer: [], line: null, at: null }

  it("Rule 5.2 a proposal is kept for the judge, who reads it with the orders that go beyond the claim", () => {
    const known = given()
    const { changes, reply } = allowed(put(known))
    expect(reply).toEqual({ matterId: "matter-1", kept: true })
    const text = textOf(proposing.draft)
    expect(changes.slice(0, 2)).toEqual([
      Changed.put(Proposals, {
        matterId: "matter-1",
        reservedAt,
        line: "By a model",
        by: proposing.by,
        draftSha256: text.sha256,
        at: start,
      }),
      blobOf(text),
    ])
    // The journal has no word of the draft.
    const told = { ...proposing.by, attempt: 1, repaired: false, left: false }
    expect(toldOf(changes)).toEqual([["judge.drafted", told]])
    expect(Either.getOrThrow(read(known))).toEqual({
      matterId: "matter-1",
      draft: proposing.draft,
      ordersBeyondPrayer: [],
      line: "By a model",
      at: format(start),
    })
    const bare = given({}, [])
    allowed(put(bare))
    expect(Either.getOrThrow(read(bare)).ordersBeyondPrayer).toEqual([1, 2])
  })

  it("PD17 §1A given a draft that needed no repair and leaves nothing open, then it is counted as drafted, and as nothing else", () => {
    const counted = (changes: ReadonlyArray<Change>) =>
      changes.flatMap((change) => (change._tag === "Tally" ? [change.name] : []))
    const open = draft({ orders: [{ kind: "dismiss", text: "The rest.", decided: false }] })
    const named = (...counts: ReadonlyArray<Judges.CountName>) =>
      counts.map((count) => Judges.judgeTally(proposing.by, count))
    expect(counted(allowed(put(given())).changes)).toEqual(named("drafted"))
    expect(counted(allowed(put(given(), { ...proposing, draft: open, repaired: true })).changes)).toEqual(
      named("drafted", "repaired", "left"),
    )
  })

  it("PD17 §1A given a judge that leaves the matter to the bench, then its leaving alone is told and counted, and no draft is kept", () => {
    const left = allowed(
      given().decide(leaveToBench, { ...ofMatter, by: proposing.by, failed: null }, contextFor(clock)),
    )
    expect(left.reply).toEqual({ ...ofMatter, kept: false })
    expect(toldOf(left.changes)).toEqual([["judge.left", proposing.by]])
    expect(left.changes.map(({ _tag }) => _tag)).toEqual(["Event", "Put", "Tally"])
  })

  it("Rule 5.2 the names under which proposals are kept do not change, because the stored rows have them", () => {
    expect([
      Proposals.name,
      Proposals.id({ ...ofMatter, reservedAt, line: "", draftSha256: "", at: 0 }),
    ]).toEqual(["proposal", "matter-1"])
  })

  it("Rule 5.2 given a matter that has moved on, then its proposal is neither kept nor shown", () => {
    const dropped = { changes: [], reply: { matterId: "matter-1", kept: false } }
    expect(allowed(put(factsOf()))).toEqual(dropped)
    expect(allowed(put(given({ status: "decided" })))).toEqual(dropped)
    expect(allowed(put(given(), { ...proposing, reservedAt: reservedAt + 1 }))).toEqual(dropped)
    expect(Either.getOrThrow(read(given()))).toEqual(none)
    const known = given()
    allowed(put(known))
    known.take([Changed.put(Matter.Matters, { ...stored(known), reservedAt: start })])
    expect(Either.getOrThrow(read(known))).toEqual(none)
  })

  it("Rule 5.2 only the scheduler keeps a proposal, and only the judge reads it, in a matter that is known", () => {
    expect(codeOf(put(given(), proposing, judge))).toBe("judge_only")
    expect(codeOf(read(given(), buyer))).toBe("judge_only")
    expect(read(factsOf())).toEqual(Either.left(refusal("unknown_matter", { id: "matter-1" })))
  })

  it("Rule 5.2 a proposal is drafted on the papers of the matter, while the matter is before the judge on them", () => {
    const papers = (known: ReturnType<typeof factsOf>, at = reservedAt) =>
      run(bundleToPropose.read({ ...ofMatter, reservedAt: at }, contextFor(clock), known.reader))
    expect(papers(given())).toMatchObject({ matter: { id: "matter-1" } })
    expect([
      papers(factsOf()),
      papers(given(), reservedAt + 1),
      papers(given({ status: "decided" })),
    ]).toEqual([null, null, null])
  })
})
