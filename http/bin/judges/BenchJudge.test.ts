import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  type Behaviour,
  type ChatServer,
  dataOf,
  hang,
  say,
  sayJson,
  startChat,
  status,
  whole,
} from "../../../adapters/model/testing/ChatServer.ts"
import type { JudgesReport } from "../../../conformance/judges/index.ts"
import { contrary, standIn, standInFindings } from "../../../conformance/judges/testing/StandIn.ts"
import { run } from "../Cli.ts"
import { commands } from "../Commands.ts"
import { holdOutput } from "../testing/Output.ts"

const small = ["--matters", "5", "--variants", "swap,threat"]

describe("agent-court bench-judge", () => {
  const held = holdOutput()
  let server: ChatServer
  let root: string
  let told: string
  beforeAll(async () => {
    server = await startChat()
    root = await mkdtemp(join(tmpdir(), "agent-court-judges-"))
  })
  beforeEach(() => {
    told = ""
    held.clear()
  })
  afterAll(async () => {
    await server.stop()
    await rm(root, { recursive: true, force: true })
  })

  const folder = (name: string) => join(root, name)
  const ran = (...args: ReadonlyArray<string>) =>
    run(commands, ["bench-judge", ...args], { out: () => {}, error: (line) => (told += line) })
  const model = (name: string, ...more: ReadonlyArray<string>) => [
    ...["--out", folder(name), "--url", server.url, "--model", "House/Model 4"],
    ...["--cost-max", "5", ...small, ...more],
  ]
  const text = (name: string, file: string) => readFile(join(folder(name), file), "utf8")
  const reportIn = async (name: string): Promise<JudgesReport> => JSON.parse(await text(name, "report.json"))
  const answersFile = "house-model-4.ndjson"
  const resultsOf = async (name: string) => [await text(name, answersFile), await text(name, "report.json")]

  it("compares judges that were run into one folder: on a page that runs no script, and as data", async () => {
    server.script(standIn)
    expect(await ran("--out", folder("beside"), "--judge", "papers,always-claimant", ...small)).toBe(0)
    expect(await ran(...model("beside"))).toBe(0)
    const { judges, trials } = await reportIn("beside")
    expect(judges.map(({ judge, answers }) => [judge, answers])).toEqual([
      ["papers", trials],
      ["always-claimant", trials],
      ["house-model-4", trials],
    ])
    const [papers, , house] = judges
    expect(papers?.shares.findings?.share).toBe(0)
    expect(house?.shares.agreement?.share).toBe(1)
    expect(house?.shares.findings?.share).toBe(1)
    // The stand-in was asked about two matters in five. The accounts decide the others.
    expect(house?.costMicros?.mean).toBe(4_000)
    expect(house?.bins.length).toBeGreaterThan(0)
    const page = await text("beside", "report.html")
    for (const { judge } of judges) expect(page).toContain(judge)
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
    expect(held.text).toMatch(/house-model-4 +agreement 100\.0 %/)
  })

  it("PD15 §11D tries several models each alone and as a panel, in which a lying model moves nothing", async () => {
    const others = [await startChat(), await startChat()]
    // given two models that find by the records, and a third model that finds the opposite
    server.script(standIn)
    others[0]?.script(standIn)
    others[1]?.script(contrary)
    const urls = [server, ...others].map(({ url }) => url).join(",")
    const models = ["--url", urls, "--model", "one,two,three"]
    const args = ["--out", folder("panel"), ...models, "--cost-max", "5", ...small]
    expect(await ran(...args)).toBe(0)
    const { judges } = await reportIn("panel")
    expect(judges.map(({ judge, shares }) => [judge, shares.findings?.share])).toEqual([
      ["one", 1],
      ["panel", 1],
      ["three", 0],
      ["two", 1],
    ])
    // then the panel costs as much as its members
    expect(judges.map(({ costMicros }) => costMicros?.mean)).toEqual([4_000, 12_000, 4_000, 4_000])
    for (const one of others) await one.stop()
  })

  it("PD15 §11D the limit of cost holds at each endpoint of a panel", async () => {
    const dear = await startChat()
    server.script(standIn)
    dear.script((response, asked) =>
      sayJson(standInFindings(dataOf(asked) as never), { cost: 0.5 })(response, asked),
    )
    const urls = [server, dear].map(({ url }) => url).join(",")
    const limits = ["--cost-max", "1", "--at-once", "1"]
    expect(
      await ran("--out", folder("capped"), "--url", urls, "--model", "one,two", ...limits, ...small),
    ).toBe(2)
    expect(held.text).toMatch(/panel stopped after .*the limit of cost is reached \(USD 1\.00\)/)
    await dear.stop()
  })

  it("a run whose file was cut at any byte goes on, and ends with the same bytes", async () => {
    server.script(standIn)
    const whole = await resultsOf("beside")
    const length = Buffer.byteLength(whole[0] ?? "")
    for (const at of [0, 1, Math.floor(length / 3), Math.floor(length / 2), length - 1]) {
      await cp(folder("beside"), folder("cut"), { recursive: true })
      await truncate(join(folder("cut"), answersFile), at)
      expect(await ran(...model("cut"))).toBe(0)
      expect(await resultsOf("cut")).toEqual(whole)
    }
  })

  it("a run that was killed goes on, and ends with the same bytes", async () => {
    // The sixth request hangs, so the process is within its run when it is killed.
    let asked = 0
    let hanging: () => void
    const hangs = new Promise<void>((resolve) => (hanging = resolve))
    const sixth: Behaviour = (response, one) => {
      asked += 1
      if (asked < 6) return standIn(response, one)
      hang(response, one)
      hanging()
    }
    server.script(sixth)
    const program = join(import.meta.dirname, "../agent-court.ts")
    const args = [program, "bench-judge", ...model("killed", "--at-once", "2")]
    const child = spawn(process.execPath, args, { stdio: "ignore" })
    await hangs
    child.kill("SIGKILL")
    await once(child, "exit")
    const before = (await text("killed", answersFile)).split("\n").length
    expect(before).toBeGreaterThan(2)
    server.script(standIn)
    expect(await ran(...model("killed"))).toBe(0)
    expect((await resultsOf("killed"))[0]).toBe((await resultsOf("beside"))[0])
  })

  it("stops at the limit of cost, and goes on under a higher one", async () => {
    server.script(standIn)
    const limited = model("limited", "--at-once", "1")
    const at = limited.indexOf("--cost-max") + 1
    expect(await ran(...limited.with(at, "0.035"))).toBe(2)
    expect(server.asked).toHaveLength(4)
    expect(held.text).toContain("the limit of cost is reached (USD 0.04)")
    expect(await ran(...limited)).toBe(0)
    expect((await resultsOf("limited"))[0]).toBe((await resultsOf("beside"))[0])
  })

  it("stops if no answer says what it cost, and tells what to do", async () => {
    server.script(say("nonsense", {}))
    expect(await ran(...model("unpriced", "--at-once", "1"))).toBe(2)
    expect(held.text).toContain("give the price of its model")
    expect(server.asked).toHaveLength(2)
  })

  it.each<[string, Behaviour]>([
    ["busy", status(429)],
    ["refused", status(401)],
    ["failed", status(503)],
  ])(
    "an endpoint that is %s says nothing of its model: the run stops, and no answer of it is kept",
    async (why, behaviour) => {
      server.script(behaviour)
      expect(await ran(...model(why))).toBe(2)
      expect(held.text).toContain(`the endpoint is ${why}`)
      const [, ...lines] = (await text(why, answersFile)).trimEnd().split("\n")
      expect(lines.map((line) => JSON.parse(line).costMicros)).toEqual(lines.map(() => 0))
      expect(await text(why, "report.html")).toContain("Not every judge has answered all")
    },
  )

  it("an answer without findings counts as no answer of the model", async () => {
    server.script(whole("I would rather not.", { cost: 0.001 }))
    expect(await ran(...model("mute"))).toBe(0)
    const { judges } = await reportIn("mute")
    expect(judges[0]?.shares.findings?.share).toBe(0)
    expect(judges[0]?.shares.answered?.share).toBe(0.6)
    // It is asked twice about each open line, which two matters in five have.
    expect(judges[0]?.costMicros?.mean).toBe(800)
  })

  it("a folder takes no run with other settings, nor answers of other matters", async () => {
    server.script(standIn)
    expect(await ran("--out", folder("beside"), "--matters", "6")).toBe(1)
    expect(told).toContain("holds a run with other settings")
    await cp(folder("beside"), folder("altered"), { recursive: true })
    const [answers = ""] = await resultsOf("altered")
    await writeFile(join(folder("altered"), answersFile), answers.replaceAll("drawn-001", "drawn-777"))
    expect(await ran(...model("altered"))).toBe(1)
    expect(told).toContain("the answers of house-model-4 are those of another version")
    await writeFile(join(folder("altered"), answersFile), answers.replace('"answer":', '"answer"'))
    expect(await ran(...model("altered"))).toBe(1)
    expect(told).toContain(`a line of ${answersFile} can't be read`)
    await writeFile(join(folder("altered"), answersFile), answers.replace("House", "Guest"))
    expect(await ran(...model("altered"))).toBe(1)
    expect(told).toContain("holds answers of another judge that is named house-model-4")
  })

  it.each<[string, string, string]>([
    ["no folder", "", "--out must name"],
    ["an unknown judge", "--out x --judge solomon", 'knows no "solomon"'],
    ["an unknown variant", "--out x --variants mood", 'knows no "mood"'],
    ["an endpoint without a model", "--out x --url http://h/v1", "--url needs --model"],
    ["a model without an endpoint", "--out x --model m", "--model needs --url"],
    ["no limit of cost", "--out x --url http://h/v1 --model m", "needs --cost-max"],
    ["a limit that is no sum", "--out x --url http://h/v1 --model m --cost-max much", "needs --cost-max"],
    [
      "a price that can't be read",
      "--out x --url http://h/v1 --model m --price 3",
      "--price is in US dollars",
    ],
    ["an address with a key", "--out x --url http://u:p@h --model m", "--url is the base address"],
  ])("refuses %s, and says what is wanted", async (_what, args, wanted) => {
    expect(await ran(...args.split(" ").filter((arg) => arg !== ""))).toBe(2)
    expect(told).toContain(wanted)
  })
})
