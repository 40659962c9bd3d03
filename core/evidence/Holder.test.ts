/** Whose a key was when something was signed with it. */
import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { holderAt, type Keyring } from "./Holder.ts"
import { keyring, known, proof, root } from "./testing/Artifacts.ts"

const evm = `evm:0x${"ab".repeat(20)}`
const rail = { network: "eip155:8453", address: `0x${"aB".repeat(20)}`, at: start }
const stating = (...stated: ReadonlyArray<typeof rail>): Partial<Keyring> => ({
  rails: { supplier: known("seller"), stated },
})
const rails = stating(rail)
const proven = (...proofs: ReadonlyArray<ReturnType<typeof proof>>): Partial<Keyring> => ({
  proofs: new Map([["jwk:one", proofs]]),
})
const whose = (
  changes: Partial<Keyring>,
  signing: {
    readonly fingerprint?: string
    readonly host?: string | null
    readonly at?: number
    readonly shownAt?: number
  } = {},
  kept: ReadonlyArray<string> = [],
) =>
  holderAt(
    keyring(changes),
    {
      fingerprint: "jwk:one",
      host: null,
      at: start + hours(2),
      // A signing that is shown at once counts from the time that it states.
      shownAt: signing.at ?? start + hours(2),
      ...signing,
    },
    new Set(kept),
  )

describe("holderAt", () => {
  it("Rule 4.11A given a proof that stood when it was signed, then the key is that agent's", () => {
    expect(whose(proven(proof("seller")))).toEqual({
      handle: "seller",
      why: "seller proved the key on 2026-11-20T09:00:00.000Z, before it was signed.",
    })
  })

  it("Rule 4.11B given a proof that had ended when it was signed, then it does not count, at the very instant either", () => {
    const ended = proven(proof("seller", { endedAt: start + hours(2) }))
    expect(whose(ended)).toEqual({
      handle: null,
      why: "seller had ended its proof of this key before it was signed.",
    })
    expect(whose(ended, { at: start + hours(2) - 1 }).handle).toBe("seller")
  })

  it("Rule 4.11B given a key that passed from one agent to another, then each signed while it held the key", () => {
    const passed = proven(
      proof("seller", { endedAt: start + hours(2) }),
      proof("other", { provenAt: start + hours(3) }),
    )
    expect(whose(passed, { at: start + hours(1) }).handle).toBe("seller")
    expect(whose(passed, { at: start + hours(3) }).handle).toBe("other")
    expect(whose(passed, { at: start + hours(2) })).toMatchObject({
      handle: "other",
      why: expect.stringContaining("later"),
    })
  })

  it("Rule 4.11B given a proof made later, then it counts back if the agent was enrolled when it was signed", () => {
    const later = proven(proof("seller", { provenAt: start + hours(5) }))
    expect(whose(later)).toEqual({
      handle: "seller",
      why: "seller proved the key later, on 2026-11-20T14:00:00.000Z, and was enrolled when it was signed.",
    })
  })

  it("Rule 4.11B given an agent that was not enrolled when it was signed, then its later proof counts only if the document that named the key is kept", () => {
    const changes = { provenAt: start + hours(5), enrolledAt: start + hours(4), document: "d1" }
    const later = proven(proof("seller", changes))
    expect(whose(later)).toEqual({
      handle: null,
      why: "seller proved the key later, and was not enrolled when it was signed.",
    })
    expect(whose(later, {}, ["d1"])).toMatchObject({
      handle: "seller",
      why: expect.stringContaining("the document kept with this paper"),
    })
    expect(
      whose(proven(proof("seller", { provenAt: start + hours(5), enrolledAt: start + hours(4) }))).handle,
    ).toBe(null)
  })

  it("Rule 4.11A given a key that nobody has shown to be its own, then it is nobody's", () => {
    expect(whose({})).toEqual({
      handle: null,
      why: "No agent of this Court has shown that this key is its own.",
    })
  })

  it("Rule 4.11A given the address of the rail of the quote, as a key or as a contract of that chain, then it is the supplier's", () => {
    expect(whose(rails, { fingerprint: evm })).toMatchObject({
      handle: "seller",
      why: expect.stringContaining("is paid under the quote"),
    })
    expect(whose(rails, { fingerprint: evm.replace("evm:", "evm:8453:") }).handle).toBe("seller")
    expect(whose(rails, { fingerprint: evm.replace("evm:", "evm:1:") }).handle).toBeNull()
    expect(whose(rails, { fingerprint: "evm:0x00" }).handle).toBeNull()
    const bitcoin = { ...rail, network: "bip122:000000000019d6689c085ae165831e93" }
    expect(whose(stating(bitcoin), { fingerprint: evm }).handle).toBeNull()
  })

  it("Rule 4.11A given a rail that names a stranger's address, then what the stranger signs is the stranger's own where it proved the key, and never binds anybody but it and the supplier", () => {
    const proofs = new Map([[evm, [proof("stranger")]]])
    expect(whose({ ...rails, proofs }, { fingerprint: evm }).handle).toBe("stranger")
  })

  it("Rule 4.11B given a supplier whose puppet proves the address of the rail later, then it stays the supplier's", () => {
    const proofs = new Map([[evm, [proof("puppet", { provenAt: start + hours(5) })]]])
    expect(whose({ ...rails, proofs }, { fingerprint: evm }).handle).toBe("seller")
  })

  it("Rule 4.11A given a key that is published at the host of a party's service, then it is that party's", () => {
    const roots = [root("seller.example")]
    const parties = [known("buyer"), known("seller", { roots })]
    expect(whose({ parties }, { host: "Seller.example" })).toMatchObject({
      handle: "seller",
      why: expect.stringContaining("seller.example, which publishes the key"),
    })
    expect(whose({ parties }, { host: "other.example" }).handle).toBeNull()
  })

  it("Rule 4.11A given two parties at one host, then nobody can say which of them signed", () => {
    const roots = [root("platform.example")]
    const parties = [known("buyer", { roots }), known("seller", { roots })]
    expect(whose({ parties }, { host: "platform.example" })).toEqual({
      handle: null,
      why: "Two agents hold this key, so that nobody can say which of them signed.",
    })
  })

  const held = (...holders: ReadonlyArray<readonly [handle: string, since: number, enrolledAt?: number]>) =>
    new Map([
      [
        evm,
        holders.map(([handle, since, enrolledAt = start]) => ({
          handle,
          since,
          enrolledAt,
          keysEndedAt: null,
        })),
      ],
    ])
  const byAddress = { fingerprint: evm }

  it("Rule 4.11A given an address that was proven in a hold before it signed, then it is that agent's", () => {
    expect(whose({ held: held(["seller", start]) }, byAddress)).toEqual({
      handle: "seller",
      why: "seller proved the address in a hold on 2026-11-20T09:00:00.000Z, before it was signed.",
    })
  })

  it("Rule 4.11B given an address that was proven in a hold later, then it counts back as a proof does", () => {
    expect(whose({ held: held(["seller", start + hours(5)]) }, byAddress).handle).toBe("seller")
    const late = held(["seller", start + hours(5), start + hours(4)])
    expect(whose({ held: late }, byAddress).handle).toBeNull()
  })

  it("Rule 4.11A given an address that two agents proved in holds, then nobody can say which of them signed", () => {
    const shared = { held: held(["seller", start], ["other", start + hours(1)]), ...rails }
    expect(whose(shared, byAddress)).toMatchObject({
      handle: null,
      why: expect.stringMatching(/^Two agents/),
    })
    // and a puppet that proves the address after the signature takes nothing back
    expect(whose({ held: held(["seller", start], ["puppet", start + hours(5)]) }, byAddress).handle).toBe(
      "seller",
    )
  })

  it("Rule 4.11A given a proof of the key that stood, then it goes before a hold, and a hold before a rail", () => {
    const proofs = new Map([[evm, [proof("owner")]]])
    expect(whose({ proofs, held: held(["other", start]) }, byAddress).handle).toBe("owner")
    expect(whose({ ...rails, held: held(["stranger", start]) }, byAddress).handle).toBe("stranger")
  })

  it("Rule 4.11B given an agent that ended its proof of a stolen key, then the thief does not speak for it by its hold", () => {
    const stolen = (endedAt: number, since = start) => ({
      proofs: new Map([[evm, [proof("other", { endedAt: start }), proof("seller", { endedAt })]]]),
      held: held(["seller", since]),
    })
    expect(whose(stolen(start + hours(1)), byAddress)).toMatchObject({
      handle: null,
      why: "seller had ended its proof of this key before it was signed.",
    })
    // what it signed before stays its own, and so does what it signed once a later hold had shown the key again
    expect(whose(stolen(start + hours(3)), byAddress).handle).toBe("seller")
    expect(whose(stolen(start + hours(1), start + hours(2)), byAddress).handle).toBe("seller")
  })

  it("Rule 4.11B given an accomplice that proves the address after the supplier named it, then it does not take it over", () => {
    const named = { ...rail, at: start + hours(3) }
    const proofs = new Map([[evm, [proof("puppet", { provenAt: start + hours(5) })]]])
    expect(whose({ ...stating(named), proofs }, byAddress)).toMatchObject({
      handle: "seller",
      why: expect.stringContaining("later, on 2026-11-20T12:00:00.000Z"),
    })
  })

  it("Rule 4.11B given an offer without a time, and an accomplice that shows the key between its signature and its filing, then whoever showed it first signed", () => {
    const filed = { at: start + hours(9), shownAt: start + hours(9) }
    const proofs = new Map(
      ["jwk:one", evm].map((key) => [key, [proof("puppet", { provenAt: start + hours(5) })]]),
    )
    const late = held(["buyer", start + hours(6)])
    expect(whose({ ...rails, proofs, held: late }, { ...byAddress, ...filed }).handle).toBe("seller")
    expect(whose({ held: held(["seller", start]), proofs }, { ...byAddress, ...filed }).handle).toBe("seller")
    const parties = [known("seller", { roots: [root("seller.example")] })]
    expect(whose({ parties, proofs }, { host: "seller.example", ...filed }).handle).toBe("seller")
    // and whoever showed the key before the supplier named it as its rail keeps it
    const before = new Map([[evm, [proof("owner", { provenAt: start - 1 })]]])
    expect(whose({ ...rails, proofs: before }, { ...byAddress, ...filed }).handle).toBe("owner")
  })

  it("Rule 4.11B given a rail that the supplier names later, then what the earlier one signed is still the supplier's", () => {
    const other = { ...rail, address: `0x${"cd".repeat(20)}`, at: start + hours(3) }
    const moved = stating(rail, other)
    const [filedAt, ended] = [start + hours(9), start + hours(4)]
    const signedAt = (at: number) => whose(moved, { ...byAddress, at, shownAt: filedAt })
    expect(signedAt(start + hours(3) - 1).handle).toBe("seller")
    expect(signedAt(start + hours(3))).toEqual({
      handle: null,
      why: "seller named the address as the one at which it is paid under the quote on 2026-11-20T09:00:00.000Z, and named another one on 2026-11-20T12:00:00.000Z, before it was signed.",
    })
    // An accomplice that proves the earlier address since has not signed for the supplier, and neither has the supplier's other address.
    const proofs = new Map([[evm, [proof("puppet", { provenAt: start + hours(4) })]]])
    expect(whose({ ...moved, proofs }, { ...byAddress, shownAt: filedAt }).handle).toBe("seller")
    expect(whose(moved, { fingerprint: `evm:${other.address}`, at: start + hours(3) }).handle).toBe("seller")
    // A supplier that has lost the key proves it and ends the proof. A signature that is shown to be older stands.
    const given = new Map([[evm, [proof("seller", { provenAt: start + 1, endedAt: ended })]]])
    const whoseNow = (at: number, shownAt: number) =>
      whose({ ...rails, proofs: given }, { ...byAddress, at, shownAt })
    expect(whoseNow(start + hours(2), filedAt).handle).toBeNull()
    expect(whoseNow(start + hours(2), ended - 1).handle).toBe("seller")
    expect(whoseNow(ended, filedAt).why).toContain("had ended its proof")
  })

  it("Rule 4.11B given a service that is named later, or a did:web that has ended, then the host that its agent answered for before has not unsaid what it published", () => {
    const left = [root("seller.example", { until: start + hours(3) })]
    const parties = [known("seller", { roots: left })]
    const at = (time: number) => whose({ parties }, { host: "seller.example", at: time, shownAt: filed })
    const filed = start + hours(9)
    expect(at(start + hours(2)).handle).toBe("seller")
    expect(at(start + hours(3))).toMatchObject({ handle: null, why: expect.stringContaining("another one") })
    const ended = [root("seller.example", { endedAt: start + hours(3) })]
    const own = { parties: [known("seller", { roots: ended })] }
    expect(whose(own, { host: "seller.example", shownAt: start + hours(2) }).handle).toBe("seller")
    expect(whose(own, { host: "seller.example", shownAt: filed }).why).toContain("nothing but its own words")
  })
})
