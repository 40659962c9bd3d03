import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parquetReadObjects } from "hyparquet"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { writeWhole } from "../../adapters/host/WholeFile.ts"
import { namedColumns } from "./Columns.ts"
import * as Entries from "./Entries.ts"
import { summary } from "./testing/Rows.ts"

const id = { run: 3, condition: 1, replicate: 0, seed: 4_000_000_000 }
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "entries-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fields = (row: string): ReadonlyArray<string> => row.split(",")

describe("the table of entries", () => {
  it("is read from Parquet as it was written, with null for what never happened", async () => {
    const file = join(folder, "e.parquet")
    await writeWhole(file, Entries.parquet("entries", Entries.groups("entries", id, summary(4))))
    const rows = await parquetReadObjects({ file: new Uint8Array(readFileSync(file)).buffer })
    expect(rows).toHaveLength(4)
    expect(rows[0]).toEqual({
      run: 3,
      condition: 1,
      seed: 4_000_000_000n,
      entry: 0,
      bound: 0,
      favoured: 1,
      population: "honest, mostly",
      strategy: "honours-promptly",
      kind: "pay",
      status: "unsatisfied",
      amountCents: 0,
      recoveredCents: 0,
      filedHours: 0,
      deliveredHours: 1.25,
      dueHours: 73.25,
      performedHours: null,
      doneHours: null,
      satisfiedHours: null,
      supersededHours: null,
      reputation: -3,
      disputes: 0,
      appeals: 0,
      wrong: true,
    })
    expect(rows[3]).toMatchObject({
      doneHours: 12,
      satisfiedHours: 23.5,
      kind: "pay",
      status: "satisfied",
      wrong: false,
    })
  })

  it("is made from the files of runs, in Parquet and in CSV", async () => {
    const fileOf = (name: string) => join(folder, name)
    const [one, two, both, text] = [fileOf("1"), fileOf("2"), fileOf("both"), fileOf("csv")]
    await writeWhole(one, Entries.parquet("entries", Entries.groups("entries", id, summary(3))))
    await writeWhole(
      two,
      Entries.parquet("entries", Entries.groups("entries", { ...id, run: 4 }, summary(2))),
    )
    const all = async function* () {
      yield* Entries.read(one)
      yield* Entries.read(two)
    }
    await writeWhole(both, Entries.parquet("entries", all()))
    await writeWhole(text, Entries.csv("entries", Entries.read(both)))
    const [header = "", ...rows] = readFileSync(text, "utf8").trimEnd().split("\n")
    expect(fields(header).slice(0, 4)).toEqual(["run", "condition", "seed", "entry"])
    expect(rows).toHaveLength(5)
    expect(rows[0]).toBe(
      '3,1,4000000000,0,0,1,"honest, mostly",honours-promptly,pay,unsatisfied,0,0,0,1.25,73.25,,,,,-3,0,0,true',
    )
    expect(rows[4]).toMatch(/^4,1,4000000000,1,1,2,"the ""others""",/)
  })

  it("says of which experiment and condition it is, by the values of the parameters that vary", async () => {
    // given a study that varies a number, a switch, and a parameter that is a number or a text
    const named = namedColumns({
      name: "mine",
      varied: ["schedule.noticeHours", "judge.strict", "judge.mode"],
      parameters: [
        { "schedule.noticeHours": 24, "judge.strict": true, "judge.mode": 1 },
        { "schedule.noticeHours": 72, "judge.strict": false, "judge.mode": "slow" },
        { "schedule.noticeHours": 96, "judge.strict": false, "judge.mode": null },
      ],
    })
    const shape = { hasIdentity: false, named }
    const wanted: ReadonlyArray<readonly [number, object]> = [
      [0, { "schedule.noticeHours": 24, "judge.strict": true, "judge.mode": "1" }],
      [1, { "schedule.noticeHours": 72, "judge.strict": false, "judge.mode": "slow" }],
      [2, { "schedule.noticeHours": 96, "judge.strict": false, "judge.mode": null }],
    ]
    for (const [condition, values] of wanted) {
      const file = join(folder, `${condition}.parquet`)
      const of = Entries.groups("entries", { ...id, condition }, summary(2), shape)
      await writeWhole(file, Entries.parquet("entries", of, shape))
      const rows = await parquetReadObjects({ file: new Uint8Array(readFileSync(file)).buffer })
      expect(rows).toMatchObject([
        { experiment: "mine", ...values },
        { experiment: "mine", ...values },
      ])
    }
  })

  it("without entries is a header, and a Parquet file without rows", async () => {
    const file = join(folder, "none")
    await writeWhole(file, Entries.parquet("entries", Entries.groups("entries", id, summary(0))))
    const pieces: Array<string> = []
    for await (const piece of Entries.csv("entries", Entries.read(file))) pieces.push(piece)
    expect(pieces.join("").split("\n")).toHaveLength(2)
  })
})
