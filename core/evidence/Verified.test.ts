/** Artifacts with the agents to which their keys belong, and what they say against an agent. */
import { describe, expect, it } from "vitest"
import { hours, minutes } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type { Keyring } from "./Holder.ts"
import { examined, keyring, proof, sentence, signer } from "./testing/Artifacts.ts"
import * as Verified from "./Verified.ts"

const now = start + hours(1)
const sellers = keyring({ proofs: new Map([["jwk:one", [proof("seller")]]]) })
const found = (changes: Partial<Verified.Examined> = {}, keys: Keyring = sellers) =>
  Verified.resolve(examined(changes), keys, { now, seen: null })
const authorityOf = (changes: Parameters<typeof signer>[0], keys?: Keyring) =>
  found({ signers: [signer(changes)] }, keys).checks.find(({ check }) => check === "authority")

describe("resolve", () => {
  it("Rule 4.11 validity and authority are two checks, and a signer has an agent if both hold", () => {
    const verified = found()
    expect(verified).toEqual({
      format: "x402_offer",
      signers: [{ role: "seller", key: "did:key:z6Mk1", agent: "seller" }],
      checks: [
        { check: "signature", holds: true, why: "The signature is that of the key." },
        {
          check: "authority",
          holds: true,
          why: "seller (did:key:z6Mk1): seller proved the key on 2026-11-20T09:00:00.000Z, before it was signed.",
        },
      ],
      statement: [{ by: "seller", text: sentence }],
      asOf: now,
    })
    expect(Verified.show(verified)).toMatchObject({ statement: [sentence], asOf: "2026-11-20T10:00:00.000Z" })
  })

  it("Rule 4.11 given a signature that is not by the key, then it is nobody's", () => {
    expect(authorityOf({ valid: false })).toMatchObject({
      holds: false,
      why: "seller (did:key:z6Mk1): The signature is not by this key.",
    })
  })

  it("Rule 4.11C given a signer whose clock is ahead, then it signed now within five minutes, and its authority fails beyond", () => {
    const ahead = minutes(5)
    expect(authorityOf({ signedAt: now + 1 })).toMatchObject({ holds: true })
    expect(authorityOf({ signedAt: now + ahead })).toMatchObject({ holds: true })
    expect(authorityOf({ signedAt: now + ahead + 1 })?.why).toContain("after it was filed")
    const ended = keyring({ proofs: new Map([["jwk:one", [proof("seller", { endedAt: now })]]]) })
    expect(authorityOf({ signedAt: now + ahead }, ended)).toMatchObject({ holds: false })
  })

  it("Rule 4.11C given an artifact that does not say when it was signed, then it is read as of its filing", () => {
    expect(authorityOf({ signedAt: null })).toMatchObject({
      holds: true,
      why: expect.stringContaining("as of its filing"),
    })
    const ended = keyring({ proofs: new Map([["jwk:one", [proof("seller", { endedAt: start + 1 })]]]) })
    expect(authorityOf({ signedAt: null }, ended)?.holds).toBe(false)
  })

  it("Rule 4.11 the check says by what the artifact itself entitles the key, and that alone gives it to no agent", () => {
    expect(authorityOf({ entitled: "pay_to" })?.why).toContain(
      "the address that is paid. seller proved the key",
    )
    expect(authorityOf({ entitled: "host", host: "a.example" }, keyring())).toMatchObject({
      holds: false,
      why: expect.stringContaining("published by the host of the resource. No agent of this Court"),
    })
  })

  it("Rule 4.11C given an artifact without a time whose hash was lodged while the key stood, then the end of the key unsays nothing", () => {
    const ended = keyring({ proofs: new Map([["jwk:one", [proof("seller", { endedAt: now - 1 })]]]) })
    const timeless = examined({ signers: [signer({ signedAt: null })] })
    const read = (lodgedAt: number | null) =>
      Verified.resolve(timeless, ended, {
        now,
        seen: lodgedAt === null ? null : { at: lodgedAt, by: "first entry in the Register of Dealings" },
      })
    expect(read(now - 2)).toMatchObject({ signers: [{ agent: "seller" }] })
    expect(read(now - 2).checks.at(-1)?.why).toContain("first entry in the Register of Dealings")
    expect(read(now - 1)).toMatchObject({ signers: [{ agent: null }] })
    expect(read(null)).toMatchObject({ signers: [{ agent: null }] })
  })

  it("Rule 4.11D given what a court signed, then its authority holds by the host of the court, and it belongs to no agent", () => {
    const court = signer({ role: "court", entitled: "host", host: "court.example" })
    const read = (changes: Partial<Verified.Examined>) => found({ signers: [court], ...changes }, keyring())
    expect(read({ format: "judgment" })).toMatchObject({
      signers: [{ agent: null }],
      checks: [{}, { check: "authority", holds: true }],
    })
    expect(read({ format: "a2a_card" }).checks.at(-1)?.holds).toBe(false)
    const forged = { ...court, valid: false }
    expect(read({ format: "judgment", signers: [forged] }).checks.at(-1)?.holds).toBe(false)
  })

  it("Rule 4.11 a check of authority that a verifier brings does not count", () => {
    const checks = [{ check: "authority", holds: true, why: "Trust me." }]
    expect(found({ checks }, keyring()).checks).toMatchObject([{ check: "authority", holds: false }])
  })

  it.each(["whole", "not_made", "not_expired", "key_published"])(
    "Rule 4.11 given the check %s that fails, then what was said remains said",
    (check) => {
      const checks = [{ check, holds: false, why: "It is not." }]
      expect(Verified.saidBy(found({ checks }), "seller")).toHaveLength(1)
      expect(
        Verified.saidBy(
          found({ checks: [{ ...checks[0], check: "disclosed", holds: false, why: "" }] }),
          "seller",
        ),
      ).toEqual([])
    },
  )

  it("Rule 4.11 invisible characters that an artifact brings are shown as marks", () => {
    const verified = found({
      signers: [signer({ key: "did:web:a\u200b" })],
      checks: [{ check: "signature", holds: true, why: "a\u200bb" }],
      statement: [{ by: "seller", text: "pa\u200bid" }],
    })
    expect(verified.signers[0]?.key).toBe("did:web:a⟨U+200B⟩")
    expect(verified.checks[0]?.why).toBe("a⟨U+200B⟩b")
    expect(verified.statement[0]?.text).toBe("pa⟨U+200B⟩id")
  })
})

describe("saidBy", () => {
  const said = (changes: Partial<Verified.Examined>, handle = "seller", keys = sellers) =>
    Verified.saidBy(found(changes, keys), handle).map(({ role, sentences }) => [role, sentences])

  it("Rule 4.11D an artifact says what its signer said, against that agent and no other", () => {
    expect(said({})).toEqual([["seller", [sentence]]])
    expect(said({}, "buyer")).toEqual([])
  })

  it("Rule 4.11D what has expired was still said; any other check that fails spoils it", () => {
    const failing = (check: string) => [{ check, holds: false, why: "No." }]
    expect(said({ checks: failing("not_expired") })).toEqual([["seller", [sentence]]])
    expect(said({ checks: failing("key_published") })).toEqual([["seller", [sentence]]])
    expect(said({ checks: failing("signature") })).toEqual([])
  })

  it("Rule 4.11D only the sentences of the role count in which the agent signed, though another signer is nobody's", () => {
    const two = {
      signers: [signer(), signer({ role: "user", fingerprint: "jwk:two" })],
      statement: [
        { by: "seller", text: "Sold." },
        { by: "user", text: "Unsold." },
      ],
    }
    expect(said(two)).toEqual([["seller", ["Sold."]]])
  })

  it("Rule 4.11D what two agents signed in one role is said by neither", () => {
    const keys = keyring({
      proofs: new Map([
        ["jwk:one", [proof("seller")]],
        ["jwk:two", [proof("puppet")]],
      ]),
    })
    const two = { signers: [signer(), signer({ fingerprint: "jwk:two" })] }
    expect(said(two, "seller", keys)).toEqual([])
    expect(said(two, "puppet", keys)).toEqual([])
  })
})

describe("termsBy", () => {
  const response = {
    kind: "response",
    by: "seller",
    url: "https://seller.example/report",
    status: 500,
    payment: "header",
    transaction: null,
  } as const
  const terms = [response, { ...response, by: "user" }]

  it("Rule 4.11D the terms count that the agent signed in its role, and only if nothing spoils the artifact", () => {
    expect(Verified.termsBy(found({ terms }, sellers), "seller")).toEqual([response])
    expect(Verified.termsBy(found({ terms }, sellers), "buyer")).toEqual([])
    expect(Verified.termsBy(found({}, sellers), "seller")).toEqual([])
    const checks = [{ check: "digest", holds: false, why: "No." }]
    expect(Verified.termsBy(found({ terms, checks }, sellers), "seller")).toEqual([])
  })

  it("Rule 4.11D readers of the matter see the sentences and not the terms", () => {
    expect(Verified.show(found({ terms }, sellers))).not.toHaveProperty("terms")
  })
})
