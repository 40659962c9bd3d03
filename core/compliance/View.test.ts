/** Entries and the record of an agent, as viewers read them. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { published } from "../kernel/Schedule.ts"
import { format } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import * as Entry from "./Entry.ts"
import { complianceSummary, entryView } from "./Queries.ts"
import {
  attest,
  creditor,
  debtor,
  decide,
  dispute,
  fresh,
  having,
  open,
  passedAt,
  resume,
  supersede,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const publicViewer: Actor = { role: "public" }
const view = (entry: Entry.Entry, viewer: Actor = publicViewer, now = start + 1) =>
  entryView(entry, viewer, now, published)
const next = (entry: Entry.Entry, now = start + 1) =>
  view(entry, publicViewer, now).next.map(({ who, act, dueBy }) => `${who} ${act} ${dueBy ?? "-"}`)

describe("the view of an entry", () => {
  const disputed = having(open, [attest(start), start + 1], [dispute(), start + 2])

  it("PD11 §10 the view of an entry has its latest twenty adjustments", () => {
    const given = (n: number) => ({
      delta: 1,
      reason: "r",
      rule: "PD11 §10" as const,
      at: start + n,
      reversedAt: null,
    })
    const { adjustments } = view({ ...open, adjustments: Array.from({ length: 25 }, (_, n) => given(n)) })
    expect(adjustments.map(({ at }) => at)).toEqual(
      Array.from({ length: 20 }, (_, n) => format(start + 5 + n)),
    )
  })

  it("PD11 §1 the view of an entry has the members of the record, the parties by handle, and times in RFC 3339", () => {
    expect(view(open)).toMatchObject({
      id: "entry-1",
      citation: "[2026] MC 1",
      n: 1,
      type: "pay",
      bound: "debtor",
      favoured: "creditor",
      amountCents: 5000,
      currency: "USD",
      hours: 72,
      deliveredAt: "2026-11-20T09:00:00.000Z",
      dueAt: "2026-11-23T09:00:00.000Z",
      status: "open",
      window: { kind: "performance", closesAt: "2026-11-23T09:00:00.000Z" },
      attestation: null,
      adjustments: [],
    })
  })

  it("PD11 §7 the view shows no time while an appeal suspends the entry, and fresh time afterwards", () => {
    const suspended = having(open, [suspend, start + 1])
    const shown = view(suspended, publicViewer, start + threeDays * 9)
    expect(shown).toMatchObject({ status: "open", window: null, dueAt: null })
    expect(shown.suspendedSince).toBe(format(start + 1))
    expect(shown.next.filter(({ dueBy }) => dueBy !== null)).toEqual([])
    const again = start + threeDays * 9
    const resumed = view(having(suspended, [resume, again]), publicViewer, again)
    const closesAt = format(again + threeDays)
    expect(resumed).toMatchObject({ window: { closesAt }, dueAt: closesAt, suspendedSince: null })
  })

  it("PD11 §3 the view shows words to the parties and the Registrar, and the SHA-256 of evidence to everybody else", () => {
    const readers: ReadonlyArray<Actor> = [debtor, creditor, { role: "registrar" }]
    for (const viewer of readers) {
      expect(view(disputed, viewer).attestation?.evidence).toBe("the receipt")
      expect(view(disputed, viewer).dispute?.statement).toBe("nothing came")
    }
    const others: ReadonlyArray<Actor> = [
      publicViewer,
      { role: "judge" },
      { role: "agent", id: "id-of-somebody", handle: "somebody" },
    ]
    for (const viewer of others) {
      expect(view(disputed, viewer).attestation).toMatchObject({
        evidence: null,
        evidenceSha256: "e".repeat(64),
      })
      expect(JSON.stringify(view(disputed, viewer))).not.toMatch(/the receipt|nothing came/)
    }
  })

  it("PD11 §1 the view does not show operators, even to the Registrar", () => {
    expect(JSON.stringify(view(disputed, { role: "registrar" }))).not.toContain("op-of")
  })

  it("Rule 6.0 the view shows the finality of the judgment at the instant of the question", () => {
    expect(view(open, publicViewer, start + threeDays - 1).finality).toBe("open to appeal")
    expect(view(open, publicViewer, start + threeDays).finality).toBe("final")
    expect(view(having(open, [suspend, start + 1])).finality).toBe("under appeal")
  })

  it("PD11 §1 the view shows the recorded status, even if a window has passed", () => {
    expect(view(open, publicViewer, start + 9 * threeDays).status).toBe("open")
  })
})

describe("a record and its view", () => {
  const whole = Entry.Facts.pick(
    "id",
    "citation",
    "n",
    "type",
    "sameOperator",
    "amountCents",
    "currency",
    "hours",
    "deliveredAt",
    "dueAt",
    "status",
    "window",
    "suspendedSince",
    "attestation",
    "dispute",
    "decision",
    "corrected",
    "address",
    "adjustments",
  )
  const attested = having(open, [attest(start), start + 1])
  const entries: ReadonlyArray<readonly [string, Entry.Entry]> = [
    ["opening", open],
    ["an attestation", attested],
    ["a dispute", having(attested, [dispute(), start + 2])],
    ["a decision", having(open, [decide("satisfied", start, true), start + 5])],
    ["a supersession", having(attested, [supersede, start + 2])],
  ]

  it.each(entries)(
    "PD11 §1 after %s, the view that a party reads decodes back to the record",
    (_what, entry) => {
      const decoded = Schema.decodeUnknownSync(whole)(view(entry, debtor))
      expect(decoded).toEqual(Schema.decodeUnknownSync(Schema.typeSchema(whole))(entry))
    },
  )
})

describe("the acts that are awaited", () => {
  const due = format(start + threeDays)

  it("PD11 §3 an open entry awaits performance until the time fixed", () => {
    expect(next(open)).toEqual([
      `debtor attest ${due}`,
      `creditor confirm ${due}`,
      "creditor address -",
      "debtor dispute -",
      "creditor dispute -",
      "registrar decide -",
    ])
  })

  it("PD11 §4 while a window runs, the acts that it awaits are due when it closes", () => {
    const timed = (entry: Entry.Entry, now = start + 1) =>
      next(entry, now).filter((act) => !act.endsWith(" -"))
    expect(timed(having(open, [attest(start), start]))).toEqual([
      `creditor confirm ${due}`,
      `debtor dispute ${due}`,
      `creditor dispute ${due}`,
    ])
    const end = format(start + 2 * threeDays)
    expect(timed(passedAt(open, start + threeDays), start + threeDays + 1)).toEqual([
      `debtor attest ${end}`,
      `creditor confirm ${end}`,
      `debtor dispute ${end}`,
      `creditor dispute ${end}`,
    ])
  })

  it("PD11 §4 once the time fixed has passed, an attestation is awaited without a time, and once the window of the notice has passed, no attestation is awaited", () => {
    expect(next(open, start + threeDays)).toContain("debtor attest -")
    const notified = passedAt(open, start + threeDays)
    expect(next(notified, start + 2 * threeDays).filter((act) => act.startsWith("debtor attest"))).toEqual([])
  })

  it("PD11 §7 under appeal no time runs", () => {
    expect(next(having(open, [suspend, start + 1]))).toContain("debtor attest -")
  })

  it("PD11 §8 a superseded entry awaits nothing", () => {
    expect(next(having(open, [supersede, start + 1]))).toEqual([])
  })
})

describe("the record of an agent", () => {
  it("PD11 §9 the record of an agent says whether its operator is proven, and has the label, the recorded numbers, and nobody's words", () => {
    const attested = having(open, [attest(start), start + 1])
    const counted = { ...fresh, reputation: 2, counts: { ...fresh.counts, open: 1, attested: 1 } }
    const now = start + threeDays
    const agent = { handle: "debtor", identity: { status: "stated", by: null, at: null } as const }
    const page = { items: [open, attested], next: null }
    const summary = complianceSummary(
      agent,
      counted,
      { label: "qualified", behind: { parties: 1, proven: 0, sumCents: 5000 } },
      page,
      now,
      published,
    )
    expect(summary).toMatchObject({
      handle: "debtor",
      operatorIdentity: "stated",
      label: "qualified",
      reputation: 2,
      counts: { open: 1, attested: 1, notified: 0 },
      asOf: format(now),
      next: null,
    })
    expect(summary.entries.map(({ status }) => status)).toEqual(["open", "attested"])
    expect(JSON.stringify(summary)).not.toContain("the receipt")
  })
})

describe("the decision on an entry", () => {
  it("PD11 §6 the view shows the decision of the Registrar with its reasons and its adjustment", () => {
    const decided = having(open, [decide("satisfied", start, true), start + 5])
    expect(view(decided)).toMatchObject({
      corrected: true,
      decision: { status: "satisfied", reasons: "on the papers", performedAt: format(start) },
      adjustments: [{ delta: 1, rule: "PD11 §10", at: format(start + 5), reversedAt: null }],
    })
  })
})
