/** The bundle of an appeal: it is kept with its judgment and shown to few, and a refusal says why nothing is kept of another. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { type Judge, records } from "../bench/index.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import { before, sitting } from "../bench/testing/Sitting.ts"
import * as Changed from "../kernel/Change.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { canonical } from "../kernel/Json.ts"
import { hours } from "../kernel/Time.ts"
import { put } from "../testing/Put.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { Appeals } from "./Appeal.ts"
import { appeal } from "./Begin.ts"
import { readAppealBundle, readAppealBundlePart } from "./Bundle.ts"
import { decideAppeal } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { estimateAppeal } from "./Price.ts"
import { decidedBy } from "./testing/Play.ts"

const affirmed: Judge.AppealDraft = {
  ...draft({ orders: [{ kind: "dismiss", text: "The appeal is dismissed." }], areas: [] }),
  outcome: "affirmed",
}
const estimate = { estimatedAppealCostCents: 100, reasons: "So." }

/** An appeal of the seller whose hearing has begun. */
const heard = async () => {
  const court = await decidedBy(draft({ orders: [pay(100)], areas: [] }))
  const { matterId, seller, act, read, advance } = court
  const { appealId: id } = await act(appeal, { id: matterId, grounds: ["It is wrong."] }, seller)
  await act(estimateAppeal, { id, ...estimate }, registrar)
  advance(hours(49))
  return {
    ...court,
    id,
    decides: () => act(before(decideAppeal, sitting(affirmed)), { appealId: id }, clock),
    refusing: (ref: string) => expect(court.ask(readAppealBundle, { id: ref }, seller)).rejects,
    appealRecord: () => read((reader) => reader.find(Appeals, id)).then(Option.getOrThrow),
  }
}

describe("what the court's judge read in an appeal", () => {
  it("Rule 5.2 given an appeal that it decided, then the manifest names each part by its hash, and the parts are handed over", async () => {
    const { decides, ask, id, matterId, buyer, seller, read } = await heard()
    await decides()
    const bundle = await ask(readAppealBundle, { id }, buyer)
    const { manifest, sha256 } = bundle
    expect(sha256Hex(canonical(manifest))).toBe(sha256)
    expect(manifest).toMatchObject({ matterId, appealId: id, citation: "[2026] UC 1" })
    expect(manifest.judge).toBe("Before the Upper Court")
    expect(manifest.parts.map(({ part, kept }) => [part, kept])).toEqual(
      ["judgment", "figures", "delivery", "deals", "papers"].map((part) => [part, true]),
    )
    const texts = []
    for (const part of manifest.parts) {
      const { text } = await ask(readAppealBundlePart, { id, sha256: part.sha256 }, seller)
      expect([sha256Hex(text), byteLength(text)]).toEqual([part.sha256, part.bytes])
      texts.push(text)
    }
    // the judgment below is named by its hash, and no operator is
    expect(texts.at(-1)).toContain('"below":[{"citation":"[2026] MC 1"')
    expect(texts.slice(1).join()).not.toContain('"operatorId":"')
    for (const office of [judge, registrar])
      expect(await ask(readAppealBundle, { id }, office)).toEqual(bundle)
    // the bundle of the matter at first instance, which the bench decided, is another question
    expect(await read((reader) => reader.find(records.Bundles, matterId))).toEqual(Option.none())
  })

  it("Rule 5.2 given somebody else, an unknown appeal, or a hash of another text, then nothing is shown", async () => {
    const { decides, askCodeOf, enrolled, id, buyer } = await heard()
    const stranger = await enrolled("stranger")
    // before it is decided and after
    expect(await askCodeOf(readAppealBundle, { id }, stranger)).toBe("not_a_party")
    await decides()
    expect(await askCodeOf(readAppealBundle, { id }, stranger)).toBe("not_a_party")
    expect(await askCodeOf(readAppealBundle, { id: "none" }, buyer)).toBe("unknown_appeal")
    expect(await askCodeOf(readAppealBundlePart, { id, sha256: "0".repeat(64) }, buyer)).toBe(
      "unknown_bundle",
    )
  })

  it("Rule 5.2 given an appeal that is undecided, that the bench decided, or that an earlier version decided, then the refusal says which", async () => {
    const { act, refusing, id, decides, appealRecord } = await heard()
    await refusing(id).toThrow("unknown_bundle (Rule 5.2): Nothing is kept of appeal")
    await refusing(id).toThrow("it has not been decided")
    // given a decided appeal without a bundle, as an earlier version left it
    await decides()
    await act(put, [Changed.put(Appeals, { ...(await appealRecord()), id: "old" })], registrar)
    await refusing("old").toThrow("in an earlier version of this court")
    const bench = await heard()
    await bench.act(deliverAppeal, { id: bench.id, ...affirmed }, judge)
    await bench.refusing(bench.id).toThrow("a Judge decided it on the bench")
  })
})
