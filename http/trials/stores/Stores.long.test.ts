/** The stores that landed versions made are opened, replayed, served and moved by the present version. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SqliteStore from "../../../adapters/sqlite/SqliteStore.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { compareCourt } from "../../audit/replay/Compare.ts"
import * as Dispute from "../../testing/Dispute.ts"
import { decideOnThePapers } from "../../testing/OnThePapers.ts"
import { startCourt, type TestCourt } from "../../testing/TestCourt.ts"
import type { Kept } from "./keep.ts"

const suffix = ".db.gz"
const versions = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(suffix))
  .map((name) => name.slice(0, -suffix.length))

/** The version after which PD15 counts for the matters that are filed. */
const beforePD15 = ["8ecf7be5"]

describe.each(versions)("the store that version %s made", (version) => {
  let folder: string
  let scope: Scope.CloseableScope
  let driver: Driver
  let kept: Kept
  let court: TestCourt
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "court-kept-"))
    const file = join(folder, "court.db")
    writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, `${version}${suffix}`))))
    kept = JSON.parse(readFileSync(join(import.meta.dirname, `${version}.json`), "utf8"))
    scope = Effect.runSync(Scope.make())
    driver = await Effect.runPromise(Scope.extend(SqliteStore.make({ file }), scope))
    court = await startCourt({ store: Layer.succeed(Store, driver) })
    court.clock.now = kept.at
  })
  afterAll(async () => {
    await court.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true })
  })
  const get = (path: string, key?: string) =>
    Dispute.done(court, "GET", path, key === undefined ? {} : { key })
  const post = (path: string, key: string, body: unknown = {}) =>
    Dispute.done(court, "POST", path, { key, body })
  const holdStatus = async () =>
    ((await get(`/holds/${kept.hold}`, kept.keys.buyer)).hold as Dispute.Body).status
  /** Where the journal and what is served differ from the rules. The keys of a kept court are not kept, so its seals are not looked at. */
  const faults = async () => {
    const { folded, found } = await compareCourt(court.url, Number.MAX_SAFE_INTEGER)
    return [...folded.faults, ...found].filter((one) => !one.includes("its seal fails"))
  }
  const statusOf = async (path: string): Promise<unknown> => (await get(path, kept.keys.buyer)).status

  it("PD11 §8 has a journal from which every register that is served follows", async () => {
    const { items, folded } = await compareCourt(court.url, 0)
    expect(items.length).toBeGreaterThan(30)
    expect(folded.judgments.judgments.size).toBe(kept.citations.length)
    expect(await faults()).toEqual([])
  })

  it("PD14 §4 serves what was open when the version ended", async () => {
    const { quotes, matters, appeal, citations, lodged } = kept
    expect(await statusOf(`/quotes/${quotes.accepted}`)).toBe("accepted")
    expect(await statusOf(`/quotes/${quotes.closed}`)).toBe("closed_by_supplier")
    expect(await holdStatus()).toBe("confirmed")
    expect(await statusOf(`/matters/${matters.served}`)).toBe("served")
    expect(await statusOf(`/matters/${matters.defended}`)).toBe("defended")
    expect(await statusOf(`/matters/${matters.reserved}`)).toBe("reserved")
    expect((await get(`/appeals/${appeal}`, kept.keys.seller)).matterId).toEqual(expect.any(String))
    for (const citation of citations) expect((await get(Dispute.at(citation))).citation).toBe(citation)
    const { id, receipt } = await get(`/dealings/${lodged}`)
    expect([id, receipt === undefined]).toEqual([lodged, true])
    expect((await get("/docket")).items).toHaveLength(5)
  })

  it("PD15 §11 leaves a matter that was filed before PD15 to the bench, and decides a matter that was filed after it", async () => {
    const { citation } = await decideOnThePapers(driver, court.clock.now, kept.matters.reserved)
    if (beforePD15.includes(version)) {
      expect(citation).toBe(null)
      expect(await statusOf(`/matters/${kept.matters.reserved}`)).toBe("reserved")
      await post(`/matters/${kept.matters.reserved}/judgment`, court.judge, Dispute.draft())
    } else expect(citation).toMatch(/^\[2026\] MC \d+$/)
    expect(await statusOf(`/matters/${kept.matters.reserved}`)).toBe("decided")
  })

  it("Rule 4.4 moves what was open as time passes", async () => {
    court.clock.now += hours(49)
    expect(await statusOf(`/matters/${kept.matters.served}`)).toBe("undefended")
    await post(`/matters/${kept.matters.served}/call`, kept.keys.buyer)
    expect(await statusOf(`/matters/${kept.matters.served}`)).toBe("reserved")
    court.clock.now += days(61)
    // A confirmed hold does not lapse by time alone, and what this one secures is undecided.
    expect(await holdStatus()).toBe("confirmed")
    expect(await statusOf(`/quotes/${kept.quotes.closed}`)).toBe("settled")
    expect(await faults()).toEqual([])
  })
})
