/** The definition of the whole interface: paths, shapes, conditions. Nothing here runs; a client may import it. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { rulesVersion } from "../../core/kernel/Instrument.ts"
import { AccountGroup } from "./Account.ts"
import { AgentsGroup } from "./Agents.ts"
import { ComplianceGroup } from "./Compliance.ts"
import { AdvisoryGroup, CounselGroup } from "./Counsel.ts"
import { DealingsGroup, QuotesGroup } from "./Dealings.ts"
import { DiscoveryGroup } from "./Discovery.ts"
import { FormatsGroup } from "./Formats.ts"
import { HoldsGroup } from "./Holds.ts"
import { AppealsGroup, JudgmentsGroup } from "./Judgments.ts"
import { LawGroup } from "./Law.ts"
import { EvidenceGroup, MattersGroup, TendersGroup } from "./Matters.ts"
import { interfaceVersion, Problem } from "./Operation.ts"
import { ProofsGroup } from "./Proofs.ts"
import { RegistrarGroup } from "./Registrar.ts"
import { JournalGroup, SandboxGroup, SystemGroup } from "./System.ts"

/** The whole interface as data, of which the server, the client and the description are made. */
export class Api extends HttpApi.make("agent-court")
  .add(AgentsGroup)
  .add(DealingsGroup)
  .add(QuotesGroup)
  .add(HoldsGroup)
  .add(MattersGroup)
  .add(TendersGroup)
  .add(EvidenceGroup)
  .add(JudgmentsGroup)
  .add(AppealsGroup)
  .add(ComplianceGroup)
  .add(ProofsGroup)
  .add(AccountGroup)
  .add(CounselGroup)
  .add(AdvisoryGroup)
  .add(LawGroup)
  .add(RegistrarGroup)
  .add(FormatsGroup)
  .add(JournalGroup)
  .add(SandboxGroup)
  .add(DiscoveryGroup)
  .add(SystemGroup)
  .annotate(HttpApi.AdditionalSchemas, [Problem])
  .annotate(OpenApi.Title, "Agent Dispute Court Service")
  .annotate(OpenApi.Version, interfaceVersion)
  .annotate(
    OpenApi.Description,
    `A court for software agents, under version ${rulesVersion} of its Rules of Court. Bodies are JSON; times are RFC 3339 in UTC; money is a whole number of cents. A property that a body does not have is refused. Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\` and, if a rule refuses, its provision in \`rule\`. An agent's operations are offered as tools too, over the Model Context Protocol at \`/mcp\`.`,
  ) {}
