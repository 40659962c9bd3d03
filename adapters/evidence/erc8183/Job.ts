/**
 * A job of ERC-8183, named by its contract and its number: `{network, contract, jobId}`. The court reads the job on its chain: whoever sent
 * a transaction has acted. A contract may answer anything, so a job belongs to a deal only if both sides named it (PD15 §5A).
 */
import { Networks } from "../../../core/chains/index.ts"
import type { SignedTerms } from "../../../core/evidence/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { isMembers, listOf, type Members, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  cutToBounds,
  type Documents,
  type ExaminedSigner,
  type Found,
  fails,
  holds,
  type Statement,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, nameOrQuote, quote, show, timeOf } from "../Words.ts"

const network = /^eip155:[1-9]\d{0,15}$/
const contract = /^0x[0-9a-fA-F]{40}$/
const number = /^[1-9]\d{0,77}$/

interface Act {
  readonly act: string
  readonly by: string
  readonly at: unknown
  readonly word: string
  readonly role: "client" | "provider" | "evaluator"
  /** Whether the address itself sent the transaction to the contract, asked for this act by it, and has its confirmations. */
  readonly own: boolean
}

const confirmationsFor = (name: string): number => {
  const known = Networks.find(name)
  // A chain that the court does not list has to show as many as Ethereum.
  return known === undefined ? bounds.ethereumConfirmations : bounds[known.confirmations]
}

const actIn = (job: Members, value: unknown): ReadonlyArray<Act> => {
  if (!isMembers(value)) return []
  const text = (name: string) => textOf(value, name) ?? ""
  const by = text("by")
  // A job that is not funded yet is rejected by its client.
  const withdrawn =
    text("act") === "rejected" && by !== textOf(job, "evaluator") && by === textOf(job, "client")
  const acting = text("act") === "submitted" ? "provider" : "evaluator"
  const role = withdrawn ? "client" : acting
  const confirmed = (numberOf(value, "confirmations") ?? 0) >= confirmationsFor(textOf(job, "network") ?? "")
  // The contract's word for who acted is nothing without the key that sent it the call of this act.
  const sent = text("from") === by && text("to") === textOf(job, "contract") && value.asked === true
  const own = confirmed && sent && by === textOf(job, role)
  return [{ act: text("act"), by, at: value.at, word: text("word"), role, own }]
}

const signerOf = (job: Members, { by, at, role, own }: Act): ExaminedSigner => ({
  role,
  key: `${textOf(job, "network")}:${by}`,
  fingerprint: `evm:${by.toLowerCase()}`,
  valid: own,
  signedAt: instantOf(at),
  entitled: null,
  host: null,
})

const actChecks = (acts: ReadonlyArray<Act>): ReadonlyArray<Check> =>
  acts.map(({ act, by, own }) =>
    own
      ? holds("sent", `The transaction by which it was ${nameOrQuote(act)} is by ${by}, to the contract.`)
      : fails(
          "not_made",
          `Who ${nameOrQuote(act)} it is the contract's word alone: the transaction is not by ${nameOrQuote(by)} to the contract, does not call the function of this act for this job, or has too few confirmations.`,
        ),
  )

/** The criteria that the description names by their SHA-256, and the court; null if it does not name them. */
const criteriaIn = (description: string): string | null =>
  /\bcriteria\b["']?\s*[:=]\s*["']?(?:sha256:|0x)?([0-9a-f]{64})\b/i.exec(description)?.[1]?.toLowerCase() ??
  null
const courtIn = (description: string): string | null =>
  /\bcourt\b["']?\s*[:=]\s*["']?([^\s"',;]+)/i.exec(description)?.[1] ?? null

const sentences = (job: Members, acts: ReadonlyArray<Act>): ReadonlyArray<Statement> => {
  const description = textOf(job, "description") ?? null
  const court = courtIn(description ?? "")
  const criteria = criteriaIn(description ?? "")
  const told = [
    `Job: ${show(job.jobId ?? null)} of ${show(job.contract ?? null)} on ${show(job.network ?? null)} is ${show(job.status ?? null)}.`,
    `Job: the client is ${show(job.client ?? null)}, the provider ${show(job.provider ?? null)}, the evaluator ${show(job.evaluator ?? null)}.`,
    description === null
      ? "Job: its description is not read."
      : `Job: the description is ${quote(description)}.`,
    ...(court === null ? [] : [`Job: it names the court ${nameOrQuote(court)}.`]),
    ...(criteria === null ? [] : [`Job: it names the criteria ${criteria}.`]),
  ]
  return [
    ...told.map((text) => ({ by: "contract", text })),
    ...acts.map(({ act, at, word, role, by }) => ({
      by: role,
      text: `Job: ${nameOrQuote(act)} by ${nameOrQuote(by)} at ${timeOf(at)}, with the word ${nameOrQuote(word)}.`,
    })),
  ]
}

/**
 * The words on the delivery: a completion by an evaluator that is the client itself is the client's acceptance, and a rejection by a
 * provider that evaluates its own job says that it delivered nothing. The submission of a provider counts for nobody.
 */
const termsOf = (job: Members, acts: ReadonlyArray<Act>): ReadonlyArray<SignedTerms.Delivery> =>
  acts.flatMap(({ act, by, at, own, role }) => {
    const signedAt = instantOf(at)
    const accepts = act === "completed" && by === textOf(job, "client")
    const gives = act === "rejected" && by === textOf(job, "provider")
    if (!own || signedAt === null || (!accepts && !gives)) return []
    const address = textOf(job, "contract") ?? ""
    const names = [...new Set([address, address.toLowerCase()])]
    return names.map((name) => ({
      kind: "delivery" as const,
      by: role,
      deal: `${textOf(job, "network")}:${name}/${textOf(job, "jobId")}`,
      says: accepts ? ("accepted" as const) : ("undelivered" as const),
      millionths: accepts ? 0 : bounds.remedyMillionthsMax,
      sha256: null,
      criteria: criteriaIn(textOf(job, "description") ?? ""),
      signedAt,
    }))
  })

const examine = (place: string, documents: Documents): Found => {
  const document = documents.get(place)
  const job = parseMembers(document?.text ?? "")
  if (document === undefined || document.text === null || job === undefined) {
    const why = document === undefined || document.text !== null ? "it was not read" : document.why
    return { signers: [], checks: [fails("read", `${place} could not be read: ${why}.`)], statement: [] }
  }
  const acts = listOf(job, "acts").flatMap((one) => actIn(job, one))
  const said = cutToBounds(sentences(job, acts))
  const terms = termsOf(job, acts)
  return {
    signers: acts.map((act) => signerOf(job, act)),
    checks: [holds("read", "The court read it on its chain."), ...actChecks(acts), ...said.checks],
    statement: said.statement,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

export const job: Verifier = {
  format: "erc8183_job",
  experimental: true,
  open: ({ value }) => {
    if (!isMembers(value)) return null
    const text = (name: string) => textOf(value, name) ?? ""
    if (!network.test(text("network")) || !contract.test(text("contract")) || !number.test(text("jobId")))
      return null
    const place = `${text("network")}:${text("contract")}/${text("jobId")}`
    return { needs: [place], examine: (documents) => examine(place, documents) }
  },
}
