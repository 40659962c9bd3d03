/** A whole folder of data, keys and store, that an operator copied back: it agrees with itself, and only a witness knows that it is old. */
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { FileKeys } from "../../adapters/keys/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { Records } from "../../core/log/index.ts"
import * as Client from "../audit/Client.ts"
import { publishedOf, witnesses } from "../audit/testing/Witnesses.ts"
import { examineCourt } from "../operate/doctor/Examine.ts"
import { backups, ended, refusalOf } from "../operate/testing/Backups.ts"
import { enrol, lodge } from "../operate/testing/Process.ts"

vi.setConfig({ testTimeout: 120_000 })

const { fresh, court } = backups()
const { witness } = witnesses(fresh)
const origin = "court.example/log"

const keyIn = (data: string, name: string) =>
  Records.keyOf(name, needPresent(FileKeys.logKeyOf(join(data, "keys")), "the key of the log"))
const checkpointOf = async (url: string) => (await fetch(`${url}/log/checkpoint`)).text()
const logOf = async (url: string) =>
  (
    (await Client.call(url, "GET", "/.well-known/notary.json")) as {
      readonly log: { readonly origin: string; readonly ended: ReadonlyArray<object> }
    }
  ).log

describe.each([
  ["that shows what it signed", true],
  ["that names only a size", false],
])("a whole folder that is older than what was signed by a witness %s", (_, showing) => {
  it("PD17 §1 takes acts, signs nothing more in its log, and says what to do; serve --new begins another log", async () => {
    const data = fresh()
    mkdirSync(data)
    const { logs, policy, seen } = await witness(showing)
    const on = (folder: string) => ({
      COURT_DATA: folder,
      COURT_BASE_URL: "http://court.example",
      COURT_WITNESSES: policy,
    })
    FileKeys.ensure(join(data, "keys"))
    logs.push(keyIn(data, origin))
    // given a copy of a stopped court's whole folder, and acts of the court after it
    const first = await court(on(data))
    const seller = await enrol(first.url, "seller")
    const before = await publishedOf(first.url)
    await ended(first, "SIGTERM")
    const old = fresh()
    cpSync(data, old, { recursive: true })
    const second = await court(on(data))
    for (let i = 0; i < 3; i++) await lodge(second.url, seller)
    const after = await publishedOf(second.url)
    await ended(second, "SIGTERM")
    const signed = seen(origin)
    expect(signed?.split("\n")[1]).toBe(String(after.size))
    // when the copy is served, then it starts, and says what it lacks and what to do
    const copy = await court(on(old))
    await expect
      .poll(() => copy.written.error, { timeout: 20_000 })
      .toMatch(
        new RegExp(
          `has a checkpoint of ${after.size} events.* the store has ${before.size} events: it lacks .*The log is stopped.*restore the newest copy.*serve --new`,
        ),
      )
    // and takes more acts than it lacks, and signs no checkpoint of them
    for (let i = 0; i < 5; i++) await lodge(copy.url, seller)
    const { level, says, todo } = needPresent(
      (await examineCourt({ ...on(old), PORT: "0" }, { deep: false, peer: undefined })).find(
        (one) => one.of === "log" && one.level === "fail",
      ),
      "a finding",
    )
    expect([level, says, todo]).toEqual([
      "fail",
      expect.stringMatching(/the witness w has a checkpoint of .*: it lacks events/),
      expect.stringMatching(/restore the newest copy .*serve --new.*--accept-loss/),
    ])
    expect(await checkpointOf(copy.url)).toBe(before.text)
    expect(seen(origin)).toBe(signed)
    await ended(copy, "SIGTERM")
    // when the operator says that the copy is meant
    const anew = await court(on(old), ["--new"])
    // then the old log ends where the copy had it, and another follows, with every act since
    const { origin: next, ended: gone } = await logOf(anew.url)
    expect(next).toMatch(/^court\.example\/log\/\d{8}T\d{9}Z$/)
    expect(gone).toMatchObject([{ origin, kept: before.size, known: after.size }])
    expect(anew.written.out).toContain(`Warning: The log ${origin}, signed by`)
    logs.push(keyIn(old, next))
    expect((await publishedOf(anew.url)).size).toBeGreaterThan(before.size + 5)
    expect(seen(origin)).toBe(signed)
    await ended(anew, "SIGTERM")
    // and --new is refused from then on
    expect(await refusalOf(court(on(old), ["--new"]))).toMatch(/start without --new/)
  })
})
