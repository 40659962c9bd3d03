/** Keys that have ended when an artifact is filed: a thief writes any time into what it signs, and a liar ends the key by which it signed. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { revokeKeys } from "../agents/index.ts"
import { notarise } from "../dealings/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { hours } from "../kernel/Time.ts"
import { ProvenKey } from "../proofs/index.ts"
import { didKey, keyStage } from "../proofs/testing/Court.ts"
import { contextFor, start } from "../testing/Context.ts"
import { registrar } from "../testing/Stage.ts"
import * as Findings from "./Findings.ts"
import { holderAt, type Keyring } from "./Holder.ts"
import { artifact, keyring, known, proof, reading, root, signer } from "./testing/Artifacts.ts"
import { Verifiers } from "./Verified.ts"

const ended = start + hours(3)
const [signedAt, filedAt] = [start + hours(2), start + hours(9)]
const whose = (changes: Partial<Keyring>, shownAt = filedAt, at = signedAt, host: string | null = null) =>
  holderAt(keyring(changes), { fingerprint: "jwk:one", host, at, shownAt }, new Set())
const proven = (...proofs: ReadonlyArray<ReturnType<typeof proof>>): Partial<Keyring> => ({
  proofs: new Map([["jwk:one", proofs]]),
})
const stolen = proven(proof("seller", { endedAt: ended }))
const unshown = (handle: string) => ({
  handle: null,
  why: `${handle} held this key until 2026-11-20T12:00:00.000Z, and nothing but its own words shows that this was signed before: its SHA-256 was not in the Register of Dealings by then.`,
})

describe("holderAt, of a key that has ended since", () => {
  it("Rule 4.11C given a thief that states a time before the end, then nobody is taken to have signed", () => {
    expect(whose(stolen)).toEqual(unshown("seller"))
    expect(whose(stolen, ended)).toEqual(unshown("seller"))
  })

  it("Rule 4.11C given an agent that ends the key by which it signed, then what was shown before the end is its own", () => {
    expect(whose(stolen, ended - 1)).toMatchObject({
      handle: "seller",
      why: expect.stringContaining("before it was signed"),
    })
  })

  it("Rule 4.11C given a thief that states a time before the proof, then it does not count back either, unless it was shown before the end", () => {
    const later = proven(proof("seller", { provenAt: signedAt + 1, endedAt: ended }))
    expect(whose(later)).toEqual(unshown("seller"))
    expect(whose(later, ended - 1)).toMatchObject({ handle: "seller", why: expect.stringContaining("later") })
  })

  it("Rule 4.11C given a key that another agent has proven since, then it is not the other's for a time at which it was not", () => {
    const passed = proven(proof("seller", { endedAt: ended }), proof("other", { provenAt: ended }))
    expect(whose(passed)).toEqual(unshown("seller"))
    expect(whose(passed, filedAt, ended)).toMatchObject({ handle: "other" })
  })

  it("Rule 4.11C given an agent that has proven the key again, or still publishes it at its own host, then it stands by what was signed", () => {
    const again = proven(proof("seller", { endedAt: ended }), proof("seller", { provenAt: ended + 1 }))
    expect(whose(again)).toMatchObject({ handle: "seller", why: expect.stringContaining("later") })
    const at = (handle: string) => [known(handle, { roots: [root("seller.example")] })]
    expect(whose({ ...stolen, parties: at("seller") }, filedAt, signedAt, "seller.example").handle).toBe(
      "seller",
    )
    expect(whose({ ...stolen, parties: at("other") }, filedAt, signedAt, "seller.example")).toEqual(
      unshown("seller"),
    )
  })

  it("Rule 4.11C given an agent whose keys the Registrar has ended, then its proof and its hold count as ended", () => {
    const revoked = proven(proof("seller", { keysEndedAt: ended }))
    expect(whose(revoked)).toEqual(unshown("seller"))
    expect(whose(revoked, ended - 1).handle).toBe("seller")
    expect(whose(revoked, filedAt, ended).why).toContain("had ended its proof")
    const both = proven(proof("seller", { endedAt: ended + 1, keysEndedAt: ended }))
    expect(whose(both, ended)).toEqual(unshown("seller"))
    const held = new Map([
      ["jwk:one", [{ handle: "seller", enrolledAt: start, keysEndedAt: ended, since: start }]],
    ])
    expect(whose({ held })).toEqual(unshown("seller"))
    expect(whose({ held }, ended - 1).handle).toBe("seller")
  })
})

describe("an artifact that is filed after the end of its key", () => {
  /** A seller with a key; the artifact that it signs now; and whose the artifact is if it is filed now. */
  const sold = async () => {
    const court = keyStage()
    const seller = await court.enrolled("seller")
    const buyer = await court.enrolled("buyer", "op-2")
    const { jwk, proofId } = await court.prove(seller, { method: "did_key", did: didKey })
    court.advance(hours(1))
    const fingerprint = ProvenKey.fingerprintOf({ jwk: needPresent(jwk, "a key") })
    const content = artifact({ signers: [signer({ fingerprint, signedAt: court.now() })] })
    court.advance(hours(1))
    const filed = async () => {
      const examined = await court.read((reader) =>
        Effect.provideService(
          Findings.examine(
            reader,
            [content],
            { parties: [seller.id, buyer.id], quote: null },
            contextFor(buyer, court.now()),
          ),
          Verifiers,
          reading,
        ),
      )
      return needPresent(examined, "findings").findings.pieces[0]?.verified.signers[0]?.agent
    }
    const lodge = () => court.act(notarise, { sha256: sha256Hex(content) }, buyer)
    const later = () => court.advance(hours(1))
    return { court, seller, proofId, filed, lodge, later }
  }

  it("Rule 4.11C is its agent's if its hash was lodged before the end, by whomever, and is nobody's if it was lodged after it", async () => {
    for (const isFirst of [true, false]) {
      const { court, seller, proofId, filed, lodge, later } = await sold()
      expect(await filed()).toBe("seller")
      const acts = [lodge, () => court.act(court.endProof, { handle: "seller", id: proofId }, seller)]
      for (const act of isFirst ? acts : acts.toReversed()) {
        await act()
        later()
      }
      // A later entry of the same hash takes nothing away, and adds nothing.
      await lodge()
      expect(await filed()).toBe(isFirst ? "seller" : null)
    }
  })

  it("Rule 4.11C is nobody's if the Registrar has ended the keys of its agent, though the proof of the key stands", async () => {
    for (const isFirst of [true, false]) {
      const { court, filed, lodge, later } = await sold()
      if (isFirst) await lodge()
      later()
      await court.act(revokeKeys, { handle: "seller", reasons: "They were stolen." }, registrar)
      later()
      expect(await filed()).toBe(isFirst ? "seller" : null)
    }
  })
})
