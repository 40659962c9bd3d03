import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { KeptBundle } from "../../core/bench/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { hours } from "../../core/kernel/Time.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { agents, type Body, done, draft, order } from "../testing/Dispute.ts"
import { decideAppealOnThePapers, decideOnThePapers } from "../testing/OnThePapers.ts"
import { freshStore } from "../testing/Rails.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"
import { holdOutput } from "./testing/Output.ts"

const blank = { facts: [], evidence: [], rules: [], authorities: [] }

describe("agent-court rejudge", () => {
  const held = holdOutput()
  let court: TestCourt
  let root: string
  let folder: string
  let onAppeal: string
  let id: string
  const appeals = { upper: "", high: "", old: "old" }
  const told = { error: "" }
  const ran = (...args: ReadonlyArray<string>) =>
    run(commands, args, { out: () => {}, error: (line) => (told.error = line) })
  const askedOn = (appeal: string, ...rest: ReadonlyArray<string>) =>
    ran("rejudge", court.url, "--appeal", appeal, "--key", join(root, "key"), ...rest)
  const asked = (key = "key", ...rest: ReadonlyArray<string>) =>
    ran("rejudge", court.url, "--matter", id, "--key", join(root, key), ...rest)

  // A seller owes USD 100.00 by an invoice that it confirmed, and the judge on the papers orders it.
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "agent-court-rejudge-"))
    folder = join(root, "bundle")
    onAppeal = join(root, "on-appeal")
    const driver = freshStore()
    court = await startCourt({ store: Layer.succeed(Store, driver) })
    const { buyer, seller, stranger } = await agents(court)
    await writeFile(join(root, "key"), `${buyer}\n`)
    await writeFile(join(root, "strange"), stranger)
    const invoice = { ...Examples.dealing, kind: "invoice", counterparty: "seller", valueCents: 10_000 }
    const { id: on } = await done(court, "POST", "/notarise", { key: buyer, body: invoice })
    await done(court, "POST", `/dealings/${on}/review`, { key: seller, body: Examples.review })
    court.clock.now += 1000
    const dealingAt = new Date(court.clock.now).toISOString()
    const orders = [{ ...order({ amountCents: 10_000, cause: "debt", on }), restsOn: [1] }]
    const claim = { ...Examples.filing.claim, orders }
    const filing = { ...Examples.filing, dealingAt, respondent: "seller", claim }
    const { matter } = await done(court, "POST", "/matters", { key: buyer, body: filing })
    id = String((matter as Body).id)
    await done(court, "POST", `/matters/${id}/defence`, { key: seller, body: blank })
    await done(court, "POST", `/matters/${id}/reply`, { key: buyer, body: blank })
    await done(court, "POST", `/matters/${id}/call`, { key: buyer })
    await decideOnThePapers(driver, court.clock.now, id)
    // The buyer appeals to the Upper Court, whose judge is on the papers, and by leave to the High Court, where the bench decides.
    const register = { key: court.registrar }
    const heard = async (path: "appeal" | "leave") => {
      const begun = await done(court, "POST", `/matters/${id}/${path}`, {
        key: buyer,
        body: Examples.grounds,
      })
      const begunId = String(begun.appealId)
      if (path === "leave")
        await done(court, "POST", `/registrar/leave/${begunId}`, { ...register, body: Examples.leave })
      const estimate = { ...register, body: Examples.estimate }
      await done(court, "POST", `/registrar/appeals/${begunId}/estimate`, estimate)
      court.clock.now += hours(2)
      return begunId
    }
    appeals.upper = await heard("appeal")
    await decideAppealOnThePapers(driver, court.clock.now, appeals.upper)
    appeals.high = await heard("leave")
    const ruling = draft([{ kind: "dismiss", text: "The appeal is dismissed." }], { outcome: "affirmed" })
    await done(court, "POST", `/appeals/${appeals.high}/judgment`, { key: court.judge, body: ruling })
    // An appeal that the same judge decided before the court kept anything of appeals.
    const [stored] = await Effect.runPromise(driver.read([{ kind: "appeal", id: appeals.upper }]))
    const old = { ...(needPresent(stored, "the appeal").body as Body), id: appeals.old } as Json
    const puts = [{ ref: { kind: "appeal", id: appeals.old }, expected: 0, body: old, index: [] }]
    await Effect.runPromise(driver.commit({ ...empty(court.clock.now), puts }))
  })
  afterAll(async () => {
    await court.stop()
    await rm(root, { recursive: true, force: true })
  })

  type Bundle = typeof KeptBundle.BundleView.Type
  const bundleIn = async (at: string): Promise<Bundle> =>
    JSON.parse(await readFile(join(at, "manifest.json"), "utf8"))
  const fileOf = ({ manifest }: Bundle, name: string, at = folder) =>
    join(at, `${manifest.parts.find(({ part }) => part === name)?.sha256}.json`)

  /** Runs the act on a folder in which the bundle is another, and puts the bundle back. */
  const changed = async (change: (bundle: Bundle) => Promise<Bundle["manifest"]>, at = folder) => {
    const kept = await bundleIn(at)
    const manifest = await change(kept)
    await writeFile(
      join(at, "manifest.json"),
      JSON.stringify({ sha256: sha256Hex(canonical(manifest)), manifest }),
    )
    held.clear()
    const code = await ran("rejudge", at)
    await writeFile(join(at, "manifest.json"), JSON.stringify(kept))
    return { code, text: held.text }
  }
  /** A part with these words changed, under its new hash. */
  const planted = (name: string, from: string, to: string, at = folder) =>
    changed(async (bundle) => {
      const text = (await readFile(fileOf(bundle, name, at), "utf8")).replace(from, to)
      const sha256 = sha256Hex(text)
      await writeFile(join(at, `${sha256}.json`), text)
      const parts = bundle.manifest.parts.map((one) => (one.part === name ? { ...one, sha256 } : one))
      return { ...bundle.manifest, parts }
    }, at)

  it("Rule 5.2 given a court and the key of a party, then the judgment is computed again, and the folder that is kept gives it without the court", async () => {
    expect(await asked("key", "--save", folder)).toBe(0)
    expect(held.text).toContain("No byte differs")
    expect(await readdir(folder)).toHaveLength(6)
    held.clear()
    expect(await ran("rejudge", folder)).toBe(0)
    expect(held.text).toMatch(/^\[2026\] MC 1, as of .*\. Before the Magistrate, on the papers\.\n/)
  })

  it("PD15 §11 given a line of the table that was changed, in what was sealed or in the facts, then it ends in 1 and names the line", async () => {
    const sealed = await planted(
      "judgment",
      '"line":"price","finding":"found"',
      '"line":"price","finding":"not_found"',
    )
    expect(sealed.code).toBe(1)
    expect(sealed.text).toContain('differs: the line "price" of the table (determinations.0.lines.0.finding)')
    const owed = await planted("deals", '"cents":10000', '"cents":9000')
    expect(owed.code).toBe(1)
    expect(owed.text).toContain("computed 9000, sealed 10000")
  })

  it("Rule 6.3 given an appeal on the papers, then its judgment is computed again from the folder that is kept, and the judgment below is named by its hash", async () => {
    expect(await askedOn(appeals.upper, "--save", onAppeal)).toBe(0)
    expect(held.text).toContain("[2026] UC 1, as of")
    expect(held.text).toContain("below  [2026] MC 1: its sealed text has the SHA-256 ")
    held.clear()
    expect(await ran("rejudge", onAppeal)).toBe(0)
    expect(held.text).toContain("Before the Upper Court, on the papers.")
    expect(held.text).toContain("No byte differs")
  })

  it("PD15 §11 given a line of the table that was changed in an appeal, then it ends in 1 and names the line, and a changed order below changes the outcome", async () => {
    const sealed = await planted(
      "judgment",
      '"line":"price","finding":"found"',
      '"line":"price","finding":"not_found"',
      onAppeal,
    )
    expect(sealed.code).toBe(1)
    expect(sealed.text).toContain('differs: the line "price" of the table (determinations.0.lines.0.finding)')
    const below = await planted("papers", '"amountCents":10000,"hours"', '"amountCents":1,"hours"', onAppeal)
    expect(below.code).toBe(1)
    expect(below.text).toContain("orders.0")
  })

  it("Rule 5.2 given an appeal that the bench decided, or that an earlier version did, then it ends in 2 and says which", async () => {
    expect(await askedOn(appeals.high)).toBe(2)
    expect(held.text).toContain("a Judge decided it on the bench")
    held.clear()
    expect(await askedOn(appeals.old)).toBe(2)
    expect(held.text).toContain("It can't be computed again: ")
    expect(held.text).toContain("the court's judge decided it in an earlier version of this court")
  })

  it("Rule 5.2 given a part or a manifest of another hash, then it ends in 1", async () => {
    const bundle = await bundleIn(folder)
    const text = await readFile(fileOf(bundle, "papers"), "utf8")
    await writeFile(fileOf(bundle, "papers"), `${text} `)
    expect(await ran("rejudge", folder)).toBe(1)
    expect(held.text).toContain('The part "papers" has another hash than the manifest says.')
    await writeFile(fileOf(bundle, "papers"), text)
    await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...bundle, sha256: "0".repeat(64) }))
    expect(await ran("rejudge", folder)).toBe(1)
    expect(held.text).toContain("The manifest has another hash")
    await writeFile(join(folder, "manifest.json"), JSON.stringify(bundle))
  })

  it("Rule 5.2 given a part that is missing, too large or unreadable, another judge, or a matter before PD15, then it ends in 2 and says so", async () => {
    const of = (change: (manifest: Bundle["manifest"]) => Bundle["manifest"]) =>
      changed(({ manifest }) => Promise.resolve(change(manifest)))
    const parts =
      (change: (part: Bundle["manifest"]["parts"][number]) => object) => (manifest: Bundle["manifest"]) => ({
        ...manifest,
        parts: manifest.parts.map((part) => (part.part === "papers" ? { ...part, ...change(part) } : part)),
      })
    const lost = { sha256: "0".repeat(64) }
    expect(await of(parts(() => lost))).toMatchObject({
      code: 2,
      text: expect.stringContaining("is missing"),
    })
    expect(await of(parts(() => ({ ...lost, kept: false })))).toMatchObject({
      code: 2,
      text: expect.stringContaining('the commit of the judgment had no room for the part "papers"'),
    })
    expect(await of((manifest) => ({ ...manifest, parts: [] }))).toMatchObject({ code: 2 })
    expect(await of((manifest) => ({ ...manifest, judge: "By a model" }))).toMatchObject({
      code: 2,
      text: expect.stringContaining('another judge decided ("By a model")'),
    })
    expect(await planted("papers", '"matter":', '"mutter":')).toMatchObject({
      code: 2,
      text: expect.stringContaining("have a form that this version can't compute from"),
    })
    expect(
      await changed(async ({ manifest }) => {
        await writeFile(join(folder, `${sha256Hex("null")}.json`), "null")
        const to = { sha256: sha256Hex("null") }
        return {
          ...manifest,
          parts: manifest.parts.map((part) => (part.part === "deals" ? { ...part, ...to } : part)),
        }
      }),
    ).toMatchObject({ code: 2, text: expect.stringContaining("filed before PD15") })
  })

  it("Rule 5.2 given nothing to read, a stranger, or no key, then it ends in 2 and says so", async () => {
    expect(await ran("rejudge", root)).toBe(2)
    expect(held.text).toContain("manifest.json can't be read")
    await writeFile(join(root, "manifest.json"), "{")
    expect(await ran("rejudge", root)).toBe(2)
    expect(held.text).toContain("manifest.json is not JSON")
    await writeFile(join(root, "manifest.json"), "{}")
    expect(await ran("rejudge", root)).toBe(2)
    expect(held.text).toContain("manifest.json has another shape")
    expect(await asked("strange")).toBe(2)
    expect(held.text).toContain("not_a_party")
    expect(await asked("nothing")).toBe(2)
    expect(held.text).toContain("nothing can't be read")
    expect(await ran("rejudge", court.url)).toBe(2)
    expect(told.error).toContain("an address goes with --key, and with --matter or --appeal")
  })
})
