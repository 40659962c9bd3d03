/** What the pages show: the values that the interface answers with. */
import type { Effect } from "effect"
import type { AgentsGroup } from "../api/Agents.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { HoldsGroup } from "../api/Holds.ts"
import type { JudgmentsGroup } from "../api/Judgments.ts"
import type { LawGroup } from "../api/Law.ts"
import type { MattersGroup } from "../api/Matters.ts"
import type { Reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"

type Answered<H> = H extends (...args: never) => Effect.Effect<Reply<infer A>, infer _E, infer _R> ? A : never

export type Docket = Answered<Handlers<typeof MattersGroup>["docket"]>
export type Judgments = Answered<Handlers<typeof JudgmentsGroup>["listJudgments"]>
export type Judgment = Answered<Handlers<typeof JudgmentsGroup>["readJudgment"]>
export type Agent = Answered<Handlers<typeof AgentsGroup>["readAgent"]>
export type ComplianceRecord = Answered<Handlers<typeof ComplianceGroup>["agentCompliance"]>
export type Register = Answered<Handlers<typeof ComplianceGroup>["listCompliance"]>
export type Revocations = Answered<Handlers<typeof HoldsGroup>["holdRevocations"]>
export type Entry = Answered<Handlers<typeof ComplianceGroup>["readCompliance"]>
export type Instruments = Answered<Handlers<typeof LawGroup>["listInstruments"]>
