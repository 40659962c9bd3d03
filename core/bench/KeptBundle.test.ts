/** The texts that a judge of the court read: they are kept with the judgment, shown to few, and give the judgment again. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { quote } from "../account/testing/Given.ts"
import type { Change } from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { canonical } from "../kernel/Json.ts"
import { refusal } from "../kernel/Refusal.ts"
import { published } from "../kernel/Schedule.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { hours } from "../kernel/Time.ts"
import { reserved } from "../matters/testing/Opened.ts"
import { limits } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { allowed } from "../testing/Facts.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { decideMatter } from "./Commands.ts"
import { keepBundle, readBundle, readBundlePart } from "./KeptBundle.ts"
import { bundle, claim, defence, evidence } from "./testing/Bundles.ts"
import { deliverContested, draft, facts, pay } from "./testing/Cases.ts"
import { deal, on } from "./testing/Deals.ts"
import { given, buyer as ofBuyer, onFile } from "./testing/Kept.ts"
import { before, sitting } from "./testing/Sitting.ts"

const good = draft({ orders: [pay(100)], areas: [] })

const decided = async () => {
  const court = await reserved()
  const id = court.matterId
  await court.act(before(decideMatter, sitting(good)), { matterId: id }, clock)
  return { ...court, id, bundle: await court.ask(readBundle, { id }, court.buyer) }
}

describe("what a judge of the court read", () => {
  it("Rule 5.2 given a judgment of the court's judge, then the manifest names each part by its hash, and the parts are handed over", async () => {
    const { ask, id, bundle, buyer, seller } = await decided()
    const { manifest, sha256 } = bundle
    expect(sha256Hex(canonical(manifest))).toBe(sha256)
    expect(manifest).toMatchObject({ matterId: id, citation: "[2026] MC 1", judge: "Before the Magistrate" })
    expect(manifest.parts.map(({ part, kept }) => [part, kept])).toEqual([
      ["judgment", true],
      ["figures", true],
      ["delivery", true],
      ["deals", true],
      ["papers", true],
    ])
    for (const part of manifest.parts) {
      const { text } = await ask(readBundlePart, { id, sha256: part.sha256 }, seller)
      expect([sha256Hex(text), byteLength(text)]).toEqual([part.sha256, part.bytes])
    }
    for (const office of [judge, registrar]) expect(await ask(readBundle, { id }, office)).toEqual(bundle)
    expect(await ask(readBundle, { id }, seller)).toEqual(await ask(readBundle, { id }, buyer))
  })

  it("Rule 5.2 given somebody else, an unknown matter, a matter without a judgment, or a hash that is not of a part, then nothing is shown", async () => {
    const { askCodeOf, enrolled, id, bundle, buyer } = await decided()
    const [part] = bundle.manifest.parts
    const stranger = await enrolled("stranger")
    expect(await askCodeOf(readBundle, { id }, stranger)).toBe("not_a_party")
    expect(await askCodeOf(readBundlePart, { id, sha256: part?.sha256 ?? "" }, stranger)).toBe("not_a_party")
    expect(await askCodeOf(readBundle, { id: "none" }, buyer)).toBe("unknown_matter")
    expect(await askCodeOf(readBundlePart, { id, sha256: bundle.sha256 }, buyer)).toBe("unknown_bundle")
    const waiting = await reserved()
    expect(await waiting.askCodeOf(readBundle, { id: waiting.matterId }, waiting.buyer)).toBe(
      "unknown_bundle",
    )
  })

  it("Rule 5.2 given an unknown matter, an undecided one, or the hash of no part, then the refusal says why nothing is kept", () => {
    const known = given()
    const asks = (id: string) => known.ask(readBundle, { id }, contextFor(ofBuyer))
    const none = (why: string) => Either.left(refusal("unknown_bundle", { of: `matter ${onFile.id}`, why }))
    expect(asks("matter-2")).toEqual(Either.left(refusal("unknown_matter", { id: "matter-2" })))
    expect(asks(onFile.id)).toEqual(none("it is undecided, or the bench decided it"))
    allowed(known.decide(before(decideMatter, sitting(draft())), { matterId: onFile.id }, contextFor(clock)))
    const { sha256 } = Either.getOrThrow(asks(onFile.id))
    expect(known.ask(readBundlePart, { ...onFile, sha256 }, contextFor(ofBuyer))).toEqual(
      none("its manifest names no such part that was kept"),
    )
  })

  const kept = (
    given: Parameters<typeof bundle>[0],
    schedule = published,
    beside: ReadonlyArray<Change> = [],
  ) => {
    const before = bundle(given)
    const from = facts(before.matter)
    const changes = [...deliverContested(good, from).changes, ...beside]
    const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
    const added = keepBundle(before, manner, from, changes, { ...contextFor(clock, start), schedule })
    const texts = added.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))
    const [manifest = ""] = texts
    return { added, changes, texts, manifest: JSON.parse(manifest) }
  }

  it("Rule 5.2 given papers that are too large to be kept, then the manifest names them by their hash, and the commit still fits", () => {
    const text = "x".repeat(limits.blobBytes)
    const { texts, manifest } = kept({ claim: claim({ facts: [{ n: 1, text, evidence: [] }] }) })
    expect(manifest.parts.at(-1)).toMatchObject({ part: "papers", kept: false })
    expect(texts.reduce((sum, one) => sum + byteLength(one), 0)).toBeLessThan(limits.changeSetBytes / 2)
    expect(texts.join()).not.toContain("xxx")
  })

  /** The papers of so many more bytes than the usual ones, and whether there was room for them. */
  const papersWith = (more: number, beside: ReadonlyArray<Change> = []) => {
    const paper = claim({ facts: [{ n: 1, text: "x".repeat(more), evidence: [] }] })
    const made = kept({ claim: paper }, published, beside)
    const parts: ReadonlyArray<{ part: string; bytes: number; kept: boolean }> = made.manifest.parts
    const [judgment, ...read] = parts
    return {
      ...made,
      judgment: needPresent(judgment, "the judgment").bytes,
      read: read.reduce((sum, { bytes }) => sum + bytes, 0),
      isKept: parts.find(({ part }) => part === "papers")?.kept,
    }
  }
  /** The most bytes by which the papers may grow, if what a judge read may have so many. */
  const growth = (room: number, { read }: ReturnType<typeof papersWith>) => room - read

  it("Rule 5.2 given what a judge read, then the judgment and all of it take at most half of a commit, to the byte", () => {
    const none = papersWith(0)
    const most = growth(limits.changeSetBytes / 2 - none.judgment, none)
    expect(papersWith(most)).toMatchObject({ isKept: true, read: limits.changeSetBytes / 2 - none.judgment })
    expect(papersWith(most + 1).isKept).toBe(false)
    expect(limits.changeSetBytes / 2).toBeLessThanOrEqual(limits.blobBytes)
  })

  it("Rule 5.2 given a delivery whose other changes are large, then what the judge read gets the room that they leave, to the byte", () => {
    const large = [blobOf(textOf("y".repeat(limits.blobBytes - 2)))]
    const none = papersWith(0, large)
    const left = limits.changeSetBytes - byteLength(JSON.stringify(none.changes)) - limits.recordBytes
    const most = growth(left, none)
    expect(papersWith(most, large).isKept).toBe(true)
    expect(papersWith(most + 1, large).isKept).toBe(false)
  })

  it("Rule 5.2 given deals that are too large to be kept, then they take no room from the papers after them", () => {
    const long = { ...deal(5), facts: quote({ id: "z".repeat(limits.changeSetBytes / 2) }) }
    const { manifest } = kept({ deals: on(long) })
    expect(manifest.parts.slice(-2)).toMatchObject([
      { part: "deals", kept: false },
      { part: "papers", kept: true },
    ])
  })

  it("PD3 §1 given a bundle, then neither the parties' operators nor the offers of consent nor the content of evidence stands in it", () => {
    const paper = {
      evidence: [evidence("log", { content: "a secret log", sha256: sha256Hex("a secret log") })],
    }
    const { added, texts } = kept({
      on: { offers: [{ by: "claimant", day: "2026-11-20", made: 7 }] },
      claim: claim(paper),
      defence: defence([], paper),
      reply: defence([], paper),
      earlierDefences: [defence([], paper)],
      questions: [{ n: 1, to: "seller", text: "When?", answer: "Then.", ...paper }],
    })
    const all = texts.join()
    expect(added).toHaveLength(6)
    expect(added.flatMap((change) => (change._tag === "Put" ? [change.kind] : []))).toEqual(["bundle"])
    expect(all).not.toContain("a secret log")
    expect(all).toContain(paper.evidence[0]?.sha256)
    expect(all).not.toContain("operator-1")
    expect(all).toContain('"offers":[]')
  })

  it("Rule 5.2 given all papers of a matter, then each is kept, with its evidence by its hash alone", () => {
    const paper = (label: string) => ({ evidence: [evidence(label)] })
    const { texts } = kept({
      claim: claim(paper("claim")),
      defence: defence([], paper("defence")),
      reply: defence([], paper("reply")),
      earlierDefences: [defence([], paper("earlier"))],
      questions: [{ n: 1, to: "seller", text: "When?", answer: "Then.", ...paper("answer") }],
    })
    const papers = texts
      .map((text): { readonly claim?: object } => JSON.parse(text))
      .find((part) => part.claim !== undefined)
    const byHash = (label: string) => ({
      evidence: [{ label, content: "", sha256: sha256Hex(`content of ${label}`) }],
    })
    expect(papers).toMatchObject({
      claim: byHash("claim"),
      defence: byHash("defence"),
      reply: byHash("reply"),
      earlierDefences: [byHash("earlier")],
      questions: [{ answer: "Then.", ...byHash("answer") }],
    })
  })

  it("Rule 5.2 given debts that several entries name, then each is kept once, with the entries that name it", () => {
    const [one, other] = [deal(5), deal(7)]
    const debts = new Map([
      ["a", one],
      ["b", other],
      ["c", one],
    ])
    const { texts } = kept({ deals: on(null, debts) })
    const found = texts.map((text): { debts?: unknown } => JSON.parse(text)).find((part) => part.debts)
    expect(found?.debts).toMatchObject([{ on: ["a", "c"] }, { on: ["b"] }])
  })

  it("Rule 8.1 given versions that the Registrar dated, then the manifest names the last that was in force at the instant of filing", () => {
    const versions = [
      { instrument: "PD14", version: "2", inForceFrom: start - hours(300) },
      { instrument: "PD14", version: "3", inForceFrom: start - hours(120) },
      { instrument: "PD14", version: "4", inForceFrom: start - hours(120) + 1 },
    ]
    const { manifest } = kept({ deals: null }, { ...published, versions })
    expect(manifest.versions).toEqual([{ instrument: "PD14", version: "3" }])
  })
})
