/** A court's log and the witnesses that sign its checkpoints, over real HTTP. */
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Policy, Proof } from "../../../core/log/index.ts"
import {
  closeWitnesses,
  courtOf,
  logKey,
  origin,
  policyOf,
  quorum,
  removeFiles,
  witness,
} from "./testing/Cosigned.ts"

const all = [origin, "a.example", "b.example", "c.example"]

afterEach(closeWitnesses)
afterAll(removeFiles)

describe("the witnesses of the court's log", () => {
  it("tlog-witness all of them sign each checkpoint as the log grows, in the order of the policy", async () => {
    const { court, witnesses } = await quorum(3)
    for (const events of [0, 1, 300, 400]) {
      await court.grow(events)
      expect(await court.round()).toBe(true)
      const { size, ...read } = await court.read()
      expect(read).toEqual({ published: size, signers: all, verdict: "proven" })
    }
    expect(await court.round()).toBe(false)
    expect(witnesses.map(({ asked }) => asked.length)).toEqual([4, 4, 4])
    expect(court.lines).toEqual([])
  })

  it.each(["hangs", "garbage", "redirects", "names ever other sizes"] as const)(
    "tlog-policy given a quorum of 2 of 3, and one that %s, then the others are enough, and its state is logged once",
    async (does) => {
      const { court, witnesses } = await quorum()
      witnesses[1].does = does
      for (const events of [5, 300]) {
        await court.grow(events)
        expect(await court.round()).toBe(true)
      }
      const signers = [origin, "a.example", "c.example"]
      expect(await court.read()).toEqual({ size: 305, published: 305, signers, verdict: "proven" })
      expect(court.lines).toEqual([expect.stringMatching(/^the witness b is left out: it /)])
      witnesses[1].does = "signs"
      const patient = courtOf(policyOf(witnesses, 3))
      await patient.grow(305)
      expect(await patient.round()).toBe(true)
    },
  )

  it("tlog-policy given no quorum, then the old checkpoint stays and the log grows; once it is back, the newest is published", async () => {
    const { court, witnesses } = await quorum()
    await court.grow(3)
    await court.round()
    const before = await court.read()
    witnesses[0].does = "garbage"
    witnesses[2].does = "redirects"
    for (const size of [13, 23]) {
      await court.grow(10)
      expect(await court.round()).toBe(false)
      expect(await court.read()).toEqual({ ...before, size })
    }
    expect(witnesses.map(({ asked }) => asked.length)).toEqual([3, 3, 3])
    for (const one of witnesses) one.does = "signs"
    await court.grow(300)
    expect(await court.round()).toBe(true)
    expect(await court.read()).toMatchObject({ size: 323, published: 323, verdict: "proven" })
    expect(court.lines).toHaveLength(4)
    expect(court.lines.at(-1)).toMatch(/^the witness c signs checkpoints again$/)
  })

  it("tlog-policy given witnesses that all hang, then a round ends in its time", async () => {
    const { court, witnesses } = await quorum(2, { timeoutMs: 50, graceMs: 50 })
    for (const one of witnesses) one.does = "hangs"
    await court.grow(3)
    expect(await court.round()).toBe(false)
    expect(await court.read()).toMatchObject({ size: 3, published: 0, verdict: "quorum_not_reached" })
    expect(court.lines).toEqual(
      ["a", "b", "c"].map((name) => `the witness ${name} is left out: it did not answer in time`),
    )
  })

  it("tlog-witness given two keys behind one URL, then it is asked once, and the key that did not sign is named", async () => {
    const [a, other] = [await witness("a"), await witness("other")]
    const court = courtOf(policyOf([a, { ...other, url: a.url }], 1))
    for (const events of [3, 300]) {
      await court.grow(events)
      expect(await court.round()).toBe(true)
    }
    expect(await court.read()).toMatchObject({ published: 303, signers: [origin, "a.example"] })
    expect([a.asked.length, other.asked.length]).toEqual([2, 0])
    expect(court.lines).toEqual([
      expect.stringMatching(/^the witness other is left out: it answered with no sig/),
    ])
  })

  it.skipIf(LogVerifiers.nodeVerifiers.mlDsa44 === null)(
    "C2SP tlog-cosignature a witness signs by Ed25519 and by ML-DSA-44 at once, and the policy counts both",
    async () => {
      const a = await witness("a")
      const [ed25519 = "", mlDsa44 = ""] = a.vkeys
      const both = [
        { ...a, vkey: ed25519 },
        { ...a, name: "a-pq", vkey: mlDsa44 },
      ]
      const policy = policyOf(both, 2)
      const verifiers = LogVerifiers.nodeVerifiers
      expect(policy.witnesses.map(({ key }) => key.type)).toEqual([4, 6])
      const court = courtOf(policy)
      for (const events of [3, 300]) {
        await court.grow(events)
        expect(await court.round()).toBe(true)
      }
      const signed = await court.checkpoint()
      expect(signed.signatures.map(({ bytes }) => bytes.length)).toEqual([64, 8 + 64, 8 + 2420])
      expect(signed.signatures.map(({ name }) => name)).toEqual([origin, "a.example", "a.example"])
      expect(Policy.witnessesOf(policy, signed, verifiers)).toEqual(new Set(policy.witnesses))
      expect(Proof.checkCheckpoint(signed, { logs: [logKey], policy, verifiers })).toBe("proven")
      // The witness is asked once for both, and whoever can't verify ML-DSA-44 counts one of two.
      expect(a.asked).toHaveLength(2)
      expect(Proof.checkCheckpoint(signed, { logs: [logKey], policy })).toBe("quorum_not_reached")
      // A signature of another checkpoint does not sign this checkpoint, and it is known as a lie.
      const lying = { ...signed, checkpoint: { ...signed.checkpoint, size: 302 } }
      expect(Proof.checkCheckpoint(lying, { logs: [logKey], policy, verifiers })).toBe("bad_signature")
      expect(court.lines).toEqual([])
    },
  )

  it("tlog-policy given a policy on a log that had none, then the checkpoint of the same size is signed too", async () => {
    const { court } = await quorum(3)
    await court.grow(7, false)
    expect(await court.read()).toMatchObject({ published: 7, verdict: "quorum_not_reached" })
    expect(await court.round()).toBe(false)
    await court.adopt()
    expect(await court.round()).toBe(true)
    expect(await court.read()).toEqual({ size: 7, published: 7, signers: all, verdict: "proven" })
    expect(await court.round()).toBe(false)
  })

  it("tlog-witness 409: a process that has just started learns the size of each witness", async () => {
    const { court, witnesses } = await quorum(3)
    witnesses[2].does = "garbage"
    await court.grow(300)
    expect(await court.round()).toBe(false)
    witnesses[2].does = "signs"
    await court.grow(300)
    expect(await court.another()()).toBe(true)
    expect(await court.read()).toEqual({ size: 600, published: 600, signers: all, verdict: "proven" })
    expect(witnesses.map(({ asked }) => asked.length)).toEqual([3, 3, 2])
  })

  it("tlog-checkpoint given two processes at once, and a log that grows while they ask, then what is published is proven and only grows", async () => {
    const { court, witnesses } = await quorum(3)
    const rounds = [court.round, court.another()]
    await court.grow(5)
    let grown = false
    witnesses[0].before = async () => {
      if (grown) return
      grown = true
      await court.grow(40)
    }
    await Promise.all(rounds.map((round) => round()))
    expect(await court.read()).toMatchObject({ size: 45, verdict: "proven" })
    expect((await court.read()).published).toBeGreaterThan(0)
    await Promise.all(rounds.map((round) => round()))
    expect(await court.read()).toEqual({ size: 45, published: 45, signers: all, verdict: "proven" })
  })

  it("tlog-witness given a log that is older than what its witnesses signed, then they are left out, and the log says so", async () => {
    const { court, policy } = await quorum()
    await court.grow(30)
    await court.round()
    const restored = courtOf(policy)
    await restored.grow(20)
    expect(await restored.round()).toBe(false)
    expect(restored.lines).toHaveLength(3)
    expect(restored.lines[0]).toBe(
      "the witness a is left out: it has signed 30 events of this log, and the store has 20: the store is older than what was witnessed (agent-court doctor)",
    )
  })
})
