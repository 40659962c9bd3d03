/** Appeals on the model store: whatever happens in whatever order, judgments, entries, ledger and journal agree. */
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { attestEntry, confirmEntry, disputeEntry, passEntry } from "../compliance/Commands.ts"
import { Entries, deadlineKind as entryDeadline, registerIndex } from "../compliance/Entry.ts"
import { readCompliance } from "../compliance/Queries.ts"
import { registersAt, replay } from "../compliance/Replay.ts"
import { deliverJudgment, passJudgment } from "../judgments/Commands.ts"
import { unreversedConduct } from "../judgments/Conduct.ts"
import type { Draft, DraftOrder } from "../judgments/Draft.ts"
import { deliveredIndex, finalityAt, finalityKind, Judgments } from "../judgments/Judgment.ts"
import { replayedItem, replayJudgments } from "../judgments/Replay.ts"
import { judgmentItem } from "../judgments/View.ts"
import { accountIndex, Balances, balanceCents, LedgerEntries } from "../ledger/Account.ts"
import { call } from "../matters/Acts.ts"
import { Filers } from "../matters/Docket.ts"
import { fileMatter } from "../matters/FileMatter.ts"
import { Matters } from "../matters/Matter.ts"
import { fileDefence, fileReply } from "../matters/Plead.ts"
import { published } from "../Schedule.ts"
import { hours } from "../Time.ts"
import { answering, filing } from "../testing/Matters.ts"
import { clock, judge, registrar, stage } from "../testing/Stage.ts"
import { Appeals, deadlineKind as appealDeadline, type Outcome } from "./Appeal.ts"
import { appeal, seekLeave } from "./Begin.ts"
import { decideLeave, passAppealDeadline, withdraw } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { isPending } from "./Moves.ts"
import type { AppealDraft } from "./Outcome.ts"
import { estimateAppeal } from "./Price.ts"
import { vacate } from "./Vacate.ts"

const pay = (amountCents: number): DraftOrder => ({
  kind: "pay",
  text: "Pay back the price.",
  amountCents,
  against: "seller",
  inFavourOf: "buyer",
})
const draft = (orders: ReadonlyArray<DraftOrder>, found: ReadonlyArray<Found> = []): Draft => ({
  catchwords: [],
  ratio: "It is paid back.",
  issues: [
    {
      question: "Paid?",
      losingAnswer: "Yes.",
      reasoning: "Nothing shows it.",
      answer: "No.",
      for: "claimant",
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  beyondPrayer: "What was sought does not put it right.",
  orders,
  areas: [],
  costCents: 30,
  ...(found.length === 0 ? {} : { conduct: found.map((one) => ({ ...one, reasons: "It shows." })) }),
})
type Found = Pick<NonNullable<Draft["conduct"]>[number], "agent" | "finding">
const dishonest: Found = { agent: "seller", finding: "dishonest_authority" }
/** The findings that a judge may make. The first judgment makes the first of them. */
const findings: ReadonlyArray<ReadonlyArray<Found>> = [
  [dishonest],
  [],
  [dishonest, { agent: "buyer", finding: "unlodged_quote" }],
  [dishonest, dishonest],
]
const orders: { readonly [O in Outcome]: ReadonlyArray<DraftOrder> } = {
  affirmed: [{ kind: "dismiss", text: "The appeal is dismissed." }],
  varied: [pay(10), { ...pay(5), against: "buyer", inFavourOf: "seller" }],
  set_aside: [{ kind: "dismiss", text: "The claim is dismissed." }],
  remitted: [{ kind: "remit", text: "The matter goes back." }],
}
const ruling = (outcome: Outcome, pick = 1): AppealDraft => ({
  ...draft(orders[outcome], findings[pick]),
  outcome,
})

/** A matter of `buyer` against `seller` that the Magistrate has decided. */
const decided = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  // The stakes were published at the start, and count from then on.
  const { matter } = await court.act(fileMatter, filing({ dealingAt: court.now() }), buyer)
  const matterId = matter.id
  await court.act(fileDefence, { matterId, pleading: answering() }, seller)
  await court.act(fileReply, { matterId, pleading: answering({ responses: [] }) }, buyer)
  await court.act(call, { matterId }, buyer)
  const { citation } = await court.act(
    deliverJudgment,
    { matterId, draft: draft([pay(100), { ...pay(50), hours: 1 }], findings[0]) },
    judge,
  )
  return { ...court, buyer, seller, matterId, citation }
}
type Court = Awaited<ReturnType<typeof decided>>

const all = <A>(found: Effect.Effect<{ readonly items: ReadonlyArray<A> }, unknown>) =>
  Effect.map(found, ({ items }) => items)
const page = { prefix: "", after: null, limit: 1000 }
const stateOf = async (court: Court) => {
  const { matterId } = court
  return court.read((reader) =>
    Effect.gen(function* () {
      const matter = Option.getOrThrow(yield* reader.find(Matters, matterId))
      const appealId = matter.review?.appealId ?? null
      return {
        matter,
        filer: Option.getOrThrow(yield* reader.find(Filers, court.buyer.id)),
        appeal: appealId === null ? null : Option.getOrThrow(yield* reader.find(Appeals, appealId)),
        entries: yield* all(reader.list(Entries, { index: registerIndex, ...page })),
        judgments: yield* all(reader.list(Judgments, { index: deliveredIndex, ...page })),
        ledger: yield* all(reader.list(LedgerEntries, { index: accountIndex, ...page })),
        balances: (yield* reader.findAll(Balances, [court.buyer.id, court.seller.id])).flatMap(
          Option.toArray,
        ),
      }
    }),
  )
}

/** Fires the tasks of entries, judgments and appeals that are due, as a scheduler does. */
const fire = async ({ driver, run, now }: Court): Promise<void> => {
  const kinds = [entryDeadline, finalityKind, appealDeadline]
  const due = { kinds, worker: "w", now: now(), until: now() + 1, limit: 100 }
  for (const { id, kind, token, body } of await Effect.runPromise(driver.lease(due))) {
    const named = body as Readonly<Record<"entryId" | "citation" | "appealId", string>>
    const settles = [{ id, token }]
    const work =
      kind === entryDeadline
        ? run(passEntry, named, clock, settles)
        : kind === finalityKind
          ? run(passJudgment, named, clock, settles)
          : run(passAppealDeadline, named, clock, settles)
    await Effect.runPromise(Effect.asVoid(work as Effect.Effect<unknown, unknown>))
  }
}

const outcomes = ["affirmed", "varied", "set_aside", "remitted"] as const
const register = ["attest", "confirm", "dispute", "fire"] as const
const acts = [
  "appeal",
  "leave",
  "withdraw",
  "estimate",
  "grant",
  "refuse",
  ...outcomes,
  "judgment",
  "vacate",
  "rehear",
  ...register,
] as const
type Act = (typeof acts)[number]
interface Step {
  readonly act: Act
  readonly who: "buyer" | "seller"
  readonly pick: number
  readonly wait: number
}

const who = fc.constantFrom("buyer" as const, "seller" as const)
const pick = fc.nat({ max: 3 })
/** Waits: some end around the ends of windows, most well within them. */
const wait = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, hours(1)) },
  { weight: 1, arbitrary: fc.constantFrom(hours(2) - 1, hours(2), hours(71), hours(72) - 1, hours(72)) },
)
const anything = fc.record({ act: fc.constantFrom<Act>(...acts), who, pick, wait })
/** The acts of an ordinary appeal by one party, in order; the last of them comes after `last`. */
const course = (last: number, ...names: ReadonlyArray<Act>) =>
  fc
    .record({ who, pick })
    .map((by) => names.map((act, i): Step => ({ act, ...by, wait: i === names.length - 1 ? last : 1 })))
const heard = (...begins: ReadonlyArray<Act>) =>
  fc.constantFrom(...outcomes).chain((outcome) => course(hours(2), ...begins, "estimate", outcome))
const step: fc.Arbitrary<ReadonlyArray<Step>> = fc.oneof(
  { weight: 4, arbitrary: anything.map((one) => [one]) },
  { weight: 3, arbitrary: fc.constantFrom(...register).chain((act) => course(1, act)) },
  { weight: 3, arbitrary: heard("appeal") },
  { weight: 2, arbitrary: heard("leave", "grant") },
  { weight: 1, arbitrary: course(1, "leave", "refuse") },
  { weight: 1, arbitrary: course(hours(2) - 1, "appeal", "estimate", "withdraw") },
  { weight: 1, arbitrary: course(1, "rehear", "judgment") },
)
const steps = (maxLength: number) =>
  fc.array(step, { minLength: 3, maxLength }).map((courses): ReadonlyArray<Step> => courses.flat())

/** Does one act, allowed or not. Gives the code of its refusal, or null. */
const once = async (court: Court, { act, who, pick }: Step): Promise<string | null> => {
  const { matterId } = court
  const actor = who === "buyer" ? court.buyer : court.seller
  const { appeal: last, entries, matter } = await stateOf(court)
  const id = last?.id ?? "none"
  const entry = entries[pick % entries.length]?.id ?? ""
  const citation = matter.review?.inForce[0] ?? court.citation
  const reasons = "on the papers"
  switch (act) {
    case "appeal":
      return court.codeOf(appeal, { matterId, grounds: ["It is wrong."] }, actor)
    case "leave":
      return court.codeOf(seekLeave, { matterId, grounds: ["It is wrong."] }, actor)
    case "withdraw":
      return court.codeOf(withdraw, { matterId }, actor)
    case "estimate":
      return court.codeOf(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons }, registrar)
    case "grant":
    case "refuse":
      return court.codeOf(decideLeave, { id, granted: act === "grant", reasons }, registrar)
    case "affirmed":
    case "varied":
    case "set_aside":
    case "remitted":
      return court.codeOf(deliverAppeal, { id, draft: ruling(act, pick) }, judge)
    case "judgment":
      return court.codeOf(deliverJudgment, { matterId, draft: draft([pay(20)], findings[pick]) }, judge)
    case "vacate":
    case "rehear":
      return court.codeOf(vacate, { citation, ground: "fraud", reasons, rehear: act === "rehear" }, registrar)
    case "attest":
      return court.codeOf(attestEntry, { id: entry, date: court.now(), evidence: "e" }, actor)
    case "confirm":
      return court.codeOf(confirmEntry, { id: entry }, actor)
    case "dispute":
      return court.codeOf(disputeEntry, { id: entry, ground: "other", statement: "s" }, actor)
    case "fire":
      await fire(court)
      return null
  }
}

/** What must hold of the court after every act. */
const holds = async (court: Court) => {
  const { matter, filer, appeal: last, entries, judgments, ledger, balances } = await stateOf(court)
  const inForce = matter.review?.inForce ?? []
  const pending = last !== null && isPending(last)
  expect(entries.length).toBeGreaterThanOrEqual(2)
  // An entry is suspended exactly while its judgment is under appeal, and superseded when that judgment is not in force.
  for (const entry of entries) {
    expect(entry.suspendedSince !== null).toBe(pending && entry.citation === inForce[0])
    expect(entry.status === "superseded").toBe(entry.citation !== inForce[0])
    expect(entry.finality).toEqual(
      entry.status === "superseded"
        ? { status: expect.stringMatching(/superseded|vacated/), until: null }
        : judgments.find(({ citation }) => citation === entry.citation)?.finality.status === "final"
          ? expect.anything()
          : judgments.find(({ citation }) => citation === entry.citation)?.finality,
    )
  }
  // The judgments in force are one chain with the finality of its last; every other judgment is replaced, vacated or a remittal.
  const at = (citation: string) => judgments.find((one) => one.citation === citation)
  const statuses = inForce.map((citation) => {
    const judgment = at(citation)
    return judgment === undefined ? "missing" : finalityAt(judgment.finality, court.now())
  })
  expect(new Set(statuses).size).toBeLessThanOrEqual(1)
  expect(statuses.includes("under appeal")).toBe(pending)
  for (const judgment of judgments.filter(({ citation }) => !inForce.includes(citation))) {
    const { finality, marks, orders: made } = judgment
    const isRemittal = made.some(({ kind }) => kind === "remit")
    expect(isRemittal || marks.vacated || marks.supersededBy !== null).toBe(true)
    if (!isRemittal) expect(["superseded", "vacated"]).toContain(finality.status)
  }
  // Findings of conduct stand and fall with their judgment; a reputation is the sum of them and of the entries.
  for (const { conduct, finality } of judgments) {
    const fell = finality.status === "superseded" || finality.status === "vacated"
    for (const { reversedAt } of conduct) expect(reversedAt !== null).toBe(fell)
  }
  const found = judgments.flatMap(unreversedConduct)
  const reputationOf = (handle: string) =>
    [
      ...found.filter((one) => one.handle === handle),
      ...entries
        .filter(({ bound }) => bound.handle === handle)
        .flatMap(({ adjustments }) => adjustments.filter(({ reversedAt }) => reversedAt === null)),
    ].reduce((total, { delta }) => total + delta, 0)
  // The count of the claimant's open matters has those that are still to be decided.
  expect(filer.open).toBe(matter.endedAt === null ? 1 : 0)
  expect(matter.status).toBe(matter.endedAt === null ? "reserved" : "decided")
  // The balance is the sum of the entries, and the fee of an appeal is charged once.
  const sum = ledger.reduce(
    (cents, entry) => cents + (entry.kind === "charge" ? entry.cents : -entry.cents),
    0,
  )
  expect(balances.reduce((cents, balance) => cents + balanceCents(balance), 0)).toBe(sum)
  expect(new Set(ledger.map(({ subject }) => subject)).size).toBe(ledger.length)
  // The registers as stored are those that the public journal gives.
  const items = JSON.parse(JSON.stringify(await court.events())) as Parameters<typeof replay>[0]
  const folded = replay(items)
  expect(folded.faults).toEqual([])
  const delivered = replayJudgments(items)
  expect(delivered.faults).toEqual([])
  for (const judgment of judgments) {
    const { catchwords: _, areas: __, ...item } = judgmentItem(judgment, court.now())
    const told = delivered.judgments.get(judgment.citation)
    expect(told && replayedItem(told, court.now())).toEqual(item)
  }
  const registers = registersAt(folded, court.now())
  for (const handle of ["buyer", "seller"]) {
    const served = await court.ask(
      readCompliance,
      { handle, page: { after: null, limit: 100 } },
      { role: "public" },
    )
    const { label, reputation, counts } = served
    expect(reputation).toBe(reputationOf(handle))
    expect(registers.get(handle)).toEqual({ label, reputation, counts })
  }
  expect(new Map(entries.map(({ id, status }) => [id, status]))).toEqual(
    new Map([...folded.entries.values()].map(({ id, status }) => [id, status])),
  )
}

describe("appeals in any order", () => {
  it("PD11 §7 judgments, entries, ledger and journal agree after every act, by anybody at any time", async () => {
    await fc.assert(
      fc.asyncProperty(steps(10), async (taken) => {
        const court = await decided()
        for (const one of taken) {
          court.advance(one.wait)
          await once(court, one)
          await holds(court)
        }
      }),
      { numRuns: 40 },
    )
  })

  it("Rule 6.2 acts on an appeal get the same answers whether or not a scheduler runs", async () => {
    await fc.assert(
      fc.asyncProperty(steps(8), async (taken) => {
        const [quick, idle] = [await decided(), await decided()]
        const onAppeal = taken.filter(({ act }) => !(register as ReadonlyArray<Act>).includes(act))
        for (const one of onAppeal) {
          quick.advance(one.wait)
          idle.advance(one.wait)
          await fire(quick)
          expect(await once(idle, one)).toBe(await once(quick, one))
        }
        await fire(quick)
        await fire(idle)
        const [a, b] = [await stateOf(quick), await stateOf(idle)]
        expect(a.matter.review?.inForce).toEqual(b.matter.review?.inForce)
        expect(a.appeal?.status).toBe(b.appeal?.status)
        expect(a.appeal?.hearingAt).toBe(b.appeal?.hearingAt)
        expect(a.judgments.map(({ finality }) => finality)).toEqual(
          b.judgments.map(({ finality }) => finality),
        )
        expect(a.ledger.map(({ cents, subject }) => [cents, subject])).toEqual(
          b.ledger.map(({ cents, subject }) => [cents, subject]),
        )
      }),
      { numRuns: 40 },
    )
  })

  it("Rule 6.3 of two judgments that remit a matter at once, one is delivered and the other refused", async () => {
    // given an appeal in its hearing
    const court = await decided()
    const { matterId } = court
    const { appealId: id } = await court.act(appeal, { matterId, grounds: ["It is wrong."] }, court.seller)
    const reasons = "As others cost."
    await court.act(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons }, registrar)
    court.advance(hours(2))
    await court.act(passAppealDeadline, { appealId: id }, clock)
    // when one is delivered after the other has read the appeal and before it reads the matter
    const deliver = { id, draft: ruling("remitted") }
    let first = true
    const read: typeof court.driver.read = (refs) => {
      const between = first && refs.some(({ kind }) => kind === Matters.name)
      if (between) first = false
      const found = court.driver.read(refs)
      return between ? Effect.zipRight(Effect.orDie(court.run(deliverAppeal, deliver, judge)), found) : found
    }
    const late = stage(published, { driver: { ...court.driver, read }, now: court.now() })
    // then the other is refused, as it would be later
    expect(await late.codeOf(deliverAppeal, deliver, judge)).toBe("appeal_state")
    expect((await stateOf(court)).appeal?.outcome).toBe("remitted")
  })

  it("Rule 6.0 of two notices that race, each is received once, and there is one appeal", async () => {
    const court = await decided()
    const by = (who: "buyer" | "seller") =>
      court.codeOf(appeal, { matterId: court.matterId, grounds: ["It is wrong."] }, court[who])
    const codes = await Promise.all([by("seller"), by("buyer"), by("seller")])
    expect(codes.toSorted()).toEqual(["already_appealed", null, null])
    const { appeal: one } = await stateOf(court)
    expect(one?.appellants.map(({ side }) => side).toSorted()).toEqual(["claimant", "respondent"])
  })
})
