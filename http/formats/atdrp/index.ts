/**
 * The court as a provider of the dispute extension that is proposed for the Agentic Commerce Protocol, and the dispute records that a party
 * files there: SEP 303, as filed on 2026-09-09.
 */
import type { Format } from "../Format.ts"

export const atdrp: Format = {
  name: "atdrp",
  title:
    "The court as a ProviderRef of the proposed dispute extension of ACP (ATDRP), and its dispute records",
  specification: "https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/issues/303",
  read: "the proposal ATDRP-0.1 as filed on 2026-09-09",
  wellKnown: null,
  given: [],
  names: ({ forum, baseUrl, did, rules }) => ({
    provider_id: did,
    name: forum,
    policy_url: rules.url,
    verify_url: `${baseUrl}/api/v1/judgments`,
  }),
  renders: null,
  reads: "atdrp_record",
}
