import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { BundleView } from "../../core/bench/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical } from "../../core/kernel/Json.ts"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import { agents, type Body, done, order } from "../testing/Dispute.ts"
import { decideOnThePapers } from "../testing/OnThePapers.ts"
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
  let id: string
  const told = { error: "" }
  const ran = (...args: ReadonlyArray<string>) =>
    run(commands, args, { out: () => {}, error: (line) => (told.error = line) })
  const asked = (key = "key", ...rest: ReadonlyArray<string>) =>
    ran("rejudge", court.url, "--matter", id, "--key", join(root, key), ...rest)

  // A seller owes USD 100.00 by an invoice that it confirmed, and the judge on the papers orders it.
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "agent-court-rejudge-"))
    folder = join(root, "bundle")
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
  })
  afterAll(async () => {
    await court.stop()
    await rm(root, { recursive: true, force: true })
  })

  type Bundle = typeof BundleView.Type
  const bundleIn = async (): Promise<Bundle> =>
    JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"))
  const fileOf = ({ manifest }: Bundle, name: string) =>
    join(folder, `${manifest.parts.find(({ part }) => part === name)?.sha256}.json`)

  /** Runs the act on a folder in which the bundle is another, and puts the bundle back. */
  const changed = async (change: (bundle: Bundle) => Promise<Bundle["manifest"]>) => {
    const kept = await bundleIn()
    const manifest = await change(kept)
    await writeFile(
      join(folder, "manifest.json"),
      JSON.stringify({ sha256: sha256Hex(canonical(manifest)), manifest }),
    )
    held.clear()
    const code = await ran("rejudge", folder)
    await writeFile(join(folder, "manifest.json"), JSON.stringify(kept))
    return { code, text: held.text }
  }
  /** A part with these words changed, under its new hash. */
  const planted = (name: string, from: string, to: string) =>
    changed(async (bundle) => {
      const text = (await readFile(fileOf(bundle, name), "utf8")).replace(from, to)
      const sha256 = sha256Hex(text)
      await writeFile(join(folder, `${sha256}.json`), text)
      const parts = bundle.manifest.parts.map((one) => (one.part === name ? { ...one, sha256 } : one))
      return { ...bundle.manifest, parts }
    })

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

  it("Rule 5.2 given a part or a manifest of another hash, then it ends in 1", async () => {
    const bundle = await bundleIn()
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
      text: expect.stringContaining('the part "papers" was too large to be kept'),
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
    expect(held.text).toContain("manifest.json has a form that this version does not read")
    expect(await asked("strange")).toBe(2)
    expect(held.text).toContain("not_a_party")
    expect(await asked("nothing")).toBe(2)
    expect(held.text).toContain("nothing can't be read")
    expect(await ran("rejudge", court.url)).toBe(2)
    expect(told.error).toContain("an address goes with --matter and --key")
  })
})
