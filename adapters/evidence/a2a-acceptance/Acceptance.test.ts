/** Decisions on tasks of A2A, and the criteria to which their schemas come. */
import { describe, expect, it } from "vitest"
import { digest, evaluate, read } from "../../../core/criteria/index.ts"
import { examine } from "../Formats.ts"
import { decisionMessage } from "../testing/Acceptance.ts"
import { didDocument, documents, ed25519, now, seconds } from "../testing/Artifacts.ts"
import { criteriaFrom } from "./Acceptance.ts"

const kid = "did:web:buyer.example#key-1"
const by = await ed25519().then((pair) => ({ pair, kid }))
const kept = documents({
  "https://buyer.example/.well-known/did.json": didDocument("did:web:buyer.example", by.pair.jwk),
})
const look = (message: unknown) => examine(JSON.stringify(message), kept, now, ["a2a_acceptance"])
const failed = (found: ReturnType<typeof examine>) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)
const bytes = (text: string) => new TextEncoder().encode(text)
const schema = { type: "object", required: ["total"] }

describe("a decision on a task", () => {
  it("PD15 §5A given an acceptance, then its signer accepts the delivery of the task", async () => {
    const found = look(await decisionMessage(by))
    expect(found?.format).toBe("a2a_acceptance")
    expect(failed(found)).toEqual([])
    expect(found?.signers).toMatchObject([{ role: "requester", valid: true, key: kid }])
    expect(found?.terms).toEqual([
      {
        kind: "delivery",
        by: "requester",
        deal: "t-123",
        says: "accepted",
        millionths: 0,
        sha256: null,
        criteria: null,
        signedAt: (seconds - 60) * 1000,
      },
    ])
  })

  it("PD15 §5A given the criteria of the task, then it is of a quote with these criteria, whose evaluation is that of the schema", async () => {
    const criteria = { description: "An invoice.", artifactSchema: schema, evaluator: "human" }
    const found = look(await decisionMessage(by, { criteria }))
    const document = criteriaFrom(schema)
    const hash = digest(document).replace("sha256:", "")
    expect(found?.terms).toMatchObject([{ criteria: hash }])
    expect(found?.statement.map(({ text }) => text)).toEqual([
      "Task: t-123, the decision is accept.",
      "Task: t-123, the criteria are “An invoice.”, by the evaluator human.",
      `Task: its schema as criteria of this court has the SHA-256 ${hash}.`,
    ])
    const made = read(document)
    if (!("criteria" in made)) throw new Error("the criteria are not read")
    expect(evaluate(made.criteria, bytes('{"total":1}')).verdict).toBe("satisfied")
    expect(evaluate(made.criteria, bytes("{}")).verdict).toBe("not_satisfied")
  })

  it("PD15 §5A given a rejection, criteria alone, no time or no task, then nothing is accepted", async () => {
    const rejected = look(
      await decisionMessage(by, { decision: { action: "reject", reason: "SCHEMA_MISMATCH" } }),
    )
    expect(failed(rejected)).toEqual([])
    expect(rejected?.terms).toBeUndefined()
    const asked = look(await decisionMessage(by, { decision: null, criteria: { artifactSchema: schema } }))
    expect(failed(asked)).toEqual([])
    expect(asked?.terms).toBeUndefined()
    const timeless = look(await decisionMessage(by, { iat: null }))
    expect(failed(timeless)).toEqual(["clock"])
    expect(timeless?.terms).toBeUndefined()
    expect(look(await decisionMessage(by, { taskId: "" }))?.terms).toBeUndefined()
  })

  it("Rule 4.11 given a decision of another form, a schema that is not evaluated, or a time to come, then a check says so", async () => {
    const odd = { action: "reject", reason: "SPITE" }
    expect(failed(look(await decisionMessage(by, { decision: odd, extensions: [] })))).toEqual([
      "extensions",
      "decision",
    ])
    const unread = { artifactSchema: { $ref: "https://elsewhere.example/schema" } }
    expect(look(await decisionMessage(by, { criteria: unread }))?.terms).toMatchObject([{ criteria: null }])
    expect(failed(look(await decisionMessage(by, { iat: seconds + 9_999 })))).toEqual(["clock"])
  })

  it("Rule 4.11 given another token or object, or a court that does not speak it, then it is not of this format", async () => {
    const other = await decisionMessage(by, { decision: null })
    for (const piece of [other, { a2aMessage: "no token" }, { a2aMessage: 7 }, {}])
      expect(look(piece)).toBeNull()
    expect(examine(JSON.stringify(await decisionMessage(by)), kept, now)).toBeNull()
  })
})
