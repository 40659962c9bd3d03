import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hours } from "../Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { type Credential, Credentials, Keyrings } from "./Credential.ts"
import { endAt, revokeKeys, rotateKey } from "./Keys.ts"
import { serves } from "./Lookup.ts"

const seller = agent("seller")
const context = contextFor({ role: "agent", id: seller.id, handle: "seller" })
const key = (id: string, validUntil: number | null = null): Credential => ({
  id,
  agentId: seller.id,
  handle: "seller",
  createdAt: start - 1,
  validUntil,
})
const facts = (current: Credential | null, previous: Credential | null) => ({
  agent: seller,
  keyring: { agentId: seller.id, current: current?.id ?? null, previous: previous?.id ?? null },
  current,
  previous,
})
const rotation = (revokePrevious = false) => ({ handle: "seller", credentialId: "new", revokePrevious })

describe("keys", () => {
  it("Rule 2.6 after a rotation the old key serves 24 more hours and not at their end", () => {
    // given a key in use, when it is rotated
    const { changes, reply } = Either.getOrThrow(
      rotateKey.decide(facts(key("old"), null), rotation(), context),
    )
    // then the old one serves until the instant that the answer names
    const old = putsOf(Credentials, changes).find(({ id }) => id === "old")
    expect(old && serves(old, start + hours(24) - 1)).toBe(true)
    expect(old && serves(old, start + hours(24))).toBe(false)
    expect(reply.previousValidUntil).toBe(new Date(start + hours(24)).toISOString())
    expect(putsOf(Keyrings, changes)).toEqual([{ agentId: seller.id, current: "new", previous: "old" }])
  })

  it("Rule 2.6 a second rotation ends the key that the first one left", () => {
    const previous = key("older", start + hours(3))
    const { changes } = Either.getOrThrow(rotateKey.decide(facts(key("old"), previous), rotation(), context))
    const ended = putsOf(Credentials, changes).find(({ id }) => id === "older")
    expect(ended && serves(ended, start)).toBe(false)
  })

  it("Rule 2.6 with revokePrevious the new key alone serves", () => {
    const { changes, reply } = Either.getOrThrow(
      rotateKey.decide(facts(key("old"), key("older", start + 1)), rotation(true), context),
    )
    expect(reply).toEqual({ previousValidUntil: null })
    const serving = putsOf(Credentials, changes).filter((credential) => serves(credential, start))
    expect(serving.map(({ id }) => id)).toEqual(["new"])
  })

  it("Rule 2.6 an agent whose keys are gone gets a first one again", () => {
    const { changes } = Either.getOrThrow(rotateKey.decide(facts(null, null), rotation(), context))
    expect(putsOf(Keyrings, changes)).toEqual([{ agentId: seller.id, current: "new", previous: null }])
    expect(putsOf(Credentials, changes).map(({ id }) => id)).toEqual(["new"])
  })

  it("Rule 2.6 an agent rotates its own keys only", () => {
    const stranger = contextFor({ role: "agent", id: "x", handle: "stranger" })
    expect(codeOf(rotateKey.decide(facts(key("old"), null), rotation(), stranger))).toBe("not_own")
  })

  it("Rule 2.6 the Registrar ends every key, in the journal with its reasons", () => {
    const registrar = contextFor({ role: "registrar" })
    const input = { handle: "seller", reasons: "the key was published" }
    const { changes, reply } = Either.getOrThrow(
      revokeKeys.decide(facts(key("old"), key("older", start + 1)), input, registrar),
    )
    expect(putsOf(Credentials, changes).some((credential) => serves(credential, start))).toBe(false)
    expect(reply.revoked).toBe(2)
    expect(eventsOf(changes)[0]?.data).toMatchObject({ reasons: "the key was published" })
  })

  it("Constitution 2.1 nobody but the Registrar revokes, and nothing is revoked twice", () => {
    const input = { handle: "seller", reasons: "because" }
    expect(codeOf(revokeKeys.decide(facts(key("old"), null), input, context))).toBe("registrar_only")
    expect(codeOf(revokeKeys.decide(facts(null, null), input, contextFor({ role: "registrar" })))).toBe(
      "key_revoked",
    )
  })

  it("Rule 2.6 ending a key never lengthens its life", () => {
    fc.assert(
      fc.property(fc.option(fc.nat(1000)), fc.nat(1000), (until, at) => {
        const before = key("k", until)
        const [change] = putsOf(Credentials, endAt(before, at))
        const after = change ?? before
        for (const instant of [0, at - 1, at, at + 1, 1000])
          if (serves(after, instant)) expect(serves(before, instant)).toBe(true)
        expect(serves(after, at)).toBe(false)
      }),
    )
  })
})
