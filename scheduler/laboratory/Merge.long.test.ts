/** Shards of a study, and what putting them together gives. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openShards } from "./Merge.ts"
import { parseShard, recorder, type Shard } from "./Shard.ts"
import { simulate } from "./Simulate.ts"
import { read } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"

const arrivals = "dealings: { arrivals: { kind: csv, file: arrivals.csv } }"
const withFile = smallScenario().replace(/dealings: .*/, arrivals)
const rows = Array.from({ length: 300 }, (_, i) => `${i * 1.5}\n`).join("")
const file = (path: string) =>
  path.endsWith("arrivals.csv") ? Either.right(`atHours\n${rows}`) : Either.left("no file")

const quiet = {
  workers: 1,
  signal: new AbortController().signal,
  begins: () => {},
  progress: () => {},
  makes: () => {},
}

const carryOut = async (out: string, shard?: Shard, text = withFile, runs?: string) => {
  const additions = { set: ["agents=30"], runs }
  const { recording, inputs } = recorder("/home/somebody/s.yaml", text, additions, file)
  const study = Either.getOrThrow(read("/home/somebody/s.yaml", text, additions, recording))
  const way =
    shard === undefined ? { report: true } : { report: false, shard: { ...shard, inputs: inputs() } }
  await simulate(study, { ...quiet, ...way, out })
}

/** The lines that say what keeps these folders from being merged. */
const complaints = (...folders: ReadonlyArray<string>): ReadonlyArray<string> =>
  Either.match(openShards(folders, {}), { onLeft: (lines) => lines, onRight: () => [] })

const merge = async (out: string, ...folders: ReadonlyArray<string>) => {
  const { study, gather } = Either.getOrThrowWith(
    openShards(folders, {}),
    (lines) => new Error(lines.join("; ")),
  )
  const begun: Array<ReadonlyArray<number>> = []
  const begins = (...counts: ReadonlyArray<number>) => void begun.push(counts)
  await simulate(study, { ...quiet, out, report: true, gathers: gather, begins })
  return begun
}

const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()

describe("a shard", () => {
  it.each(["0/4", "5/4", "1", "1/", "a/b", "1/1000000", "1/4/2"])("is not %s", (text) => {
    expect(parseShard(text)).toBeNull()
  })

  it("is a number and how many there are", () => {
    expect(parseShard("3/16")).toEqual({ number: 3, of: 16 })
  })
})

describe("shards of a study", { timeout: 120_000 }, () => {
  let made = ""
  let folder = ""
  const at = (name: string) => join(folder, name)
  const three = [1, 2, 3].map((number) => ({ number, of: 3 }))
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), "shards-"))
    for (const shard of three) await carryOut(join(made, String(shard.number)), shard)
  })
  afterAll(() => rmSync(made, { recursive: true }))
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "merge-"))
    cpSync(made, folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("put together give the same bytes as one run: tables, report, charts, Parquet, manifest", async () => {
    await carryOut(at("whole"))
    // given in another order, and without the files of the scenario
    expect(await merge(at("merged"), at("3"), at("1"), at("2"))).toEqual([[4, 0]])
    const files = filesIn(at("whole"))
    expect(filesIn(at("merged"))).toEqual(files)
    expect(files).toEqual(
      expect.arrayContaining(["report.html", "entries/part-000003.parquet", "charts/default-rate.svg"]),
    )
    const differing = files.filter(
      (name) => !readFileSync(join(at("whole"), name)).equals(readFileSync(join(at("merged"), name))),
    )
    expect(differing).toEqual([])
  })

  it("have no tables of their own, and their manifest says which shard they are", () => {
    expect(filesIn(at("2"))).toEqual([
      ".lock",
      "agents/part-000001.parquet",
      "entries/part-000001.parquet",
      "inputs.json",
      "manifest.json",
      "runs/000001.json",
    ])
    const { shard, status, runs } = JSON.parse(readFileSync(join(at("2"), "manifest.json"), "utf8"))
    expect({ shard, status, runs }).toEqual({
      shard: "2/3",
      status: "complete",
      runs: { planned: 1, finished: "1", failed: [], missing: "" },
    })
  })

  it("are not merged if one is missing, and what is missing is said", () => {
    expect(complaints(at("1"), at("3"))).toEqual(["shard 2/3 was not given: runs 1"])
    rmSync(join(at("1"), "runs", "000003.json"))
    rmSync(join(at("3"), "entries", "part-000002.parquet"))
    expect(complaints(at("1"), at("2"), at("3"))).toEqual([
      `shard 1/3 in ${at("1")} lacks runs 3`,
      `shard 3/3 in ${at("3")} lacks runs 2`,
    ])
    expect(existsSync(at("merged"))).toBe(false)
  })

  it("are not merged with a shard of another study, of more runs, of another count, or with themselves", async () => {
    await carryOut(at("other"), { number: 2, of: 3 }, withFile.replace("days: 20", "days: 21"))
    await carryOut(at("more"), { number: 2, of: 3 }, withFile, "3")
    await carryOut(at("half"), { number: 2, of: 2 })
    const mixed = (name: string) => [`${at(name)} and ${at("1")} are of different studies, runs or settings`]
    expect(complaints(at("1"), at("other"), at("3"))).toEqual(mixed("other"))
    expect(complaints(at("1"), at("more"), at("3"))).toEqual(mixed("more"))
    expect(complaints(at("1"), at("half"))).toEqual([`${at("half")} is shard 2/2, and ${at("1")} 1/3`])
    expect(complaints(at("1"), at("1"), at("2"), at("3"))).toEqual([
      `${at("1")} and ${at("1")} are the same shard`,
    ])
  })

  it("are not merged if other code made them, or the folder is none", async () => {
    const path = join(at("2"), "manifest.json")
    const other = { sha256: "0".repeat(64) }
    const manifest = JSON.parse(readFileSync(path, "utf8"))
    writeFileSync(path, JSON.stringify({ ...manifest, code: other, fingerprint: "f" }))
    writeFileSync(join(at("3"), "inputs.json"), "{")
    expect(complaints(at("2"), at("3"), at("nowhere"))).toEqual([
      `${at("2")} comes from other code than this program has`,
      `${at("3")}: its inputs.json is broken`,
      `${at("nowhere")} holds no results of this version`,
    ])
    await carryOut(at("whole"))
    rmSync(join(at("1"), "inputs.json"))
    expect(complaints(at("whole"), at("1"))).toEqual([
      `${at("whole")} holds a whole study, not a shard`,
      `${at("1")}: it has no inputs.json`,
    ])
  })

  it("are refused if a part was damaged on its way, and merge once it is whole again", async () => {
    const path = join(at("2"), "entries", "part-000001.parquet")
    const whole = readFileSync(path)
    const damaged = Buffer.from(whole)
    damaged[100] = (damaged[100] ?? 0) ^ 1
    writeFileSync(path, damaged)
    await expect(merge(at("merged"), at("1"), at("2"), at("3"))).rejects.toThrow("is damaged")
    writeFileSync(path, whole)
    expect(await merge(at("merged"), at("1"), at("2"), at("3"))).toEqual([[4, 0]])
  })

  it("have a folder each, which no other shard and not the whole study continues", async () => {
    await expect(carryOut(at("1"), { number: 2, of: 3 })).rejects.toThrow("holds shard 1/3 of this study")
    await expect(carryOut(at("1"))).rejects.toThrow("holds shard 1/3 of this study")
    await carryOut(at("whole"))
    await expect(carryOut(at("whole"), { number: 1, of: 3 })).rejects.toThrow("holds all runs of this study")
  })

  it("may be more than there are runs; those without any need not be given", async () => {
    await carryOut(at("first"), { number: 1, of: 6 })
    expect(complaints(at("first"))).toEqual([
      "shard 2/6 was not given: runs 1",
      "shard 3/6 was not given: runs 2",
      "shard 4/6 was not given: runs 3",
    ])
  })
})
