/** Jobs of ERC-8183 for tests: the piece that a party files, the name of the deal as a quote states it, and the document of the chain. */
import { seconds } from "./Artifacts.ts"

const network = "eip155:8453"
/** The contract of every job of the tests. */
export const jobContract = "0x00000000000000000000000000000000000000E5"

/** The name of a job, which a quote states as its reference. It is also the place at which the court reads the job. */
export const jobName = (jobId: string): string => `${network}:${jobContract}/${jobId}`
/** The piece of evidence that names a job. */
export const jobPiece = (jobId: string): string => JSON.stringify({ network, contract: jobContract, jobId })

interface Given {
  readonly jobId: string
  readonly client: string
  readonly provider: string
  /** Who completes or rejects it; the client, if it is left out. */
  readonly evaluator?: string
  readonly status?: string
  readonly description?: string
  /** The last act on it; null if nobody did anything. */
  readonly act?: "submitted" | "completed" | "rejected" | null
  /** When the act was mined, in seconds since 1970. */
  readonly at?: number
  /** Members of the act that stand in place of those of the case. */
  readonly more?: { readonly [name: string]: unknown }
}

/** The document of a job as the court's reader of chains gives it. Its last act was sent by whoever may act so. */
export const jobDocument = ({ act = "completed", at = seconds - 60, more = {}, ...given }: Given): string => {
  const { jobId, client, provider, evaluator = client } = given
  const by = act === "submitted" ? provider : evaluator
  const word = "ab".repeat(32)
  const txid = `0x${"cd".repeat(32)}`
  const one = { act, txid, at, confirmations: 999, by, from: by, to: jobContract, asked: true, word, ...more }
  return JSON.stringify({
    network,
    contract: jobContract,
    jobId,
    readAt: at + 999,
    status: given.status ?? act ?? "funded",
    client,
    provider,
    evaluator,
    token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    units: "100000000",
    description: given.description ?? "4 units",
    acts: act === null ? [] : [one],
  })
}
