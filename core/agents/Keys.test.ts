/** The keys of an agent: which of them serve, and when. */
import { Either, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Change } from "../kernel/Change.ts"
import { hours, minutes } from "../kernel/Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { type Keyring, Keyrings } from "./Agent.ts"
import { endOverlap, listKeys, overlapKind, revokeKeys, rotateKey } from "./Keys.ts"
import { maySign, serves } from "./Law.ts"

const seller = agent("seller")
const own = { role: "agent", id: seller.id, handle: "seller" } as const
const context = contextFor(own)
const registrar = contextFor({ role: "registrar" })

const ring = (current: string | null, previous: Keyring["previous"] = null): Keyring => ({
  agentId: seller.id,
  current,
  previous,
})
const until = (id: string, at: number) => ({ id, until: at })
const facts = (keyring: Keyring) => ({ agent: seller, keyring })
const rotation = (by: string | null = "old", revokePrevious = false) => ({
  handle: "seller",
  credentialId: "new",
  revokePrevious,
  by,
})
const reasons = { handle: "seller", reasons: "the key was published" }

describe("keys", () => {
  it("Rule 2.6 after a rotation the old key serves 24 more hours and not at their end", () => {
    // given a key in use, when it asks for another
    const { changes, reply } = Either.getOrThrow(rotateKey.decide(facts(ring("old")), rotation(), context))
    // then it serves until the instant that the answer names, and a task ends it there
    const [after] = putsOf(Keyrings, changes)
    expect(after).toEqual(ring("new", until("old", start + hours(24))))
    expect(after && serves(after, "old", start + hours(24) - 1)).toBe(true)
    expect(after && serves(after, "old", start + hours(24))).toBe(false)
    expect(reply.previousValidUntil).toBe(new Date(start + hours(24)).toISOString())
    expect(tasksOf(changes)).toMatchObject([
      { kind: overlapKind, dueAt: start + hours(24), body: { agentId: seller.id, credentialId: "old" } },
    ])
  })

  it("Rule 2.6 a second rotation ends the key that the first one left, on every clock", () => {
    const before = ring("old", until("older", start + hours(3)))
    const { changes } = Either.getOrThrow(rotateKey.decide(facts(before), rotation(), context))
    const [after] = putsOf(Keyrings, changes)
    expect(after && listKeys(after)).toEqual(["new", "old"])
    expect(after && serves(after, "older", start - hours(1))).toBe(false)
  })

  it("Rule 2.6 with revokePrevious only the new key serves, and no task is left", () => {
    const before = ring("old", until("older", start + 1))
    const { changes, reply } = Either.getOrThrow(
      rotateKey.decide(facts(before), rotation("old", true), context),
    )
    expect(reply).toEqual({ previousValidUntil: null })
    expect(putsOf(Keyrings, changes)).toEqual([ring("new")])
    expect(changes).toContainEqual({ _tag: "Cancel", id: `key-overlap/${seller.id}` })
  })

  it("Rule 2.6A a key that the keyring does not name makes no other key, whatever the clock says", () => {
    // given a key that was rotated away or revoked, and a process whose clock is behind
    for (const keyring of [ring(null), ring("newer"), ring("newer", until("another", start + hours(9)))])
      for (const now of [start - minutes(5), start, start + minutes(5)])
        expect(codeOf(rotateKey.decide(facts(keyring), rotation(), contextFor(own, now)))).toBe("key_ended")
    expect(codeOf(rotateKey.decide(facts(ring("old")), rotation(null), context))).toBe("key_ended")
    // and a key whose overlap has passed makes no key either, even if its task is late
    const late = ring("newer", until("old", start))
    expect(codeOf(rotateKey.decide(facts(late), rotation(), context))).toBe("key_ended")
  })

  it("Rule 2.6 an agent rotates its own keys only", () => {
    const stranger = contextFor({ role: "agent", id: "x", handle: "stranger" })
    expect(codeOf(rotateKey.decide(facts(ring("old")), rotation(), stranger))).toBe("not_own")
  })

  it("Rule 2.6 the end of an overlap takes the previous key out of the keyring, and no other key", () => {
    const input = { agentId: seller.id, credentialId: "old" }
    const ended = (keyring: Option.Option<Keyring>) =>
      putsOf(Keyrings, Either.getOrThrow(endOverlap.decide(keyring, input, context)).changes)
    expect(ended(Option.some(ring("new", until("old", start))))).toEqual([ring("new")])
    // a task that comes late, after another rotation or a revocation
    expect(ended(Option.some(ring("newest", until("new", start + 1))))).toEqual([])
    expect(ended(Option.some(ring("old")))).toEqual([])
    expect(ended(Option.none())).toEqual([])
  })

  it("Rule 2.6A the Registrar ends every key, in the journal with its reasons", () => {
    const before = ring("old", until("older", start + 1))
    const { changes, reply } = Either.getOrThrow(revokeKeys.decide(facts(before), reasons, registrar))
    expect(putsOf(Keyrings, changes)).toEqual([{ ...ring(null), endedAt: context.now }])
    expect(reply.revoked).toBe(2)
    expect(eventsOf(changes)[0]?.data).toMatchObject({ reasons: "the key was published" })
  })

  it("Rule 2.6A a proven key signs for its agent until the Registrar has ended the agent's keys", () => {
    expect(maySign(ring("new", until("old", start)))).toBe(true)
    const { changes } = Either.getOrThrow(revokeKeys.decide(facts(ring("old")), reasons, registrar))
    expect(putsOf(Keyrings, changes).map(maySign)).toEqual([false])
  })

  it("Constitution 2.1 nobody but the Registrar revokes keys, and no key is revoked twice", () => {
    expect(codeOf(revokeKeys.decide(facts(ring("old")), reasons, context))).toBe("registrar_only")
    expect(codeOf(revokeKeys.decide(facts(ring(null)), reasons, registrar))).toBe("key_revoked")
  })

  it("Rule 2.6A whatever is done to a keyring, a key that has left it never serves again", () => {
    const done = (decided: Either.Either<{ readonly changes: ReadonlyArray<Change> }, unknown>) =>
      Either.isRight(decided) ? decided.right.changes : null
    const rotated = (keyring: Keyring, by: string, now: number, fresh: string, alone: boolean) =>
      done(
        rotateKey.decide(
          facts(keyring),
          { ...rotation(by, alone), credentialId: fresh },
          contextFor(own, now),
        ),
      )
    const acts = {
      rotate: (keyring: Keyring, by: string, now: number, fresh: string) =>
        rotated(keyring, by, now, fresh, false),
      rotateAlone: (keyring: Keyring, by: string, now: number, fresh: string) =>
        rotated(keyring, by, now, fresh, true),
      revoke: (keyring: Keyring, _by: string, now: number) =>
        done(revokeKeys.decide(facts(keyring), reasons, contextFor(registrar.actor, now))),
      end: (keyring: Keyring, by: string, now: number) =>
        done(
          endOverlap.decide(
            Option.some(keyring),
            { agentId: seller.id, credentialId: by },
            contextFor(registrar.actor, now),
          ),
        ),
    }
    const step = fc.record({
      act: fc.constantFrom(...(["rotate", "rotateAlone", "revoke", "end"] as const)),
      // Clocks of the processes that act differ, so instants come in any order.
      now: fc.integer({ min: start, max: start + hours(30) }),
      key: fc.nat(6),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let keyring = ring("key-0")
        const gone = new Set<string>()
        steps.forEach((one, i) => {
          const changes = acts[one.act](keyring, `key-${one.key}`, one.now, `key-${i + 1}`)
          if (changes === null) return
          if (one.act.startsWith("rotate")) expect(gone).not.toContain(`key-${one.key}`)
          const [after = keyring] = putsOf(Keyrings, changes)
          for (const id of listKeys(keyring)) if (!listKeys(after).includes(id)) gone.add(id)
          keyring = after
          for (const id of gone) expect(serves(keyring, id, one.now)).toBe(false)
        })
      }),
    )
  })
})
