/**
 * A judgment as the Trustless Agents registries of ERC-8004 take it (draft, commit 9c718c7c of ethereum/ERCs): a feedback file about an
 * agent, and the arguments of `validationResponse`, whose tag says whether the judgment may still change.
 */
import type { Ruling } from "../../../core/docket/index.ts"
import type { Format, Given, Rendering } from "../Format.ts"

const specification = "https://github.com/ethereum/ERCs/blob/master/ERCS/erc-8004.md"
const read = "the draft at commit 9c718c7c02372a6b7e300990511cd6fdff7f1dfa"
const account = /^eip155:\d{1,20}:0x[0-9a-fA-F]{40}$/

/** The agent that is spoken of. It is the supplier of the deal: the registries score who serves. */
const about: Given = {
  name: "agent",
  description: "The handle of the supplier, of whom the record speaks.",
  pattern: /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/,
}
const agentId: Given = {
  name: "agentId",
  description: "The id of that agent in its registry.",
  pattern: /^(?:0|[1-9]\d{0,14})$/,
}

/**
 * The part of the price that the supplier earned, in hundredths of a percent, rounded down: a deal is whole only if nothing is missing.
 * Null if the agent spoken of is not the supplier of the deal.
 */
const partEarned = ({ deal }: Ruling.Ruling, agent: string): number | null =>
  deal === null || deal.supplier !== agent ? null : Math.floor((deal.owedCents * 10_000) / deal.priceCents)

const noScore: Rendering = {
  why: "The judgment does not determine to its end the account of one deal of which this agent is the supplier, so that no score follows.",
}

/** The file that a feedback on chain points to. The score is what the supplier of the deal earned of its price. */
export const feedback: Format = {
  name: "erc-8004-feedback",
  title: "A final judgment as a feedback file of ERC-8004",
  specification,
  read,
  wellKnown: null,
  names: null,
  given: [
    about,
    {
      name: "agentRegistry",
      description: "The identity registry, as CAIP-10: eip155:<chain>:<address>.",
      pattern: account,
    },
    agentId,
    {
      name: "clientAddress",
      description:
        "The address that gives the feedback, as CAIP-10. The registry takes no feedback from an address of the agent's own.",
      pattern: account,
    },
  ],
  renders: (ruling, given, { baseUrl }) => {
    const { disposition, isFinal, deliveredAt } = ruling
    if (!isFinal)
      return { why: `The judgment is ${disposition.finality}. Feedback can't be taken back on chain.` }
    const value = partEarned(ruling, given.agent ?? "")
    if (value === null) return noScore
    return {
      document: {
        agentRegistry: given.agentRegistry ?? "",
        agentId: Number(given.agentId),
        clientAddress: given.clientAddress ?? "",
        createdAt: deliveredAt,
        value,
        valueDecimals: 2,
        tag1: "dispute",
        tag2: "final",
        disposition: {
          matterId: disposition.matterId,
          url: `${baseUrl}/api/v1/judgments/${encodeURIComponent(disposition.citation)}/disposition`,
          payloadSha256: disposition.payloadSha256,
        },
      },
    }
  },
}

/** The arguments of `validationResponse`. Whoever the request names as validator calls it; the court sends no transaction. */
export const validation: Format = {
  name: "erc-8004-validation",
  title: "A judgment as the arguments of validationResponse of ERC-8004, soft until it is final",
  specification,
  read,
  wellKnown: null,
  names: null,
  given: [
    about,
    {
      name: "requestHash",
      description: "The hash of the validation request that is answered.",
      pattern: /^0x[0-9a-f]{64}$/,
    },
  ],
  renders: (ruling, given, { baseUrl }) => {
    const { disposition, isFinal } = ruling
    const earned = partEarned(ruling, given.agent ?? "")
    if (earned === null) return noScore
    if (["superseded", "vacated"].includes(disposition.finality))
      return { why: `The judgment is ${disposition.finality}; ask for that of the judgment in its place.` }
    return {
      document: {
        requestHash: given.requestHash ?? "",
        response: Math.floor(earned / 100),
        // The member `payload` of the judgment at this address has the words under seal, and this is their hash.
        responseURI: `${baseUrl}/api/v1/judgments/${encodeURIComponent(disposition.citation)}`,
        responseHash: `0x${disposition.payloadSha256}`,
        tag: isFinal ? "hard finality" : "soft finality",
      },
    }
  },
}
