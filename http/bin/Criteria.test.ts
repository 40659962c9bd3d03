import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"
import { holdOutput } from "./testing/Output.ts"

const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 1000 },
  checks: [
    { id: "whole", kind: "json" },
    { id: "paid", kind: "compare", left: "/total", op: "=", right: "/paid", share: 250_000 },
  ],
}
const attested = {
  ...criteria,
  checks: [{ id: "tested", kind: "attested", by: "tester", within: 48, otherwise: "unmet" }],
}
const refused = {
  ...criteria,
  checks: [
    { id: "A", kind: "json" },
    { id: "p", kind: "pattern", pattern: "(" },
  ],
}

describe("agent-court criteria", () => {
  const held = holdOutput()
  const told: { error: string } = { error: "" }
  let folder: string
  const at = (name: string) => join(folder, name)
  const ran = (...args: ReadonlyArray<string>) =>
    run(commands, ["criteria", ...args], { out: () => {}, error: (line) => (told.error = line) })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "agent-court-criteria-"))
    const files = {
      "criteria.json": JSON.stringify(criteria),
      "attested.json": JSON.stringify(attested),
      "refused.json": JSON.stringify(refused),
      "good.json": '{"total":0.3,"paid":0.30}',
      "partly.json": '{"total":1,"paid":2}',
      "bad.json": "{",
      "judge.md": `Do it.\n\`\`\`judge-criteria\n{"checks":[{"kind":"json"}]}\n\`\`\`\n`,
      "words.json": '{"checks":[{"kind":"length","params":{"min":9}}]}',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    [
      "criteria.json",
      "good.json",
      0,
      /^met\s+whole {2}25 steps\nmet\s+paid {2}27 steps\nSatisfied.*\n0 % of the price comes off\.\n$/,
    ],
    [
      "criteria.json",
      "partly.json",
      1,
      /unmet\s+paid {2}22 steps {2}\/total is not = .*\nPartly.*\n25 % of the price comes off\./,
    ],
    [
      "criteria.json",
      "bad.json",
      1,
      /unmet\s+whole {2}1 steps {2}The delivery is not JSON.*\nNot satisfied.*\n100 % of the price comes off\./s,
    ],
    [
      "attested.json",
      "good.json",
      3,
      /unknown\s+tested {2}1 steps {2}tester has not attested this yet\.\nIndeterminate/,
    ],
    [
      "refused.json",
      "good.json",
      2,
      /^criteria_refused {2}\/checks\/0\/id must be .*\ncriteria_refused {2}\/checks\/1\/pattern is no pattern/,
    ],
  ])("check of %s over %s ends with %d", async (document, artifact, code, expected) => {
    expect(await ran("check", at(document), at(artifact))).toBe(code)
    expect(held.text).toMatch(expected)
  })

  it("check prints the evaluation as JSON where it is asked to, with the same exit code", async () => {
    expect(await ran("check", at("criteria.json"), at("partly.json"), "--json")).toBe(1)
    const evaluation = JSON.parse(held.text)
    expect(evaluation).toMatchObject({
      verdict: "partly",
      reductionMillionths: 250_000,
      outcomes: [{ id: "whole" }, { id: "paid" }],
    })
    expect(Object.keys(evaluation)).toEqual([
      "criteria",
      "artifact",
      "verdict",
      "reductionMillionths",
      "outcomes",
    ])
  })

  it("explain says each check in a sentence, and what it costs at most", async () => {
    expect(await ran("explain", at("criteria.json"))).toBe(0)
    expect(held.text).toMatch(/^sha256:[0-9a-f]{64}, for a delivery of at most 1000 bytes\n/)
    expect(held.text).toContain(
      "paid (25 % of the price): /total = /paid, as numbers.\n    at most 1002 of 2000000 steps",
    )
    expect(held.text).toContain("whole (required): The delivery is JSON.")
    expect(await ran("explain", at("refused.json"))).toBe(2)
  })

  /** The exit code of a run, and what this run printed. */
  const printed = async (...args: ReadonlyArray<string>) => {
    const from = held.text.length
    return { code: await ran(...args), text: held.text.slice(from) }
  }

  it("translate prints the criteria of Judge Protocol as ours, or names what it can't say", async () => {
    const done = await printed("translate", at("judge.md"), "--from", "judge-protocol", "--bytes-max", "900")
    expect(done.code).toBe(0)
    expect(JSON.parse(done.text)).toMatchObject({ artifact: { bytesMax: 900 }, checks: [{ kind: "json" }] })
    const refusal = await printed("translate", at("words.json"), "--from", "judge-protocol")
    expect(refusal.code).toBe(1)
    expect(refusal.text).toMatch(/not translated {2}\/checks\/0: court.criteria\/1 counts bytes/)
    const asked = ["--from", "judge-protocol", "--attester", "auditor", "--within", "9"]
    const attested = await printed("translate", at("words.json"), ...asked)
    expect(JSON.parse(attested.text)).toMatchObject({
      checks: [{ kind: "attested", by: "auditor", within: 9 }],
    })
  })

  it("translate and outcomes say criteria and evaluations as ERC-8412, and take them back", async () => {
    const registered = [
      "--task-ref",
      `0x${"a".repeat(64)}`,
      "--verifier",
      `0x${"b".repeat(40)}`,
      "--expiry",
      "1",
    ]
    const theirs = JSON.parse(
      (await printed("translate", at("criteria.json"), "--to", "erc-8412", ...registered)).text,
    )
    expect(theirs.obligationFlags).toBe("0x40")
    await writeFile(at("theirs.json"), JSON.stringify(theirs.criteria))
    const back = await printed("translate", at("theirs.json"), "--from", "erc-8412")
    expect(JSON.parse(back.text)).toEqual(criteria)
    const outcomes = await printed("outcomes", at("criteria.json"), at("partly.json"))
    expect(JSON.parse(outcomes.text)).toEqual({
      verdict: "Satisfied",
      obligationOutcomes: "0x40",
      undecided: [],
    })
    expect(await ran("outcomes", at("refused.json"), at("partly.json"))).toBe(2)
    expect(await printed("translate", at("refused.json"), "--to", "erc-8412", ...registered)).toMatchObject({
      code: 1,
      text: expect.stringContaining("not translated  /checks/1/pattern"),
    })
  })

  it.each<[string, object, ReadonlyArray<string>, number, string]>([
    [
      "satisfied",
      { verdict: "Satisfied", obligationOutcomes: "0x60" },
      [],
      0,
      "met      tested  by a waiver",
    ],
    [
      "waiting",
      { verdict: "Indeterminate", obligationOutcomes: "0x40", undecided: [1] },
      [],
      3,
      "unknown  tested",
    ],
    [
      "refuted",
      { verdict: "Satisfied", obligationOutcomes: "0x40" },
      [],
      1,
      "not translated  /verdict: ALL_REQUIRED",
    ],
    ["none", [], [], 1, "/verdict: is Satisfied, NotSatisfied, Indeterminate"],
    ["unpacked", { verdict: "Satisfied", obligationOutcomes: 96 }, [], 1, "/obligationOutcomes: is a text"],
    [
      "unlisted",
      { verdict: "Satisfied", obligationOutcomes: "0x60", undecided: ["1"] },
      [],
      1,
      "/undecided: is a list",
    ],
    ["of another form", {}, ["--from", "judge-protocol"], 2, ""],
  ])(
    "outcomes reads an attestation of ERC-8412 that is %s",
    async (_, attestation, flags, code, expected) => {
      const asked = { ...criteria, checks: [criteria.checks[0], attested.checks[0]] }
      await writeFile(at("asked.json"), JSON.stringify(asked))
      await writeFile(at("attestation.json"), JSON.stringify(attestation))
      const form = flags.length === 0 ? ["--from", "erc-8412", "--obligation-flags", "0x70"] : flags
      const found = await printed("outcomes", at("asked.json"), at("attestation.json"), ...form)
      expect(found).toEqual({ code, text: expect.stringContaining(expected) })
    },
  )

  it("outcomes wants the flags of the registry with an attestation", async () => {
    expect(await ran("outcomes", at("criteria.json"), at("good.json"), "--from", "erc-8412")).toBe(2)
    expect(told.error).toContain("--obligation-flags has the flags of the registry")
  })

  it.each([
    [["--from", "judge"]],
    [["--from", "toString"]],
    [["--to", "judge-protocol"]],
    [["--from", "erc-8412", "--to", "erc-8412"]],
    [[]],
    [["--to", "erc-8412"]],
    [["--from", "judge-protocol", "--within", "9"]],
    [["--from", "judge-protocol", "--attester", "auditor"]],
    [["--from", "erc-8412"]],
  ])("translate ends with 2 over the flags %j", async (flags) => {
    expect(await ran("translate", at("bad.json"), ...flags)).toBe(2)
  })

  it("a file that can't be read, and arguments that it does not take, end with 2", async () => {
    expect(await ran("check", at("criteria.json"), at("none.json"))).toBe(2)
    expect(told.error).toContain("none.json can't be read")
    expect(await ran("explain", at("none.json"))).toBe(2)
    for (const args of [["explain"], ["show", "a"], ["check", "a"], ["explain", "a", "b"]])
      expect(await ran(...args)).toBe(2)
  })
})
