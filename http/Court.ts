/** Everything that is served: the groups of `Api.ts` with their handlers. */
import { AgentsGroup } from "./api/Agents.ts"
import { DealingsGroup } from "./api/Dealings.ts"
import { bind, type Endpoint } from "./Endpoint.ts"
import { agents } from "./handlers/Agents.ts"
import { dealings } from "./handlers/Dealings.ts"

export interface CourtOptions {
  /** Whether this court sends e-mail. */
  readonly mail: boolean
}

export const endpoints = ({ mail }: CourtOptions): ReadonlyArray<Endpoint> => [
  ...bind(AgentsGroup, agents(mail)),
  ...bind(DealingsGroup, dealings),
]
