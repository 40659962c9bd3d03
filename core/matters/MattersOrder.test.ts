/**
 * Random sequences of acts and waits, played in two courts: the scheduler of one runs after every step, that of the other only at the
 * end. Both end with the same matter, refuse the same acts and record the same journal.
 */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readMatter } from "../docket/index.ts"
import { hours } from "../kernel/Time.ts"
import { answering, filing } from "../testing/Matters.ts"
import { judge, stage } from "../testing/Stage.ts"
import { callForJudgment, discontinue, setPeriod } from "./Acts.ts"
import { Filers } from "./Docket.ts"
import { fileMatter } from "./FileMatter.ts"
import { deadlineTask, judgeTask, Matters, subjectOf } from "./Matter.ts"
import { hasEnded } from "./Moves.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { answerQuestions, putQuestions } from "./Questions.ts"

const acts = ["defence", "reply", "call", "discontinue", "questions", "answer", "extend", "abridge"] as const
type Step =
  | { readonly wait: number }
  | { readonly act: (typeof acts)[number]; readonly by: "buyer" | "seller" }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    wait: fc.constantFrom(1, hours(1), hours(47), hours(48) - 1, hours(48), hours(72), hours(720)),
  }),
  {
    arbitrary: fc.record({ act: fc.constantFrom(...acts), by: fc.constantFrom("buyer", "seller") }),
    weight: 3,
  },
)

/** Plays the steps in a court; `prompt` runs the scheduler after each of them. */
const play = async (steps: ReadonlyArray<Step>, prompt: boolean) => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const { matter } = await court.act(fileMatter, filing(), buyer)
  const matterId = matter.id
  const agents = { buyer, seller }
  const reasons = "Time is needed."
  let n = 0
  const perform = (name: (typeof acts)[number], by: "buyer" | "seller") => {
    const actor = agents[by]
    switch (name) {
      case "defence":
        return court.codeOf(fileDefence, { id: matterId, ...answering() }, actor)
      case "reply":
        return court.codeOf(fileReply, { id: matterId, ...answering({ responses: [] }) }, actor)
      case "call":
        return court.codeOf(callForJudgment, { id: matterId }, actor)
      case "discontinue":
        return court.codeOf(discontinue, { id: matterId }, actor)
      case "questions":
        n += 1
        return court.codeOf(putQuestions, { id: matterId, questions: [{ n, to: by, text: "Why?" }] }, judge)
      case "answer":
        return court.codeOf(answerQuestions, { id: matterId, answers: [{ n, text: "Because." }] }, actor)
      case "extend":
      case "abridge": {
        const setting = {
          step: by === "buyer" ? "reply" : "defence",
          hours: name === "extend" ? 96 : 12,
          reasons,
        } as const
        return court.codeOf(setPeriod, { id: matterId, ...setting }, judge)
      }
    }
  }
  const codes: Array<string | null> = []
  for (const one of steps) {
    if ("wait" in one) court.advance(one.wait)
    else codes.push(await perform(one.act, one.by))
    if (prompt) await court.fire()
  }
  const viewed = await court.ask(readMatter, { id: matterId }, buyer)
  await court.fire()
  const [stored] = await court.read((reader) => reader.findAll(Matters, [matterId]))
  const [filer] = await court.read((reader) => reader.findAll(Filers, [buyer.id]))
  const events = (await court.events(subjectOf(matterId))).map(({ type, at, data }) => ({ type, at, data }))
  const tasks = (await court.due()).map(({ id, dueAt }) => ({ id, dueAt }))
  return {
    codes,
    viewed: viewed.status,
    matter: stored?._tag === "Some" ? stored.value : null,
    filer: filer?._tag === "Some" ? filer.value : null,
    events,
    tasks,
    matterId,
  }
}

describe("orders of events", () => {
  it("Rule 4.9 a late scheduler changes nothing: the same record, refusals, journal and deadlines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const prompt = await play(steps, true)
        const late = await play(steps, false)
        expect({ ...late, matter: null }).toEqual({ ...prompt, matter: null })
        expect(late.matter).toEqual(prompt.matter)
      }),
      { numRuns: 100 },
    )
  })

  it("PD1 §2 whatever happens, a deadline exists while a period runs, the judge's task while the matter is reserved, and the matter counts while it is open", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { matter, filer, tasks, events, viewed, matterId } = await play(steps, false)
        if (matter === null) throw new Error("the matter is gone")
        expect(viewed).toBe(matter.status)
        const expected = [
          ...(matter.period === null ? [] : [{ id: deadlineTask(matterId), dueAt: matter.period.closesAt }]),
          ...(matter.status === "reserved" ? [{ id: judgeTask(matterId), dueAt: matter.reservedAt }] : []),
        ]
        expect(tasks).toEqual(expected)
        expect(filer).toMatchObject({ open: hasEnded(matter.status) ? 0 : 1, total: 1 })
        expect(matter.endedAt === null).toBe(!hasEnded(matter.status))
        expect(events.at(-1)?.data).toMatchObject({ status: matter.status })
      }),
      { numRuns: 100 },
    )
  })
})
