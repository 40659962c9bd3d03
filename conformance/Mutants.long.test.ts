/** The kit catches broken stores: each mutant breaks one promise, and the case for that promise must detect it. */
import { spawnSync } from "node:child_process"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { cases } from "./cases/index.ts"
import * as Model from "./Model.ts"
import { type Mutant, mutants, processMutants } from "./mutants/index.ts"
import * as Session from "./Session.ts"

const hasStrace = spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status === 0

const caseOf = (id: string) => {
  const found = cases.find((test) => test.id === id)
  if (found === undefined) throw new Error(`no case ${id}`)
  return found
}

const outcomeOf = (session: ReturnType<typeof Session.open>, id: string) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(session, ({ examine }) => examine(caseOf(id)))))

const outcomesOf = (session: ReturnType<typeof Session.open>, ids: ReadonlyArray<string>) =>
  session.pipe(
    Effect.flatMap(({ examine }) => Effect.forEach(ids, (id) => examine(caseOf(id)))),
    Effect.scoped,
    Effect.map((outcomes) => outcomes.map(({ _tag }) => _tag)),
    Effect.runPromise,
  )

const sessionOf = ({ spoil }: Mutant) =>
  Session.openWith({ open: () => Effect.map(MemoryStore.make, spoil) }, "", { seed: 1 })

describe("each broken store is caught by the case for its promise", () => {
  it.each(mutants)("$caughtBy catches a store that $breaks", async (mutant) => {
    const outcome = await outcomeOf(sessionOf(mutant), mutant.caughtBy)
    expect(outcome).toMatchObject({
      _tag: "broken",
      message: expect.not.stringContaining("did not end within"),
    })
  })

  it.each([
    ["shared.seen", "unshared", "is not shared but says that it is"],
    ["durable.reopened", "unshared", "is not durable but says that it is"],
    ["durable.killed", "hasty", "acknowledges a commit before it writes it"],
    ["durable.receipts", "tidy", "forgets receipts that are old by its clock when it opens"],
    ["durable.killed", "halved", "writes a change set in two commits"],
  ])("%s catches a store (%s) that %s", { timeout: 120_000 }, async (caughtBy, module) => {
    const url = new URL(`./mutants/${module}.ts`, import.meta.url)
    const outcome = await outcomeOf(Session.open(url.href, { seed: 1 }), caughtBy)
    expect(outcome).toMatchObject({ _tag: "broken" })
  })

  it("durable.synced catches a store that never waits for the disk, unless strace is missing", {
    timeout: 120_000,
  }, async () => {
    const url = new URL("./mutants/unsynced.ts", import.meta.url)
    const [synced, killed] = await Promise.all(
      ["durable.synced", "durable.killed"].map((id) => outcomeOf(Session.open(url.href, { seed: 1 }), id)),
    )
    expect(synced?._tag).toBe(hasStrace ? "broken" : "not probed")
    expect(killed?._tag).toBe("kept")
  })

  it.each(processMutants)(
    "$caughtBy catches a store that $breaks, and the cases within one process do not",
    { timeout: 120_000 },
    async ({ module, caughtBy, keeps }) => {
      const session = Session.open(new URL(`./mutants/${module}.ts`, import.meta.url).href, { seed: 1 })
      const outcomes = await outcomesOf(session, [caughtBy, ...keeps])
      expect(outcomes).toEqual(["broken", ...keeps.map(() => "kept")])
    },
  )

  it("no two cases have the same id, and every section has a case that catches a mutant", () => {
    const ids = cases.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const sections = new Set(cases.map(({ section }) => section))
    const caught = new Set([...mutants.map(({ caughtBy }) => caseOf(caughtBy).section), "shared", "durable"])
    expect([...sections].filter((section) => !caught.has(section))).toEqual([])
  })
})

describe("the comparison with the model", () => {
  const differenceOf = (mutant: Mutant, seed: number, runs: number) =>
    Effect.runPromise(
      Effect.flatMap(MemoryStore.make, (store) => Model.compare(mutant.spoil(store), seed, runs)),
    )
  // The comparison runs one command after another with small values, so it can't detect mutants of these cases.
  const undetectable = [
    "race",
    "snapshot",
    "followed",
    "limits",
    "copies",
    "texts.names",
    "kinds-apart",
    "bytes",
    "whole-time",
    "exact",
    "bare",
  ]
  const sequential = mutants.filter(({ caughtBy }) => !undetectable.some((word) => caughtBy.includes(word)))

  it("detects at least three quarters of the other mutants", { timeout: 120_000 }, async () => {
    const found = await Promise.all(
      sequential.map(async (mutant) => ((await differenceOf(mutant, 1, 20)) === null ? mutant.breaks : null)),
    )
    const missed = found.filter((breaks) => breaks !== null)
    expect(missed.length, missed.join("; ")).toBeLessThan(sequential.length / 4)
  })

  it("finds the same difference again with its seed", async () => {
    const [mutant] = mutants
    if (mutant === undefined) throw new Error("no mutants")
    const first = await differenceOf(mutant, 1, 20)
    const again = await differenceOf(mutant, first?.seed ?? 0, 1)
    expect(first).not.toBeNull()
    expect({ ...again, command: "" }).toMatchObject({ seed: first?.seed, step: first?.step })
  })
})
