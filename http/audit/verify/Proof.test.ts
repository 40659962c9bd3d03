/** Proofs of what a court recorded, checked without the court: its journal as a log, which is built here. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { Checkpoint, Cosignature, Merkle, Note, Policy, Proof } from "../../../core/log/index.ts"
import { holdOutput } from "../../bin/testing/Output.ts"
import { command } from "../../bin/verify.ts"
import { checkRecord, recordKindOf } from "../../client/Proof.ts"
import { enrolParties, toJudgment } from "../../client/testing/Dispute.ts"
import { Unasked } from "../../terminal/Terminal.ts"
import { startCourt, type TestCourt } from "../../testing/TestCourt.ts"

type Members = { readonly [key: string]: Json }
const keyPair = (name: string, type: number) => {
  const secret: KeyObject = generateKeyPairSync("ed25519").privateKey
  return { secret, key: Note.makeVerifierKey(name, type, LogVerifiers.rawKey(secret)) }
}
const log = keyPair("court.example/log", Note.signatureTypes.ed25519)
const witness = keyPair("witness.example/w1", Note.signatureTypes.cosignature)
const policyText = `log ${Note.formatVerifierKey(log.key)}\nwitness w1 ${Note.formatVerifierKey(witness.key)}\nquorum w1\n`
const policy = Either.getOrThrow(Policy.parse(policyText))
const trust = { logs: [log.key], policy }

/** The proof of an item of a journal, in the log of which every item is a leaf. */
const proofOf = (journal: ReadonlyArray<Members>, item: Members, signers = [log, witness]): string => {
  const leaves = journal.map((one) => Buffer.from(canonical(one)))
  const hashes = leaves.map((leaf) => Merkle.hashLeaf(leaf))
  const read = ({ level, index }: { readonly level: number; readonly index: number }) =>
    Merkle.rootOfHashes(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level))
  const index = journal.indexOf(item)
  const checkpoint = {
    origin: log.key.name,
    size: leaves.length,
    root: Merkle.rootOfHashes(hashes),
    extensions: [],
  }
  const blank = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
  const by = ({ key, secret }: { readonly key: Note.VerifierKey; readonly secret: KeyObject }) =>
    Cosignature.signCheckpoint(
      key,
      blank,
      1_700_000_000,
      (message) => new Uint8Array(sign(null, message, secret)),
    )
  return Proof.format({
    extra: needPresent(leaves[index], "a leaf"),
    index,
    hashes: Merkle.proveInclusion(index, leaves.length, read),
    signed: { ...blank, signatures: signers.map(by) },
  })
}

let court: TestCourt
let journal: ReadonlyArray<Members>
let folder: string
const records: Record<"receipt" | "dealing" | "judgment" | "entry", Members> = {
  receipt: {},
  dealing: {},
  judgment: {},
  entry: {},
}
const json = async (path: string) => (await (await fetch(`${court.url}${path}`)).json()) as Members
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "agent-court-proof-"))
  court = await startCourt()
  const parties = await Effect.runPromise(enrolParties(court))
  const lodged = parties.seller.dealings.notarise({ payload: { sha256: "ab".repeat(32), ref: "order 7" } })
  records.receipt = { ...(await Effect.runPromise(lodged)) }
  const citation = await Effect.runPromise(toJudgment(court, parties))
  records.dealing = await json(`/api/v1/dealings/${records.receipt.id}`)
  records.judgment = await json(`/api/v1/judgments/${encodeURIComponent(citation)}`)
  const { entries } = await json("/api/v1/agents/buyer/compliance")
  records.entry = (entries as ReadonlyArray<Members>)[0] ?? {}
  const { items } = await json("/api/v1/journal?limit=100")
  journal = (items as ReadonlyArray<Members>).map(({ cursor: _, ...item }) => item)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await court.stop()
})

const eventOf = (type: string) =>
  needPresent(
    journal.findLast((item) => item.type === type),
    type,
  )
const types = {
  receipt: "dealing.lodged",
  dealing: "dealing.lodged",
  judgment: "judgment.delivered",
  entry: "compliance.opened",
} as const
const names = ["receipt", "dealing", "judgment", "entry"] as const
const verdict = (record: unknown, proof: string) => checkRecord(record, proof, trust).verdict

describe("a proof of what a court recorded", () => {
  it.each(names)("PD17 §1 C2SP tlog-proof shows that the log has it, as the court served it: %s", (name) => {
    const found = checkRecord(records[name], proofOf(journal, eventOf(types[name])), trust)
    expect(found).toMatchObject({
      valid: true,
      verdict: "proven",
      event: { type: types[name] },
      checkpoint: { origin: "court.example/log", size: journal.length },
      witnesses: ["w1"],
    })
  })

  it.each([
    ["receipt", "sha256", "cd".repeat(32)],
    ["receipt", "sequence", 99],
    ["receipt", "lodgedAt", "2026-01-01T00:00:00.000Z"],
    ["dealing", "ref", "order 8"],
    ["judgment", "payload", "{}"],
    ["judgment", "citation", "[2026] MC 99"],
    ["judgment", "sha256", "ab".repeat(32)],
    ["entry", "status", "honoured"],
    ["entry", "bound", "seller"],
    ["entry", "amountCents", 1],
    ["entry", "dueAt", null],
  ] as const)(
    "PD17 §1 a record that was changed is another than the log has: %s, %s",
    (name, member, value) => {
      const proof = proofOf(journal, eventOf(types[name]))
      expect(records[name]).toHaveProperty(member)
      expect(verdict({ ...records[name], [member]: value }, proof)).toBe("other_record")
    },
  )

  it("PD17 §1 what the event of an entry holds is proven, and each other member is named as not proven", () => {
    const found = checkRecord(records.entry, proofOf(journal, eventOf("compliance.opened")), trust)
    expect(found.unproven).not.toEqual(expect.arrayContaining(["type", "amountCents", "finality", "hours"]))
    expect(found.unproven).toEqual(expect.arrayContaining(["address", "next"]))
  })

  it.each([
    ["type", "declaration"],
    ["amountCents", 1],
    ["currency", "EUR"],
    ["hours", 1],
    ["deliveredAt", "2026-01-01T00:00:00.000Z"],
    ["decision", null],
    ["decision", { status: "satisfied", reasons: "Forged.", correction: false, performedAt: null, at: "x" }],
  ])(
    "PD17 §1 given an entry after a decision, then its %s is held to the latest event: %j",
    (member, value) => {
      const { id, citation, n, bound, favoured } = records.entry
      const dueAt = null
      const decision = { status: "unsatisfied", reasons: "So.", correction: false }
      const terms = Object.fromEntries(
        ["type", "amountCents", "currency", "hours", "deliveredAt"].map((name) => [
          name,
          records.entry[name] ?? null,
        ]),
      )
      const state = { citation, n, bound, favoured, dueAt, status: "unsatisfied", ...terms } as Members
      const data = { ...state, ...decision, act: "decide", by: "registrar", entry: id ?? null, found: null }
      const decided = {
        at: "2026-11-27T00:00:00.000Z",
        type: "compliance.decided",
        subject: `entry/${id}`,
        data,
      }
      const entry = {
        ...records.entry,
        ...state,
        decision: { ...decision, performedAt: null, at: decided.at },
      }
      const all = [...journal, decided as Members]
      const proof = proofOf(all, decided as Members)
      const good = checkRecord(entry, proof, trust)
      expect(good).toMatchObject({ valid: true, verdict: "proven" })
      expect(good.unproven).toEqual(
        expect.arrayContaining(["adjustments", "decision.at", "decision.performedAt"]),
      )
      expect(checkRecord({ ...entry, [member]: value }, proof, trust).verdict).toBe("other_record")
    },
  )

  it("PD17 §1 the proof of another event proves nothing of a record", () => {
    for (const name of names)
      for (const type of ["agent.enrolled", "judgment.delivered", "dealing.lodged", "compliance.opened"])
        if (type !== types[name])
          expect(verdict(records[name], proofOf(journal, eventOf(type))), `${name} ${type}`).toBe(
            "other_record",
          )
  })

  it("C2SP tlog-proof each fault has its verdict", () => {
    const delivered = eventOf("judgment.delivered")
    const good = proofOf(journal, delivered)
    expect(verdict(records.judgment, "no proof")).toBe("no_proof")
    expect(verdict(records.judgment, good.replace(/extra \S+\n/, ""))).toBe("no_proof")
    const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64")
    const twice = canonical(delivered).replace("{", '{"type":"judgment.delivered",')
    for (const bytes of [twice, "{}", "[", new Uint8Array([255])])
      expect(verdict(records.judgment, good.replace(/extra \S+/, `extra ${base64(bytes)}`))).toBe("no_proof")
    expect(verdict({ handle: "buyer" }, good)).toBe("no_record")
    expect(recordKindOf({ handle: "buyer" })).toBeNull()
    expect(recordKindOf(records.receipt)).toBe("dealing")
    expect(verdict(records.judgment, good.replace(/index \d+/, "index 0"))).toBe("not_included")
    expect(verdict(records.judgment, proofOf(journal, delivered, [log]))).toBe("quorum_not_reached")
    expect(verdict(records.judgment, proofOf(journal, delivered, [witness]))).toBe("unsigned")
    const forged = [{ ...log, secret: witness.secret }, witness]
    expect(verdict(records.judgment, proofOf(journal, delivered, forged))).toBe("bad_signature")
    const badWitness = proofOf(journal, delivered, [log, { ...witness, secret: log.secret }])
    expect(checkRecord(records.judgment, badWitness, trust)).toMatchObject({
      verdict: "bad_signature",
      witnesses: [],
    })
    const other = Note.makeVerifierKey("other.example", 1, log.key.publicKey)
    expect(checkRecord(records.judgment, good, { logs: [other], policy: null }).verdict).toBe("other_origin")
  })
})

describe("agent-court verify --proof", () => {
  const shown = holdOutput()
  const verify = (source: string, flags: Readonly<Record<string, string>>) =>
    command.run({ positionals: [source], text: (flag) => flags[flag], on: () => false })

  it("PD17 §1 checks a record without the court: 0 if it is good, 1 if not", async () => {
    const proof = file("judgment.tlog-proof", proofOf(journal, eventOf("judgment.delivered")))
    const trusted = file("policy", policyText)
    const judgment = file("judgment.json", JSON.stringify(records.judgment))
    expect(await verify(judgment, { proof, policy: trusted })).toBe(0)
    expect(shown.text).toMatch(
      /The checkpoint of court.example\/log with \d+ events\n {2}event {6}judgment.delivered/,
    )
    expect(shown.text).toMatch(/not proven .*: the event does not hold these/)
    expect(shown.text).toMatch(
      /witnesses {2}w1\nGood: the log has this event, .*It says nothing of \d+ members/,
    )
    const dealing = file("dealing.json", JSON.stringify(records.dealing))
    expect(await verify(dealing, { proof, policy: trusted })).toBe(1)
    expect(shown.text).toMatch(/NOT good: the event in the proof did not record this/)
  })

  it("PD17 §1 takes the key of the log from the court's key document, and checks a judgment's seal by it", async () => {
    const notary = await json("/.well-known/notary.json")
    const withLog = { ...notary, log: { origin: log.key.name, vkey: Note.formatVerifierKey(log.key) } }
    const key = file("notary.json", JSON.stringify(withLog))
    const proof = file("one.tlog-proof", proofOf(journal, eventOf("judgment.delivered"), [log]))
    const judgment = file("judgment.json", JSON.stringify(records.judgment))
    expect(await verify(judgment, { proof, key })).toBe(0)
    const unsealed = { ...records.judgment, signature: "00".repeat(64) }
    expect(await verify(file("unsealed.json", JSON.stringify(unsealed)), { proof, key })).toBe(1)
    expect(shown.text).toMatch(/NOT good: the log has it, but its seal is not good/)
  })

  it("PD17 §1 a proof by a log that ended is good by its old key, and the end is said with what it means", async () => {
    const delivered = eventOf("judgment.delivered")
    const index = journal.indexOf(delivered)
    const next = keyPair("court.example/log/20261125T000000000Z", Note.signatureTypes.ed25519)
    const proof = file("old.tlog-proof", proofOf(journal, delivered, [log]))
    const judgment = file("judgment.json", JSON.stringify(records.judgment))
    const notary = await json("/.well-known/notary.json")
    const verifyAfter = (kept: number | null, more: Readonly<Record<string, string>>) => {
      const old = { origin: log.key.name, vkey: Note.formatVerifierKey(log.key), kept, known: journal.length }
      const ended = [{ ...old, endedAt: "2026-11-25T00:00:00.000Z" }]
      const document = {
        ...notary,
        log: { origin: next.key.name, vkey: Note.formatVerifierKey(next.key), ended },
      }
      shown.clear()
      return verify(judgment, { proof, key: file("ended.json", JSON.stringify(document)), ...more })
    }
    const trusted = { policy: file("log", `log ${Note.formatVerifierKey(log.key)}\nquorum none\n`) }
    for (const more of [{}, trusted]) {
      expect(await verifyAfter(index, more)).toBe(0)
      expect(shown.text).toMatch(/This log, which had at least \d+ events, ended at 2026-11-25T00:00:00.000Z/)
      expect(shown.text).toMatch(/The key of the log still proves what the log signed/)
      expect(shown.text).toMatch(/not one of them: the court recorded it and no longer has it/)
      expect(await verifyAfter(index + 1, more)).toBe(0)
      expect(shown.text).toMatch(/and this event is one of them/)
      expect(await verifyAfter(null, more)).toBe(0)
      expect(shown.text).toMatch(/has other events than this one signed/)
    }
  })

  it("PD17 §1 ends in 2 if it could not be asked", async () => {
    const why = (source: string, flags: Parameters<typeof verify>[1]) =>
      verify(source, flags).then(String, (error: unknown) => {
        expect(error).toBeInstanceOf(Unasked)
        return String(error)
      })
    const proof = file("some.tlog-proof", proofOf(journal, eventOf("judgment.delivered")))
    const judgment = file("judgment.json", JSON.stringify(records.judgment))
    const trusted = file("policy", policyText)
    const nowhere = join(folder, "nowhere")
    expect(await why(judgment, { proof: nowhere, policy: trusted })).toMatch(/nowhere can't be read/)
    expect(await why(nowhere, { proof, policy: trusted })).toMatch(/nowhere can't be read/)
    expect(await why(judgment, { proof, policy: file("bad", "log x\n") })).toMatch(/bad, line 1/)
    expect(await why(judgment, { proof })).toMatch(/give --policy with the key of the log/)
    expect(await why(judgment, { proof, key: file("nolog.json", "{}") })).toMatch(
      /this is not a key document/,
    )
    const badLog = file("badlog.json", '{"log":{"vkey":"x"}}')
    expect(await why(judgment, { proof, key: badLog })).toMatch(/the key of the log can't be read/)
    await expect(verify(judgment, { policy: trusted })).rejects.toThrow("--policy goes with --proof")
  })
})
