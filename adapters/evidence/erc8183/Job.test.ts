/** Jobs of ERC-8183 as evidence: who acted on one, and what a contract could make up. */
import { describe, expect, it } from "vitest"
import { examine } from "../Formats.ts"
import { account, documents, now, seconds } from "../testing/Artifacts.ts"
import { jobContract, jobDocument, jobName, jobPiece } from "../testing/Job.ts"

const [client, provider, other] = [1, 2, 3].map((n) => account(n).address)
const parties = { jobId: "7", client: client ?? "", provider: provider ?? "" }
const look = (text: string | null, piece = jobPiece("7")) =>
  examine(piece, documents(text === null ? {} : { [jobName("7")]: text }), now, ["erc8183_job"])
const failed = (found: ReturnType<typeof examine>) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)
const at = (seconds - 60) * 1000

describe("a job", () => {
  it("PD15 §5A given a client that evaluates its own job and completed it, then it accepted the delivery", () => {
    const criteria = "ef".repeat(32)
    const description = `4 units. court: https://court.example criteria: sha256:${criteria}`
    const found = look(jobDocument({ ...parties, description }))
    expect(found?.format).toBe("erc8183_job")
    expect(failed(found)).toEqual([])
    expect(found?.signers).toEqual([
      {
        role: "evaluator",
        key: `eip155:8453:${client}`,
        fingerprint: `evm:${client?.toLowerCase()}`,
        valid: true,
        signedAt: at,
        entitled: null,
        host: null,
      },
    ])
    const accepted = {
      kind: "delivery",
      by: "evaluator",
      says: "accepted",
      millionths: 0,
      criteria,
      signedAt: at,
    }
    expect(found?.terms).toEqual([
      { ...accepted, sha256: null, deal: jobName("7") },
      { ...accepted, sha256: null, deal: jobName("7").replace(jobContract, jobContract.toLowerCase()) },
    ])
    expect(found?.statement.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Job: it names the court https://court.example.",
        `Job: it names the criteria ${criteria}.`,
      ]),
    )
  })

  it("PD15 §5A given a provider that submitted, then it says so and proves nothing for itself", () => {
    const found = look(jobDocument({ ...parties, act: "submitted" }))
    expect(found?.signers).toMatchObject([{ role: "provider", valid: true }])
    expect(found?.terms).toBeUndefined()
  })

  it("PD15 §5A given a job that its evaluator rejected, then it is the provider's word only if the provider is the evaluator", () => {
    const rejects = { ...parties, act: "rejected" as const }
    expect(look(jobDocument({ ...rejects, evaluator: other ?? "" }))?.terms).toBeUndefined()
    expect(look(jobDocument({ ...rejects, evaluator: parties.provider }))?.terms).toMatchObject([
      { says: "undelivered", millionths: 1_000_000, by: "evaluator", criteria: null },
      {},
    ])
    expect(look(jobDocument({ ...parties, evaluator: other ?? "" }))?.terms).toBeUndefined()
  })

  it("PD15 §5A given a client that withdrew its job from an evaluator, then the client did so, and says nothing of a delivery", () => {
    const more = { by: client, from: client }
    const found = look(jobDocument({ ...parties, evaluator: other ?? "", act: "rejected", more }))
    expect(failed(found)).toEqual([])
    expect(found?.signers).toMatchObject([{ role: "client", valid: true }])
    expect(found?.terms).toBeUndefined()
  })

  it.each([
    ["a contract that says another acted than who sent it", { from: other }],
    ["a transaction to another contract that calls this one", { to: other }],
    ["a transaction that calls another function, or for another job", { asked: false }],
    ["a document that does not say what was called", { asked: undefined }],
    ["a transaction without its confirmations", { confirmations: 1 }],
    ["an act by somebody who is no evaluator of it", { by: other, from: other }],
  ])("PD15 §5A given %s, then nobody said anything by it", (_, more) => {
    const found = look(jobDocument({ ...parties, more }))
    expect(failed(found)).toEqual(["not_made"])
    expect(found?.signers).toMatchObject([{ valid: false }])
    expect(found?.terms).toBeUndefined()
  })

  it("Rule 4.11 given a job that can't be read, then a check says so; given one without acts, then its members are told", () => {
    expect(failed(look(null))).toEqual(["read"])
    expect(failed(look("no JSON"))).toEqual(["read"])
    const idle = look(jobDocument({ ...parties, act: null }))
    expect(idle).toMatchObject({ signers: [], checks: [{ check: "read", holds: true }] })
    const odd = look(JSON.stringify({ network: "eip155:9", acts: [1, { act: "completed" }] }))
    expect(odd?.signers).toMatchObject([{ valid: false }])
    expect(odd?.statement.map(({ text }) => text)).toContain("Job: its description is not read.")
  })

  it("Rule 4.11 given other members, or a court that does not speak it, then it is not of this format", () => {
    const network = "eip155:8453"
    for (const piece of [
      { network: "bip122:1", contract: jobContract, jobId: "7" },
      { network, contract: "0x1", jobId: "7" },
      { network, contract: jobContract, jobId: "07" },
      { network, contract: jobContract, jobId: 7 },
    ])
      expect(look(null, JSON.stringify(piece))).toBeNull()
    expect(examine(jobPiece("7"), documents(), now)).toBeNull()
  })
})
