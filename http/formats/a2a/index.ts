/** The decision on a task of A2A, as the proposed extension of acceptance criteria has it, as evidence. */
import type { Format } from "../Format.ts"

export const acceptance: Format = {
  name: "a2a-acceptance",
  title: "A decision on a task of A2A that its requester signed, as evidence",
  specification: "https://github.com/a2aproject/A2A/issues/1976",
  read: "version 1.0.0 (draft) at commit ae93ec29 of sweengineeringlabs/a2a-proposal",
  wellKnown: null,
  names: null,
  given: [],
  renders: null,
  reads: "a2a_acceptance",
}
