/** All endpoints of a court: the groups of `http/api` bound to their handlers. */
import { AccountGroup } from "../api/Account.ts"
import { AgentsGroup } from "../api/Agents.ts"
import { ComplianceGroup } from "../api/Compliance.ts"
import { AdvisoryGroup, CounselGroup } from "../api/Counsel.ts"
import { DealingsGroup, QuotesGroup } from "../api/Dealings.ts"
import { DiscoveryGroup } from "../api/Discovery.ts"
import { FormatsGroup } from "../api/Formats.ts"
import { HoldsGroup } from "../api/Holds.ts"
import { AppealsGroup, JudgmentsGroup } from "../api/Judgments.ts"
import { LawGroup } from "../api/Law.ts"
import { EvidenceGroup, MattersGroup, TendersGroup } from "../api/Matters.ts"
import type { Described } from "../api/OpenApi.ts"
import { PagesGroup } from "../api/Pages.ts"
import { ProofsGroup } from "../api/Proofs.ts"
import { RegistrarGroup } from "../api/Registrar.ts"
import { JournalGroup, SandboxGroup, SystemGroup } from "../api/System.ts"
import type { Format } from "../formats/index.ts"
import type { Endpoint } from "../server/Endpoint.ts"
import { agents, proofs } from "./Agents.ts"
import { advisory, counsel } from "./Counsel.ts"
import { dealings, holds, quotes } from "./Dealings.ts"
import { discovery } from "./Discovery.ts"
import { formats } from "./Formats.ts"
import { law } from "./Law.ts"
import { compliance, judgments } from "./Matters.ts"
import { pages } from "./Pages.ts"
import { journal, sandbox, system } from "./System.ts"
import { serve } from "./Work.ts"

export { mountFormats } from "./Formats.ts"

interface CourtOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly mail: boolean
  /** Whether it calls services on its own machine, as a sandbox may. */
  readonly localServices?: boolean
  /** The URI at which the court's people can be reached. */
  readonly contact: string
  readonly described: () => Described
  /** The formats of other protocols that it speaks; by default it speaks no such format. */
  readonly formats?: ReadonlyArray<Format>
}

/** The address of the catalog of dispute services that names the court; null if no format serves such a catalog. */
const catalogOf = ({ baseUrl, formats: spoken = [] }: CourtOptions): string | null => {
  const found = spoken.find(({ isCatalog = false }) => isCatalog)?.wellKnown ?? null
  return found === null ? null : `${baseUrl}${found}`
}

export const endpoints = (options: CourtOptions): ReadonlyArray<Endpoint> => [
  ...serve(AgentsGroup, agents(options)),
  ...serve(DealingsGroup, dealings(options.baseUrl)),
  ...serve(QuotesGroup, quotes(options)),
  ...serve(HoldsGroup, holds),
  ...serve(MattersGroup, {}),
  ...serve(TendersGroup, {}),
  ...serve(EvidenceGroup, {}),
  ...serve(JudgmentsGroup, judgments(options.baseUrl)),
  ...serve(AppealsGroup, {}),
  ...serve(ComplianceGroup, compliance),
  ...serve(ProofsGroup, proofs(options)),
  ...serve(AccountGroup, {}),
  ...serve(CounselGroup, counsel),
  ...serve(AdvisoryGroup, advisory),
  ...serve(LawGroup, law(options.baseUrl)),
  ...serve(RegistrarGroup, {}),
  ...serve(JournalGroup, journal),
  ...(options.sandbox ? serve(SandboxGroup, sandbox) : []),
  ...((options.formats ?? []).length === 0
    ? []
    : serve(FormatsGroup, formats({ ...options, formats: options.formats ?? [] }))),
  ...serve(DiscoveryGroup, discovery({ ...options, catalog: catalogOf(options) })),
  ...serve(PagesGroup, pages(options)),
  ...serve(SystemGroup, system(options)),
]
