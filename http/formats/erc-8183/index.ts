/**
 * A final judgment as the call by which an evaluator of ERC-8183 ends a job (the published reference, as `getJob` of the court's chain
 * reader has it): `complete` where the supplier earned the whole price, `reject` where it earned nothing. `reason` is the SHA-256 of the
 * words under seal.
 */
import type { Format } from "../Format.ts"

const specification = "https://github.com/ethereum/ERCs/blob/master/ERCS/erc-8183.md"

/** A job as evidence: the court reads it on its chain, with who sent each act on it. */
export const jobs: Format = {
  name: "erc-8183-job",
  title: "A job of ERC-8183 as evidence, read on its chain",
  specification,
  read: "the contract at commit c67e160c of erc-8183/base-contracts, and the draft at commit 9c718c7c of ethereum/ERCs",
  wellKnown: null,
  names: null,
  given: [],
  renders: null,
  reads: "erc8183_job",
}

export const evaluation: Format = {
  name: "erc-8183-evaluation",
  title: "A final judgment as the call of an ERC-8183 evaluator",
  specification,
  read: "the draft at commit 08ca997587a2cddc8a2cf030760f19b38deba29a; the reference at commits c67e160c87ac6271b657171784a77ad38d1d9b34 and 0310b99d96eb393f9723a7508c6d75e1b5435561 of erc-8183/base-contracts",
  wellKnown: null,
  names: null,
  given: [{ name: "jobId", description: "The id of the job, a decimal.", pattern: /^(?:0|[1-9]\d{0,77})$/ }],
  renders: ({ disposition, isFinal, deal }, given) => {
    if (!isFinal) return { why: `The judgment is ${disposition.finality}. A job ends once.` }
    if (deal === null) return { why: "The judgment does not determine the account of one deal to its end." }
    if (deal.owedCents !== deal.priceCents && deal.owedCents !== 0)
      return {
        why: "A job of ERC-8183 ends whole, by complete or by reject, and the judgment splits the price.",
      }
    return {
      document: {
        function: deal.owedCents === 0 ? "reject(uint256,bytes32,bytes)" : "complete(uint256,bytes32,bytes)",
        jobId: given.jobId ?? "",
        reason: `0x${disposition.payloadSha256}`,
        optParams: "0x",
      },
    }
  },
}
